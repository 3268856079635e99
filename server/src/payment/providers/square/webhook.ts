import type { FastifyInstance } from 'fastify'
import type { Deps } from '../../../deps.ts'
import { parsed } from '../../webhook/parse.ts'
import { receiveEvent } from '../../webhook/receive.ts'
import type { SquareProvider } from './adapter.ts'

type SquareEvent = {
  event_id?: string
  type?: string
  created_at?: string
  data?: {
    object?: {
      payment?: { id: string }
      refund?: { id: string; payment_id: string }
      dispute?: {
        id?: string
        dispute_id?: string
        amount_money?: { amount: number }
        reason?: string
        state?: string
        disputed_payment?: { payment_id?: string }
      }
    }
  }
}

export function squareWebhook(app: FastifyInstance, deps: Deps, square: SquareProvider): void {
  // Byte for byte the address that is registered, whatever a proxy made of the request's.
  const registered = `${deps.config.publicUrl}/webhooks/square`
  app.post('/webhooks/square', async (request, reply) => {
    const signature = request.headers['x-square-hmacsha256-signature']
    const raw = Buffer.isBuffer(request.body) ? request.body : null
    if (!raw || typeof signature !== 'string' || !square.isSigned(raw, signature, registered))
      return reply.code(400).send({ error: 'signature' })
    const event = parsed<SquareEvent>(raw)
    if (!event?.event_id || !event.type) return reply.code(400).send({ error: 'event' })
    const { payment, refund, dispute } = event.data?.object ?? {}
    const disputeId = dispute?.id ?? dispute?.dispute_id
    await receiveEvent(deps, 'square', {
      eventId: event.event_id,
      kind: event.type,
      providerPaymentId: payment?.id ?? refund?.payment_id ?? dispute?.disputed_payment?.payment_id ?? null,
      providerRefundId: refund?.id ?? null,
      dispute:
        dispute && disputeId
          ? {
              id: disputeId,
              amountMinor: dispute.amount_money?.amount ?? 0,
              reason: dispute.reason ?? '',
              status: dispute.state ?? '',
              at: new Date(event.created_at ?? deps.clock.now()),
            }
          : null,
    })
    return reply.send({ received: true })
  })
}
