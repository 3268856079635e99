import { formatMoney } from '@foyer/domain/format/money.ts'
import { CURRENCIES, type CurrencyCode, toMajor } from '@foyer/domain/money/money.ts'
import { sql } from 'kysely'
import { holderOf } from '../account/holder.ts'
import { lockSale, record } from '../checkout/sale.ts'
import { inTx } from '../db/tx.ts'
import type { Deps } from '../deps.ts'
import type { Worker } from '../jobs/jobs.ts'
import { queueMail } from '../mail/outbox.ts'
import { type RefundReason, refundMail } from '../mail/templates/refund.ts'
import { book, refundMovement } from './ledger.ts'
import type { RefundTruth } from './provider.ts'

/** Sends one refund to its provider. Safe to repeat: the same key is the same refund to the provider. */
export const refundWorker: Worker = async ({ payload }, deps) => {
  const refund = await readRefund(deps, Number(payload.refund_id))
  if (refund.status === 'succeeded' || refund.status === 'failed') return
  const provider = deps.providers[refund.provider as 'stripe']
  if (!provider || refund.provider_payment_id === null) throw new Error(`no provider for refund ${refund.id}`)
  const truth =
    refund.provider_refund_id === null
      ? await provider.refund({
          providerPaymentId: refund.provider_payment_id,
          amountMinor: refund.amount_minor,
          currency: refund.currency,
          idempotencyKey: refund.idempotency_key,
        })
      : await provider.readRefund(refund.provider_refund_id, refund.provider_payment_id)
  await applyRefund(deps, refund.id, truth)
  if (truth.status === 'pending') throw new Error(`refund ${refund.id} is still with ${refund.provider}`)
}

const readRefund = ({ db }: Deps, id: number) =>
  db
    .selectFrom('refunds as refund')
    .innerJoin('payments as payment', 'payment.id', 'refund.payment_id')
    .select([
      'refund.id',
      'refund.status',
      'refund.amount_minor',
      'refund.idempotency_key',
      'refund.provider_refund_id',
      'payment.provider',
      'payment.provider_payment_id',
      'payment.currency',
    ])
    .where('refund.id', '=', id)
    .executeTakeFirstOrThrow()

/** What follows from what the provider says of a refund: once, whoever brings the news. */
export async function applyRefund(deps: Deps, refundId: number, truth: RefundTruth): Promise<void> {
  const now = deps.clock.now()
  await inTx(deps.db, async (tx) => {
    const { sale_id } = await tx
      .selectFrom('refunds')
      .select('sale_id')
      .where('id', '=', refundId)
      .executeTakeFirstOrThrow()
    const sale = await lockSale(tx, sale_id)
    const refund = await tx
      .selectFrom('refunds')
      .selectAll()
      .where('id', '=', refundId)
      .forUpdate()
      .executeTakeFirstOrThrow()
    if (refund.status === 'succeeded') return
    await tx
      .updateTable('refunds')
      .set({
        status: truth.status,
        provider_refund_id: truth.providerRefundId,
        failure_text: truth.failureText,
        updated_at: now,
      })
      .where('id', '=', refundId)
      .execute()
    if (truth.status === 'failed') return record(tx, sale.id, 'refund_failed', now, { refund: refundId })
    if (truth.status !== 'succeeded') return
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
      saleId: sale.id,
      movement: 'refund',
      amounts: refundMovement(refund.amount_minor),
      currency: payment.currency,
      paymentId: payment.id,
      refundId,
      at: now,
    })
    await record(tx, sale.id, 'refunded', now, { amount: toMajor(refund.amount_minor), why: refund.reason })
    const holder = await holderOf(tx, sale)
    if (holder === null) return
    await queueMail(tx, {
      ...refundMail({
        reason: IN_WORDS[refund.reason] ?? 'plain',
        amount: formatMoney(toMajor(refund.amount_minor), CURRENCIES[payment.currency as CurrencyCode].symbol),
        reference: sale.reference,
        orderUrl: `${deps.config.publicUrl}/orders/${sale.reference}/`,
      }),
      key: `refund:${refundId}`,
      kind: 'refund',
      recipient: holder.email,
      saleId: sale.id,
      now,
    })
  })
}

/** How the buyer is told why; a reason an operator gave is told as it stands on the record. */
const IN_WORDS: Record<string, RefundReason> = { tickets_gone: 'late', paid_twice: 'twice', wrong_amount: 'plain' }
