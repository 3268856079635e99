import { shownOrderNumber } from '@foyer/domain/format/order-number.ts'
import type { Tx } from '../db/transaction/tx.ts'

/** The number of an order as people read it; null for a sale without one, such as an unpaid one. */
export async function orderNumberOf(db: Pick<Tx, 'selectFrom'>, saleId: number): Promise<string | null> {
  const order = await db.selectFrom('orders').select('number').where('sale_id', '=', saleId).executeTakeFirst()
  return order ? shownOrderNumber(order.number) : null
}

/** The numbers of these sales' orders, by sale. */
export async function orderNumbersOfSales(
  db: Pick<Tx, 'selectFrom'>,
  saleIds: readonly number[],
): Promise<Map<number, string>> {
  if (saleIds.length === 0) return new Map()
  const rows = await db.selectFrom('orders').select(['sale_id', 'number']).where('sale_id', 'in', saleIds).execute()
  return new Map(rows.map(({ sale_id, number }) => [sale_id, shownOrderNumber(number)]))
}
