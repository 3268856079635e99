import { sql } from 'kysely'
import { command, type Query } from '../../db/transaction/batch.ts'
import type { SaleRow } from '../sale.ts'
import type { Terms } from '../terms/terms.ts'
import type { HoldLine } from './lines.ts'

/** The number of reserve attempts of a sale, and the start of the window they are counted in. */
export type TryCount = Pick<SaleRow, 'reserve_tries' | 'reserve_tries_from'>

type TriedSale = Pick<SaleRow, 'id'> & TryCount

/** A sale to hold, its lines, and the terms its hold keeps. */
export type HeldSale = TriedSale & { lines: readonly HoldLine[]; terms: Terms }

/** The sales and their tries as a list for an update statement, optionally with a text for each. */
const unnestSales = (sales: readonly TriedSale[], texts: readonly string[] = []) => sql`
  unnest(${sql.val(sales.map(({ id }) => id))}::bigint[], ${sql.val(sales.map((sale) => sale.reserve_tries))}::int[],
    ${sql.val(sales.map((sale) => sale.reserve_tries_from))}::timestamptz[], ${sql.val(texts)}::text[])
  as listed(id, tries, tries_from, text)`

/**
 * Writes all successful holds in one statement; the constraint on stock is the second guard. A sale without lines, of gift
 * vouchers alone, holds no counted stock: its single row records when to check for expiry.
 */
export function writeHoldsQuery(
  sales: readonly HeldSale[],
  { now, heldUntil }: { now: Date; heldUntil: Date },
): Query<void> {
  if (sales.length === 0) return command(null)
  // guard: voucher-hold-ends
  const uncounted: readonly undefined[] = [undefined]
  const heldLines = sales.flatMap(({ id, lines }) =>
    (lines.length === 0 ? uncounted : lines).map((line: HoldLine | undefined) => ({ id, line })),
  )
  const column = (pick: (line: HoldLine) => number) => sql.val(heldLines.map(({ line }) => (line ? pick(line) : null)))
  return command(sql`
    with wanted as (
      select * from unnest(${sql.val(heldLines.map(({ id }) => id))}::bigint[], ${column((line) => line.ticketTypeId)}::bigint[],
        ${sql.val(heldLines.map(({ line }) => line?.qty ?? 1))}::int[], ${column((line) => line.priceMinor)}::bigint[],
        ${column((line) => line.bookingFeeMinor)}::bigint[])
        as w(sale_id, ticket_type_id, qty, price_minor, booking_fee_minor)
    ),
    held as (
      insert into holds (sale_id, ticket_type_id, qty, price_minor, booking_fee_minor, look_from)
      select sale_id, ticket_type_id, qty, price_minor, booking_fee_minor, ${heldUntil}::timestamptz from wanted
    ),
    counted as (
      update stock set held = held + total.qty
      from (select ticket_type_id, sum(qty)::int as qty from wanted group by ticket_type_id) total
      where stock.ticket_type_id = total.ticket_type_id
    ),
    reserved as (
      update sales set held_from = ${now}, held_until = ${heldUntil}, hold_extensions = 0, reserving_error = null,
        expired = false, edit_basket_clicked = false, captcha_error = null, updated_at = ${now},
        state = case when state in ('basket', 'captcha') then 'reserve' else state end,
        reserve_tries = listed.tries, reserve_tries_from = listed.tries_from, terms = listed.text::jsonb, terms_from = ${now}
      from ${unnestSales(
        sales,
        sales.map(({ terms }) => JSON.stringify(terms)),
      )} where sales.id = listed.id
      returning sales.id
    )
    insert into sale_events (sale_id, kind, at) select id, 'reserved', ${now} from reserved`)
}

/** Writes refusals with their reasons, so that a reload shows them again. */
export function writeRefusalsQuery(refusals: readonly (TriedSale & { text: string })[], now: Date): Query<void> {
  if (refusals.length === 0) return command(null)
  return command(sql`
    update sales set state = 'basket', reserving_error = listed.text, expired = false, edit_basket_clicked = false,
      updated_at = ${now}, reserve_tries = listed.tries, reserve_tries_from = listed.tries_from
    from ${unnestSales(
      refusals,
      refusals.map(({ text }) => text),
    )} where sales.id = listed.id`)
}

/** Writes only the tries of sales that must pass a captcha first. */
export function writeTriesQuery(sales: readonly TriedSale[]): Query<void> {
  if (sales.length === 0) return command(null)
  return command(sql`
    update sales set reserve_tries = listed.tries, reserve_tries_from = listed.tries_from
    from ${unnestSales(sales)} where sales.id = listed.id`)
}
