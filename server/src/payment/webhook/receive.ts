import { runQuery } from '../../db/transaction/batch.ts'
import { inTx, type Tx } from '../../db/transaction/tx.ts'
import type { Deps } from '../../deps.ts'
import { enqueue } from '../../jobs/jobs.ts'
import { ProviderDown, type ProviderName } from '../provider/provider.ts'
import { settleProviderPayment } from '../settle/settle.ts'
import { countFailedAttempt } from '../start/card-attempts.ts'
import { recordDispute } from './dispute.ts'
import { mailTeam } from './dispute-mail.ts'
import { type EventPayment, eventsQuery, type ProviderEvent, type Received, storePlain } from './store.ts'

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
  const received: Received = { provider, event, account: account?.externalId ?? null, now }
  const { failedAttempt, dispute, providerRefundId, aboutRefunds } = event
  if (dispute && event.providerPaymentId !== null) await settleBefore(deps, provider, event.providerPaymentId)
  if (failedAttempt || dispute || providerRefundId || aboutRefunds)
    await inTx(deps.db, async (tx) => {
      const [payment] = await runQuery(tx, eventsQuery([received]))
      if (payment) await applyDetails(tx, deps, payment, received)
    })
  else await storePlain(deps.db)(received)
}

/**
 * A dispute may be reported before the payment that it is about. Once that is settled, its order has a team to email, and a history
 * in which the dispute follows. While the provider doesn't answer, the dispute is recorded all the same.
 */
async function settleBefore(deps: Deps, provider: ProviderName, providerPaymentId: string): Promise<void> {
  try {
    await settleProviderPayment(deps, provider, providerPaymentId)
  } catch (error) {
    if (!(error instanceof ProviderDown)) throw error
  }
}

/** What an event says besides that a payment has changed. */
async function applyDetails(
  tx: Tx,
  deps: Deps,
  payment: EventPayment,
  { provider, event, now }: Received,
): Promise<void> {
  // The shop has counted its own attempts before it made them.
  if (event.failedAttempt && (payment.purpose === 'sale' || payment.purpose === 'ticket_change'))
    await countFailedAttempt(tx, deps, { ...payment, provider }, now)
  if (event.dispute) {
    const news = await recordDispute(tx, payment, event.dispute, now)
    if (news) await mailTeam(tx, deps, { saleId: payment.sale_id, dispute: event.dispute, news, now })
  }
  if (!event.providerRefundId) return
  const refund = await tx
    .selectFrom('refunds')
    .select('id')
    .where('payment_id', '=', payment.id)
    .where('provider_refund_id', '=', event.providerRefundId)
    .executeTakeFirst()
  if (refund)
    await enqueue(tx, {
      kind: 'refund',
      key: `${refund.id}:${event.eventId}`,
      payload: { refund_id: refund.id, told: true },
      now,
    })
}
