import type { FastifyInstance } from 'fastify'
import type { Deps } from '../../../deps.ts'
import { ProviderDown } from '../../../payment-provider.ts'
import { headersOf, parsed, textOf } from '../../webhook/parse.ts'
import { receiveEvent } from '../../webhook/receive.ts'
import type { TrueLayerProvider } from './adapter.ts'

export function trueLayerWebhook(app: FastifyInstance, deps: Deps, trueLayer: TrueLayerProvider): void {
  app.post('/webhooks/truelayer', async (request, reply) => {
    const raw = Buffer.isBuffer(request.body) ? request.body : null
    try {
      const signed =
        raw !== null &&
        (await trueLayer.isSigned({ path: '/webhooks/truelayer', headers: headersOf(request), rawBody: raw }))
      if (!signed) return reply.code(401).send({ error: 'signature' })
    } catch (error) {
      // The keys could not be loaded; the provider will retry.
      if (error instanceof ProviderDown) return reply.code(503).send({ error: 'keys' })
      throw error
    }
    const event = parsed<Record<string, unknown>>(raw!)
    const eventId = textOf(event?.event_id)
    const kind = textOf(event?.type)
    if (!event || !eventId || !kind) return reply.code(400).send({ error: 'event' })
    await receiveEvent(deps, 'truelayer', {
      eventId,
      kind,
      providerPaymentId: textOf(event.payment_id),
      providerRefundId: textOf(event.refund_id),
      aboutRefunds: kind.includes('refund'),
    })
    return reply.send({ received: true })
  })
}
