import { niceDate } from '@foyer/domain/format/dates.ts'
import { formatMinor } from '@foyer/domain/format/money.ts'
import { shownOrderNumber } from '@foyer/domain/format/order-number.ts'
import { currencyCode } from '@foyer/domain/money/money.ts'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../db/transaction/tx.ts'
import { paidOfLine, refundedOfLine } from '../../sale/order/line-amounts.ts'
import { readTypedCode } from '../../tickets/signing/codes.ts'
import { grantOf, type OfficeContext, type OfficeHandlers } from '../handle.ts'
import { disputeOf, officeState } from './state.ts'
import { numbersLike, numbersNear, phonesNear } from './typed-number.ts'

const MAX = 30
/** The number of orders whose words are compared for similarity. */
const MAX_COMPARED = 2000
/** Words count as similar if they have at least this share of the trigrams of what was typed. */
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
  dispute: 'disputed' | 'dispute_lost' | null
}

export const officeFind: OfficeHandlers['office_find'] = {
  async read({ q }, ctx) {
    const { db } = ctx.deps
    const exact = await findOrders(db, ctx, exactMatches(q))
    const byPrefix = exact.length > 0 ? exact : await findOrders(db, ctx, prefixMatches(q))
    const near = byPrefix.length > 0 ? [] : await findOrders(db, ctx, nearMatches(q))
    const similar = byPrefix.length > 0 || near.length > 0 ? near : await findOrders(db, ctx, similarMatches(q))
    const rows = byPrefix.length > 0 ? byPrefix : similar
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
        state: officeState(row),
        holder: row.holder !== null && row.holder !== row.name ? row.holder : '',
      })),
    }
  },
}

/**
 * The matches as a query of (sale_id, ticket_type_id, holder, rank), where the type is that of a ticket that matches and null for
 * the order itself; null if the text can't match in this way.
 */
type Matches = RawBuilder<unknown> | null

/** What a match of an order itself selects. */
const ofOrder = sql`select sale_id, null::bigint as ticket_type_id, null::text as holder, 0 as rank`

/** Orders with exactly this number, code, payment id, reference or end of a card or phone number. */
export function exactMatches(q: string): Matches {
  const queries: RawBuilder<unknown>[] = []
  const numbers = numbersLike(q)
  if (numbers.length > 0) queries.push(sql`${ofOrder} from orders where number = any(${sql.val(numbers)}::text[])`)
  const code = readTypedCode(q)
  if (code !== null)
    queries.push(
      sql`select sale_id, ticket_type_id, holder_name, 0 from tickets where code = ${code}
        union all select ticket.sale_id, ticket.ticket_type_id, ticket.holder_name, 0 from former_ticket_codes former
          join tickets ticket on ticket.id = former.ticket_id where former.code = ${code}`,
    )
  if (/^[\w-]{6,}$/.test(q))
    queries.push(
      sql`${ofOrder} from payments where provider_payment_id = ${q} and outcome is not null`,
      sql`${ofOrder} from sales join orders on orders.sale_id = sales.id where reference = ${q}`,
    )
  if (/^\d{4}$/.test(q))
    queries.push(
      sql`select orders.sale_id, null::bigint, null::text, 0 from saved_cards card join orders on orders.user_id = card.user_id
          where card.last4 = ${q}
        union all select plan.sale_id, null::bigint, null::text, 0 from saved_cards card join payment_plans plan on plan.card_id = card.id
          where card.last4 = ${q}
        union all ${ofOrder} from payments where card_last4 = ${q} and outcome is not null`,
      sql`${ofOrder} from orders "order" where ${ORDER_WORDS} @> array[${q.slice(0, 3)}, ${q.slice(1)}, ${`${q.slice(2)} `}]::text[]
          and right(regexp_replace(phone, '\\D', '', 'g'), 4) = ${q}`,
    )
  return queries.length === 0 ? null : sql.join(queries, sql` union all `)
}

/** The words of a text; for a phone number, the digits without a prefix that can be written in several ways. */
function wordsOf(q: string): string[] {
  const digits = q.replace(/\D/g, '')
  if (digits.length >= 6 && /^[\d\s()+./-]+$/.test(q)) return [digits.replace(/^(0044|44|0)/, '')]
  return q.split(/[^\p{L}\p{N}]+/u).filter((word) => word.length >= 2)
}

const isNumber = (words: readonly string[]) => words.length === 1 && /^\d{6,}$/.test(words[0]!)

/** The trigrams of the beginning of a word, which may not be complete; for a number, those of any part of it. */
const trigramsOf = (word: string, inside: boolean) =>
  sql`array(select gram from unnest(search_grams(${word})) gram
    where right(gram, 1) <> ' ' ${inside ? sql`and left(gram, 1) <> ' '` : sql``})`

/** Orders and tickets of people with words that begin with those typed. */
export function prefixMatches(q: string): Matches {
  const words = wordsOf(q)
  if (words.length === 0) return null
  const inside = isNumber(words)
  const all = (grams: RawBuilder<unknown>) =>
    sql.join(
      words.map((word) => sql`${grams} @> ${trigramsOf(word, inside)}`),
      sql` and `,
    )
  const orders = sql`${ofOrder} from orders "order" where ${all(ORDER_WORDS)}`
  if (inside) return sql`${orders} and strpos(regexp_replace(phone, '\\D', '', 'g'), ${words[0]!}) > 0`
  return sql`${orders} union all select sale_id, ticket_type_id, holder_name, 0 from tickets ticket where ${all(TICKET_WORDS)}`
}

/** Orders whose number, or whose buyer's phone number, differs from the typed one by one mistake. */
export function nearMatches(q: string): Matches {
  const words = wordsOf(q)
  if (isNumber(words)) return words[0]!.length < 9 ? null : phoneMatches(words[0]!)
  const numbers = numbersNear(q)
  if (numbers.length === 0) return null
  return sql`${ofOrder} from orders where number = any(${sql.val(numbers)}::text[])`
}

/** A mistake leaves one half of the digits as they are, unless it swaps the two in the middle. */
function phoneMatches(digits: string): RawBuilder<unknown> {
  const half = digits.length >> 1
  const swapped = digits.slice(0, half - 1) + digits[half] + digits[half - 1] + digits.slice(half + 1)
  const isNear = sql.join(
    [digits.slice(0, half), digits.slice(half), swapped].map(
      (part) => sql`${ORDER_WORDS} @> ${trigramsOf(part, true)}`,
    ),
    sql` or `,
  )
  return sql`${ofOrder}
    from (select * from orders "order" where ${isNear} limit ${MAX_COMPARED}) "order"
    where regexp_replace(phone, '\\D', '', 'g') ~ ${`(${phonesNear(digits).join('|')})$`}`
}

const plain = (text: string) => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()

/**
 * Orders and tickets of people with similar words: they begin or end like those typed, and have enough trigrams in common. A single
 * word of five letters needs three trigrams for that, so a further one is asked of the index: not everyone whose name begins like it
 * is compared.
 */
export function similarMatches(q: string): Matches {
  const words = wordsOf(plain(q)).filter((word) => word.length >= 4)
  if (words.length === 0 || isNumber(words)) return null
  const isNear = (grams: RawBuilder<unknown>) =>
    sql.join(
      words.map((word) => {
        const start = sql`array[${`  ${word[0]}`}, ${` ${word.slice(0, 2)}`}]::text[]`
        const end = sql`array[${`${word.slice(-2)} `}, ${word.slice(-3)}]::text[]`
        if (words.length > 1 || word.length < 5) return sql`(${grams} @> ${start} or ${grams} @> ${end})`
        const further = (matched: RawBuilder<unknown>) =>
          sql`${grams} && array(select unnest(search_grams(${word})) except select unnest(${matched}))`
        return sql`(${grams} @> ${start} and ${further(start)} or ${grams} @> ${end} and ${further(end)})`
      }),
      sql` and `,
    )
  const typed = sql`array(select distinct unnest(search_grams(${words.join(' ')})))`
  const rank = (grams: RawBuilder<unknown>) =>
    sql`1 - cardinality(array(select unnest(${grams}) intersect select unnest(${typed})))::real / cardinality(${typed})`
  const candidates = sql`
    select sale_id, null::bigint as ticket_type_id, null::text as holder, ${rank(ORDER_WORDS)} as rank
      from (select * from orders "order" where ${isNear(ORDER_WORDS)} limit ${MAX_COMPARED}) "order"
    union all
    select sale_id, ticket_type_id, holder_name, ${rank(TICKET_WORDS)}
      from (select * from tickets ticket where ${isNear(TICKET_WORDS)} limit ${MAX_COMPARED}) ticket`
  return sql`select * from (${candidates}) near where rank <= ${1 - SIMILAR}`
}

/** The orders among these sales that this person may see, the best matches and newest first. */
async function findOrders(db: Db, ctx: OfficeContext, matches: Matches): Promise<Row[]> {
  if (matches === null) return []
  const { rows } = await findQuery(ctx, matches).execute(db)
  return rows
}

/**
 * A row for each order, with the totals of the organiser's own lines. Orders are read one by one by their key, because the planner
 * can't know how few match.
 */
export function findQuery(ctx: OfficeContext, matches: RawBuilder<unknown>): RawBuilder<Row> {
  const { organiserId, eventIds } = grantOf(ctx)
  // guard: found-orders-scoped
  const isOwn = sql`line.organiser_id = ${organiserId}
    and (${eventIds === null} or line.event_id = any(${sql.val(eventIds ?? [])}::bigint[]))`
  return sql<Row>`
    with matches as materialized (
      select sale_id, min(rank) as rank, min(holder) as holder from (${matches}) fit (sale_id, ticket_type_id, holder, rank)
      where ticket_type_id is null or (select true from order_lines line
        where line.sale_id = fit.sale_id and line.ticket_type_id = fit.ticket_type_id and ${isOwn} limit 1)
      group by sale_id),
    newest as materialized (
      select "order".*, matches.holder, matches.rank from matches
      cross join lateral (select * from orders where orders.sale_id = matches.sale_id offset 0) "order"
      where (select true from order_lines line where line.sale_id = matches.sale_id and ${isOwn} limit 1)
      order by matches.rank, "order".paid_at desc, "order".sale_id desc limit ${MAX + 1})
    select newest.sale_id, newest.number, newest.name, newest.email, newest.paid_at, newest.currency, newest.holder,
      own.what, own.total, own.back, own.ended, ${disputeOf(sql`newest.sale_id`)} as dispute
    from newest cross join lateral (
      select string_agg(case when line.kind = 'ticket' then line.qty || ' × ' || type.name || ', ' || event.title
          else coalesce(design.name, charity.name, '') end, '; ' order by line.line) as what,
        sum(${paidOfLine()})::bigint as total, sum(${refundedOfLine()})::bigint as back,
        bool_and(line.kind = 'donation' or line.refunded_qty = line.qty) as ended
      from order_lines line
      left join ticket_types type on type.id = line.ticket_type_id
      left join events event on event.id = line.event_id
      left join gift_voucher_designs design on design.id = line.design_id
      left join charities charity on charity.id = line.charity_id
      where line.sale_id = newest.sale_id and ${isOwn}) own
    order by newest.rank, newest.paid_at desc, newest.sale_id desc`
}
