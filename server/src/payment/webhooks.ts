import type { FastifyInstance } from 'fastify'
import { inTx } from '../db/tx.ts'
import type { Deps } from '../deps.ts'
import { enqueue } from '../jobs/jobs.ts'
import type { ProviderName } from './provider.ts'
import type { StripeProvider } from './providers/stripe.ts'

export type Notice = { eventId: string; kind: string; providerPaymentId: string | null }

/**
 * A signed notice: kept once by its id, and what it is about is asked of the provider by a job. The notice itself is never
 * believed beyond that, so late, double, out-of-order and replayed ones do no harm.
 */
export async function receiveNotice(deps: Deps, provider: ProviderName, notice: Notice): Promise<void> {
  const now = deps.clock.now()
  await inTx(deps.db, async (tx) => {
    const fresh = await tx
      .insertInto('payment_notices')
      .values({
        provider,
        event_id: notice.eventId,
        kind: notice.kind,
        provider_payment_id: notice.providerPaymentId,
        received_at: now,
      })
      .onConflict((conflict) => conflict.columns(['provider', 'event_id']).doNothing())
      .returning('id')
      .executeTakeFirst()
    if (!fresh || notice.providerPaymentId === null) return
    const payment = await tx
      .selectFrom('payments')
      .select('id')
      .where('provider', '=', provider)
      .where('provider_payment_id', '=', notice.providerPaymentId)
      .executeTakeFirst()
    if (!payment) return
    await enqueue(tx, {
      kind: 'settle_payment',
      key: `${payment.id}:${notice.eventId}`,
      payload: { payment_id: payment.id },
      runAt: now,
      now,
    })
  })
}

export function stripeWebhook(app: FastifyInstance, deps: Deps, stripe: StripeProvider): void {
  app.post('/webhooks/stripe', async (request, reply) => {
    const signature = request.headers['stripe-signature']
    const event =
      Buffer.isBuffer(request.body) && typeof signature === 'string' && stripe.event(request.body, signature)
    if (!event) return reply.code(400).send({ error: 'signature' })
    const object = event.data.object as { object: string; id: string; payment_intent?: string | { id: string } | null }
    const intent = object.object === 'payment_intent' ? object.id : object.payment_intent
    await receiveNotice(deps, 'stripe', {
      eventId: event.id,
      kind: event.type,
      providerPaymentId: (typeof intent === 'string' ? intent : intent?.id) ?? null,
    })
    return reply.send({ received: true })
  })
}
