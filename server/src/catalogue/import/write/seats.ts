import { groupBy } from '@foyer/domain/group.ts'
import { sql } from 'kysely'
import { insertAll } from '../../../db/transaction/many-rows.ts'
import type { Tx } from '../../../db/transaction/tx.ts'
import type { SeatPlan } from '../foyer.ts'

/** `taken`: held, sold, or named on a ticket. */
export type StoredSeat = { id: number; label: string; taken: boolean }

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
    rows.map(({ id, label, taken }) => ({ id, label, taken: Boolean(taken) }))
  const byPool = groupBy(seats, ({ pool_id }) => pool_id)
  const byType = groupBy(byPool.get(null) ?? [], ({ ticket_type_id }) => ticket_type_id)
  return {
    ofType: (id: number) => toStoredSeats(byType.get(id)),
    ofPool: (id: number) => toStoredSeats(byPool.get(id)),
  }
}

/** Adds the seats that are new and removes those that are gone. */
export async function writeSeats(
  tx: Tx,
  owners: readonly { owner: SeatOwner; seats: readonly SeatPlan[]; stored: readonly StoredSeat[] }[],
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
        .map(({ label, section, row, number }) => ({ ...owner, label, section, row_name: row, seat_number: number }))
    }),
  )
}
