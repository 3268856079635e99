import { columnNames } from '@foyer/contract/office/lists/messages.en.ts'
import { fail } from '@foyer/domain/result.ts'
import type { Tx } from '../../db/transaction/tx.ts'
import { walletJustMailed } from '../../tickets/delivery/deliver.ts'
import type { Cell } from '../download/csv.ts'
import { tableFile } from '../download/table-file.ts'
import { type OfficeContext, type OfficeHandlers, RolledBack, staffOf } from '../handle.ts'
import { justSent } from '../just-sent.ts'
import { mailOrder } from '../order/mail-order.ts'
import { lockOwnOrder } from '../order/own-order.ts'
import { fileColumns } from './answers.ts'
import type { Column } from './columns.ts'
import { type Filter, isOwnFilter } from './filter.ts'
import { type List, readCursor, readRows } from './rows.ts'
import { columnsFor } from './view.ts'

export const chooseColumns: OfficeHandlers['choose_columns'] = {
  async change(tx, { list, columns }, ctx) {
    const { all } = await columnsFor(tx, ctx, list)
    const shown = all.flatMap(({ key }) => (columns.includes(key) ? [key as string] : []))
    await tx
      .insertInto('staff_columns')
      .values({ staff_id: staffOf(ctx).id, list, columns: shown })
      .onConflict((conflict) => conflict.columns(['staff_id', 'list']).doUpdateSet({ columns: shown }))
      .execute()
    return { reply: { success: true }, log: null }
  },
}

export const resendOrders: OfficeHandlers['resend_orders'] = {
  async change(tx, { order_ids, again }, ctx) {
    let sent = 0
    // In ascending order, so that two people who resend the same orders don't deadlock.
    for (const id of [...new Set(order_ids)].toSorted((a, b) => a - b)) {
      const own = await lockOwnOrder(tx, ctx, id)
      // The emails of earlier orders have been queued.
      if (own === undefined) throw new RolledBack(fail('not_found'))
      // A cancelled order has nothing to send.
      if (own.sale.paid_at === null || own.sale.cancelled_at !== null) continue
      const last = again ? undefined : await walletJustMailed(tx, id, ctx.now)
      if (last !== undefined) throw new RolledBack(justSent(last, ctx.now))
      await mailOrder(tx, ctx, id)
      sent += 1
    }
    return { reply: { success: true }, log: { subject: ['orders', order_ids.length], after: { order_ids, sent } } }
  },
}

/** Rows read at a time for a file. */
const BATCH_SIZE = 1000

/** All rows of a filter, read in slices while the file is sent. */
export async function* allRows(
  ctx: OfficeContext,
  list: List,
  filter: Filter,
  columns: readonly Column[],
): AsyncGenerator<Cell[][]> {
  yield [columns.flatMap(({ key, heads }) => heads ?? [columnNames[key]])]
  for (let before = ''; ; ) {
    const page = { columns, limit: BATCH_SIZE, before: readCursor(before) }
    const rows = await readRows(ctx.deps.db, ctx, list, filter, page)
    if (rows.length > 0)
      yield rows.map((row) =>
        columns.flatMap(({ cells, file, write }, i) => {
          const value = row.values[i] as never
          return cells ? cells(value) : [(file ?? write)(value, { ...row, now: ctx.now })]
        }),
      )
    if (rows.length < BATCH_SIZE) return
    before = rows.at(-1)!.cursor
  }
}

async function exportList(
  tx: Tx,
  ctx: OfficeContext,
  list: List,
  { format, ...filter }: Filter & { format: 'csv' | 'xlsx' },
) {
  if (!(await isOwnFilter(tx, ctx, filter))) return fail('not_found')
  const { all, shown } = await columnsFor(tx, ctx, list, filter.state)
  const chosen = all.filter((column) => column.isInFiles || shown.includes(column))
  const columns = await fileColumns(tx, ctx, list, filter, chosen)
  const { organiser_id: organiserId, code, q = '', ...fields } = filter
  return {
    ...tableFile(list, format, allRows(ctx, list, filter, columns), ctx.now),
    log: {
      subject: [list, organiserId] as const,
      after: { ...fields, has_code: code !== '', has_search: q !== '', format, columns: chosen.map(({ key }) => key) },
    },
  }
}

export const exportOrders: OfficeHandlers['export_orders'] = {
  change: (tx, body, ctx) => exportList(tx, ctx, 'orders', body),
}
export const exportPeople: OfficeHandlers['export_people'] = {
  change: (tx, body, ctx) => exportList(tx, ctx, 'people', body),
}
