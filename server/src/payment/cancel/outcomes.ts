import { sql } from 'kysely'
import type { Db } from '../../db/transaction/tx.ts'
import { BY_HAND, type ProviderName } from '../provider/provider.ts'
import { areOpen } from '../provider/status.ts'
import { hasFailed } from '../refund/queue.ts'
import { IS_CANCELLED } from './event.ts'

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

/** A condition on a row `line`: its buyer was emailed about the cancellation. The key of that email lists the order's lines. */
const IS_EMAILED = sql<boolean>`exists (
  select from mails
  where mails.sale_id = line.sale_id and mails.key like 'event_cancelled:' || line.sale_id || ':%'
    and line.line::text = any(string_to_array(split_part(mails.key, ':', 3), ',')))`

/** The cancelled tickets of each order: whether some are still valid, and what the cancellation returned to gift vouchers. */
const cancelledTickets = (eventId: number) => sql`
  select sale_id, bool_or(refunded_qty < qty) as is_open, bool_or(is_emailed) as is_emailed,
    coalesce(sum(refunded_voucher_minor) filter (where is_emailed), 0)::bigint as voucher_minor
  from (
    select line.sale_id, line.qty, line.refunded_qty, line.refunded_voucher_minor, ${IS_EMAILED} as is_emailed
    from order_lines line
    join events event on event.id = line.event_id
    join event_dates date on date.id = line.date_id
    where line.event_id = ${eventId} and line.kind = 'ticket' and ${IS_CANCELLED}) line
  group by sale_id`

/** What the cancellation of tickets has refunded, and is refunding, of each order. */
const REFUNDS = sql`
  select sale_id,
    sum(amount_minor) filter (where status = 'succeeded')::bigint as returned_minor,
    sum(amount_minor) filter (where status in ('queued', 'pending'))::bigint as on_the_way_minor
  from refunds where reason = 'cancelled' group by sale_id`

/** Why an order `sale` could not be refunded, unless staff have had it tried again since. */
const BLOCKED_CODE = sql<string | null>`(
  select facts->>'code' from sale_events
  where sale_events.sale_id = sale.id and kind in ('cancellation_blocked', 'cancellation_retried')
  order by id desc limit 1)`

/** What vendors said of the payments of an order `sale` whose newest refund failed. */
const FAILURES = sql<string[]>`array(
  select coalesce(newest.failure_text, '') from (
    select distinct on (payment_id) status, failure_text from refunds
    where refunds.sale_id = sale.id and reason = 'cancelled' order by payment_id, id desc) newest
  where ${hasFailed('newest')})`

const IS_PLAN_CANCELLED = sql<boolean>`exists (
  select from payment_plans plan where plan.sale_id = sale.id and plan.status = 'cancelled')`

type OutcomeRow = Omit<CancelOutcome, 'state'> & { isOpen: boolean; isOrderCancelled: boolean; isEmailed: boolean }

/** The orders with tickets of a cancelled event, or of its cancelled dates, in the order in which they were paid. */
export async function cancelOutcomesOf(db: Db, eventId: number): Promise<CancelOutcome[]> {
  const { rows } = await sql<OutcomeRow>`
    with ticket as (${cancelledTickets(eventId)}), refund as (${REFUNDS})
    select orders.sale_id as "saleId", orders.number, orders.currency,
      coalesce(refund.returned_minor, 0) as "returnedMinor", coalesce(refund.on_the_way_minor, 0) as "onTheWayMinor",
      ticket.voucher_minor as "voucherMinor", ticket.is_open as "isOpen", ticket.is_emailed as "isEmailed",
      sale.cancelled_at is not null as "isOrderCancelled", ${BLOCKED_CODE} as code,
      ticket.is_emailed and ${IS_PLAN_CANCELLED} as "planStopped", ${FAILURES} as failures
    from ticket
    join sales sale on sale.id = ticket.sale_id
    join orders on orders.sale_id = ticket.sale_id
    left join refund on refund.sale_id = ticket.sale_id
    order by orders.paid_at, orders.sale_id`.execute(db)
  return rows.map(({ isOpen, isOrderCancelled, isEmailed, ...order }) => {
    const code = isOpen ? order.code : null
    const open = code === null ? 'waiting' : 'blocked'
    const over = isEmailed ? 'ended' : 'before'
    return { ...order, code, state: isOpen && !isOrderCancelled ? open : over }
  })
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

/** A condition on a row `sale`. */
const hasCancelledTickets = (eventId: number) => sql<boolean>`exists (
  select from sale_lines line
  join ticket_types type on type.id = line.ticket_type_id
  join events event on event.id = type.event_id
  join event_dates date on date.id = type.date_id
  where line.sale_id = sale.id and type.event_id = ${eventId} and ${IS_CANCELLED})`

/** A condition on a row `payment`: it came after the cancellation and goes back. */
const IS_RETURNED = sql<boolean>`exists (
  select from refunds where refunds.payment_id = payment.id and refunds.reason = 'event_cancelled')`

/**
 * Returns the payments that were not finished when an event or its dates were cancelled, with their amounts in minor units:
 * still at a bank, or arrived afterwards and refunded.
 */
export async function lateMoneyOf(db: Db, eventId: number): Promise<LateMoney[]> {
  const { rows } = await sql<LateMoney>`
    select sale.reference, payment.provider, payment.amount_minor as "amountMinor", payment.currency,
      case when payment.outcome is null then 'at_bank'
        when payment.status = 'refunded' then 'returned'
        else 'on_the_way' end as state
    from payments payment join sales sale on sale.id = payment.sale_id
    where sale.paid_at is null and ${hasCancelledTickets(eventId)}
      and payment.provider <> all(${sql.val(BY_HAND)}::text[]) and payment.provider_payment_id is not null
      and (${areOpen('payment')} or ${IS_RETURNED})
    order by payment.id`.execute(db)
  return rows
}
