import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../db/transaction/tx.ts'
import { remainingOfLine } from '../../sale/order/line-amounts.ts'
import type { ByHand, ProviderName } from '../provider/provider.ts'
import { areOpen } from '../provider/status.ts'

type OrdersPreview = {
  orders: number
  people: number
  tickets: number
  back_minor: number
  /** How many of these orders were partly paid with gift vouchers, which get that part back. */
  with_voucher: number
  /** How many of these orders also have other tickets, which stay valid. */
  mixed: number
  /** Orders with a payment plan that is not paid yet. */
  plans: number
}

type BasketsPreview = {
  held: number
  /** How many of these baskets have a payment in progress, which will be refunded. */
  paying: number
}

/** The effects of cancelling an event, or one of its dates. */
export type CancellationPreview = OrdersPreview & BasketsPreview

type Cancelled = { eventId: number; dateId: number | null }

/** The tickets that cancelling would refund: lines of orders that are neither cancelled nor refunded in full. */
const ticketLines = ({ eventId, dateId }: Cancelled): RawBuilder<unknown> => sql`
  select line.* from order_lines line join sales sale on sale.id = line.sale_id
  where line.event_id = ${eventId} and (${dateId}::bigint is null or line.date_id = ${dateId})
    and line.kind = 'ticket' and line.refunded_qty < line.qty and sale.cancelled_at is null`

/** A condition on a row `line` of `lines`: its order has something else that stays valid. */
const HAS_OTHERS = sql<boolean>`exists (
  select from order_lines other
  where other.sale_id = line.sale_id and other.kind <> 'donation' and other.refunded_qty < other.qty
    and not exists (select from lines same where same.sale_id = other.sale_id and same.line = other.line))`

/**
 * Returns what cancelling an event would refund and release, without changing anything. `dateId`: one of its dates; null for
 * the whole event. Amounts are in minor units.
 */
export async function previewCancellation(
  db: Db,
  eventId: number,
  dateId: number | null,
): Promise<CancellationPreview> {
  const cancelled = { eventId, dateId }
  return { ...(await previewOrders(db, cancelled)), ...(await previewBaskets(db, cancelled)) }
}

/** The amounts to refund of the rows of `lines`, by order: what a plan still has to pay is no longer due instead. */
const BACK = sql`
  select line.sale_id, greatest(0, sum(${remainingOfLine()}) - coalesce((
    select sum(amount_minor) from plan_instalments where plan_instalments.sale_id = line.sale_id
      and status not in ('paid', 'cancelled')), 0)) as minor
  from lines line group by line.sale_id`

async function previewOrders(db: Db, cancelled: Cancelled): Promise<OrdersPreview> {
  const { rows } = await sql<OrdersPreview>`
    with lines as (${ticketLines(cancelled)})
    select count(distinct line.sale_id)::int as orders,
      count(distinct orders.email)::int as people,
      coalesce(sum(line.qty - line.refunded_qty), 0)::int as tickets,
      coalesce((select sum(minor) from (${BACK}) back), 0)::bigint as back_minor,
      count(distinct line.sale_id) filter (where line.voucher_minor > line.refunded_voucher_minor)::int as with_voucher,
      count(distinct line.sale_id) filter (where ${HAS_OTHERS})::int as mixed,
      count(distinct plan.sale_id)::int as plans
    from lines line
    join orders on orders.sale_id = line.sale_id
    left join payment_plans plan on plan.sale_id = line.sale_id and plan.status in ('active', 'overdue')`.execute(db)
  return rows[0]!
}

async function previewBaskets(db: Db, { eventId, dateId }: Cancelled): Promise<BasketsPreview> {
  const { rows } = await sql<BasketsPreview>`
    with basket as (
      select distinct hold.sale_id from holds hold join ticket_types type on type.id = hold.ticket_type_id
      where type.event_id = ${eventId} and (${dateId}::bigint is null or type.date_id = ${dateId}))
    select count(*)::int as held,
      count(*) filter (where exists (
        select from payments where payments.sale_id = basket.sale_id and ${areOpen()}))::int as paying
    from basket`.execute(db)
  return rows[0]!
}

type ProviderPreview = { provider: ProviderName | Exclude<ByHand, 'free'>; orders: number; minor: number }

/** The amounts to refund, by payment provider: of each order at most what is left of its payments. */
export async function previewByProvider(db: Db, eventId: number, dateId: number | null): Promise<ProviderPreview[]> {
  const { rows } = await sql<ProviderPreview>`
    with lines as (${ticketLines({ eventId, dateId })}),
    back as (${BACK}),
    paid as (
      select sale_id, provider, sum(amount_minor - refunded_minor) as left_minor from payments
      where outcome = 'fulfilled' and provider <> 'free' and sale_id in (select sale_id from back)
      group by sale_id, provider)
    select paid.provider, count(*)::int as orders, sum(least(back.minor, paid.left_minor))::bigint as minor
    from back join paid on paid.sale_id = back.sale_id
    group by paid.provider order by paid.provider`.execute(db)
  return rows
}
