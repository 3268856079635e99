import { toMajor } from '@foyer/domain/money/money.ts'
import { impossible } from '@foyer/domain/result.ts'
import type { Selectable } from 'kysely'
import { lockSale, record, type Sale } from '../checkout/sale.ts'
import { snapshotOf } from '../checkout/snapshot.ts'
import { inTx, type Tx } from '../db/tx.ts'
import type { PaymentsTable } from '../db/types.generated.ts'
import type { Deps } from '../deps.ts'
import { enqueue } from '../jobs/jobs.ts'
import { redeemCodes } from '../reservation/codes.ts'
import { callOffPayments } from '../reservation/release.ts'
import { rehold, sellHold } from '../reservation/sell.ts'
import { enqueueDelivery } from '../tickets/deliver.ts'
import { book, captureMovement, saleMovement } from './ledger.ts'
import type { PaymentTruth } from './provider.ts'

export type Payment = Selectable<PaymentsTable>

/** Whatever happens, a delivery nobody asked for begins this long after the payment: the buyer's page usually is quicker. */
const DELIVER_AFTER_MS = 15_000

export const FINAL = new Set<Payment['status']>(['paid', 'refunded', 'partly_refunded'])

/**
 * The one way a payment ends (promise 2): asks the provider how it stands and does what follows. Return page, webhook, poll
 * and reconciliation all come here, in any order, any number of times, and only the first of them changes anything.
 * Throws ProviderDown when the provider does not answer; nothing has changed then.
 */
export async function settlePayment(deps: Deps, paymentId: number): Promise<Payment> {
  const { db, providers } = deps
  const payment = await db.selectFrom('payments').selectAll().where('id', '=', paymentId).executeTakeFirstOrThrow()
  if (payment.provider === 'free' || payment.provider_payment_id === null) return payment
  const provider = providers[payment.provider]
  if (!provider) throw new Error(`no ${payment.provider} is configured, yet payment ${paymentId} is with it`)
  const truth = await provider.read(payment.provider_payment_id)
  return applyTruth(deps, paymentId, truth)
}

/** Does what follows from what the provider says. The truth must come from the provider itself, never from a browser. */
export async function applyTruth(deps: Deps, paymentId: number, truth: PaymentTruth): Promise<Payment> {
  const now = deps.clock.now()
  const { payment, changed } = await inTx(deps.db, async (tx) => {
    const { sale_id } = await tx
      .selectFrom('payments')
      .select('sale_id')
      .where('id', '=', paymentId)
      .executeTakeFirstOrThrow()
    const sale = await lockSale(tx, sale_id)
    const payment = await lockPayment(tx, paymentId)
    // State only moves forward: what has been paid stays paid, however late an older notice comes.
    const changed = !FINAL.has(payment.status) && (await applied(tx, sale, payment, truth, now))
    await tx.updateTable('payments').set({ checked_at: now }).where('id', '=', paymentId).execute()
    return { payment: await lockPayment(tx, paymentId), changed }
  })
  if (changed) {
    deps.metrics.payments.inc({ provider: payment.provider, outcome: payment.outcome ?? payment.status })
    deps.log.info({ payment: payment.id, status: payment.status, outcome: payment.outcome }, 'payment settled')
  }
  return payment
}

const lockPayment = (tx: Tx, id: number): Promise<Payment> =>
  tx.selectFrom('payments').selectAll().where('id', '=', id).forUpdate().executeTakeFirstOrThrow()

async function applied(tx: Tx, sale: Sale, payment: Payment, truth: PaymentTruth, now: Date): Promise<boolean> {
  switch (truth.status) {
    case 'paid':
      await paid(tx, sale, payment, truth, now)
      return true
    case 'failed':
    case 'cancelled':
      if (payment.status === truth.status) return false
      await tx
        .updateTable('payments')
        .set({
          status: truth.status,
          failure_code: truth.failure?.code ?? null,
          failure_text: truth.failure?.text ?? null,
          updated_at: now,
        })
        .where('id', '=', payment.id)
        .execute()
      await record(tx, sale.id, `payment_${truth.status}`, now, { provider: payment.provider })
      return true
    case 'processing':
    case 'open': {
      const status = truth.status === 'processing' ? 'processing' : 'created'
      const failure = truth.failure && truth.failure.code !== payment.failure_code ? truth.failure : null
      if (payment.status === status && failure === null) return false
      await tx
        .updateTable('payments')
        .set({
          status,
          updated_at: now,
          ...(failure && { failure_code: failure.code, failure_text: failure.text }),
        })
        .where('id', '=', payment.id)
        .execute()
      return true
    }
    default:
      return impossible(truth.status)
  }
}

/** Why money that came in cannot be kept. */
type Unwanted = 'wrong_amount' | 'paid_twice' | 'tickets_gone'

/** The provider has the money. It ends as tickets or goes back, in this transaction. */
async function paid(tx: Tx, sale: Sale, payment: Payment, truth: PaymentTruth, now: Date): Promise<void> {
  // What came in is what the provider says came in, not what we asked for.
  await tx
    .updateTable('payments')
    .set({
      status: 'paid',
      amount_minor: truth.amountMinor,
      paid_at: now,
      updated_at: now,
      failure_code: null,
      failure_text: null,
    })
    .where('id', '=', payment.id)
    .execute()
  await book(tx, {
    saleId: sale.id,
    movement: 'capture',
    amounts: captureMovement(truth.amountMinor),
    currency: truth.currency,
    paymentId: payment.id,
    at: now,
  })
  const unwanted = await whyUnwanted(tx, sale, payment, truth, now)
  if (unwanted) return sendBack(tx, sale, { ...payment, amount_minor: truth.amountMinor }, unwanted, now)
  await fulfil(tx, sale, payment, now)
}

async function whyUnwanted(
  tx: Tx,
  sale: Sale,
  payment: Payment,
  truth: PaymentTruth,
  now: Date,
): Promise<Unwanted | null> {
  if (sale.paid_at !== null) return 'paid_twice'
  const asked = truth.amountMinor === payment.amount_minor && truth.currency === payment.currency
  if (!asked || (truth.saleReference !== null && truth.saleReference !== sale.reference)) return 'wrong_amount'
  // The hold ended while the money was on its way: the tickets are taken again, or the money goes back.
  if (sale.held_until === null && !(await rehold(tx, sale, now))) return 'tickets_gone'
  const { totals } = await snapshotOf(tx, await lockSale(tx, sale.id))
  return totals.totalMinor === payment.amount_minor ? null : 'wrong_amount'
}

/** Held becomes sold; everything that follows leaves through the outbox in the same transaction. */
export async function fulfil(tx: Tx, sale: Sale, payment: Payment, now: Date): Promise<void> {
  const snapshot = await snapshotOf(tx, await lockSale(tx, sale.id))
  await sellHold(tx, sale.id)
  await redeemCodes(tx, sale.id)
  await tx.updateTable('payments').set({ outcome: 'fulfilled' }).where('id', '=', payment.id).execute()
  await tx
    .updateTable('sales')
    .set({
      state: 'deliver_tickets',
      paid_at: now,
      total_minor: snapshot.totals.totalMinor,
      held_until: null,
      held_from: null,
      expired: false,
      reserving_error: null,
      payment_error: null,
      updated_at: now,
    })
    .where('id', '=', sale.id)
    .execute()
  await book(tx, {
    saleId: sale.id,
    movement: 'sale',
    amounts: saleMovement(snapshot.totals, sale.refund_protection && snapshot.totals.hasRefundProtection),
    currency: payment.currency,
    paymentId: payment.id,
    at: now,
  })
  await record(tx, sale.id, 'paid', now, { provider: payment.provider, amount: toMajor(payment.amount_minor) })
  await callOffPayments(tx, sale.id, now)
  await enqueueDelivery(tx, sale.id, { now, runAt: new Date(now.getTime() + DELIVER_AFTER_MS), after: 'paid' })
}

/** The money goes back, whole; the job that sends it and the record that says why are written with the decision. */
async function sendBack(tx: Tx, sale: Sale, payment: Payment, why: Unwanted, now: Date): Promise<void> {
  await tx.updateTable('payments').set({ outcome: 'refunded' }).where('id', '=', payment.id).execute()
  const refund = await tx
    .insertInto('refunds')
    .values({
      payment_id: payment.id,
      sale_id: sale.id,
      amount_minor: payment.amount_minor,
      reason: why,
      idempotency_key: `refund-${payment.idempotency_key}`.slice(0, 45),
      created_at: now,
      updated_at: now,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await enqueue(tx, { kind: 'refund', key: String(refund.id), payload: { refund_id: refund.id }, runAt: now, now })
  await record(tx, sale.id, 'money_returned', now, { why, amount: toMajor(payment.amount_minor) })
}
