import { groupBy } from '@foyer/domain/group.ts'
import type { Minor } from '@foyer/domain/money/money.ts'
import { sql } from 'kysely'
import { type Query, query } from '../../db/transaction/batch.ts'
import type { Tx } from '../../db/transaction/tx.ts'
import { amountsBeside, atPricesNow, type PaidLine, priceOfLine, refundedOf } from '../../sale/order/order-amounts.ts'

/** The amounts of an order, for its email. */
export type OrderMoney = {
  /** What was paid for these tickets; null if some of them were refunded or changed since. */
  priceOf(ticketTypeId: number, qty: number): Minor | null
  /** The booking fee of one ticket, as it was sold. */
  feeOf(ticketTypeId: number): Minor
  amounts: [label: string, minor: Minor][]
  refundedMinor: Minor
  /** The amounts are after refunds, because a ticket became cheaper. */
  isAfterRefunds: boolean
}

/** Reads the amounts of these orders. */
export const orderMoneyQuery = (tx: Tx, saleIds: readonly number[]): Query<(saleId: number) => OrderMoney> =>
  query(
    saleIds.length === 0
      ? null
      : tx
          .selectFrom('order_lines')
          .leftJoin('events', 'events.id', 'order_lines.event_id')
          .leftJoin('charities', 'charities.id', 'order_lines.charity_id')
          .selectAll('order_lines')
          .select(['events.hide_booking_fee', 'charities.name as charity'])
          .where('order_lines.sale_id', '=', sql<number>`any(${sql.val(saleIds)}::bigint[])`)
          .orderBy('order_lines.line'),
    (rows) => {
      const bySale = groupBy(
        rows.map((row) => ({ ...row, hidesFee: row.hide_booking_fee === true })),
        ({ sale_id }) => sale_id,
      )
      return (saleId) => orderMoneyOf(bySale.get(saleId) ?? [])
    },
  )

function orderMoneyOf(paid: readonly PaidLine[]): OrderMoney {
  const lines = atPricesNow(paid)
  return {
    priceOf(ticketTypeId, qty) {
      const line = lines.find(({ ticket_type_id }) => ticket_type_id === ticketTypeId)
      return line?.qty === qty && line.refunded_qty === 0 ? priceOfLine(line) : null
    },
    feeOf(ticketTypeId) {
      const line = paid.find(({ ticket_type_id }) => ticket_type_id === ticketTypeId)
      return line === undefined ? 0 : Math.round(line.fee_minor / line.qty)
    },
    amounts: amountsBeside(lines),
    refundedMinor: refundedOf(paid),
    isAfterRefunds: lines !== paid,
  }
}
