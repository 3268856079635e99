import { sql } from 'kysely'
import type { Db } from '../../db/transaction/tx.ts'
import { BY_HAND, type ProviderName } from '../../payment-provider.ts'

/** What became of an order of a cancelled event. Amounts are in minor units. */
export type CancelOutcome = {
  saleId: number
  number: string
  currency: string
  /** `before`: refunded before the event was cancelled. */
  state: 'waiting' | 'blocked' | 'before' | 'ended'
  /** Why staff must act. */
  code: string | null
  planStopped: boolean
  returnedMinor: number
  onTheWayMinor: number
  /** Returned to gift vouchers. */
  voucherMinor: number
  /** What the vendor said, where a refund failed for good. */
  failures: string[]
}

/** The orders with tickets of a cancelled event, or of its cancelled dates, in the order in which they were paid. */
export async function cancelOutcomesOf(db: Db, eventId: number): Promise<CancelOutcome[]> {
  const { rows } = await sql<CancelOutcome>`
    with line as (
      select line.sale_id, bool_or(line.refunded_qty < line.qty) as stands,
          sum(case when told.keyed then line.refunded_voucher_minor else 0 end)::bigint as voucher, bool_or(told.keyed) as told
        from order_lines line join events event on event.id = line.event_id join event_dates date on date.id = line.date_id
        cross join lateral (select exists (select from mails where mails.sale_id = line.sale_id
          and mails.key like 'event_cancelled:' || line.sale_id || ':%'
          and line.line::text = any(string_to_array(split_part(mails.key, ':', 3), ','))) as keyed) told
        where line.event_id = ${eventId} and line.kind = 'ticket'
          and (event.cancelled_at is not null or date.status = 'cancelled')
        group by line.sale_id),
    back as (
      select sale_id, sum(amount_minor) filter (where status = 'succeeded')::bigint as returned,
          sum(amount_minor) filter (where status in ('queued', 'pending'))::bigint as on_the_way
        from refunds where reason = 'cancelled' group by 1)
    select orders.sale_id as "saleId", orders.number, orders.currency, coalesce(back.returned, 0) as "returnedMinor",
      coalesce(back.on_the_way, 0) as "onTheWayMinor", line.voucher as "voucherMinor",
      case when sale.cancelled_at is null and line.stands then case when blocked.code is null then 'waiting' else 'blocked' end
        when line.told then 'ended' else 'before' end as state,
      case when line.stands then blocked.code end as code,
      line.told and exists (select from payment_plans plan where plan.sale_id = sale.id and plan.status = 'cancelled')
        as "planStopped",
      array(select coalesce(newest.failure_text, '') from (
        select distinct on (payment_id) status, failure_text from refunds
          where refunds.sale_id = sale.id and reason = 'cancelled' order by payment_id, id desc) newest
        where newest.status = 'failed') as failures
    from line join sales sale on sale.id = line.sale_id join orders on orders.sale_id = line.sale_id
    left join back on back.sale_id = line.sale_id
    left join lateral (select facts->>'code' as code from sale_events
      where sale_events.sale_id = line.sale_id and kind in ('cancellation_blocked', 'cancellation_retried')
      order by id desc limit 1) blocked on true
    order by orders.paid_at, orders.sale_id`.execute(db)
  return rows
}

/** Money for tickets of a cancelled event that is still at a bank, or came too late. */
export type LateMoney = {
  reference: string
  provider: ProviderName
  amountMinor: number
  currency: string
  state: LateState
}
type LateState = 'at_bank' | 'on_the_way' | 'returned'

export async function lateMoneyOf(db: Db, eventId: number): Promise<LateMoney[]> {
  const { rows } = await sql<LateMoney>`
    select sale.reference, payment.provider, payment.amount_minor as "amountMinor", payment.currency,
      case when payment.outcome is null then 'at_bank' when payment.status = 'refunded' then 'returned' else 'on_the_way' end as state
    from payments payment join sales sale on sale.id = payment.sale_id
    where payment.provider <> all(${sql.val(BY_HAND)}::text[]) and payment.provider_payment_id is not null and sale.paid_at is null
      and (payment.status in ('created', 'processing') or exists (
        select from refunds where refunds.payment_id = payment.id and refunds.reason = 'event_cancelled'))
      and exists (select from sale_lines line join ticket_types type on type.id = line.ticket_type_id
        join events event on event.id = type.event_id join event_dates date on date.id = type.date_id
        where line.sale_id = sale.id and type.event_id = ${eventId}
          and (event.cancelled_at is not null or date.status = 'cancelled'))
    order by payment.id`.execute(db)
  return rows
}
