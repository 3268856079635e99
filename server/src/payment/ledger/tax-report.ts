import type { Minor } from '@foyer/domain/money/money.ts'
import { sql } from 'kysely'
import type { Db, Tx } from '../../db/transaction/tx.ts'

/** What an organiser sold at one tax rate, and refunded of it, in minor units. */
export type TaxReportRow = {
  organiser: string
  currency: string
  rateBp: number
  grossMinor: Minor
  taxMinor: Minor
  refundedMinor: Minor
  refundedTaxMinor: Minor
}

/**
 * Returns the tax of registered organisers, or of one, by currency and rate: of orders paid from `from` until before `to`, and of refunds
 * made in that time, whenever their order was paid. A refund counts when its credit note was issued.
 */
export async function taxReport(
  db: Db | Tx,
  from: Date,
  to: Date,
  organiserId: number | null = null,
): Promise<TaxReportRow[]> {
  const { rows } = await sql<TaxReportRow>`
    with sold as (
      select line.organiser_id, orders.currency, tax.rate_bp, sum(tax.gross_minor)::bigint as gross, sum(tax.tax_minor)::bigint as tax
      from order_line_taxes tax
      join order_lines line on line.sale_id = tax.sale_id and line.line = tax.line
      join orders on orders.sale_id = line.sale_id
      where line.paid_at >= ${from} and line.paid_at < ${to}
      group by 1, 2, 3
    ),
    back as (
      select note.organiser_id, orders.currency, one."rateBp" as rate_bp, sum(one."grossMinor")::bigint as gross,
        sum(one."taxMinor")::bigint as tax
      from receipts note
      join orders on orders.sale_id = note.sale_id
      cross join lateral jsonb_to_recordset(note.lines) as one("rateBp" int, "grossMinor" bigint, "taxMinor" bigint)
      where note.kind = 'credit_note' and note.issued_at >= ${from} and note.issued_at < ${to} and one."rateBp" is not null
      group by 1, 2, 3
    )
    select organiser.name as organiser, currency, rate_bp as "rateBp", coalesce(sold.gross, 0) as "grossMinor",
      coalesce(sold.tax, 0) as "taxMinor", coalesce(back.gross, 0) as "refundedMinor", coalesce(back.tax, 0) as "refundedTaxMinor"
    from sold full join back using (organiser_id, currency, rate_bp)
    join organisers organiser on organiser.id = organiser_id
    where ${organiserId === null} or organiser.id = ${organiserId}
    order by organiser.name, organiser.id, currency, rate_bp`.execute(db)
  return rows
}
