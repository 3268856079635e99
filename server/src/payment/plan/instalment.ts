import { addDays, DAY_MS } from '@foyer/domain/format/calendar-days.ts'
import { dayOf } from '@foyer/domain/format/dates.ts'
import { currencyCode, toMajor } from '@foyer/domain/money/money.ts'
import { afterFailedAttempt, PLAN_RULES } from '@foyer/domain/payment/plan.ts'
import { sql } from 'kysely'
import type { Tx } from '../../db/transaction/tx.ts'
import type { Deps } from '../../deps.ts'
import { record } from '../../sale/sale.ts'
import type { Payment } from '../payment.ts'
import { endArrears } from './lower.ts'
import { mailInstalment } from './mails.ts'
import type { Instalment } from './row.ts'
import { completePlanIfPaid } from './terms.ts'

/** The instalment that a payment is for; stored with the payment. */
export type InstalmentTerms = {
  instalment_id: number
  /** The shop charges it on its day. Otherwise the buyer pays it, and retries it after a failure. */
  off_session: boolean
  /** The status of the instalment before the buyer started to pay it. */
  before?: Instalment['status']
}

export const instalmentTermsOf = (payment: Payment): InstalmentTerms => payment.plan_terms as unknown as InstalmentTerms

const lockInstalment = (tx: Tx, id: number): Promise<Instalment> =>
  tx.selectFrom('plan_instalments').selectAll().where('id', '=', id).forUpdate().executeTakeFirstOrThrow()

/** Why the payment of this instalment must be refunded; null if it can be kept. */
export async function instalmentRefundCause(
  tx: Tx,
  payment: Payment,
): Promise<'paid_twice' | 'plan_ended' | 'plan_lowered' | null> {
  const instalment = await lockInstalment(tx, instalmentTermsOf(payment).instalment_id)
  if (instalment.status === 'paid') return 'paid_twice'
  // A payment from before a refund, which was given up and arrived all the same.
  // guard: lowered-instalment-not-overpaid
  if (instalment.status !== 'cancelled' && instalment.amount_minor !== payment.amount_minor) return 'plan_lowered'
  return instalment.status === 'cancelled' ? 'plan_ended' : null
}

/**
 * Books a successful payment of an instalment, emails the receipt, and completes the plan after its last one. The sale must be
 * locked.
 */
export async function instalmentPaid(tx: Tx, deps: Pick<Deps, 'config'>, payment: Payment, now: Date): Promise<void> {
  const { instalment_id } = instalmentTermsOf(payment)
  await tx
    .updateTable('plan_instalments')
    .set({ status: 'paid', payment_id: payment.id, next_try_at: null })
    .where('id', '=', instalment_id)
    .execute()
  await tx.updateTable('payments').set({ outcome: 'fulfilled' }).where('id', '=', payment.id).execute()
  await record(tx, payment.sale_id, 'instalment_paid', now, {
    amount: toMajor(payment.amount_minor, currencyCode(payment.currency)),
  })
  const receipt = { id: instalment_id, sale_id: payment.sale_id, amount_minor: payment.amount_minor }
  await mailInstalment(tx, deps, receipt, { what: 'receipt', key: `${payment.id}`, day: dayOf(now), now })
  if (await completePlanIfPaid(tx, payment.sale_id, now)) return
  await endArrears(tx, payment.sale_id)
}

/** The bank requires the customer's authentication, so the charge cannot be retried without the buyer. */
const NEEDS_BUYER = new Set(['authentication_required', 'requires_action'])

/**
 * Handles a failed payment of a plan. The domain decides about retries, and the buyer is told of each failure. A failure
 * that only the buyer can solve, or the last retry, starts the grace period before the plan ends.
 */
export async function instalmentFailed(
  tx: Tx,
  deps: Deps,
  payment: Payment,
  failure: { code: string; text: string },
  now: Date,
): Promise<void> {
  const terms = instalmentTermsOf(payment)
  const instalment = await lockInstalment(tx, terms.instalment_id)
  if (instalment.status !== 'paying' || instalment.payment_id !== payment.id) return
  const set = (values: Partial<Pick<Instalment, 'status' | 'next_try_at'>>) =>
    tx.updateTable('plan_instalments').set(values).where('id', '=', instalment.id).execute()
  if (!terms.off_session) {
    await set({ status: terms.before ?? 'due' })
    return
  }
  const today = dayOf(now)
  const next = NEEDS_BUYER.has(failure.code)
    ? ({ kind: 'ask_buyer', endsOn: addDays(today, PLAN_RULES.graceDays) } as const)
    : afterFailedAttempt(instalment.attempts, today)
  await set({
    status: next.kind === 'ask_buyer' ? 'needs_authentication' : 'failed',
    next_try_at: next.kind === 'retry' ? nextTry(next.on, now) : null,
  })
  if (next.kind !== 'retry')
    await tx
      .updateTable('payment_plans')
      .set({ status: 'overdue', ends_on: next.endsOn })
      .where('sale_id', '=', payment.sale_id)
      .where('status', '=', 'active')
      .execute()
  await record(tx, payment.sale_id, 'instalment_failed', now, {
    amount: toMajor(instalment.amount_minor, currencyCode(payment.currency)),
    code: failure.code,
  })
  await mailInstalment(tx, deps, instalment, {
    what: next.kind === 'retry' ? 'failed' : next.kind === 'ask_buyer' ? 'authenticate' : 'overdue',
    key: `${instalment.attempts}`,
    day: next.kind === 'retry' ? next.on : next.endsOn,
    now,
  })
}

/** Retries are whole days apart, whatever the time of the first attempt. */
const nextTry = (day: string, now: Date): Date =>
  new Date(Math.max(Date.parse(`${day}T06:00:00Z`), now.getTime() + PLAN_RULES.daysBetweenAttempts * DAY_MS))

/** A provider that was down may still be. */
const RETRY_AFTER_LOST_MS = 60 * 60_000

/**
 * Nothing was charged, because a call was lost or the buyer left the bank's page. This is not a decline and uses up no
 * attempt.
 */
export async function instalmentLost(tx: Tx, payment: Payment, now: Date): Promise<void> {
  const { instalment_id, off_session, before } = instalmentTermsOf(payment)
  await tx
    .updateTable('plan_instalments')
    .set((eb) =>
      off_session
        ? {
            status: sql<Instalment['status']>`case when attempts <= 1 then 'due' else 'failed' end`,
            attempts: eb('attempts', '-', 1),
            next_try_at: new Date(now.getTime() + RETRY_AFTER_LOST_MS),
          }
        : { status: before ?? 'due' },
    )
    .where('id', '=', instalment_id)
    .where('payment_id', '=', payment.id)
    .where('status', '=', 'paying')
    .execute()
}

/** Whether it may be charged now without the buyer: it is due or to be retried, and a reminder was sent a day before. */
export function mayCharge(
  { status, due_on, reminded_at, next_try_at }: Pick<Instalment, 'status' | 'due_on' | 'reminded_at' | 'next_try_at'>,
  now: Date,
): boolean {
  const recentlyReminded = reminded_at !== null && reminded_at.getTime() <= now.getTime() - DAY_MS
  const rested = next_try_at === null ? status === 'due' : next_try_at <= now
  return ['due', 'failed'].includes(status) && due_on <= dayOf(now) && recentlyReminded && rested
}
