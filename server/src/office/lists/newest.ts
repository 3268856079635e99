import { OrderFilter } from '@foyer/contract/calls/office/lists.ts'
import { shownOrderNumber } from '@foyer/domain/format/order-number.ts'
import type { Db } from '../../db/transaction/tx.ts'
import { grantOf, type OfficeContext } from '../handle.ts'
import { columnsOf, readRows } from './rows.ts'

const SHOWN = ['paid', 'what', 'total'] as const

/** The newest orders without their buyers' names, so that looking at them is no look at personal data. One statement. */
export async function newestOrders(db: Db, ctx: OfficeContext, limit: number) {
  const all = columnsOf(ctx, 'orders')
  const columns = SHOWN.map((key) => all.find((column) => column.key === key)!)
  const filter = OrderFilter.parse({ organiser_id: grantOf(ctx).organiserId })
  const rows = await readRows(db, ctx, 'orders', filter, { columns, limit, before: null })
  return rows.map((row) => {
    const [nice_paid, what, total] = columns.map((column, i) =>
      column.write(row.values[i] as never, { ...row, now: ctx.now }),
    ) as [string, string, string]
    return { order_id: row.orderId, number: shownOrderNumber(row.number), nice_paid, what, total }
  })
}
