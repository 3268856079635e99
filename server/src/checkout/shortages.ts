import { fill } from '@foyer/contract/fill.ts'
import { refusals } from '@foyer/contract/messages.ts'
import { allocate } from '@foyer/domain/basket/allocate.ts'
import { ticketsLeft } from '@foyer/domain/basket/tickets-left.ts'
import type { Kysely } from 'kysely'
import type { Database } from '../db/schema/types.generated.ts'
import { type Counters, shortageText, stockDemands } from '../sale/hold/counters.ts'
import { isShortageText } from '../sale/hold/rules.ts'
import type { Snapshot, SnapshotLine } from '../sale/snapshot/snapshot.ts'

type CountedLine = Pick<SnapshotLine, 'capacity' | 'held' | 'sold' | 'qty' | 'poolId' | 'places'>

const leftOf = (line: CountedLine, pools: Snapshot['pools']): number => {
  const pool = line.poolId === null ? undefined : pools.get(line.poolId)
  return ticketsLeft(line, pool ? { pool, places: line.places } : null).free
}

/** How many tickets of a line's type are free now, including those the sale itself holds. */
export const freeFor = (line: CountedLine, pools: Snapshot['pools'], isHeld: boolean): number =>
  leftOf(line, pools) + (isHeld ? line.qty : 0)

/** The texts of refusals on the basket step. */
type Refusals = { reservingError: string | null; warnings: string[] }

/**
 * Returns why the last reserve was refused, and warns what a reserve would currently refuse for lack of tickets or seats, in
 * the same wording. The buyer reads it before pressing the button, and only while it applies: a refusal for lack of tickets is
 * replaced by what is true now.
 */
export async function shortages(
  db: Pick<Kysely<Database>, 'selectFrom'>,
  { sale, has, lines, pools }: Pick<Snapshot, 'sale' | 'has' | 'lines' | 'pools'>,
): Promise<Refusals> {
  const refused = sale.reserving_error
  if (sale.held_until !== null || sale.paid_at !== null) return { reservingError: refused, warnings: [] }
  const taken = has.seats ? await typesWithTakenSeats(db, sale.id) : new Set<number>()
  const { outcome } = allocate([{ saleId: sale.id, demands: stockDemands(lines, countersOf(lines, pools)) }])
  const allocation = outcome.get(sale.id)!
  const short = allocation.ok ? [] : allocation.short
  const lacking = new Set(short.flatMap(({ ticketTypeIds }) => ticketTypeIds))
  const warnings = [
    ...short.map((shortage) => shortageText(lines, [shortage])),
    ...lines
      .filter(({ ticketTypeId }) => taken.has(ticketTypeId) && !lacking.has(ticketTypeId))
      .map(({ eventTitle }) => fill(refusals.seatTaken, { event: eventTitle })),
  ]
  const now = [...new Set(warnings)]
  if (refused === null || !isShortageText(refused)) return { reservingError: refused, warnings: now }
  return refused === now.join(' ') ? { reservingError: refused, warnings: [] } : { reservingError: null, warnings: now }
}

/** The free places as the snapshot read them. */
const countersOf = (lines: readonly SnapshotLine[], pools: Snapshot['pools']): Counters => ({
  types: new Map(
    lines.map(({ ticketTypeId, capacity, held, sold }) => [
      ticketTypeId,
      { free: capacity === null ? Number.POSITIVE_INFINITY : capacity - held - sold },
    ]),
  ),
  pools: new Map(
    [...pools].map(([id, { capacity, held, sold, kept }]) => [id, { free: capacity - held - sold - kept }]),
  ),
})

/** Returns the ticket types of which this basket has chosen a seat that is no longer free. */
async function typesWithTakenSeats(db: Pick<Kysely<Database>, 'selectFrom'>, saleId: number): Promise<Set<number>> {
  const rows = await db
    .selectFrom('sale_line_seats as chosen')
    .innerJoin('seats', 'seats.id', 'chosen.seat_id')
    .select('chosen.ticket_type_id')
    .where('chosen.sale_id', '=', saleId)
    .where('seats.status', '<>', 'free')
    .execute()
  return new Set(rows.map(({ ticket_type_id }) => ticket_type_id))
}
