import { LIMITS } from '@foyer/domain/limits.ts'
import { type Fail, fail, type Ok } from '@foyer/domain/result.ts'
import { type RawBuilder, sql } from 'kysely'
import type { Db, Tx } from '../db/transaction/tx.ts'
import { hashOf } from '../http/session.ts'
import { IS_CLOSED } from '../may-sell.ts'

/**
 * When the draw of `room` is due: as its event's sale opens, and at once in a room that was made later. Types that open later
 * than their event count if all of them do. The statement must name the tables `room` and `event`.
 */
export const OPENING = openingSince(sql`room.created_at`)

function openingSince(created: RawBuilder<unknown>) {
  return sql<Date>`greatest(${created}, event.on_sale_from, (
    select case when bool_and(type.sale_from is not null) then min(type.sale_from) end from ticket_types type
    where type.event_id = event.id and type.visibility = 'all' and not type.archived))`
}

/** When the draw of an event's room is due, or would be if it were made now. */
export async function openingOf(db: Db | Tx, eventId: number, now: Date): Promise<Date> {
  const { rows } = await sql<{ opening: Date }>`
    select ${openingSince(sql`coalesce(room.created_at, ${now})`)} as opening
    from events event left join waiting_rooms room on room.event_id = event.id where event.id = ${eventId}`.execute(db)
  return rows[0]!.opening
}

/** A room that is open to visitors. `opening`: of the sale. */
export type Room = { id: number; eventId: number; opening: Date; drawnAt: Date | null }

/** The room of a published event, if nothing has ended it; null if there is none. */
export async function roomOf(db: Db | Tx, slug: string): Promise<Room | null> {
  const { rows } = await sql<Room>`
    select room.id, room.event_id as "eventId", ${OPENING} as opening, room.drawn_at as "drawnAt"
    from waiting_rooms room join events event on event.id = room.event_id
    where event.slug = ${slug} and event.status = 'published' and not ${IS_CLOSED} and room.drained_at is null`.execute(
    db,
  )
  return rows[0] ?? null
}

/** When visitors may join. */
export const doorsOpen = ({ opening }: Pick<Room, 'opening'>): Date =>
  new Date(opening.getTime() - LIMITS.queueOpensMinutes * 60_000)

export type Place = {
  publicId: string
  number: number | null
  called: boolean
  passUntil: Date | null
}

/** The place that a key opens in a room; null for none. */
export async function placeOf(db: Db | Tx, roomId: number, key: string): Promise<Place | null> {
  const { rows } = await sql<Place>`
    select place.public_id as "publicId", place.number, place.pass_until as "passUntil",
      coalesce(place.number <= floor(room.serving), false) as called
    from waiting_places place join waiting_rooms room on room.id = place.room_id
    where place.room_id = ${roomId} and place.key_hash = ${hashOf(key)}`.execute(db)
  return rows[0] ?? null
}

/** The place of this key in the room of an event. */
export async function findPlace(
  db: Db,
  { slug, key }: { slug: string; key: string },
): Promise<Ok<{ room: Room; place: Place }> | Fail<'no_queue' | 'queue_no_place'>> {
  const room = await roomOf(db, slug)
  if (room === null) return fail('no_queue')
  const place = await placeOf(db, room.id, key)
  return place === null ? fail('queue_no_place') : { ok: true, room, place }
}
