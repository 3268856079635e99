import type { Minor } from '@foyer/domain/money/money.ts'
import type { Tx } from '../../db/transaction/tx.ts'
import { amountsBeside, priceOfLine, refundedOf } from '../../sale/order-amounts.ts'

/** What an order cost, as its email says. */
export type OrderMoney = {
  /** What was paid for these tickets; null if some of them were refunded or changed since. */
  priceOf(ticketTypeId: number, qty: number): Minor | null
  amounts: [label: string, minor: Minor][]
  refundedMinor: Minor
}

export async function orderMoneyOf(tx: Pick<Tx, 'selectFrom'>, saleId: number): Promise<OrderMoney> {
  const rows = await tx
    .selectFrom('order_lines')
    .leftJoin('events', 'events.id', 'order_lines.event_id')
    .leftJoin('charities', 'charities.id', 'order_lines.charity_id')
    .selectAll('order_lines')
    .select(['events.hide_booking_fee', 'charities.name as charity'])
    .where('order_lines.sale_id', '=', saleId)
    .orderBy('order_lines.line')
    .execute()
  const lines = rows.map((row) => ({ ...row, hidesFee: row.hide_booking_fee === true }))
  return {
    priceOf(ticketTypeId, qty) {
      const line = lines.find(({ ticket_type_id }) => ticket_type_id === ticketTypeId)
      return line?.qty === qty && line.refunded_qty === 0 ? priceOfLine(line) : null
    },
    amounts: amountsBeside(lines),
    refundedMinor: refundedOf(lines),
  }
}
