import { sql } from 'kysely'
import type { Db } from '../../db/transaction/tx.ts'
import type { ByHand, ProviderName } from '../../payment-provider.ts'

/** The effects of cancelling an event, or one of its dates. */
export type CancellationPreview = {
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
  held: number
  /** How many of these baskets have a payment in progress, which will be refunded. */
  paying: number
}

export async function previewCancellation(
  db: Db,
  eventId: number,
  dateId: number | null,
): Promise<CancellationPreview> {
  const { rows } = await sql<CancellationPreview>`
    with lines as (
      select line.* from order_lines line join sales sale on sale.id = line.sale_id and sale.cancelled_at is null
      where line.event_id = ${eventId} and (${dateId}::bigint is null or line.date_id = ${dateId})
        and line.kind = 'ticket' and line.refunded_qty < line.qty),
    held as (
      select distinct hold.sale_id from holds hold join ticket_types type on type.id = hold.ticket_type_id
      where type.event_id = ${eventId} and (${dateId}::bigint is null or type.date_id = ${dateId}))
    select count(distinct sale_id)::int as orders,
      (select count(distinct orders.email)::int from lines join orders on orders.sale_id = lines.sale_id) as people, coalesce(sum(qty - refunded_qty), 0)::int as tickets,
      coalesce(sum(net_minor - refunded_net_minor + fee_minor - refunded_fee_minor + protection_minor
        - refunded_protection_minor + delivery_minor - refunded_delivery_minor), 0)::bigint as back_minor,
      count(distinct sale_id) filter (where voucher_minor > refunded_voucher_minor)::int as with_voucher,
      (select count(distinct lines.sale_id)::int from lines join order_lines other on other.sale_id = lines.sale_id
        and other.kind <> 'donation' and other.refunded_qty < other.qty
        and not exists (select from lines same where same.sale_id = other.sale_id and same.line = other.line)) as mixed,
      (select count(distinct lines.sale_id)::int from lines join payment_plans plan on plan.sale_id = lines.sale_id
        and plan.status in ('active', 'overdue')) as plans,
      (select count(*)::int from held) as held,
      (select count(distinct payments.sale_id)::int from held join payments on payments.sale_id = held.sale_id
        and payments.status in ('created', 'processing')) as paying
    from lines`.execute(db)
  return rows[0]!
}

/** The amounts to refund, by payment provider. */
export async function previewByProvider(
  db: Db,
  eventId: number,
  dateId: number | null,
): Promise<{ provider: ProviderName | Exclude<ByHand, 'free'>; orders: number; minor: number }[]> {
  const { rows } = await sql<{ provider: ProviderName | Exclude<ByHand, 'free'>; orders: number; minor: number }>`
    with back as (
      select line.sale_id, sum(line.net_minor - line.refunded_net_minor + line.fee_minor - line.refunded_fee_minor
          + line.protection_minor - line.refunded_protection_minor + line.delivery_minor - line.refunded_delivery_minor) as minor
      from order_lines line join sales sale on sale.id = line.sale_id and sale.cancelled_at is null
      where line.event_id = ${eventId} and (${dateId}::bigint is null or line.date_id = ${dateId})
        and line.kind = 'ticket' and line.refunded_qty < line.qty group by 1),
    paid as (
      select sale_id, provider, sum(amount_minor - refunded_minor) as left_minor from payments
      where outcome = 'fulfilled' and provider <> 'free' and sale_id in (select sale_id from back) group by 1, 2)
    select paid.provider, count(*)::int as orders, sum(least(back.minor, paid.left_minor))::bigint as minor
    from back join paid on paid.sale_id = back.sale_id group by 1 order by 1`.execute(db)
  return rows
}
