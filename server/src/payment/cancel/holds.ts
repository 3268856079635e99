import { fill } from '@foyer/contract/fill.ts'
import { refusals } from '@foyer/contract/messages.ts'
import type { Tx } from '../../db/transaction/tx.ts'
import { textInLanguage } from '../../language.ts'
import { releaseHold } from '../../sale/hold/release.ts'
import { readerOf } from '../../sale/reader.ts'
import type { SaleRow } from '../../sale/sale.ts'
import { EVENT_STATUS } from '../../sale/terms/event-status.ts'

/** The titles of the events in a sale that are called off: cancelled, also only by their date, or postponed. */
async function titlesCalledOff(
  tx: Pick<Tx, 'selectFrom'>,
  saleId: number,
  status: 'cancelled' | 'postponed',
): Promise<string[]> {
  const rows = await tx
    .selectFrom('sale_lines as line')
    .innerJoin('ticket_types as type', 'type.id', 'line.ticket_type_id')
    .innerJoin('events as event', 'event.id', 'type.event_id')
    .innerJoin('event_dates as date', 'date.id', 'type.date_id')
    .select('event.title')
    .distinct()
    .where('line.sale_id', '=', saleId)
    .where(EVENT_STATUS, '=', status)
    .orderBy('event.title')
    .execute()
  return rows.map(({ title }) => title)
}

export const cancelledTitles = (tx: Pick<Tx, 'selectFrom'>, saleId: number): Promise<string[]> =>
  titlesCalledOff(tx, saleId, 'cancelled')

/** Ends the hold of a sale with tickets of an event that is called off, and tells the buyer why in the basket. The sale must be locked. */
export async function endCancelledHold(tx: Tx, sale: SaleRow, now: Date): Promise<void> {
  const cancelled = await cancelledTitles(tx, sale.id)
  const postponed = await titlesCalledOff(tx, sale.id, 'postponed')
  if (cancelled.length + postponed.length === 0 || sale.paid_at !== null || sale.held_until === null) return
  // guard: cancelled-hold-ended
  await releaseHold(tx, sale, 'cancelled', now)
  await tx
    .updateTable('sales')
    .set({
      reserving_error: textInLanguage(readerOf(sale), () =>
        [
          ...(cancelled.length > 0 ? [fill(refusals.eventCancelled, { event: cancelled.join(', ') })] : []),
          ...(postponed.length > 0 ? [fill(refusals.eventPostponed, { event: postponed.join(', ') })] : []),
        ].join(' '),
      ),
    })
    .where('id', '=', sale.id)
    .execute()
}
