import type { Tx } from '../db/transaction/tx.ts'

/** The number of an order as people read it, in two groups; null for a sale without one, such as an unpaid one. */
export async function orderNumberOf(db: Pick<Tx, 'selectFrom'>, saleId: number): Promise<string | null> {
  const order = await db.selectFrom('orders').select('number').where('sale_id', '=', saleId).executeTakeFirst()
  return order ? `${order.number.slice(0, 4)} ${order.number.slice(4)}` : null
}
