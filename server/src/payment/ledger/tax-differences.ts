import { sql } from 'kysely'
import type { Db } from '../../db/transaction/tx.ts'
import type { LedgerDifference, OfSlice } from './difference.ts'

/** The rule of domain/src/money/tax.ts: the tax within an amount that includes it, a half rounded away from zero. Of a row `tax`. */
export const taxWithin = (gross: string) =>
  sql.raw(
    `((2 * (${gross}) * tax.rate_bp + sign(${gross})::int * (10000 + tax.rate_bp)) / (2 * (10000 + tax.rate_bp)))`,
  )

/**
 * Checks the tax of the order lines of a slice: each part of a taxed line has its amount and the tax within it, what is kept after refunds
 * contains the tax of what is kept (but for the rounding of each ticket that was changed to another type), a line has the sum of its parts, and credit notes say what was refunded.
 */
export async function taxDifferences(db: Db, of: OfSlice): Promise<LedgerDifference[]> {
  const { rows } = await sql<LedgerDifference>`
    with tax as (
      select tax.*, case part when 'net' then net_minor when 'fee' then fee_minor when 'protection' then protection_minor
          when 'delivery' then delivery_minor else rounding_minor end as paid_minor,
        case part when 'net' then refunded_net_minor when 'fee' then refunded_fee_minor
          when 'protection' then refunded_protection_minor when 'delivery' then refunded_delivery_minor
          else refunded_rounding_minor end as back_minor
      from ${of('order_line_taxes')} tax join ${of('order_lines')} order_lines using (sale_id, line))
    select sale_id, 'the taxed amount of a line differs from its ' || part as what, gross_minor - paid_minor as minor
      from tax where gross_minor <> paid_minor
    union all
    select sale_id, 'the taxed amount refunded differs from the refund of ' || part, refunded_minor - back_minor
      from tax where refunded_minor <> back_minor
    union all
    select sale_id, 'the tax of ' || part || ' is not the tax within it', tax_minor - ${taxWithin('gross_minor')}
      from tax where tax_minor <> ${taxWithin('gross_minor')}
    union all
    select sale_id, 'the tax kept of ' || part || ' is not the tax within what is kept',
        tax_minor - refunded_tax_minor - ${taxWithin('gross_minor - refunded_minor')}
      from tax where abs(tax_minor - refunded_tax_minor - ${taxWithin('gross_minor - refunded_minor')})
        > 2 * (select count(*) from tickets where tickets.sale_id = tax.sale_id and tickets.price_minor is not null)
    union all
    select sale_id, 'the tax of a line differs from its parts', line.tax_minor - coalesce(part.tax, 0)
      from ${of('order_lines')} line
      left join (select sale_id, line, sum(tax_minor)::bigint as tax, sum(refunded_tax_minor)::bigint as back
        from ${of('order_line_taxes')} order_line_taxes group by sale_id, line) part using (sale_id, line)
      where line.tax_minor <> coalesce(part.tax, 0) or line.refunded_tax_minor <> coalesce(part.back, 0)
    union all
    select sale_id, 'a line is taxed in some of its parts only', 0
      from ${of('order_lines')} order_lines where exists (select from tax where tax.sale_id = order_lines.sale_id and tax.line = order_lines.line)
        and (select sum(gross_minor) from tax where tax.sale_id = order_lines.sale_id and tax.line = order_lines.line)
          <> net_minor + fee_minor + protection_minor + delivery_minor + rounding_minor
    union all
    -- Of all lines together, because the last ticket of a line takes what was refunded of it to another line.
    select sale_id, 'the credit notes differ from the refund of ' || part, coalesce(note.gross, 0) - refunded.minor
      from (select sale_id, part, sum(refunded_minor)::bigint as minor, sum(refunded_tax_minor)::bigint as back
        from tax group by 1, 2) refunded
      left join (
        select sale_id, taxed.part, sum(taxed."grossMinor")::bigint as gross, sum(taxed."taxMinor")::bigint as back
        from ${of('receipts')} receipts, jsonb_to_recordset(lines) as taxed(part text, "rateBp" int, "grossMinor" bigint, "taxMinor" bigint)
        where kind = 'credit_note' and taxed."rateBp" is not null group by 1, 2) note using (sale_id, part)
      where coalesce(note.gross, 0) <> refunded.minor or coalesce(note.back, 0) <> refunded.back
    order by 1, 2`.execute(db)
  return rows
}
