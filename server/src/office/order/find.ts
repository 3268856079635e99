import { niceDate } from '@foyer/domain/format/dates.ts'
import { formatMinor } from '@foyer/domain/format/money.ts'
import { shownOrderNumber } from '@foyer/domain/format/order-number.ts'
import { currencyCode } from '@foyer/domain/money/money.ts'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../db/transaction/tx.ts'
import { readTypedCode } from '../../tickets/signing/codes.ts'
import { grantOf, type OfficeContext, type OfficeHandlers } from '../handle.ts'
import { shownState } from './state.ts'
import { numbersLike } from './typed-number.ts'

const MAX = 30
/** How many orders similar words are compared in. */
const MAX_COMPARED = 2000
/** Of the letter triples of what was typed, this part must be there for words to count as similar. */
const SIMILAR = 0.4

const ORDER_WORDS = sql`search_grams("order".name || ' ' || "order".email || ' ' || regexp_replace("order".phone, '\\D', '', 'g'))`
const TICKET_WORDS = sql`search_grams(ticket.holder_name || ' ' || ticket.holder_email)`

type Row = {
  sale_id: number
  number: string
  name: string
  email: string
  paid_at: Date
  currency: string
  holder: string | null
  what: string
  total: number
  back: number
  ended: boolean
}

export const officeFind: OfficeHandlers['office_find'] = {
  async look({ q }, ctx) {
    const { db } = ctx.deps
    const exact = await found(db, ctx, exactly(q))
    const written = exact.length > 0 ? exact : await found(db, ctx, writtenAs(q))
    const similar = written.length > 0 ? [] : await found(db, ctx, similarTo(q))
    const rows = written.length > 0 ? written : similar
    return {
      q,
      is_similar: similar.length > 0,
      has_more: rows.length > MAX,
      found: rows.slice(0, MAX).map((row) => ({
        order_id: row.sale_id,
        number: shownOrderNumber(row.number),
        name: row.name,
        email: row.email,
        nice_paid: niceDate(row.paid_at),
        what: row.what,
        total: formatMinor(row.total, currencyCode(row.currency)),
        state: shownState(row),
        holder: row.holder !== null && row.holder !== row.name ? row.holder : '',
      })),
    }
  },
}

/** Sales that fit, as a query of (sale_id, holder, rank), or null when the text can't be meant so. */
type Fits = RawBuilder<unknown> | null

/** Numbers and codes, which are compared as a whole. */
export function exactly(q: string): Fits {
  const ways: RawBuilder<unknown>[] = []
  const numbers = numbersLike(q)
  if (numbers.length > 0)
    ways.push(
      sql`select sale_id, null::text as holder, 0 as rank from orders where number = any(${sql.val(numbers)}::text[])`,
    )
  const code = readTypedCode(q)
  if (code !== null)
    ways.push(
      sql`select sale_id, holder_name, 0 from tickets where code = ${code}
        union all select ticket.sale_id, ticket.holder_name, 0 from former_ticket_codes former
          join tickets ticket on ticket.id = former.ticket_id where former.code = ${code}`,
    )
  if (/^[\w-]{6,}$/.test(q))
    ways.push(
      sql`select sale_id, null::text, 0 from payments where provider_payment_id = ${q} and outcome is not null`,
      sql`select sale_id, null::text, 0 from sales join orders on orders.sale_id = sales.id where reference = ${q}`,
    )
  if (/^\d{4}$/.test(q))
    ways.push(
      sql`select orders.sale_id, null::text, 0 from saved_cards card join orders on orders.user_id = card.user_id
          where card.last4 = ${q}
        union all select plan.sale_id, null::text, 0 from saved_cards card join payment_plans plan on plan.card_id = card.id
          where card.last4 = ${q}`,
      sql`select sale_id, null::text, 0 from orders "order" where ${ORDER_WORDS} @> array[${q.slice(0, 3)}, ${q.slice(1)}, ${`${q.slice(2)} `}]::text[]
          and right(regexp_replace(phone, '\\D', '', 'g'), 4) = ${q}`,
    )
  return ways.length === 0 ? null : sql.join(ways, sql` union all `)
}

/** The words of a text. Of a phone number, the digits that don't depend on how it is written. */
function wordsOf(q: string): string[] {
  const digits = q.replace(/\D/g, '')
  if (digits.length >= 6 && /^[\d\s()+./-]+$/.test(q)) return [digits.replace(/^(0044|44|0)/, '')]
  return q.split(/[^\p{L}\p{N}]+/u).filter((word) => word.length >= 2)
}

const isNumber = (words: readonly string[]) => words.length === 1 && /^\d{6,}$/.test(words[0]!)

/** The triples of the beginning of a word: what one has typed so far. Of a number, those of its inside. */
const beginOf = (word: string, inside: boolean) =>
  sql`array(select gram from unnest(search_grams(${word})) gram
    where right(gram, 1) <> ' ' ${inside ? sql`and left(gram, 1) <> ' '` : sql``})`

/** Everybody with words that begin like those typed. */
export function writtenAs(q: string): Fits {
  const words = wordsOf(q)
  if (words.length === 0) return null
  const inside = isNumber(words)
  const all = (grams: RawBuilder<unknown>) =>
    sql.join(
      words.map((word) => sql`${grams} @> ${beginOf(word, inside)}`),
      sql` and `,
    )
  const orders = sql`select sale_id, null::text as holder, 0 as rank from orders "order" where ${all(ORDER_WORDS)}`
  if (inside) return sql`${orders} and strpos(regexp_replace(phone, '\\D', '', 'g'), ${words[0]!}) > 0`
  return sql`${orders} union all select sale_id, holder_name, 0 from tickets ticket where ${all(TICKET_WORDS)}`
}

const plain = (text: string) => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()

/** Everybody with similar words: they begin or end like those typed, and share enough with them. */
export function similarTo(q: string): Fits {
  const words = wordsOf(plain(q)).filter((word) => word.length >= 4)
  if (words.length === 0 || isNumber(words)) return null
  const near = (grams: RawBuilder<unknown>) =>
    sql.join(
      words.map((word) => {
        const start = sql`array[${`  ${word[0]}`}, ${` ${word.slice(0, 2)}`}]::text[]`
        const end = sql`array[${`${word.slice(-2)} `}, ${word.slice(-3)}]::text[]`
        return sql`(${grams} @> ${start} or ${grams} @> ${end})`
      }),
      sql` and `,
    )
  const typed = sql`array(select distinct unnest(search_grams(${words.join(' ')})))`
  const rank = (grams: RawBuilder<unknown>) =>
    sql`1 - cardinality(array(select unnest(${grams}) intersect select unnest(${typed})))::real / cardinality(${typed})`
  const candidates = sql`
    select sale_id, null::text as holder, ${rank(ORDER_WORDS)} as rank
      from (select * from orders "order" where ${near(ORDER_WORDS)} limit ${MAX_COMPARED}) "order"
    union all
    select sale_id, holder_name, ${rank(TICKET_WORDS)}
      from (select * from tickets ticket where ${near(TICKET_WORDS)} limit ${MAX_COMPARED}) ticket`
  return sql`select * from (${candidates}) near where rank <= ${1 - SIMILAR}`
}

/** Of these sales, the orders that this person may see, the best and newest first. */
async function found(db: Db, ctx: OfficeContext, fits: Fits): Promise<Row[]> {
  if (fits === null) return []
  const { rows } = await findQuery(ctx, fits).execute(db)
  return rows
}

/**
 * One row of each order, with what of it is the organiser's. Lines of others don't count. Orders are read one by one, by their
 * key: the planner can't know how few fit.
 */
export function findQuery(ctx: OfficeContext, fits: RawBuilder<unknown>): RawBuilder<Row> {
  const { organiserId, eventIds } = grantOf(ctx)
  // guard: found-orders-scoped
  const isOwn = sql`line.organiser_id = ${organiserId}
    and (${eventIds === null} or line.event_id = any(${sql.val(eventIds ?? [])}::bigint[]))`
  return sql<Row>`
    with fits as materialized (
      select sale_id, min(rank) as rank, min(holder) as holder from (${fits}) fit (sale_id, holder, rank) group by sale_id),
    newest as materialized (
      select "order".*, fits.holder, fits.rank from fits
      cross join lateral (select * from orders where orders.sale_id = fits.sale_id offset 0) "order"
      where (select true from order_lines line where line.sale_id = fits.sale_id and ${isOwn} limit 1)
      order by fits.rank, "order".paid_at desc, "order".sale_id desc limit ${MAX + 1})
    select newest.sale_id, newest.number, newest.name, newest.email, newest.paid_at, newest.currency, newest.holder,
      own.what, own.total, own.back, own.ended
    from newest cross join lateral (
      select string_agg(case when line.kind = 'ticket' then line.qty || ' × ' || type.name || ', ' || event.title
          else coalesce(design.name, charity.name, '') end, '; ' order by line.line) as what,
        sum(line.net_minor + line.fee_minor + line.protection_minor + line.delivery_minor + line.rounding_minor
          - line.voucher_minor)::bigint as total,
        sum(line.refunded_net_minor + line.refunded_fee_minor + line.refunded_protection_minor
          + line.refunded_delivery_minor + line.refunded_rounding_minor - line.refunded_voucher_minor)::bigint as back,
        bool_and(line.kind = 'donation' or line.refunded_qty = line.qty) as ended
      from order_lines line
      left join ticket_types type on type.id = line.ticket_type_id
      left join events event on event.id = line.event_id
      left join gift_voucher_designs design on design.id = line.design_id
      left join charities charity on charity.id = line.charity_id
      where line.sale_id = newest.sale_id and ${isOwn}) own
    order by newest.rank, newest.paid_at desc, newest.sale_id desc`
}
