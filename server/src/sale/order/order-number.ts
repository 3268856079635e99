import { shownOrderNumber } from '@foyer/domain/format/order-number.ts'
import { sql } from 'kysely'
import { type Query, query, runQuery } from '../../db/transaction/batch.ts'
import type { Tx } from '../../db/transaction/tx.ts'

type Reader = Pick<Tx, 'selectFrom' | 'getExecutor'>

/** The number of an order as people read it; null for a sale without one, such as an unpaid one. */
export async function orderNumberOf(db: Pick<Tx, 'selectFrom'>, saleId: number): Promise<string | null> {
  const order = await db.selectFrom('orders').select('number').where('sale_id', '=', saleId).executeTakeFirst()
  return order ? shownOrderNumber(order.number) : null
}

/** The numbers of these sales' orders, by sale. */
export const orderNumbersOfSales = (db: Reader, saleIds: readonly number[]): Promise<Map<number, string>> =>
  runQuery(db, orderNumbersQuery(db, saleIds))

/** The same, not run yet. */
export const orderNumbersQuery = (db: Pick<Tx, 'selectFrom'>, saleIds: readonly number[]): Query<Map<number, string>> =>
  query(
    saleIds.length === 0
      ? null
      : db
          .selectFrom('orders')
          .select(['sale_id', 'number'])
          .where('sale_id', '=', sql<number>`any(${sql.val(saleIds)}::bigint[])`),
    (rows) => new Map(rows.map(({ sale_id, number }) => [sale_id, shownOrderNumber(number)])),
  )
