import { groupBy } from '@foyer/domain/group.ts'
import { type Kysely, sql } from 'kysely'
import type { Database } from '../../db/schema/types.generated.ts'
import { command, type Query } from '../../db/transaction/batch.ts'
import type { Tx } from '../../db/transaction/tx.ts'

/**
 * Takes the seats of one line for a sale: the seats the buyer chose, then the best free seats for the rest, together in one
 * row if a row has room. Skips seats locked by another transaction instead of waiting. Returns false and takes nothing if a
 * chosen seat is gone or too few are free.
 */
export async function takeSeats(tx: Tx, saleId: number, ticketTypeId: number, qty: number): Promise<boolean> {
  const named = await tx
    .selectFrom('sale_line_seats')
    .select('seat_id')
    .where('sale_id', '=', saleId)
    .where('ticket_type_id', '=', ticketTypeId)
    .execute()
  const ids = named.map((row) => row.seat_id)
  if (ids.length > 0) {
    const free = await tx
      .selectFrom('seats')
      .select('id')
      .where('id', 'in', ids)
      .where('status', '=', 'free')
      .forUpdate()
      .skipLocked()
      .execute()
    if (free.length < ids.length) return false
  }
  const wanted = qty - ids.length
  if (wanted > 0) {
    const best = await bestFree(tx, ticketTypeId, wanted, ids)
    if (best.length < wanted) return false
    ids.push(...best)
  }
  await tx.updateTable('seats').set({ status: 'held', sale_id: saleId }).where('id', 'in', ids).execute()
  return true
}

/** Locks and returns seats in the first row with room for all of them, else the best free seats anywhere. */
async function bestFree(tx: Tx, ticketTypeId: number, wanted: number, except: readonly number[]): Promise<number[]> {
  const { rows } = await sql<{ id: number; section: string; row_name: string }>`
    select id, section, row_name from seats
    where ticket_type_id = ${ticketTypeId} and status = 'free' and id <> all(${sql.val(except)}::bigint[])
    order by section, row_name, seat_number, id
    for update skip locked`.execute(tx)
  const byRow = groupBy(rows, (seat) => `${seat.section}\n${seat.row_name}`)
  const together = [...byRow.values()].find((seats) => seats.length >= wanted) ?? rows
  return together.slice(0, wanted).map((seat) => seat.id)
}

/** Frees a sale's held seats; `sellSeatsQuery` marks them sold. */
export const freeSeatsOf = (tx: Tx, saleId: number) =>
  tx
    .updateTable('seats')
    .set({ status: 'free', sale_id: null })
    .where('sale_id', '=', saleId)
    .where('status', '=', 'held')
    .execute()
export const sellSeatsQuery = (saleId: number): Query<void> =>
  command(sql`update seats set status = 'sold' where sale_id = ${saleId} and status = 'held'`)

/** Returns the labels of a sale's seats by ticket type; before the reserve, the seats chosen in the basket. */
export async function seatsOf(
  db: Pick<Kysely<Database>, 'selectFrom'>,
  saleId: number,
): Promise<Map<number, string[]>> {
  const rows = await db
    .selectFrom('seats')
    .select(['ticket_type_id', 'label', 'section', 'row_name', 'seat_number'])
    .where((eb) =>
      eb.or([
        eb('sale_id', '=', saleId),
        eb.and([
          eb('status', '=', 'free'),
          eb('id', 'in', eb.selectFrom('sale_line_seats').select('seat_id').where('sale_id', '=', saleId)),
        ]),
      ]),
    )
    .orderBy('section')
    .orderBy('row_name')
    .orderBy('seat_number')
    .execute()
  return new Map([...groupBy(rows, (row) => row.ticket_type_id)].map(([id, seats]) => [id, seats.map((s) => s.label)]))
}
