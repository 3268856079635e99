import { fill } from '@foyer/contract/fill.ts'
import { refusals } from '@foyer/contract/messages.ts'
import type { Tx } from '../../db/transaction/tx.ts'
import { textInLanguage } from '../../language.ts'
import { releaseHold } from '../../sale/hold/release.ts'
import { readerOf } from '../../sale/reader.ts'
import type { SaleRow } from '../../sale/sale.ts'

/** The titles of the cancelled events in a sale, including those whose date was cancelled. */
export async function cancelledTitles(tx: Pick<Tx, 'selectFrom'>, saleId: number): Promise<string[]> {
  const rows = await tx
    .selectFrom('sale_lines as line')
    .innerJoin('ticket_types as type', 'type.id', 'line.ticket_type_id')
    .innerJoin('events as event', 'event.id', 'type.event_id')
    .innerJoin('event_dates as date', 'date.id', 'type.date_id')
    .select('event.title')
    .distinct()
    .where('line.sale_id', '=', saleId)
    .where((eb) => eb.or([eb('event.status', '=', 'cancelled'), eb('date.status', '=', 'cancelled')]))
    .orderBy('event.title')
    .execute()
  return rows.map(({ title }) => title)
}

/** Ends the hold of a sale with tickets of a cancelled event, and tells the buyer why in the basket. The sale must be locked. */
export async function endCancelledHold(tx: Tx, sale: SaleRow, now: Date): Promise<boolean> {
  const titles = await cancelledTitles(tx, sale.id)
  if (titles.length === 0 || sale.paid_at !== null || sale.held_until === null) return false
  // guard: cancelled-hold-ended
  await releaseHold(tx, sale, 'cancelled', now)
  await tx
    .updateTable('sales')
    .set({
      reserving_error: textInLanguage(readerOf(sale), () =>
        fill(refusals.eventCancelled, { event: titles.join(', ') }),
      ),
    })
    .where('id', '=', sale.id)
    .execute()
  return true
}
