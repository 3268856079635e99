import { jsonObjectFrom } from 'kysely/helpers/postgres'
import { command } from '../../db/transaction/batch.ts'
import { inTx, sendWithCommit, type Tx } from '../../db/transaction/tx.ts'
import type { Deps } from '../../deps.ts'
import { enqueue, enqueueQuery } from '../../jobs/jobs.ts'
import type { ProviderName } from '../../payment-provider.ts'
import { record } from '../../sale/sale.ts'

/** A buyer's bank takes money back on its own; recorded as the vendor tells it. */
export type DisputeEvent = { id: string; amountMinor: number; reason: string; status: string; at: Date }

export type ProviderEvent = {
  eventId: string
  kind: string
  providerPaymentId: string | null
  /** The refund it is about, by the vendor's id. */
  providerRefundId?: string | null
  dispute?: DisputeEvent | null
}

/**
 * Takes a webhook whose signature is right: its event is kept once by its id, and a job asks the provider about the payment.
 * Nothing else in it is believed, so late, double, out-of-order and replayed events do no harm. Only a dispute is taken as it
 * is told: it moves no money of ours.
 */
export async function receiveEvent(deps: Deps, provider: ProviderName, event: ProviderEvent): Promise<void> {
  // PostgreSQL takes no NUL in a text, and no vendor writes one: such an event is about nothing of ours.
  if (JSON.stringify(event).includes('\\u0000')) return
  const now = deps.clock.now()
  await inTx<void>(deps.db, async (tx) => {
    const fresh = await tx
      .insertInto('payment_notices')
      .values({
        provider,
        event_id: event.eventId,
        kind: event.kind,
        provider_payment_id: event.providerPaymentId,
        received_at: now,
      })
      .onConflict((conflict) => conflict.columns(['provider', 'event_id']).doNothing())
      .returning((eb) =>
        jsonObjectFrom(
          eb
            .selectFrom('payments')
            .select(['id', 'sale_id'])
            .where('provider', '=', provider)
            .where('provider_payment_id', '=', event.providerPaymentId),
        ).as('payment'),
      )
      .executeTakeFirst()
    const payment = fresh?.payment
    if (!payment) return
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
    const settling = enqueueQuery(tx, {
      kind: 'settle_payment',
      key: `${payment.id}:${event.eventId}`,
      payload: { payment_id: payment.id },
      runAt: now,
      now,
    })
    sendWithCommit(tx, command(settling))
    return undefined
  })
}

/** The newest word on a dispute counts, in whatever order the words come. */
async function recordDispute(
  tx: Tx,
  payment: { id: number; sale_id: number },
  dispute: DisputeEvent,
  now: Date,
): Promise<void> {
  const known = await tx
    .selectFrom('disputes')
    .selectAll()
    .where('provider_dispute_id', '=', dispute.id)
    .forUpdate()
    .executeTakeFirst()
  if (known && known.updated_at > dispute.at) return
  const told = {
    amount_minor: dispute.amountMinor,
    reason: dispute.reason,
    status: dispute.status,
    updated_at: dispute.at,
  }
  await tx
    .insertInto('disputes')
    .values({ payment_id: payment.id, provider_dispute_id: dispute.id, opened_at: dispute.at, ...told })
    .onConflict((conflict) => conflict.column('provider_dispute_id').doUpdateSet(told))
    .execute()
  if (!known) await record(tx, payment.sale_id, 'disputed', now, { reason: dispute.reason })
}
