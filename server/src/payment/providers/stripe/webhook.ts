import type { FastifyInstance } from 'fastify'
import type { Deps } from '../../../deps.ts'
import { receiveEvent } from '../../webhook/receive.ts'
import type { StripeProvider } from './adapter.ts'

export function stripeWebhook(app: FastifyInstance, deps: Deps, stripe: StripeProvider): void {
  app.post('/webhooks/stripe', async (request, reply) => {
    const signature = request.headers['stripe-signature']
    const event =
      Buffer.isBuffer(request.body) && typeof signature === 'string' && stripe.event(request.body, signature)
    if (!event) return reply.code(400).send({ error: 'signature' })
    const object = event.data.object as unknown as {
      object: string
      id: string
      payment_intent?: string | { id: string } | null
      amount?: number
      reason?: string
      status?: string
    }
    const intent = object.object === 'payment_intent' ? object.id : object.payment_intent
    await receiveEvent(deps, 'stripe', {
      eventId: event.id,
      kind: event.type,
      providerPaymentId: (typeof intent === 'string' ? intent : intent?.id) ?? null,
      providerRefundId: object.object === 'refund' ? object.id : null,
      dispute:
        object.object === 'dispute'
          ? {
              id: object.id,
              amountMinor: object.amount ?? 0,
              reason: object.reason ?? '',
              status: object.status ?? '',
              at: new Date(event.created * 1000),
            }
          : null,
    })
    return reply.send({ received: true })
  })
}
