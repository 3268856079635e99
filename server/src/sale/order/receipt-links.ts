import { receiptPath } from '@foyer/contract/pages.ts'
import { groupBy } from '@foyer/domain/group.ts'
import { sql } from 'kysely'
import { type Query, query, runQuery } from '../../db/transaction/batch.ts'
import type { Tx } from '../../db/transaction/tx.ts'

export type ReceiptLink = { organiser: string; url: string }

export type OrderReceipts = { taxMinor: number; receipts: ReceiptLink[] }

type Order = { id: number; reference: string }

/** The tax within an order, in minor units, and links to its receipts: one for each organiser who was paid something. */
export const receiptLinksOf = async (db: Pick<Tx, 'getExecutor'>, sale: Order): Promise<OrderReceipts> =>
  (await runQuery(db, receiptLinksQuery([sale.id])))(sale)

/** The same for several sales. */
export const receiptLinksQuery = (saleIds: readonly number[]): Query<(sale: Order) => OrderReceipts> =>
  query(
    sql<{ sale_id: number; id: number; name: string; tax: number }>`
      select sale_id, organiser.id, organiser.name, sum(tax_minor)::bigint as tax
      from order_lines join organisers organiser on organiser.id = organiser_id
      where sale_id = any(${sql.val(saleIds)}::bigint[]) group by sale_id, organiser.id
      having sum(net_minor + fee_minor + protection_minor + delivery_minor + rounding_minor) > 0
      order by organiser.id`,
    (rows) => {
      const bySale = groupBy(rows, ({ sale_id }) => sale_id)
      return ({ id, reference }) => {
        const own = bySale.get(id) ?? []
        return {
          taxMinor: own.reduce((sum, { tax }) => sum + tax, 0),
          receipts: own.map((row) => ({ organiser: row.name, url: receiptPath(reference, row.id) })),
        }
      }
    },
  )
