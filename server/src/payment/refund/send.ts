import { orderPath } from '@foyer/contract/pages.ts'
import { formatMinor } from '@foyer/domain/format/money.ts'
import { type CurrencyCode, currencyCode, toMajor } from '@foyer/domain/money/money.ts'
import { type Selectable, sql } from 'kysely'
import type { RefundsTable } from '../../db/schema/types.generated.ts'
import { inTx, type Tx } from '../../db/transaction/tx.ts'
import type { Deps } from '../../deps.ts'
import { enqueue, type Worker } from '../../jobs/jobs.ts'
import { type RefundReason, refundMail } from '../../mail/templates/refund.ts'
import { customerOf } from '../../sale/customer/customer.ts'
import { mailBuyer } from '../../sale/mail-buyer.ts'
import { orderNumberOf } from '../../sale/order/order-number.ts'
import { lockSale, record, type SaleRow } from '../../sale/sale.ts'
import { endedTicketsOf } from '../../tickets/ended.ts'
import { installationOf, keyOf, newKey } from '../keys.ts'
import { book, refundMovement } from '../ledger/ledger.ts'
import { providerOf } from '../payment.ts'
import { isByHand, isSavedFault, type ProviderRefund } from '../provider/provider.ts'
import { partsOf, queueRefund } from './queue.ts'

/** How often a refund is retried after failures. */
const MAX_RETRIES = 3
const RETRY_AFTER_MS = 60 * 60_000

/** Sends one refund to its provider, or reads the state of one already sent. Safe to repeat. */
export const refundWorker: Worker<'refund'> = async ({ payload }, deps) => {
  const refund = await inTx(deps.db, async (tx) => {
    const id = payload.refund_id
    const { sale_id } = await tx.selectFrom('refunds').select('sale_id').where('id', '=', id).executeTakeFirstOrThrow()
    // A refund made by hand may be booked in place of this one. That takes the same lock, and then sees that this one is being sent.
    // guard: refund-read-under-lock
    await lockSale(tx, sale_id)
    return readRefund(tx, id)
  })
  // Staff hand it back at the counter.
  if (isByHand(refund.provider)) return
  // A webhook may report that a completed refund was returned.
  if (refund.status === 'failed' || (refund.status === 'succeeded' && !payload.told)) return
  if (refund.provider_payment_id === null)
    throw new Error(`refund ${refund.id} is of a payment that has no id at its provider`)
  const reported =
    refund.provider_refund_id === null
      ? await sendOnce(deps, { ...refund, provider_payment_id: refund.provider_payment_id })
      : await (await providerFor(deps, refund)).readRefund(refund.provider_refund_id, refund.provider_payment_id)
  await applyRefund(deps, refund.id, reported)
  if (reported.status === 'pending') await scheduleCheck(deps, refund)
}

type RefundToSend = Awaited<ReturnType<typeof readRefund>>

const providerFor = (deps: Deps, { payment_id, provider, account_id }: RefundToSend) =>
  providerOf(deps, { id: payment_id, provider, account_id })

/**
 * Keys alone do not prevent a duplicate refund, because a provider forgets them and repeats saved errors. So the provider's
 * list is read first, even if an earlier call seemed to fail.
 */
async function sendOnce(deps: Deps, refund: RefundToSend & { provider_payment_id: string }): Promise<ProviderRefund> {
  const provider = await providerFor(deps, refund)
  const reference = refundReference(await installationOf(deps.db), refund.id)
  const sent = (await provider.listRefunds(refund.provider_payment_id)).find((each) => each.reference === reference)
  // guard: refund-asked-before-sent
  if (sent) return sent
  try {
    return await provider.refund({
      providerPaymentId: refund.provider_payment_id,
      amountMinor: refund.amount_minor,
      currency: refund.currency,
      idempotencyKey: refund.idempotency_key,
      reference,
      returnsPlatformFee: refund.outcome === 'refunded' && refund.platform_fee_minor > 0,
    })
  } catch (error) {
    if (isSavedFault(error))
      await deps.db
        .updateTable('refunds')
        .set({ idempotency_key: await newKey(deps) })
        .where('id', '=', refund.id)
        .execute()
    throw error
  }
}

/** The reference of a refund at the provider. */
export const refundReference = (installation: string, refundId: number): string =>
  keyOf(installation, 'refund', refundId)

/** The pause between two checks of a pending refund: the older it is, the longer. */
const CHECK_INTERVALS: readonly [ageMs: number, restMs: number][] = [
  [10 * 60_000, 60_000],
  [60 * 60_000, 10 * 60_000],
  [24 * 60 * 60_000, 60 * 60_000],
]
const MAX_CHECK_INTERVAL_MS = 6 * 60 * 60_000

async function scheduleCheck({ db, clock }: Deps, { id, created_at }: RefundToSend): Promise<void> {
  const now = clock.now()
  const age = now.getTime() - created_at.getTime()
  const rest = CHECK_INTERVALS.find(([within]) => age < within)?.[1] ?? MAX_CHECK_INTERVAL_MS
  const runAt = new Date(now.getTime() + rest)
  await inTx(db, (tx) =>
    enqueue(tx, { kind: 'refund', key: `${id}:${runAt.toISOString()}`, payload: { refund_id: id }, runAt, now }),
  )
}

/** Checks every pending refund that no job checks any more, because some banks take days. */
export async function queueRefundChecks({ db, clock }: Deps): Promise<number> {
  const now = clock.now()
  const open = await db
    .selectFrom('refunds')
    .select('id')
    .where('status', 'in', ['queued', 'pending'])
    .where('updated_at', '<=', new Date(now.getTime() - 6 * 60 * 60_000))
    .orderBy('id')
    .limit(200)
    .execute()
  const day = now.toISOString().slice(0, 10)
  for (const { id } of open)
    await inTx(db, (tx) => enqueue(tx, { kind: 'refund', key: `${id}:${day}`, payload: { refund_id: id }, now }))
  return open.length
}

const readRefund = (tx: Tx, id: number) =>
  tx
    .selectFrom('refunds as refund')
    .innerJoin('payments as payment', 'payment.id', 'refund.payment_id')
    .select([
      'refund.id',
      'refund.created_at',
      'refund.payment_id',
      'refund.status',
      'refund.amount_minor',
      'refund.idempotency_key',
      'refund.provider_refund_id',
      'payment.provider',
      'payment.provider_payment_id',
      'payment.currency',
      'payment.account_id',
      'payment.platform_fee_minor',
      'payment.outcome',
    ])
    .where('refund.id', '=', id)
    .executeTakeFirstOrThrow()

/** Whether a process may be sending a queued refund of this payment now. The sale must be locked. */
export async function isBeingSent(tx: Tx, paymentId: number, now: Date): Promise<boolean> {
  const taken = await tx
    .selectFrom('jobs')
    .innerJoin('refunds', (join) => join.on(sql`refunds.id`, '=', sql`(jobs.payload->>'refund_id')::bigint`))
    .select('jobs.id')
    .where('jobs.kind', '=', 'refund')
    .where('jobs.done_at', 'is', null)
    .where('jobs.locked_until', '>', now)
    .where('refunds.payment_id', '=', paymentId)
    .where('refunds.status', '=', 'queued')
    .executeTakeFirst()
  return taken !== undefined
}

/** Applies what the provider reports about a refund, once, from any source. */
export async function applyRefund(deps: Deps, refundId: number, reported: ProviderRefund): Promise<void> {
  const now = deps.clock.now()
  await inTx(deps.db, (tx) => applyRefundInTx(tx, deps, { refundId, reported, now }))
}

type Reported = { refundId: number; reported: ProviderRefund; now: Date }

/** The same in the caller's transaction. */
export async function applyRefundInTx(
  tx: Tx,
  { config }: Pick<Deps, 'config'>,
  { refundId, reported, now }: Reported,
): Promise<void> {
  const { sale, refund } = await lockSaleAndRefund(tx, refundId)
  if (!isNewState(refund, reported)) return
  await tx
    .updateTable('refunds')
    .set({
      status: reported.status,
      provider_refund_id: reported.providerRefundId,
      failure_text: reported.failureText,
      updated_at: now,
    })
    .where('id', '=', refundId)
    .execute()
  if (reported.status === 'failed') return applyFailure(tx, refund, now)
  if (reported.status !== 'succeeded') return
  const currency = await bookRefundedMoney(tx, refund, now)
  await record(tx, sale.id, 'refunded', now, { amount: toMajor(refund.amount_minor, currency), why: refund.reason })
  await mailRefund(tx, config, sale, { refund, currency, now })
}

async function lockSaleAndRefund(tx: Tx, refundId: number): Promise<{ sale: SaleRow; refund: Refund }> {
  const { sale_id } = await tx
    .selectFrom('refunds')
    .select('sale_id')
    .where('id', '=', refundId)
    .executeTakeFirstOrThrow()
  const sale = await lockSale(tx, sale_id)
  const locked = tx.selectFrom('refunds').selectAll().where('id', '=', refundId).forUpdate()
  return { sale, refund: await locked.executeTakeFirstOrThrow() }
}

/** A completed refund can still be returned by the buyer's bank; a failed one never changes again. */
function isNewState(refund: Refund, reported: ProviderRefund): boolean {
  // guard: refund-counted-once
  if (refund.status === reported.status || refund.status === 'failed') return false
  // guard: refund-counted-once
  if (refund.status === 'succeeded' && reported.status !== 'failed') return false
  return true
}

async function applyFailure(tx: Tx, refund: Refund, now: Date): Promise<void> {
  if (refund.status === 'succeeded') await recordReturnedRefund(tx, refund, now)
  await record(tx, refund.sale_id, 'refund_failed', now, { refund: refund.id })
  // Staff may have refunded it at the vendor before we knew of the payment, and without that nothing is left for ours.
  // guard: refused-refund-looked-up
  await enqueue(tx, {
    kind: 'settle_payment',
    key: `${refund.payment_id}:refund-failed:${refund.id}`,
    payload: { payment_id: refund.payment_id, refunds: true },
    now,
  })
  await retryRefund(tx, refund, now)
}

/** Books a refund that has succeeded, and counts it in its payment. Returns the payment's currency. */
async function bookRefundedMoney(tx: Tx, refund: Refund, now: Date): Promise<CurrencyCode> {
  const payment = await tx
    .updateTable('payments')
    .set((eb) => ({
      refunded_minor: eb('refunded_minor', '+', refund.amount_minor),
      status: sql`case when refunded_minor + ${refund.amount_minor} = amount_minor then 'refunded' else 'partly_refunded' end`,
      updated_at: now,
    }))
    .where('id', '=', refund.payment_id)
    .returningAll()
    .executeTakeFirstOrThrow()
  await book(tx, {
    saleId: refund.sale_id,
    movement: 'refund',
    amounts: refundMovement(partsOf(refund)),
    currency: payment.currency,
    paymentId: payment.id,
    refundId: refund.id,
    at: now,
  })
  return currencyCode(payment.currency)
}

/** Emails the buyer about a completed refund, unless another email has announced it, such as that of a cancelled event. */
async function mailRefund(
  tx: Tx,
  config: Deps['config'],
  sale: SaleRow,
  { refund, currency, now }: { refund: Refund; currency: CurrencyCode; now: Date },
): Promise<void> {
  const customer = await customerOf(tx, sale)
  if (customer === null || refund.reason === ANNOUNCED_BEFORE) return
  await mailBuyer(tx, config, sale, async () => ({
    ...refundMail({
      reason: MAIL_REASONS[refund.reason] ?? 'plain',
      amount: formatMinor(refund.amount_minor, currency),
      number: await orderNumberOf(tx, sale.id),
      orderUrl: config.publicUrl + orderPath(sale.reference),
      isCancelled: sale.paid_at !== null && sale.cancelled_at !== null,
      ended: await endedTicketsOf(tx, sale.id),
    }),
    key: `refund:${refund.id}`,
    kind: 'refund',
    recipient: customer.email,
    saleId: sale.id,
    now,
  }))
}

type Refund = Selectable<RefundsTable>

/** The buyer's bank returned a completed refund: the ledger records that we have the money again. */
async function recordReturnedRefund(tx: Tx, refund: Refund, now: Date): Promise<void> {
  const payment = await tx
    .updateTable('payments')
    .set((eb) => ({
      refunded_minor: eb('refunded_minor', '-', refund.amount_minor),
      status: sql`case when refunded_minor = ${refund.amount_minor} then 'paid' else 'partly_refunded' end`,
      updated_at: now,
    }))
    .where('id', '=', refund.payment_id)
    .returningAll()
    .executeTakeFirstOrThrow()
  await book(tx, {
    saleId: refund.sale_id,
    movement: 'refund_returned',
    amounts: refundMovement(partsOf(refund)).map((amount) => ({ ...amount, minor: -amount.minor })),
    currency: payment.currency,
    paymentId: payment.id,
    refundId: refund.id,
    at: now,
  })
}

/** The money is still owed to the buyer, so it is sent again with a new key. After some attempts, staff must take over. */
async function retryRefund(tx: Tx, refund: Refund, now: Date): Promise<void> {
  const { failed } = await tx
    .selectFrom('refunds')
    .select((eb) => eb.fn.countAll<number>().as('failed'))
    .where('payment_id', '=', refund.payment_id)
    .where('status', '=', 'failed')
    .executeTakeFirstOrThrow()
  if (Number(failed) > MAX_RETRIES) return
  const payment = await tx
    .selectFrom('payments')
    .select(['id', 'sale_id', 'idempotency_key', 'provider'])
    .where('id', '=', refund.payment_id)
    .executeTakeFirstOrThrow()
  await queueRefund(tx, {
    payment,
    amountMinor: refund.amount_minor,
    reason: refund.reason,
    ...(refund.parts !== null && { parts: partsOf(refund) }),
    now,
    runAt: new Date(now.getTime() + RETRY_AFTER_MS),
  })
}

/** The reason of refunds that another email has announced. */
export const ANNOUNCED_BEFORE = 'cancelled'

/** The reason as the buyer reads it. An operator's own reason is used as written. */
const MAIL_REASONS: Record<string, RefundReason> = {
  tickets_gone: 'late',
  code_spent: 'code',
  paid_twice: 'twice',
  over_limit: 'limit',
  wrong_amount: 'plain',
  event_cancelled: 'cancelled',
  change_ended: 'change',
}
