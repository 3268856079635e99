import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Deps } from '../../../deps.ts'
import { ProviderDown } from '../../provider/provider.ts'
import { webhookAccounts } from '../../webhook/account.ts'
import { minorOf, objectOf, parsed, parseTime, textOf, timeOf } from '../../webhook/parse.ts'
import { receiveEvent } from '../../webhook/receive.ts'
import type { Adapters } from '../module.ts'
import type { SquareProvider } from './adapter.ts'

export function squareWebhook(app: FastifyInstance, deps: Deps, adapters: Adapters<SquareProvider>): void {
  const { installation } = adapters
  if (installation)
    app.post('/webhooks/square', (request, reply) => receive(deps, [installation], null, request, reply))
  // Each account signs with a key of its own, so each has an address of its own.
  app.post('/webhooks/square/:account', async (request, reply) => {
    const accounts = await webhookAccounts(deps, 'square', request)
    if (accounts.length === 0) return reply.code(404).send({ error: 'account' })
    try {
      const squares = await Promise.all(accounts.map(async ({ id }) => (await adapters.of(id))!))
      return await receive(deps, squares, accounts[0]!, request, reply)
    } catch (error) {
      // Its credentials cannot be read; the provider will retry.
      if (error instanceof ProviderDown) return reply.code(503).send({ error: 'credentials' })
      throw error
    }
  })
}

async function receive(
  deps: Deps,
  squares: readonly SquareProvider[],
  account: { externalId: string } | null,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<unknown> {
  // The registered URL byte for byte, whatever a proxy made of the request's.
  const registered = `${deps.config.publicUrl}/webhooks/square${account ? `/${account.externalId}` : ''}`
  const signature = request.headers['x-square-hmacsha256-signature']
  const raw = Buffer.isBuffer(request.body) ? request.body : null
  if (!raw || typeof signature !== 'string' || !squares.some((square) => square.isSigned(raw, signature, registered)))
    return reply.code(400).send({ error: 'signature' })
  const event = parsed<Record<string, unknown>>(raw)
  const eventId = textOf(event?.event_id)
  const kind = textOf(event?.type)
  if (!event || !eventId || !kind) return reply.code(400).send({ error: 'event' })
  const object = objectOf(objectOf(event.data).object)
  const refund = objectOf(object.refund)
  const dispute = objectOf(object.dispute)
  const disputeId = textOf(dispute.id) ?? textOf(dispute.dispute_id)
  await receiveEvent(
    deps,
    'square',
    {
      eventId,
      kind,
      providerPaymentId:
        textOf(objectOf(object.payment).id) ??
        textOf(refund.payment_id) ??
        textOf(objectOf(dispute.disputed_payment).payment_id),
      providerRefundId: textOf(refund.id),
      aboutRefunds: kind.includes('refund'),
      dispute: disputeId
        ? {
            id: disputeId,
            amountMinor: minorOf(objectOf(dispute.amount_money).amount),
            reason: textOf(dispute.reason) ?? '',
            status: textOf(dispute.state) ?? '',
            dueAt: timeOf(dispute.due_at),
            at: parseTime(event.created_at, deps.clock.now()),
          }
        : null,
    },
    account,
  )
  return reply.send({ received: true })
}
