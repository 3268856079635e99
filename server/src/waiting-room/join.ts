import { type Fail, fail, type Ok } from '@foyer/domain/result.ts'
import { sql } from 'kysely'
import { command, query, runBatch } from '../db/transaction/batch.ts'
import { inTx } from '../db/transaction/tx.ts'
import type { Deps } from '../deps.ts'
import { exceedsNetworkLimit } from '../http/limits/rate-limit.ts'
import { hashOf } from '../http/session.ts'
import { doorsOpen, type Place, placeOf, type Room, roomOf } from './room.ts'

/** Far above what the people of one network need: it keeps a program from filling the table. */
const JOINS = { name: 'queue', max: 3000, windowSeconds: 3600 }

/**
 * Gives a browser its place, which its key opens; the same key has the same place. Nobody has a number before the draw. Who
 * comes later gets the next one.
 */
export async function joinRoom(
  deps: Pick<Deps, 'db' | 'clock' | 'random'>,
  { slug, key: sent }: { slug: string; key: string },
  ip: string,
): Promise<Ok<{ place: Place; key: string }> | Fail<'no_queue' | 'queue_not_open' | 'too_many_requests'>> {
  const { db, clock, random } = deps
  const now = clock.now()
  const room = await roomOf(db, slug)
  if (room === null) return fail('no_queue')
  const own = sent === '' ? null : await placeOf(db, room.id, sent)
  if (own !== null) return { ok: true, place: own, key: sent }
  if (doorsOpen(room) > now) return fail('queue_not_open')
  if (await exceedsNetworkLimit(deps, JOINS, ip)) return fail('too_many_requests')
  // A browser uses one key in all rooms.
  const key = isKey(sent) ? sent : Buffer.from(random.bytes(32)).toString('base64url')
  const joining = { publicId: Buffer.from(random.bytes(12)).toString('hex'), keyHash: hashOf(key), now }
  if (room.drawnAt === null && (await joinDraw(deps, room, joining)))
    return { ok: true, place: NO_NUMBER(joining), key }
  await joinBehind(deps, room, joining)
  return { ok: true, place: (await placeOf(db, room.id, key))!, key }
}

type Joining = { publicId: string; keyHash: string; now: Date }

const isKey = (text: string): boolean => /^[\w-]{43}$/.test(text)

const NO_NUMBER = ({ publicId }: Joining): Place => ({ publicId, number: null, called: false, passUntil: null })

/**
 * Takes part in the draw, and returns whether it was in time: whether this commits before the draw. After the opening, joins
 * lock the row one after the other, because a draw would wait as long as joins share the lock.
 */
async function joinDraw({ db }: Pick<Deps, 'db'>, room: Room, { publicId, keyHash, now }: Joining): Promise<boolean> {
  // guard: join-before-draw
  const lock = room.opening > now ? sql`for share` : sql`for update`
  return inTx(db, async (tx) => {
    const [isDrawn] = await runBatch(
      tx,
      query(
        sql<{ drawn_at: Date | null }>`select drawn_at from waiting_rooms where id = ${room.id} ${lock}`,
        (rows) => rows[0]?.drawn_at !== null,
      ),
    )
    if (isDrawn) return false
    await sql`
      insert into waiting_places (room_id, public_id, key_hash, joined_at)
      values (${room.id}, ${publicId}, ${keyHash}, ${now})
      on conflict (room_id, key_hash) do nothing`.execute(tx)
    return true
  })
}

/** Joins after the draw, behind everybody. The room's row is locked, so that each number is given once. */
async function joinBehind({ db }: Pick<Deps, 'db'>, room: Room, { publicId, keyHash, now }: Joining): Promise<void> {
  await inTx(db, async (tx) => {
    await runBatch(
      tx,
      command(sql`select from waiting_rooms where id = ${room.id} for update`),
      command(sql`
        with place as (
          insert into waiting_places (room_id, public_id, key_hash, joined_at, number)
          select id, ${publicId}, ${keyHash}, ${now}, last_number + 1 from waiting_rooms where id = ${room.id}
          on conflict (room_id, key_hash) do nothing
          returning room_id
        )
        update waiting_rooms set last_number = last_number + 1 from place where waiting_rooms.id = place.room_id`),
    )
  })
}
