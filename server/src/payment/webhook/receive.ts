import { command, query, runBatch } from '../../db/transaction/batch.ts'
import { inTx, sendWithCommit } from '../../db/transaction/tx.ts'
import type { Deps } from '../../deps.ts'
import { enqueue, enqueueQuery } from '../../jobs/jobs.ts'
import type { ProviderName } from '../../payment-provider.ts'
import { FINAL } from '../payment.ts'
import { countFailedAttempt } from '../start/card-attempts.ts'
import { type DisputeEvent, recordDispute } from './dispute.ts'

export type ProviderEvent = {
  eventId: string
  kind: string
  providerPaymentId: string | null
  /** The provider's id of the refund that the event is about. */
  providerRefundId?: string | null
  /** Refunds of the payment changed, perhaps on the provider's own pages. */
  aboutRefunds?: boolean
  /** A card that the buyer's browser tried at the vendor was refused. */
  failedAttempt?: boolean
  dispute?: DisputeEvent | null
}

/**
 * Handles a webhook with a valid signature. Its event is stored once by its id, and a job reads the payment from the
 * provider. Nothing else in it is trusted, so late, duplicate, out-of-order and replayed events do no harm. Only a dispute
 * is recorded as reported, because the shop cannot act on it.
 */
export async function receiveEvent(
  deps: Deps,
  provider: ProviderName,
  event: ProviderEvent,
  /** The organiser's account that the vendor says it is about; null for the installation's. */
  account: { externalId: string } | null = null,
): Promise<void> {
  // PostgreSQL text cannot contain NUL, and no provider sends one; such an event is not about anything of ours.
  if (JSON.stringify(event).includes('\\u0000')) return
  const now = deps.clock.now()
  await inTx<void>(deps.db, async (tx) => {
    const [isFresh, about] = await runBatch(
      tx,
      query(
        tx
          .insertInto('payment_notices')
          .values({
            provider,
            // An account that signs for itself may not use up the id of another's event.
            event_id: account === null ? event.eventId : `${account.externalId}:${event.eventId}`,
            kind: event.kind,
            provider_payment_id: event.providerPaymentId,
            received_at: now,
          })
          .onConflict((conflict) => conflict.columns(['provider', 'event_id']).doNothing())
          .returning('provider'),
        (rows) => rows.length > 0,
      ),
      query(
        tx
          .selectFrom('payments')
          .select(['id', 'sale_id', 'purpose', 'status', 'payer_session', 'payer_network'])
          .where('provider', '=', provider)
          .where('provider_payment_id', '=', event.providerPaymentId)
          // guard: webhook-of-own-account
          .where((where) =>
            account === null
              ? where('account_id', 'is', null)
              : where(
                  'account_id',
                  'in',
                  where
                    .selectFrom('payment_accounts')
                    .select('id')
                    .where('provider', '=', provider)
                    .where('external_id', '=', account.externalId),
                ),
          ),
        (rows) => rows[0],
      ),
    )
    const payment = isFresh ? about : undefined
    if (!payment) return
    // The shop has counted its own attempts before it made them.
    if (event.failedAttempt && (payment.purpose === 'sale' || payment.purpose === 'ticket_change'))
      await countFailedAttempt(tx, deps, { ...payment, provider }, now)
    if (event.dispute) await recordDispute(tx, payment, event.dispute, now)
    const refund = event.providerRefundId
      ? await tx
          .selectFrom('refunds')
          .select('id')
          .where('payment_id', '=', payment.id)
          .where('provider_refund_id', '=', event.providerRefundId)
          .executeTakeFirst()
      : undefined
    if (refund)
      await enqueue(tx, {
        kind: 'refund',
        key: `${refund.id}:${event.eventId}`,
        payload: { refund_id: refund.id, told: true },
        runAt: now,
        now,
      })
    // Nothing follows a final state but refunds.
    if (FINAL.has(payment.status) && !event.aboutRefunds) return undefined
    const settling = enqueueQuery(tx, {
      kind: 'settle_payment',
      key: `${payment.id}:${event.eventId}`,
      payload: { payment_id: payment.id, ...(event.aboutRefunds && { refunds: true }) },
      runAt: now,
      now,
    })
    sendWithCommit(tx, command(settling))
    return undefined
  })
}
