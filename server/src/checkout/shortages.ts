import { fill } from '@foyer/contract/fill.ts'
import { refusals } from '@foyer/contract/messages.en.ts'
import type { Kysely } from 'kysely'
import type { Database } from '../db/schema/types.generated.ts'
import { soldOutText } from '../sale/hold/rules.ts'
import type { Snapshot, SnapshotLine } from '../sale/snapshot.ts'

/** How many tickets of a line's type are free now, including those the sale itself holds. */
export const freeFor = (line: Pick<SnapshotLine, 'capacity' | 'held' | 'sold' | 'qty'>, isHeld: boolean): number =>
  Math.max(0, line.capacity - line.held - line.sold + (isHeld ? line.qty : 0))

/**
 * Warns what a reserve would currently refuse for lack of tickets or seats, in the same wording. The buyer reads it before
 * pressing the button, and only while it applies.
 */
export async function shortageWarnings(
  db: Pick<Kysely<Database>, 'selectFrom'>,
  { sale, has, lines }: Pick<Snapshot, 'sale' | 'has' | 'lines'>,
): Promise<string[]> {
  if (sale.held_until !== null || sale.paid_at !== null) return []
  const taken = has.seats ? await typesWithTakenSeats(db, sale.id) : new Set<number>()
  const warnings = lines.flatMap((line) => {
    const left = freeFor(line, false)
    if (line.qty > left) return [soldOutText([{ name: `${line.eventTitle}, ${line.ticketName}`, left }])]
    return taken.has(line.ticketTypeId) ? [fill(refusals.seatTaken, { event: line.eventTitle })] : []
  })
  return [...new Set(warnings)].filter((text) => text !== sale.reserving_error)
}

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
