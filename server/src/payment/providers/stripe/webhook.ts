import type { FastifyInstance } from 'fastify'
import type { Deps } from '../../../deps.ts'
import { minorOf, objectOf, parseTime, textOf, timeOf } from '../../webhook/parse.ts'
import { receiveEvent } from '../../webhook/receive.ts'
import type { Adapters } from '../module.ts'
import type { StripeProvider } from './adapter.ts'
import { PAYMENT_EVENTS } from './events.ts'

const ABOUT_PAYMENTS: ReadonlySet<string> = new Set(PAYMENT_EVENTS)

export function stripeWebhook(app: FastifyInstance, deps: Deps, { installation }: Adapters<StripeProvider>): void {
  if (!installation) return
  addRoute(app, deps, installation, '/webhooks/stripe', { connected: false })
  // Stripe sends events of connected accounts to a webhook of its own kind, "Connect".
  addRoute(app, deps, installation, '/webhooks/stripe/connect', { connected: true })
}

function addRoute(
  app: FastifyInstance,
  deps: Deps,
  stripe: StripeProvider,
  path: string,
  { connected }: { connected: boolean },
): void {
  app.post(path, async (request, reply) => {
    const signature = request.headers['stripe-signature']
    const event =
      Buffer.isBuffer(request.body) &&
      typeof signature === 'string' &&
      stripe.event(request.body, signature, { connected })
    if (!event) return reply.code(400).send({ error: 'signature' })
    const eventId = textOf(event.id)
    const kind = textOf(event.type)
    if (!eventId || !kind) return reply.code(400).send({ error: 'event' })
    if (!ABOUT_PAYMENTS.has(kind)) return reply.send({ received: true })
    const object = objectOf(event.data.object)
    const id = textOf(object.id)
    const intent = object.object === 'payment_intent' ? id : object.payment_intent
    await receiveEvent(
      deps,
      'stripe',
      {
        eventId,
        kind,
        providerPaymentId: textOf(intent) ?? textOf(objectOf(intent).id),
        providerRefundId: object.object === 'refund' ? id : null,
        // The vendor sends it for each card that the browser tried.
        failedAttempt: kind === 'payment_intent.payment_failed',
        aboutRefunds: kind.includes('refund'),
        dispute:
          object.object === 'dispute' && id
            ? {
                id,
                amountMinor: minorOf(object.amount),
                reason: textOf(object.reason) ?? '',
                status: textOf(object.status) ?? '',
                dueAt: timeOf(minorOf(objectOf(object.evidence_details).due_by) * 1000 || null),
                at: parseTime(minorOf(event.created) * 1000, deps.clock.now()),
              }
            : null,
      },
      connected ? { externalId: event.account! } : null,
    )
    return reply.send({ received: true })
  })
}
