import { hash } from 'node:crypto'
import { type Draw, drawPlaces, seedOf } from '@foyer/domain/waiting-room/draw.ts'
import { sql } from 'kysely'
import { type Db, inTx } from '../db/transaction/tx.ts'
import type { Deps } from '../deps.ts'
import { OPENING } from './room.ts'

export const sha256 = (text: string): string => hash('sha256', text, 'hex')

/** Draws the places of those rooms whose sale has opened. Several processes may try; each room is drawn once. */
export async function drawRooms(deps: Pick<Deps, 'db' | 'clock' | 'log'>, ids: readonly number[]): Promise<void> {
  const now = deps.clock.now()
  const { rows } = await sql<{ id: number }>`
    select room.id from waiting_rooms room join events event on event.id = room.event_id
    where room.id = any(${sql.val(ids)}::bigint[]) and ${OPENING} <= ${now}`.execute(deps.db)
  for (const { id } of rows) await drawRoom(deps, id, now)
}

/**
 * Closes the list of a room and gives every place in it its number, in one transaction: a process that dies leaves a room that
 * is not drawn. Joins share-lock the row, so the list is of those that committed before.
 */
async function drawRoom({ db, log }: Pick<Deps, 'db' | 'log'>, id: number, now: Date): Promise<void> {
  await inTx(db, async (tx) => {
    // guard: drawn-once
    const room = await tx
      .selectFrom('waiting_rooms')
      .select('secret')
      .where('id', '=', id)
      .where('drawn_at', 'is', null)
      .forUpdate()
      .executeTakeFirst()
    if (room === undefined) return
    const places = await tx.selectFrom('waiting_places').select('public_id').where('room_id', '=', id).execute()
    const ids = places.map(({ public_id }) => public_id)
    const { order, list_hash } = drawPlaces(ids, room.secret, null, sha256)
    await sql`
      update waiting_places set number = drawn.number
      from unnest(${sql.val(order)}::text[]) with ordinality as drawn (public_id, number)
      where room_id = ${id} and waiting_places.public_id = drawn.public_id`.execute(tx)
    await tx
      .updateTable('waiting_rooms')
      .set({ drawn_at: now, list_hash, drawn_places: order.length, last_number: order.length, served_at: now })
      .where('id', '=', id)
      .execute()
    log.info({ room: id, places: order.length, list_hash }, 'waiting room drawn')
  })
}

/** The draw of an event as it is published, from the numbers that were given; null before it. */
export async function publishedDraw(db: Db, slug: string): Promise<Draw | null> {
  const room = await db
    .selectFrom('waiting_rooms as room')
    .innerJoin('events as event', 'event.id', 'room.event_id')
    .select(['room.id', 'room.secret', 'room.secret_hash', 'room.list_hash', 'room.drawn_places'])
    .where('event.slug', '=', slug)
    .where('event.status', '=', 'published')
    // guard: secret-until-drawn
    .where('room.drawn_at', 'is not', null)
    .executeTakeFirst()
  if (room === undefined) return null
  const places = await db
    .selectFrom('waiting_places')
    .select('public_id')
    .where('room_id', '=', room.id)
    .where('number', '<=', room.drawn_places)
    .orderBy('number')
    .execute()
  const order = places.map(({ public_id }) => public_id)
  const { secret, secret_hash } = room
  const list_hash = room.list_hash!
  return { secret, secret_hash, list_hash, round: null, seed: seedOf(secret, list_hash, null, sha256), order }
}
