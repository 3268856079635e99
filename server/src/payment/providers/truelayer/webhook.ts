import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Deps } from '../../../deps.ts'
import { ProviderDown } from '../../provider/provider.ts'
import { webhookAccounts } from '../../webhook/account.ts'
import { headersOf, parsed, textOf } from '../../webhook/parse.ts'
import { receiveEvent } from '../../webhook/receive.ts'
import type { Adapters } from '../module.ts'
import type { TrueLayerProvider } from './adapter.ts'

export function trueLayerWebhook(app: FastifyInstance, deps: Deps, adapters: Adapters<TrueLayerProvider>): void {
  const { installation } = adapters
  if (installation)
    app.post('/webhooks/truelayer', (request, reply) =>
      receive(deps, installation, '/webhooks/truelayer', null, request, reply),
    )
  app.post('/webhooks/truelayer/:account', async (request, reply) => {
    // The signature is TrueLayer's own, whichever account it is about.
    const [account] = await webhookAccounts(deps, 'truelayer', request)
    if (!account) return reply.code(404).send({ error: 'account' })
    try {
      const trueLayer = (await adapters.of(account.id))!
      return await receive(deps, trueLayer, `/webhooks/truelayer/${account.externalId}`, account, request, reply)
    } catch (error) {
      if (error instanceof ProviderDown) return reply.code(503).send({ error: 'credentials' })
      throw error
    }
  })
}

async function receive(
  deps: Deps,
  trueLayer: TrueLayerProvider,
  path: string,
  account: { externalId: string } | null,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<unknown> {
  const raw = Buffer.isBuffer(request.body) ? request.body : null
  try {
    const signed = raw !== null && (await trueLayer.isSigned({ path, headers: headersOf(request), rawBody: raw }))
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
  await receiveEvent(
    deps,
    'truelayer',
    {
      eventId,
      kind,
      providerPaymentId: textOf(event.payment_id),
      providerRefundId: textOf(event.refund_id),
      aboutRefunds: kind.includes('refund'),
    },
    account,
  )
  return reply.send({ received: true })
}
