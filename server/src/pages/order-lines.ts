import { fill } from '@foyer/contract/fill.ts'
import { account, checkout as t } from '@foyer/contract/messages.ts'
import type { OrderPageData } from '@foyer/contract/pages.ts'
import { eventPath, eventThumbnail, voucherPosterPath } from '@foyer/contract/pages.ts'
import { seatsText } from '@foyer/contract/seats.ts'
import { niceDate } from '@foyer/domain/format/dates.ts'
import { formatMinor } from '@foyer/domain/format/money.ts'
import { type Minor, sum } from '@foyer/domain/money/money.ts'
import type { Db } from '../db/transaction/tx.ts'
import { seatsOf } from '../sale/hold/seats.ts'
import { currencyOf, type Snapshot } from '../sale/snapshot.ts'

type Bought = NonNullable<OrderPageData['bought']>

/**
 * What a paid order consists of, and the amounts between its lines and its total, all from the order's lines; nothing before
 * the payment. A fee whose name the event hides is part of the line's price.
 */
export async function boughtIn(db: Db, snapshot: Snapshot): Promise<Bought | undefined> {
  const rows = await db
    .selectFrom('order_lines')
    .leftJoin('organisers', 'organisers.id', 'order_lines.organiser_id')
    .leftJoin('charities', 'charities.id', 'order_lines.charity_id')
    .selectAll('order_lines')
    .select(['organisers.name as organiser', 'charities.name as charity'])
    .where('order_lines.sale_id', '=', snapshot.sale.id)
    .orderBy('order_lines.line')
    .execute()
  if (rows.length === 0) return undefined
  const seats = await seatsOf(db, snapshot.sale.id)
  const money = (minor: Minor) => formatMinor(minor, currencyOf(snapshot))
  const ticketOf = (row: (typeof rows)[number]) =>
    snapshot.lines.find(({ ticketTypeId }) => ticketTypeId === row.ticket_type_id)
  const hiddenFee = (row: (typeof rows)[number]) => (ticketOf(row)?.hideBookingFee ? row.fee_minor : 0)

  const lines = rows.flatMap((row): Bought['lines'] => {
    const common = {
      qty: row.qty,
      price: money(row.list_minor + hiddenFee(row)),
      sold_by: fill(account['order.soldBy'], { organiser: row.organiser ?? '' }),
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
          nice_date: niceDate(ticket.startsAt, ticket.timezone, { allDay: ticket.allDay }),
          name: ticket.ticketName,
          seats: seatsText(seats.get(ticket.ticketTypeId) ?? []),
        },
      ]
    const voucher = row.kind === 'gift_voucher' && snapshot.vouchers.find(({ designId }) => designId === row.design_id)
    if (!voucher) return []
    return [{ ...common, title: voucher.name, thumbnail: voucherPosterPath(voucher.designId) }]
  })

  const tickets = rows.filter(({ kind }) => kind === 'ticket')
  const donations = rows.filter(({ kind }) => kind === 'donation')
  const rounding = sum(rows.map(({ rounding_minor }) => rounding_minor))
  const charity = donations[0]?.charity
  const refunded = sum(
    rows.map(
      (row) =>
        row.refunded_net_minor +
        row.refunded_fee_minor +
        row.refunded_protection_minor +
        row.refunded_delivery_minor +
        row.refunded_rounding_minor -
        row.refunded_voucher_minor,
    ),
  )
  const amounts: [label: string, minor: Minor][] = [
    [t['summary.offers'], -sum(rows.map(({ offer_minor }) => offer_minor))],
    [account['order.discounts'], -sum(rows.map(({ discount_minor }) => discount_minor))],
    [t['summary.bookingFees'], sum(tickets.map((row) => row.fee_minor - hiddenFee(row)))],
    [t['summary.delivery'], sum(rows.map(({ delivery_minor }) => delivery_minor))],
    [t['summary.refundProtection'], sum(rows.map(({ protection_minor }) => protection_minor))],
    [
      charity ? fill(t['summary.donation'], { charity }) : t['summary.donationPlain'],
      sum(donations.map(({ list_minor }) => list_minor)),
    ],
    [t['summary.donationFee'], sum(donations.map(({ fee_minor }) => fee_minor))],
    [rounding < 0 ? t['summary.waived'] : t['summary.roundedUp'], rounding],
    [fill(t['summary.voucher'], { code: '' }).trim(), -sum(rows.map(({ voucher_minor }) => voucher_minor))],
  ]
  return {
    lines,
    amounts: amounts.filter(([, minor]) => minor !== 0).map(([label, minor]) => ({ label, amount: money(minor) })),
    refunded: refunded === 0 ? '' : money(refunded),
  }
}

function refundedWords({ qty, refunded_qty }: { qty: number; refunded_qty: number }): string {
  if (refunded_qty === 0) return ''
  return refunded_qty === qty
    ? account['order.lineRefunded']
    : fill(account['order.linePartlyRefunded'], { n: refunded_qty, m: qty })
}
