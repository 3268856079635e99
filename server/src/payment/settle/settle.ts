import { payments } from '@foyer/contract/messages.ts'
import { isBank } from '@foyer/domain/payment/providers.ts'
import { impossible } from '@foyer/domain/result.ts'
import { query } from '../../db/transaction/batch.ts'
import { sendMergedWithCommit, sendWithCommit, type Tx } from '../../db/transaction/tx.ts'
import type { Deps } from '../../deps.ts'
import { withLanguage } from '../../language.ts'
import { changeSale, sharedRead } from '../../sale/change/change.ts'
import { customerOf } from '../../sale/customer/customer.ts'
import { exceedsMaximumAtPayment, hasMaximum } from '../../sale/customer/limit.ts'
import { releaseHold } from '../../sale/hold/release.ts'
import { reacquireHold, sellHoldQueries } from '../../sale/hold/sell.ts'
import { readerOf } from '../../sale/reader.ts'
import { record, type SaleRow } from '../../sale/sale.ts'
import { hasCancelledEvent, readSnapshot, type Snapshot } from '../../sale/snapshot/snapshot.ts'
import type { Terms } from '../../sale/terms/terms.ts'
import { cancelledTitles, endCancelledHold } from '../cancel/holds.ts'
import { makePaidChange } from '../change/paid.ts'
import { balancesOf, receivables, splitBy } from '../ledger/ledger.ts'
import { keepsHoldMs, type Payment, providerOf } from '../payment.ts'
import { instalmentFailed, instalmentLost, instalmentPaid, instalmentRefundCause } from '../plan/instalment.ts'
import { saleMinorOf } from '../plan/terms.ts'
import { isByHand, type ProviderName, type ProviderPayment } from '../provider/provider.ts'
import { FINAL, isOpen } from '../provider/status.ts'
import { queueRefund } from '../refund/queue.ts'
import { bookCapture, bookPlatformFee } from './capture.ts'
import { type PaymentAndReader, paymentAtProvider, paymentById } from './find.ts'
import { amountOf, fulfil } from './fulfil.ts'
import { capturedColumns, type LockedPayment, lockPaymentsQuery, storeCaptured } from './lock.ts'
import { failUnsentPayment } from './lost.ts'
import { payerProblemOf } from './payer.ts'
import { reacquireHoldAtPaymentTerms } from './payment-terms.ts'
import { fulfilledAt, soldQueries } from './write.ts'

/** After this long, a call that starts a payment has ended, in every process. */
const MAX_CALL_MS = 2 * 60_000

/**
 * The one way a payment ends: reads its state from the provider and does what follows. The return page, webhooks, polling
 * and reconciliation all call it, in any order and any number of times; only the first call with a new state changes
 * anything. Throws ProviderDown when the provider doesn't answer, and then changes nothing.
 */
export async function settlePayment(deps: Deps, paymentId: number): Promise<Payment> {
  const found = await paymentById(deps.db, paymentId)
  if (found === null) throw new Error(`there is no payment ${paymentId}`)
  return settleFound(deps, found)
}

/** The same for a payment by its provider's id; null if the shop has no such payment. */
export async function settleProviderPayment(
  deps: Deps,
  provider: ProviderName,
  providerPaymentId: string,
): Promise<Payment | null> {
  const found = await paymentAtProvider(deps.db, { provider, providerPaymentId })
  return found && settleFound(deps, found)
}

/** Settles in the buyer's language, because the result is stored for the buyer. */
const settleFound = (deps: Deps, { reader, ...payment }: PaymentAndReader): Promise<Payment> =>
  withLanguage(readerOf({ language: reader ?? '' }), () => settleFromProvider(deps, payment))

async function settleFromProvider(deps: Deps, payment: Payment): Promise<Payment> {
  const { clock } = deps
  // A final state never changes.
  if (isByHand(payment.provider) || FINAL.has(payment.status)) return payment
  if (payment.provider_payment_id === null) {
    const over = payment.created_at.getTime() <= clock.now().getTime() - MAX_CALL_MS
    return over && isOpen(payment) ? resolveLost(deps, payment) : payment
  }
  const provider = await providerOf(deps, payment)
  const reported = await provider.read(payment.provider_payment_id)
  // Cancelled while a bank was processing it, and open again because the bank declined it: now it can be cancelled.
  const stop = reported.status === 'open' && payment.called_off_at !== null && isOpen(payment)
  return applyProviderState(deps, payment, stop ? await provider.cancel(payment.provider_payment_id) : reported)
}

/**
 * Settles a payment whose start was never answered. If the provider has it, it is settled like any other; otherwise it ends
 * unpaid. Call it only when the call that started the payment can no longer be running.
 */
export async function resolveLost(deps: Deps, payment: Payment): Promise<Payment> {
  const { db } = deps
  const { reference } = await db
    .selectFrom('sales')
    .select('reference')
    .where('id', '=', payment.sale_id)
    .executeTakeFirstOrThrow()
  const provider = await providerOf(deps, payment)
  const reported = await provider.resolveLost?.({
    idempotencyKey: payment.idempotency_key,
    saleReference: reference,
    since: payment.created_at,
  })
  // With other providers, nothing can be paid before the buyer has received the response that was lost.
  if (!reported) return failUnsentPayment(deps, payment.id)
  await db
    .updateTable('payments')
    .set({ provider_payment_id: reported.providerPaymentId })
    .where('id', '=', payment.id)
    .where('provider_payment_id', 'is', null)
    .execute()
  return applyProviderState(deps, payment, reported)
}

/**
 * Does what follows from a payment's state at the provider. The state must never come from a browser. Payments of different
 * sales that wait at the same moment are settled in one transaction, unless something belongs to other sales too.
 */
export async function applyProviderState(
  deps: Deps,
  { id, sale_id: saleId }: Pick<Payment, 'id' | 'sale_id'>,
  reported: ProviderPayment,
): Promise<Payment> {
  const now = deps.clock.now()
  const settled: { payment?: Payment } = {}
  const settle = async (tx: Tx, snapshot: Snapshot, { payment, hasOthers }: LockedPayment): Promise<boolean> => {
    settled.payment = payment
    // State only moves forward: an older webhook that arrives late changes nothing.
    // guard: payment-settled-once
    const isOver = FINAL.has(payment.status)
    if (isOver) return false
    const locked = { payment, snapshot: { ...snapshot, has: { ...snapshot.has, payments: hasOthers } } }
    // Before anything is called off, so that this payment isn't.
    if (reported.status === 'paid' && !isUsual(snapshot, { payment, hasOthers }, reported))
      await storeCaptured(tx, payment, reported, now)
    const change = await withLanguage(readerOf(snapshot.sale), () => applyState(tx, deps, locked, reported, now))
    if (change?.outcome === 'fulfilled') {
      settled.payment = fulfilledAt(now, { ...payment, ...capturedColumns(reported) })
      return true
    }
    const checked = tx
      .updateTable('payments')
      .set({ checked_at: now, ...change })
      .where('id', '=', id)
      .returningAll()
    sendWithCommit(
      tx,
      query(checked, ([row]) => {
        settled.payment = row
      }),
    )
    return change !== null
  }
  const changed = await changeSale(deps.db, saleId, settle, {
    sharedRead: sharedRead(lockPaymentsQuery, id),
    needsOwn: (snapshot, lockedPayment) =>
      !FINAL.has(lockedPayment.payment.status) &&
      (reported.status === 'paid'
        ? !isUsual(snapshot, lockedPayment, reported)
        : lockedPayment.payment.purpose === 'plan_instalment'),
  })
  const payment = settled.payment!
  if (changed) {
    deps.metrics.payments.inc({ provider: payment.provider, outcome: payment.outcome ?? payment.status })
    deps.log.info({ payment: payment.id, status: payment.status, outcome: payment.outcome }, 'payment settled')
  }
  return payment
}

/** A payment and its sale, both locked. */
type Locked = { payment: Payment; snapshot: Snapshot }

/**
 * Whether a captured payment buys its sale as it is held, and no other payment has to be called off. Everything else locks or reads
 * what belongs to other sales too: stock, codes, what a customer bought before, a plan.
 */
const isUsual = (snapshot: Snapshot, { payment, hasOthers }: LockedPayment, reported: ProviderPayment): boolean =>
  payment.purpose === 'sale' &&
  !hasOthers &&
  isRequested(payment, snapshot.sale, reported) &&
  snapshot.sale.paid_at === null &&
  snapshot.sale.held_until !== null &&
  snapshot.totals.totalMinor === payment.amount_minor &&
  !snapshot.has.codes &&
  !hasMaximum(snapshot.lines) &&
  !hasCancelledEvent(snapshot)

function isRequested(
  payment: Payment,
  sale: SaleRow,
  { amountMinor, currency, saleReference }: ProviderPayment,
): boolean {
  // guard: paid-amount-compared
  const isAmount = amountMinor === payment.amount_minor && currency === payment.currency
  return isAmount && (saleReference === null || saleReference === sale.reference)
}

/** What is left to write of a payment that has changed; nothing more of one that is fulfilled. */
type Change = { outcome?: 'fulfilled' | 'refunded' }

/** Returns null if nothing changed. */
async function applyState(
  tx: Tx,
  deps: Deps,
  locked: Locked,
  reported: ProviderPayment,
  now: Date,
): Promise<Change | null> {
  const {
    payment,
    snapshot: { sale },
  } = locked
  switch (reported.status) {
    case 'paid':
      return applyCapture(tx, deps, locked, reported, now)
    case 'failed':
    case 'cancelled':
      if (payment.status === reported.status) return null
      await tx
        .updateTable('payments')
        .set({
          status: reported.status,
          failure_code: reported.failure?.code ?? null,
          failure_text: reported.failure?.text ?? null,
          redirect_url: null,
          updated_at: now,
        })
        .where('id', '=', payment.id)
        .execute()
      await record(tx, sale.id, `payment_${reported.status}`, now, { provider: payment.provider })
      if (payment.purpose === 'plan_instalment')
        // Without a reason no card was declined: the call was lost, or the buyer left.
        await (reported.failure || reported.status === 'failed'
          ? instalmentFailed(tx, deps, payment, reported.failure ?? { code: reported.status, text: '' }, now)
          : instalmentLost(tx, payment, now))
      return {}
    case 'processing':
    case 'open': {
      // This state was read before the payment ended.
      if (!isOpen(payment)) return null
      const status = reported.status === 'processing' ? 'processing' : 'created'
      const failure = reported.failure && reported.failure.code !== payment.failure_code ? reported.failure : null
      if (payment.status === status && failure === null) return null
      await tx
        .updateTable('payments')
        .set({
          status,
          updated_at: now,
          ...(status === 'processing' &&
            payment.status !== 'processing' && {
              expires_at: new Date(now.getTime() + keepsHoldMs(deps, payment)),
            }),
          ...(failure && { failure_code: failure.code, failure_text: failure.text }),
        })
        .where('id', '=', payment.id)
        .execute()
      if (payment.purpose === 'plan_instalment' && failure) await instalmentFailed(tx, deps, payment, failure, now)
      if (status === 'processing' && isBank(payment.provider)) await awaitBank(tx, sale, now)
      return {}
    }
    default:
      return impossible(reported.status)
  }
}

/** A buyer who chose another method and then approved the bank payment after all is waiting for the bank again. */
async function awaitBank(tx: Tx, sale: SaleRow, now: Date): Promise<void> {
  if (sale.state !== 'payment' || sale.held_until === null || sale.paid_at !== null) return
  await tx
    .updateTable('sales')
    .set({ state: 'awaiting_truelayer', truelayer_returned_from: null, updated_at: now })
    .where('id', '=', sale.id)
    .execute()
}

/** Why captured money is refunded. */
type RefundCause =
  | 'wrong_amount'
  | 'paid_twice'
  | 'tickets_gone'
  | 'code_spent'
  | 'nobodys'
  | 'other_customer'
  | 'plan_ended'
  | 'plan_lowered'
  | 'change_ended'
  | 'event_cancelled'
  | 'over_limit'

/** The provider has captured the money: it becomes tickets or a refund, in this transaction. */
async function applyCapture(tx: Tx, deps: Deps, locked: Locked, reported: ProviderPayment, now: Date): Promise<Change> {
  const {
    payment,
    snapshot: { sale },
  } = locked
  const purpose = await resolvePurpose(tx, deps, locked, reported, now)
  const captured = { ...payment, ...capturedColumns(reported) }
  if (typeof purpose === 'string') {
    await storeCaptured(tx, payment, reported, now)
    // guard: returned-instalment-payable
    if (payment.purpose === 'plan_instalment') await instalmentLost(tx, payment, now)
    await bookCapture(tx, captured, new Map([[null, captured.amount_minor]]), now)
    await refundAll(tx, sale, captured, purpose, now)
    return { outcome: 'refunded' }
  }
  if (purpose === null) {
    const owed = receivables(await balancesOf(tx, sale.id))
    await bookCapture(tx, captured, splitBy(captured.amount_minor, owed), now)
    await bookPlatformFee(tx, captured, owed, now)
    await instalmentPaid(tx, deps, payment, now)
    return {}
  }
  if ('organiserId' in purpose) {
    const split = new Map([[purpose.organiserId, captured.amount_minor]])
    await bookCapture(tx, captured, split, now)
    await bookPlatformFee(tx, captured, split, now)
    return {}
  }
  // With the commit, because everybody who buys the same tickets waits for the lock on their counter.
  const { sold, selling } = await fulfil(tx, purpose, captured, now)
  sendMergedWithCommit(tx, soldQueries, sold)
  for (const sale of selling) sendMergedWithCommit(tx, sellHoldQueries, sale)
  return { outcome: 'fulfilled' }
}

/** What the money pays for: the sale as it is held, an instalment (null), or a change, which is made. Otherwise why it is refunded. */
async function resolvePurpose(
  tx: Tx,
  deps: Deps,
  { payment, snapshot: held }: Locked,
  reported: ProviderPayment,
  now: Date,
): Promise<Snapshot | { organiserId: number | null } | null | RefundCause> {
  const { sale } = held
  if (!isRequested(payment, sale, reported)) return 'wrong_amount'
  if (payment.purpose === 'plan_instalment') return instalmentRefundCause(tx, payment)
  if (payment.purpose === 'ticket_change') return makePaidChange(tx, deps, sale, payment, now)
  // guard: second-payment-returned
  if (sale.paid_at !== null) return 'paid_twice'
  // Another person may have followed the sale's link since, which removed the payer from the sale.
  const customer = await customerOf(tx, sale)
  const payerProblem = await payerProblemOf(tx, sale, payment, customer)
  if (payerProblem !== null) return payerProblem
  // The hold expired before the money arrived: the tickets are held again if they are still available.
  const ended = sale.held_until === null
  if (ended) {
    if ((await cancelledTitles(tx, sale.id)).length > 0) return 'event_cancelled'
    if (customer !== null && (await exceedsMaximumAtPayment(tx, sale, customer))) return 'over_limit'
    // guard: late-money-reacquires
    const again = await reacquireHold(tx, sale, payment.terms as Terms | null, now)
    if (again !== 'held') return again
  }
  const snapshot = ended ? (await readSnapshot(tx, sale.id))! : held
  // guard: cancelled-event-not-sold
  if (hasCancelledEvent(snapshot)) {
    await endCancelledHold(tx, sale, now)
    return 'event_cancelled'
  }
  // guard: paid-within-maximum
  const isLimited = customer !== null && !ended && hasMaximum(snapshot.lines)
  if (isLimited && (await exceedsMaximumAtPayment(tx, sale, customer))) {
    await releaseHold(tx, sale, 'unpaid', now)
    return 'over_limit'
  }
  if (snapshot.totals.totalMinor === saleMinorOf(payment)) return snapshot
  if (ended) await releaseHold(tx, snapshot.sale, 'unpaid', now)
  else {
    const then = await reacquireHoldAtPaymentTerms(tx, snapshot.sale, payment, now)
    if (then !== null) return then
  }
  return 'wrong_amount'
}

/** Queues a refund of the whole amount, with a history entry that says why. */
async function refundAll(tx: Tx, sale: SaleRow, payment: Payment, why: RefundCause, now: Date): Promise<void> {
  // guard: unwanted-money-returned
  await queueRefund(tx, { payment, amountMinor: payment.amount_minor, reason: why, now })
  await record(tx, sale.id, 'money_returned', now, { why, amount: amountOf(payment) })
  if (why === 'over_limit')
    await tx
      .updateTable('sales')
      .set({ reserving_error: payments['payment.overLimit'] })
      .where('id', '=', sale.id)
      .execute()
}
