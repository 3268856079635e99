import { fill } from '@foyer/contract/fill.ts'
import { account, common as words } from '@foyer/contract/messages.ts'
import type { OrderPageData } from '@foyer/contract/order-page.ts'
import { eventPath, eventThumbnail, voucherPosterPath } from '@foyer/contract/pages.ts'
import { seatsText } from '@foyer/contract/seats.ts'
import { shortWhen } from '@foyer/domain/format/dates.ts'
import { formatMinor } from '@foyer/domain/format/money.ts'
import { type Minor, sum } from '@foyer/domain/money/money.ts'
import { NO_TRADER } from '@foyer/domain/people/legal.ts'
import type { Db } from '../../db/transaction/tx.ts'
import { seatsOf } from '../../sale/hold/seats.ts'
import { paidForLine } from '../../sale/order/line-amounts.ts'
import { amountsBeside, atPricesNow, priceOfLine, refundedOf } from '../../sale/order/order-amounts.ts'
import { currencyOf, type Snapshot } from '../../sale/snapshot/snapshot.ts'
import { soldByOr, TRADER } from '../../trader.ts'

type Bought = NonNullable<OrderPageData['bought']>

/**
 * The lines of a paid order, and the amounts between them and its total; empty before the payment. If the event hides the name
 * of its booking fee, the fee is part of the line's price.
 */
export async function boughtIn(db: Db, snapshot: Snapshot, now: Date): Promise<Bought | undefined> {
  const rows = await db
    .selectFrom('order_lines')
    .leftJoin('organisers as organiser', 'organiser.id', 'order_lines.organiser_id')
    .leftJoin('charities', 'charities.id', 'order_lines.charity_id')
    .selectAll('order_lines')
    .select(['organiser.name as organiser', 'charities.name as charity', TRADER.as('trader')])
    .where('order_lines.sale_id', '=', snapshot.sale.id)
    .orderBy('order_lines.line')
    .execute()
  if (rows.length === 0) return undefined
  const seats = await seatsOf(db, snapshot.sale.id)
  const money = (minor: Minor) => formatMinor(minor, currencyOf(snapshot))
  const ticketOf = (row: { ticket_type_id: number | null }) =>
    snapshot.lines.find(({ ticketTypeId }) => ticketTypeId === row.ticket_type_id)
  const paid = rows.map((row) => ({ ...row, hidesFee: ticketOf(row)?.hideBookingFee === true }))

  const atNow = atPricesNow(paid)
  const named = new Set<number | null>()
  /** In full once for each organiser. */
  const sellerOf = ({ organiser_id, organiser, trader }: (typeof rows)[number]) => {
    const isFirst = !named.has(organiser_id)
    named.add(organiser_id)
    return soldByOr(organiser ?? '', isFirst ? trader : NO_TRADER)
  }

  const lines = atNow.flatMap((row): Bought['lines'] => {
    const common = {
      qty: row.qty,
      price: priceOfLine(row) === 0 && atNow === paid ? words['label.free'] : money(priceOfLine(row)),
      sold_by: sellerOf(row),
      refunded: refundedWords(row),
    }
    const ticket = ticketOf(row)
    if (ticket)
      return [
        {
          ...common,
          title: ticket.eventTitle,
          url: eventPath(ticket.eventSlug),
          thumbnail: eventThumbnail(ticket.eventId, ticket.eventPicture),
          nice_date: shortWhen(ticket, now, ticket),
          name: ticket.ticketName,
          seats: seatsText(seats.get(ticket.ticketTypeId) ?? []),
        },
      ]
    const voucher = row.kind === 'gift_voucher' && snapshot.vouchers.find(({ designId }) => designId === row.design_id)
    if (!voucher) return []
    return [{ ...common, title: voucher.name, thumbnail: voucherPosterPath(voucher.designId) }]
  })

  const refunded = refundedOf(paid)
  return {
    lines,
    amounts: amountsBeside(atNow).map(([label, minor]) => ({ label, amount: money(minor) })),
    refunded: refunded === 0 ? '' : money(refunded),
    left: atNow === paid ? '' : money(sum(paid.map(paidForLine)) - refunded),
  }
}

function refundedWords({ qty, refunded_qty }: { qty: number; refunded_qty: number }): string {
  if (refunded_qty === 0) return ''
  return refunded_qty === qty
    ? account['order.lineRefunded']
    : fill(account['order.linePartlyRefunded'], { n: refunded_qty, m: qty })
}
