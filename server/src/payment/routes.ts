import { fail } from '@foyer/domain/result.ts'
import type { FastifyInstance } from 'fastify'
import type { Deps } from '../deps.ts'
import { handle } from '../http/handle.ts'
import { sessionOf } from '../http/session.ts'
import { setBillingAddress } from './billing.ts'
import { cardReturn, getToken } from './card.ts'
import { getPaymentError } from './error.ts'
import { claimFreeTickets } from './free.ts'
import { ProviderDown } from './provider.ts'
import { stripeProvider } from './providers/stripe.ts'
import { stripeWebhook } from './webhooks.ts'

export function paymentRoutes(app: FastifyInstance, deps: Deps): void {
  handle(app, deps, 'set_billing_address', setBillingAddress)
  handle(app, deps, 'get_payment_error', (_, asking) => getPaymentError(asking))
  handle(app, deps, 'claim_free_tickets', async (_, asking) => {
    const claimed = await claimFreeTickets(asking)
    return claimed.ok ? { success: true } : claimed
  })

  const stripe = deps.config.stripe && stripeProvider(deps.config.stripe)
  handle(app, deps, 'get_token', async (_, asking) =>
    stripe ? getToken(asking, stripe) : fail('method_not_available'),
  )
  if (!stripe) return
  app.get('/do/checkout/stripe_auth/', async (request, reply) => {
    const { payment_intent } = request.query as { payment_intent?: unknown }
    const session = await sessionOf(deps, request, reply)
    if (typeof payment_intent === 'string')
      await cardReturn(deps, session, payment_intent).catch((error: unknown) => {
        // The webhook and our own question will tell; the page shows what is known by then.
        if (!(error instanceof ProviderDown)) throw error
      })
    // A clean address: the client secret leaves history, logs and referrers.
    return reply.redirect('/smartcheckout/', 303)
  })
  // Signatures are over the bytes as they came.
  app.register(async (raw) => {
    raw.removeAllContentTypeParsers()
    raw.addContentTypeParser('*', { parseAs: 'buffer' }, (_, body, done) => done(null, body))
    stripeWebhook(raw, deps, stripe)
  })
}
