import type { Minor } from '@foyer/domain/money/money.ts'
import { differenceTo, type TicketPrice } from '@foyer/domain/payment/change.ts'
import { sql } from 'kysely'
import type { Tx } from '../../db/transaction/tx.ts'
import { type LineRow, leftOfTickets, type Parts, voucherPartOf } from '../refund/book-refund.ts'
import type { TargetType } from './types.ts'

/** What a ticket was sold for with its booking fee. Without it, from the order's line, which counts tickets that came from elsewhere too. */
const SOLD_FOR = sql`coalesce(
  (select nullif(sold.price_minor, 0) + sold.booking_fee_minor from sale_lines sold
    where sold.sale_id = ticket.sale_id and sold.ticket_type_id = ticket.ticket_type_id),
  (select (line.list_minor + line.fee_minor) / line.qty from order_lines line
    where line.sale_id = ticket.sale_id and line.ticket_type_id = ticket.ticket_type_id), 0)`

/** The price of the row `ticket` of the enclosing statement. */
export const TICKET_PRICE = sql<TicketPrice>`jsonb_build_object('priceMinor', coalesce(ticket.price_minor, ${SOLD_FOR}),
  'paidMinor', coalesce(ticket.price_paid_minor, ${SOLD_FOR}), 'waivedMinor', coalesce(ticket.price_waived_minor, 0))`

export const ticketPriceOf = async (db: Pick<Tx, 'selectFrom'>, ticketId: number): Promise<TicketPrice> =>
  (
    await db
      .selectFrom('tickets as ticket')
      .select(TICKET_PRICE.as('price'))
      .where('ticket.id', '=', ticketId)
      .executeTakeFirstOrThrow()
  ).price

export type Difference = {
  /** To pay; negative: what is returned, in money and to gift vouchers. */
  minor: Minor
  /** How much of what is to be paid is booking fee. */
  feeMinor: Minor
  /** What is returned, by part of the ticket's line; null if nothing is. */
  back: Parts | null
}

/** What a ticket of this price and line costs more as one of another type, or returns: never more than is left of what was paid for it. */
export function differenceOf(price: TicketPrice, type: TargetType, line: LineRow): Difference {
  if (type.id === line.ticket_type_id) return { minor: 0, feeMinor: 0, back: null }
  const minor = differenceTo(price, costOf(type))
  if (minor >= 0) {
    const moreFee = type.booking_fee_minor - Math.floor(line.fee_minor / line.qty)
    return { minor, feeMinor: Math.max(0, Math.min(minor, moreFee)), back: null }
  }
  const left = leftOfTickets(line, 1)
  // Nothing was paid for an amount that was waived.
  const backMinor = Math.min(-minor, Math.max(0, left.net + left.fee + Math.min(0, left.rounding)))
  if (backMinor === 0) return { minor: 0, feeMinor: 0, back: null }
  const lessFee = Math.min(backMinor, Math.max(0, left.fee - type.booking_fee_minor))
  const net = Math.min(backMinor - lessFee, left.net)
  const voucher = voucherPartOf(backMinor, left, left)
  return {
    minor: -backMinor,
    feeMinor: 0,
    back: { net, fee: backMinor - net, protection: 0, delivery: 0, voucher, rounding: 0 },
  }
}

/** What a ticket of a type costs now. */
export const costOf = (type: Pick<TargetType, 'price_minor' | 'booking_fee_minor'>): Minor =>
  type.price_minor + type.booking_fee_minor
