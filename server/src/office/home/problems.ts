import type { Action } from '@foyer/domain/office/rights.ts'
import { ENDED_DISPUTES } from '@foyer/domain/payment/dispute.ts'
import { type RawBuilder, sql } from 'kysely'
import type { MailedProblem } from '../../mail/templates/problem.ts'
import { hasFailed } from '../../payment/refund/queue.ts'

/** Whether a dispute is open. */
export const IS_OPEN = sql<boolean>`lower(dispute.status) <> all(${sql.val(ENDED_DISPUTES)}::text[])`

/**
 * What goes wrong with the money or the emails of orders and needs a person: rows with a `sale_id`, and `at`, when it went wrong. Home
 * lists them, and staff are emailed about them.
 */
export const problemsSince = (since: Date): Record<MailedProblem | 'disputes', RawBuilder<unknown>> => ({
  disputes: sql`select payment.sale_id, dispute.opened_at as at from disputes dispute
    join payments payment on payment.id = dispute.payment_id where ${IS_OPEN}`,
  refunds: sql`select sale_id, updated_at as at from refunds where ${hasFailed('refunds')} and updated_at > ${since}`,
  cancelled: sql`select happened.sale_id, happened.at, event.id as event_id from sale_events happened
    join order_lines line on line.sale_id = happened.sale_id and line.kind = 'ticket' and line.refunded_qty < line.qty
    join events event on event.id = line.event_id join event_dates date on date.id = line.date_id
    where happened.kind = 'cancellation_blocked' and (event.cancelled_at is not null or date.status = 'cancelled')`,
  emails: sql`select sale_id, coalesce(bounced_at, queued_at) as at from mails
    where status = 'refused' and queued_at > ${since} and sale_id is not null`,
  plans: sql`select plan.sale_id, (select max(at) from sale_events failed
      where failed.sale_id = plan.sale_id and failed.kind = 'instalment_failed') as at
    from payment_plans plan where plan.status = 'overdue'`,
})

/**
 * Who is emailed: those who may do something about it. How often: once for all that went wrong within `minutes`, if there are
 * `atLeast` so many orders. A disputed payment has an email of its own.
 */
export const PROBLEM_MAILS: Record<MailedProblem, { action: Action; minutes: number; atLeast: number }> = {
  refunds: { action: 'refund_orders', minutes: 15, atLeast: 1 },
  cancelled: { action: 'refund_orders', minutes: 15, atLeast: 1 },
  // A wrong address now and then is for Home. Many on a day are a fault of the shop's.
  emails: { action: 'change_orders', minutes: 24 * 60, atLeast: 5 },
  plans: { action: 'change_orders', minutes: 15, atLeast: 1 },
}
