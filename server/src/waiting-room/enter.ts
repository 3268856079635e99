import { LIMITS } from '@foyer/domain/limits.ts'
import { type Fail, fail, type Ok } from '@foyer/domain/result.ts'
import { sql } from 'kysely'
import { inTx } from '../db/transaction/tx.ts'
import type { Deps } from '../deps.ts'
import { hashOf, type Session } from '../http/session.ts'
import { findPlace, type Place } from './room.ts'

type EnterFail = Fail<'no_queue' | 'queue_no_place' | 'queue_not_called' | 'queue_other_browser'>

/**
 * Gives the browser of a place that has been called a pass: it may reserve for ten minutes. Entering again makes the same pass
 * last ten minutes from now, whenever that is: a turn doesn't lapse. Another browser that has the key gets nothing.
 */
export async function enterRoom(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  { slug, key }: { slug: string; key: string },
  session: Session,
): Promise<Ok<{ place: Place }> | EnterFail> {
  const now = clock.now()
  const found = await findPlace(db, { slug, key })
  if (!found.ok) return found
  const { room, place } = found
  if (!place.called) return fail('queue_not_called')
  await session.ensure()
  const passUntil = new Date(now.getTime() + LIMITS.queuePassSeconds * 1000)
  const entered = await inTx(db, async (tx) => {
    // A browser has one pass, also if it has two places. Its session is locked, so that it can't enter with both at once.
    await sql`select from sessions where id = ${session.id} for update`.execute(tx)
    const { rows } = await sql<{ id: number }>`
      update waiting_places set browser = ${session.number}, entered_at = coalesce(entered_at, ${now}),
        pass_until = greatest(pass_until, ${passUntil})
      where id = (
        select place.id from waiting_places place join waiting_rooms room on room.id = place.room_id
        where place.room_id = ${room.id} and place.number <= floor(room.serving)
          and (place.browser = ${session.number} or place.key_hash = ${hashOf(key)})
        order by place.browser = ${session.number} desc nulls last limit 1
      ) and (browser is null or browser = ${session.number}
        or not exists (select from sessions where sessions.number = waiting_places.browser))
      returning id`.execute(tx)
    return rows.length > 0
  })
  // guard: one-browser-per-place
  if (!entered) return fail('queue_other_browser')
  return { ok: true, place: { ...place, passUntil } }
}
