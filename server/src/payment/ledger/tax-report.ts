import type { Minor } from '@foyer/domain/money/money.ts'
import { sql } from 'kysely'
import type { Db, Tx } from '../../db/transaction/tx.ts'
import { taxWithin } from './tax-differences.ts'

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
 * made in that time, whenever their order was paid. A refund counts when its credit note was issued, and the difference paid for another
 * ticket when it was paid, although it is part of its order's line.
 */
export async function taxReport(
  db: Db | Tx,
  from: Date,
  to: Date,
  organiserId: number | null = null,
): Promise<TaxReportRow[]> {
  const isOf = (table: 'line' | 'note') =>
    sql`(${organiserId === null} or ${sql.ref(`${table}.organiser_id`)} = ${organiserId})`
  const { rows } = await sql<TaxReportRow>`
    with extra as (
      select line.organiser_id, orders.currency, tax.rate_bp, line.paid_at, change.ended_at, part.gross,
        ${taxWithin('part.gross')} as tax
      from ticket_changes change
      join tickets ticket on ticket.id = change.ticket_id
      join order_lines line on line.sale_id = change.sale_id and line.ticket_type_id = ticket.ticket_type_id
      join orders on orders.sale_id = line.sale_id
      cross join lateral (values ('net', change.difference_minor - change.fee_minor), ('fee', change.fee_minor)) part (name, gross)
      join order_line_taxes tax on tax.sale_id = line.sale_id and tax.line = line.line and tax.part = part.name
      where change.state = 'done' and ${isOf('line')}
    ),
    sold as (
      select organiser_id, currency, rate_bp, sum(gross)::bigint as gross, sum(tax)::bigint as tax from (
        select line.organiser_id, orders.currency, tax.rate_bp, line.paid_at as at, tax.gross_minor as gross, tax.tax_minor as tax
        from order_line_taxes tax
        join order_lines line on line.sale_id = tax.sale_id and line.line = tax.line
        join orders on orders.sale_id = line.sale_id
        where line.paid_at >= ${from} and line.paid_at < ${to} and ${isOf('line')}
        union all select organiser_id, currency, rate_bp, paid_at, -gross, -tax from extra
        union all select organiser_id, currency, rate_bp, ended_at, gross, tax from extra
      ) part
      where at >= ${from} and at < ${to}
      group by 1, 2, 3 having sum(gross) <> 0 or sum(tax) <> 0
    ),
    back as (
      select note.organiser_id, orders.currency, one."rateBp" as rate_bp, sum(one."grossMinor")::bigint as gross,
        sum(one."taxMinor")::bigint as tax
      from receipts note
      join orders on orders.sale_id = note.sale_id
      cross join lateral jsonb_to_recordset(note.lines) as one("rateBp" int, "grossMinor" bigint, "taxMinor" bigint)
      where note.kind = 'credit_note' and note.issued_at >= ${from} and note.issued_at < ${to} and one."rateBp" is not null
        and ${isOf('note')}
      group by 1, 2, 3
    )
    select organiser.name as organiser, currency, rate_bp as "rateBp", coalesce(sold.gross, 0) as "grossMinor",
      coalesce(sold.tax, 0) as "taxMinor", coalesce(back.gross, 0) as "refundedMinor", coalesce(back.tax, 0) as "refundedTaxMinor"
    from sold full join back using (organiser_id, currency, rate_bp)
    join organisers organiser on organiser.id = organiser_id
    order by organiser.name, organiser.id, currency, rate_bp`.execute(db)
  return rows
}
