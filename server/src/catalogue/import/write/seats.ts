import { groupBy } from '@foyer/domain/group.ts'
import { sql } from 'kysely'
import { unnestRows } from '../../../db/transaction/column-lists.ts'
import { insertAll } from '../../../db/transaction/many-rows.ts'
import type { Tx } from '../../../db/transaction/tx.ts'
import type { MarkedSeat, SeatFacts } from '../seat-plan.ts'

/** `taken`: held, sold, or named on a ticket. */
export type StoredSeat = { id: number; label: string; taken: boolean } & SeatFacts

/** Whose seats these are. */
export type SeatOwner = { ticket_type_id: number } | { pool_id: number }

/** Returns the seats of an event's ticket types and pools. */
export async function readStoredSeats(tx: Tx, eventId: number) {
  const seats = await tx
    .selectFrom('seats')
    .leftJoin('ticket_types as type', 'type.id', 'seats.ticket_type_id')
    .leftJoin('pools as pool', 'pool.id', 'seats.pool_id')
    .select((eb) => [
      'seats.id',
      'seats.ticket_type_id',
      'seats.pool_id',
      'seats.label',
      'seats.kind',
      'seats.view_note',
      'seats.aisle',
      'seats.step_free',
      eb
        .or([
          eb('seats.status', 'in', ['held', 'sold']),
          eb.exists(eb.selectFrom('tickets').select('tickets.id').whereRef('tickets.seat_id', '=', 'seats.id')),
        ])
        .as('taken'),
    ])
    .where((eb) => eb.or([eb('type.event_id', '=', eventId), eb('pool.event_id', '=', eventId)]))
    .execute()
  const toStoredSeats = (rows: readonly (typeof seats)[number][] = []): StoredSeat[] =>
    rows.map(({ ticket_type_id: _, pool_id: __, taken, ...seat }) => ({ ...seat, taken: Boolean(taken) }))
  const byPool = groupBy(seats, ({ pool_id }) => pool_id)
  const byType = groupBy(byPool.get(null) ?? [], ({ ticket_type_id }) => ticket_type_id)
  return {
    ofType: (id: number) => toStoredSeats(byType.get(id)),
    ofPool: (id: number) => toStoredSeats(byPool.get(id)),
  }
}

/** Adds the seats that are new, removes those that are gone, and says of the others what they are now, which changes no sale. */
export async function writeSeats(
  tx: Tx,
  owners: readonly { owner: SeatOwner; seats: readonly MarkedSeat[]; stored: readonly StoredSeat[] }[],
): Promise<void> {
  const removed = owners.flatMap(({ seats, stored }) => {
    const planned = new Set(seats.map(({ label }) => label))
    return stored.filter(({ label }) => !planned.has(label)).map(({ id }) => id)
  })
  if (removed.length > 0) await sql`delete from seats where id = any(${sql.val(removed)}::bigint[])`.execute(tx)
  await insertAll(
    tx,
    'seats',
    owners.flatMap(({ owner, seats, stored }) => {
      const known = new Set(stored.map(({ label }) => label))
      return seats
        .filter(({ label }) => !known.has(label))
        .map(({ row, number, ...seat }) => ({ ...owner, ...seat, row_name: row, seat_number: number }))
    }),
  )
  await writeFacts(
    tx,
    owners.flatMap(({ seats, stored }) => {
      const before = new Map(stored.map((seat) => [seat.label, seat]))
      return seats.flatMap((seat) => {
        const was = before.get(seat.label)
        return was === undefined || isSame(was, seat) ? [] : [{ ...seat, id: was.id }]
      })
    }),
  )
}

const isSame = (a: SeatFacts, b: SeatFacts): boolean =>
  a.kind === b.kind && a.view_note === b.view_note && a.aisle === b.aisle && a.step_free === b.step_free

async function writeFacts(tx: Tx, seats: readonly (SeatFacts & { id: number })[]): Promise<void> {
  if (seats.length === 0) return
  await sql`
    update seats set kind = given.kind, view_note = given.view_note, aisle = given.aisle, step_free = given.step_free
    from ${unnestRows('given', seats, {
      id: ['bigint', ({ id }) => id],
      kind: ['text', ({ kind }) => kind],
      view_note: ['text', ({ view_note }) => view_note],
      aisle: ['boolean', ({ aisle }) => aisle],
      step_free: ['boolean', ({ step_free }) => step_free],
    })}
    where seats.id = given.id`.execute(tx)
}
