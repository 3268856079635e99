import { groupBy } from '@foyer/domain/group.ts'
import { type Kysely, sql } from 'kysely'
import type { Database } from '../../db/schema/types.generated.ts'
import { command, type Query } from '../../db/transaction/batch.ts'
import type { Tx } from '../../db/transaction/tx.ts'

/** A line of numbered seats: its type's own, or any of its pool. */
export type SeatedLine = { ticketTypeId: number; qty: number; poolId: number | null }

/** Takes the seats of a sale's lines. Returns a line that cannot have its seats, or null; the caller frees the others. */
export async function takeSeats<Line extends SeatedLine>(
  tx: Tx,
  saleId: number,
  lines: readonly Line[],
): Promise<Line | null> {
  // Lines of one pool sit together: a family with two prices.
  for (const together of groupBy(lines, ({ poolId, ticketTypeId }) => poolId ?? `type ${ticketTypeId}`).values())
    if (!(await takeTogether(tx, saleId, together))) return together[0]!
  return null
}

/**
 * Takes the seats of lines that have the same seats to choose from: the seats the buyer chose, then the best free seats for
 * the rest, together in one row if a row has room. Skips seats locked by another transaction instead of waiting. Returns false
 * and takes nothing if a chosen seat is gone or too few are free.
 */
async function takeTogether(tx: Tx, saleId: number, lines: readonly SeatedLine[]): Promise<boolean> {
  const named = await tx
    .selectFrom('sale_line_seats')
    .select(['ticket_type_id', 'seat_id'])
    .where('sale_id', '=', saleId)
    .where(
      'ticket_type_id',
      'in',
      lines.map(({ ticketTypeId }) => ticketTypeId),
    )
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
  const seats = groupBy(named, (row) => row.ticket_type_id)
  const seatsOfLine = lines.map(({ ticketTypeId }) => (seats.get(ticketTypeId) ?? []).map((row) => row.seat_id))
  const wanted = lines.map(({ qty }, n) => Math.max(0, qty - seatsOfLine[n]!.length))
  const total = wanted.reduce((sum, n) => sum + n, 0)
  const best = total === 0 ? [] : await bestFree(tx, lines[0]!, total, ids)
  if (best.length < total) return false
  for (const [n, { ticketTypeId }] of lines.entries()) {
    const own = [...seatsOfLine[n]!, ...best.splice(0, wanted[n]!)]
    await tx
      .updateTable('seats')
      .set({ status: 'held', sale_id: saleId, ticket_type_id: ticketTypeId })
      .where('id', 'in', own)
      .execute()
  }
  return true
}

/** Locks and returns seats in the first row with room for all of them, else the best free seats anywhere. */
async function bestFree(
  tx: Tx,
  { ticketTypeId, poolId }: SeatedLine,
  wanted: number,
  except: readonly number[],
): Promise<number[]> {
  const those = poolId === null ? sql`ticket_type_id = ${ticketTypeId}` : sql`pool_id = ${poolId}`
  const { rows } = await sql<{ id: number; section: string; row_name: string }>`
    select id, section, row_name from seats
    where ${those} and status = 'free' and id <> all(${sql.val(except)}::bigint[])
    order by section, row_name, seat_number, id
    for update skip locked`.execute(tx)
  const byRow = groupBy(rows, (seat) => `${seat.section}\n${seat.row_name}`)
  const together = [...byRow.values()].find((seats) => seats.length >= wanted) ?? rows
  return together.slice(0, wanted).map((seat) => seat.id)
}

/** Frees a sale's held seats; `sellSeatsQueries` marks them sold. */
export const freeSeatsOf = (tx: Tx, saleId: number) =>
  tx
    .updateTable('seats')
    .set({ status: 'free', sale_id: null })
    .where('sale_id', '=', saleId)
    .where('status', '=', 'held')
    .execute()
export const sellSeatsQueries = (saleIds: readonly number[]): Query<void>[] =>
  saleIds.length === 0
    ? []
    : [
        command(sql`
          update seats set status = 'sold' where sale_id = any(${sql.val(saleIds)}::bigint[]) and status = 'held'`),
      ]

/** Returns the labels of a sale's seats by ticket type; before the reserve, the seats chosen in the basket. */
export async function seatsOf(
  db: Pick<Kysely<Database>, 'selectFrom'>,
  saleId: number,
): Promise<Map<number, string[]>> {
  const rows = await db
    .selectFrom('seats')
    .select((eb) => [
      // A free seat of a pool has no type; the line it is chosen for has.
      eb.fn
        .coalesce(
          'ticket_type_id',
          eb
            .selectFrom('sale_line_seats as chosen')
            .select('chosen.ticket_type_id')
            .whereRef('chosen.seat_id', '=', 'seats.id')
            .where('chosen.sale_id', '=', saleId),
        )
        .as('ticket_type_id'),
      'label',
      'section',
      'row_name',
      'seat_number',
    ])
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
  return new Map([...groupBy(rows, (row) => row.ticket_type_id!)].map(([id, seats]) => [id, seats.map((s) => s.label)]))
}
