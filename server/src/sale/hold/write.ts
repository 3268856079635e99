import { sql } from 'kysely'
import { command, type Query } from '../../db/transaction/batch.ts'
import { unnestRows } from '../../db/transaction/column-lists.ts'
import { ON_ITS_NODE } from '../../db/transaction/on-its-node.ts'
import type { SaleRow } from '../sale.ts'
import type { Terms } from '../terms/terms.ts'
import type { HoldLine } from './lines.ts'

/** The number of reserve attempts of a sale, and the start of the window they are counted in. */
export type TryCount = Pick<SaleRow, 'reserve_tries' | 'reserve_tries_from'>

type TriedSale = Pick<SaleRow, 'id'> & TryCount

/** A sale to hold, its lines, and the terms its hold keeps. */
export type HeldSale = TriedSale & { lines: readonly HoldLine[]; terms: Terms }

/** The sales and their tries as rows for an update statement, each with a text if `textOf` is given. */
const listedSales = <Sale extends TriedSale>(
  sales: readonly Sale[],
  textOf: (sale: Sale) => string | null = () => null,
) =>
  unnestRows('listed', sales, {
    id: ['bigint', ({ id }) => id],
    tries: ['int', (sale) => sale.reserve_tries],
    tries_from: ['timestamptz', (sale) => sale.reserve_tries_from],
    text: ['text', textOf],
  })

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
  return command(sql`
    with wanted as (
      select * from ${unnestRows('line', heldLines, {
        sale_id: ['bigint', ({ id }) => id],
        ticket_type_id: ['bigint', ({ line }) => line?.ticketTypeId ?? null],
        qty: ['int', ({ line }) => line?.qty ?? 1],
        price_minor: ['bigint', ({ line }) => line?.priceMinor ?? null],
        booking_fee_minor: ['bigint', ({ line }) => line?.bookingFeeMinor ?? null],
      })}
    ),
    held as (
      insert into holds (sale_id, ticket_type_id, qty, price_minor, booking_fee_minor, look_from)
      select sale_id, ticket_type_id, qty, price_minor, booking_fee_minor, ${heldUntil}::timestamptz from wanted ${ON_ITS_NODE}
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
      from ${listedSales(sales, ({ terms }) => JSON.stringify(terms))} where sales.id = listed.id
    )
    insert into sale_events (sale_id, kind, at)
    select id, 'reserved', ${now} from unnest(${sql.val(sales.map(({ id }) => id))}::bigint[]) as listed (id)`)
}

/** Writes refusals with their reasons, so that a reload shows them again. */
export function writeRefusalsQuery(refusals: readonly (TriedSale & { text: string })[], now: Date): Query<void> {
  if (refusals.length === 0) return command(null)
  return command(sql`
    update sales set state = 'basket', reserving_error = listed.text, expired = false, edit_basket_clicked = false,
      updated_at = ${now}, reserve_tries = listed.tries, reserve_tries_from = listed.tries_from
    from ${listedSales(refusals, ({ text }) => text)} where sales.id = listed.id`)
}

/** Writes only the tries of sales that must pass a captcha first. */
export function writeTriesQuery(sales: readonly TriedSale[]): Query<void> {
  if (sales.length === 0) return command(null)
  return command(sql`
    update sales set reserve_tries = listed.tries, reserve_tries_from = listed.tries_from
    from ${listedSales(sales)} where sales.id = listed.id`)
}
