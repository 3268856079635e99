import { payments } from '@foyer/contract/messages.ts'
import { currencyCode, toMajor } from '@foyer/domain/money/money.ts'
import { impossible } from '@foyer/domain/result.ts'
import { query, runBatch } from '../../db/transaction/batch.ts'
import { inTx, sendMergedWithCommit, sendWithCommit, type Tx } from '../../db/transaction/tx.ts'
import type { Deps } from '../../deps.ts'
import { withLanguage } from '../../language.ts'
import { isByHand, type ProviderName, type ProviderPayment } from '../../payment-provider.ts'
import { customerOf } from '../../sale/customer/customer.ts'
import { hasMaximum, isOverLimitAtPayment } from '../../sale/customer/limit.ts'
import { redeemCodes } from '../../sale/hold/codes.ts'
import { cancelOpenPayments, releaseHold } from '../../sale/hold/release.ts'
import { reacquireHold, type SoldSale, sellHoldQueries } from '../../sale/hold/sell.ts'
import { readerOf } from '../../sale/reader.ts'
import { record, type SaleRow } from '../../sale/sale.ts'
import { readSnapshot, type Snapshot, termsOf } from '../../sale/snapshot.ts'
import type { Terms } from '../../sale/terms.ts'
import { deliveryJob } from '../../tickets/delivery/deliver.ts'
import { cancelledTitles, endCancelledHold } from '../cancel/holds.ts'
import { makePaidChange } from '../change/paid.ts'
import { balancesOf, ledgerRows, receivables, splitBy } from '../ledger/ledger.ts'
import { orderLinesOf, owedFor, salePostings } from '../order/lines.ts'
import { orderLineRows, orderTaxRows } from '../order/write.ts'
import { FINAL, isOpen, keepsHoldMs, type Payment, providerOf } from '../payment.ts'
import { instalmentFailed, instalmentLost, instalmentPaid, whyInstalmentUnwanted } from '../plan/instalment.ts'
import { beginPlan, saleMinorOf } from '../plan/terms.ts'
import { queueRefund } from '../refund/queue.ts'
import { bookCapture, bookPlatformFee, captureRows } from './capture.ts'
import { type Locked, lockPaid } from './lock.ts'
import { failUnsentPayment } from './lost.ts'
import { whyNotPayer } from './payer.ts'
import { reacquireHoldAtPaymentTerms } from './payment-terms.ts'
import { type FreePayment, type Sold, soldQueries } from './write.ts'

/** When the tickets are delivered if the buyer's page doesn't request it first, as it usually does. */
const DELIVER_AFTER_MS = 15_000

/** After this long, a call that starts a payment has ended, in every process. */
const MAX_CALL_MS = 2 * 60_000

/**
 * The one way a payment ends: reads its state from the provider and does what follows. The return page, webhooks, polling
 * and reconciliation all call it, in any order and any number of times; only the first call with a new state changes
 * anything. Throws ProviderDown when the provider doesn't answer, and then changes nothing.
 */
export const settlePayment = async (deps: Deps, paymentId: number): Promise<Payment> =>
  settleFound(deps, await paymentAndReader(deps).where('id', '=', paymentId).executeTakeFirstOrThrow())

/** The same for a payment by its provider's id; null if the shop doesn't know it. */
export async function settleProviderPayment(
  deps: Deps,
  provider: ProviderName,
  providerPaymentId: string,
): Promise<Payment | null> {
  const found = await paymentAndReader(deps)
    .where('provider', '=', provider)
    .where('provider_payment_id', '=', providerPaymentId)
    .executeTakeFirst()
  return found ? settleFound(deps, found) : null
}

const paymentAndReader = ({ db }: Deps) =>
  db
    .selectFrom('payments')
    .selectAll()
    .select((eb) =>
      eb.selectFrom('sales').select('language').whereRef('sales.id', '=', 'payments.sale_id').as('reader'),
    )

/** Settles in the buyer's language, because the result is stored for the buyer. */
const settleFound = (deps: Deps, { reader, ...payment }: Payment & { reader: string | null }): Promise<Payment> =>
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

/** Does what follows from a payment's state at the provider. The state must never come from a browser. */
export async function applyProviderState(
  deps: Deps,
  { id, sale_id: saleId }: Pick<Payment, 'id' | 'sale_id'>,
  reported: ProviderPayment,
): Promise<Payment> {
  const now = deps.clock.now()
  const settled: { payment?: Payment } = {}
  const changed = await inTx(deps.db, async (tx) => {
    const { sale, payment, read } = await lockPaid(tx, { id, saleId }, reported, now)
    // State only moves forward: an older webhook that arrives late changes nothing.
    // guard: payment-settled-once
    const isOver = FINAL.has(payment.status)
    const apply = () => applyState(tx, deps, { sale, payment, read }, reported, now)
    const change = isOver ? null : await withLanguage(readerOf(sale), apply)
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
  })
  const payment = settled.payment!
  if (changed) {
    deps.metrics.payments.inc({ provider: payment.provider, outcome: payment.outcome ?? payment.status })
    deps.log.info({ payment: payment.id, status: payment.status, outcome: payment.outcome }, 'payment settled')
  }
  return payment
}

/** What is left to write of a payment that has changed. */
type Change = { outcome?: 'fulfilled' | 'refunded' }

/** Returns null if nothing changed. */
async function applyState(
  tx: Tx,
  deps: Deps,
  locked: Locked,
  reported: ProviderPayment,
  now: Date,
): Promise<Change | null> {
  const { sale, payment } = locked
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
      if (status === 'processing' && payment.provider === 'truelayer') await awaitBank(tx, sale, now)
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
  const { sale, payment } = locked
  const purpose = await resolvePurpose(tx, deps, locked, reported, now)
  const captured = { ...payment, amount_minor: reported.amountMinor, currency: reported.currency }
  if (typeof purpose === 'string') {
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
  const { sold, selling } = await fulfil(tx, purpose, payment, now)
  sendWithCommit(tx, ...soldQueries([sold]))
  for (const one of selling) sendMergedWithCommit(tx, sellHoldQueries, one)
  return { outcome: 'fulfilled' }
}

/** What the money pays for: the sale as it is held, an instalment (null), or a change, which is made. Otherwise why it is refunded. */
async function resolvePurpose(
  tx: Tx,
  deps: Deps,
  { sale, payment, read }: Locked,
  reported: ProviderPayment,
  now: Date,
): Promise<Snapshot | { organiserId: number | null } | null | RefundCause> {
  // guard: paid-amount-compared
  const isRequested = reported.amountMinor === payment.amount_minor && reported.currency === payment.currency
  if (!isRequested || (reported.saleReference !== null && reported.saleReference !== sale.reference))
    return 'wrong_amount'
  if (payment.purpose === 'plan_instalment') return whyInstalmentUnwanted(tx, payment)
  if (payment.purpose === 'ticket_change') return makePaidChange(tx, deps, sale, payment, now)
  // guard: second-payment-returned
  if (sale.paid_at !== null) return 'paid_twice'
  // Another person has followed the sale's link since, and removed the first buyer from it.
  const customer = await customerOf(tx, sale)
  const stranger = await whyNotPayer(tx, sale, payment, customer)
  if (stranger !== null) return stranger
  // The hold expired before the money arrived: the tickets are held again if they are still available.
  const ended = sale.held_until === null
  if (ended) {
    if ((await cancelledTitles(tx, sale.id)).length > 0) return 'event_cancelled'
    if (customer !== null && (await isOverLimitAtPayment(tx, sale, customer))) return 'over_limit'
    // guard: late-money-reacquires
    const again = await reacquireHold(tx, sale, payment.terms as Terms | null, now)
    if (again !== 'held') return again
  }
  const snapshot = ended ? (await readSnapshot(tx, sale.id))! : await read()
  // guard: cancelled-event-not-sold
  if (snapshot.lines.some(({ eventStatus }) => eventStatus === 'cancelled')) {
    await endCancelledHold(tx, sale, now)
    return 'event_cancelled'
  }
  // guard: paid-within-maximum
  const isLimited = customer !== null && !ended && hasMaximum(snapshot.lines)
  if (isLimited && (await isOverLimitAtPayment(tx, sale, customer))) {
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

/** A payment that the provider has reported, or a free order's, which is written with what it pays for. */
type Paid = Payment | FreePayment

/**
 * Sells the hold at the prices of this snapshot, which must be of the locked sale, read after this payment was closed. What
 * follows is written to the outbox in the same transaction. Returns what is left to write, for the caller.
 */
export async function fulfil(
  tx: Tx,
  snapshot: Snapshot,
  payment: Paid,
  now: Date,
): Promise<{ sold: Sold; selling: SoldSale[] }> {
  const { sale, has, totals } = snapshot
  const selling = { id: sale.id, seats: has.seats }
  // Stock before codes, as in a reserve. Without codes it comes last, because at a busy on-sale every buyer waits for it.
  if (has.codes) {
    await runBatch(tx, ...sellHoldQueries([selling]))
    await redeemCodes(tx, sale.id)
  }
  if (has.payments) await cancelOpenPayments(tx, sale.id, now)
  if ('id' in payment && payment.purpose === 'plan_first') await beginPlan(tx, sale, payment, now)
  const runAt = new Date(now.getTime() + DELIVER_AFTER_MS)
  const lines = orderLinesOf(snapshot)
  const captured = 'id' in payment ? payment : { ...payment, amount_minor: 0, platform_fee_minor: 0 }
  const owed = owedFor(lines)
  const sold: Sold = {
    payment,
    order: { sale, totalMinor: totals.totalMinor, paidAt: now },
    // guard: order-lines-written
    lines: orderLineRows(sale.id, lines, now),
    // guard: tax-written
    taxes: orderTaxRows(sale.id, lines),
    ledger: [
      ...captureRows(captured, /* guard: captured-by-organiser */ splitBy(captured.amount_minor, owed), owed, now),
      ...ledgerRows({
        saleId: sale.id,
        movement: 'sale',
        amounts: salePostings(lines),
        currency: payment.currency,
        paymentId: 'id' in payment ? payment.id : undefined,
        at: now,
      }),
    ],
    terms: termsOf(snapshot),
    history: {
      kind: 'paid',
      facts: { provider: 'id' in payment ? payment.provider : 'free', amount: amountOf(captured) },
    },
    // guard: delivery-queued
    delivery: deliveryJob(sale.id, { now, runAt, after: 'paid' }),
  }
  return { sold, selling: has.codes ? [] : [selling] }
}

/** The amount of a payment in major units, for the history of its sale. */
const amountOf = ({ amount_minor, currency }: Pick<Payment, 'amount_minor' | 'currency'>) =>
  toMajor(amount_minor, currencyCode(currency))

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
