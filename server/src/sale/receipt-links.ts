import { receiptPath } from '@foyer/contract/pages.ts'
import { sql } from 'kysely'
import type { Tx } from '../db/transaction/tx.ts'

export type ReceiptLink = { organiser: string; url: string }

/** The tax within an order, in minor units, and links to its receipts: one for each organiser who was paid something. */
export async function receiptLinksOf(
  db: Pick<Tx, 'getExecutor'>,
  { id, reference }: { id: number; reference: string },
): Promise<{ taxMinor: number; receipts: ReceiptLink[] }> {
  const { rows } = await sql<{ id: number; name: string; tax: number }>`
    select organiser.id, organiser.name, sum(tax_minor)::bigint as tax
    from order_lines join organisers organiser on organiser.id = organiser_id
    where sale_id = ${id} group by organiser.id
    having sum(net_minor + fee_minor + protection_minor + delivery_minor + rounding_minor) > 0
    order by organiser.id`.execute(db as Tx)
  return {
    taxMinor: rows.reduce((sum, { tax }) => sum + tax, 0),
    receipts: rows.map((row) => ({ organiser: row.name, url: receiptPath(reference, row.id) })),
  }
}
