import { fail } from '@foyer/domain/result.ts'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Deps } from '../deps.ts'
import { handle } from '../http/handle.ts'
import { type Session, sessionOf } from '../http/session.ts'
import { ProviderDown } from '../payment-provider.ts'
import { CARD_RETURN, getOpoaUsers, payWithInstalment } from './plan/pay.ts'
import {
  getPaymentSettings,
  payInstalment,
  removeCard,
  saveCard,
  setPlanCard,
  startSavingCard,
} from './plan/settings.ts'
import { SQUARE_SCRIPT } from './providers/square/form-script.ts'
import { payWithSquare, squareCredentials } from './providers/square/start.ts'
import { CHECKOUT, cardReturn, getToken } from './providers/stripe/start.ts'
import { vendorsOf } from './providers/table.ts'
import { BANK_RETURN, bankReturn, bankStatus, createBankPayment, payByBank } from './providers/truelayer/start.ts'
import { setBillingAddress } from './start/billing.ts'
import { claimFreeTickets } from './start/free.ts'
import { getPaymentError } from './start/payment-error.ts'
import { squareWebhook, stripeWebhook, trueLayerWebhook } from './webhook/receive.ts'

export function paymentRoutes(app: FastifyInstance, deps: Deps): void {
  const { stripe, square, trueLayer } = vendorsOf(deps.config, deps.clock)
  const none = fail('method_not_available')

  handle(app, deps, 'set_billing_address', setBillingAddress)
  handle(app, deps, 'get_payment_error', (_, ctx) => getPaymentError(ctx))
  handle(app, deps, 'claim_free_tickets', async ({ contact_number }, ctx) => {
    const claimed = await claimFreeTickets(ctx, contact_number)
    return claimed.ok ? { success: true } : claimed
  })
  handle(app, deps, 'get_token', async (_, ctx) => (stripe ? getToken(ctx, stripe) : none))
  handle(app, deps, 'get_square_credentials', async () => (square ? squareCredentials(square) : none))
  handle(app, deps, 'pay_with_square', async (body, ctx) => (square ? payWithSquare(body, ctx, square) : none))
  handle(app, deps, 'create_truelayer_payment', async (_, ctx) =>
    trueLayer ? createBankPayment(ctx, trueLayer) : none,
  )
  handle(app, deps, 'pay_with_truelayer', async (body, ctx) => (trueLayer ? payByBank(body, ctx, trueLayer) : none))
  handle(app, deps, 'get_truelayer_status', (_, ctx) => bankStatus(ctx))

  handle(app, deps, 'get_opoa_users', (_, ctx) => getOpoaUsers(ctx))
  handle(app, deps, 'pay_with_instalment', async (body, ctx) => (stripe ? payWithInstalment(body, ctx, stripe) : none))
  handle(app, deps, 'get_payment_settings', (_, ctx) => getPaymentSettings(ctx))
  handle(app, deps, 'start_saving_card', async (_, ctx) => (stripe ? startSavingCard(ctx, stripe) : none))
  handle(app, deps, 'save_card', async (body, ctx) => (stripe ? saveCard(body, ctx, stripe) : none))
  handle(app, deps, 'remove_card', async (body, ctx) => (stripe ? removeCard(body, ctx, stripe) : none))
  handle(app, deps, 'set_plan_card', setPlanCard)
  handle(app, deps, 'pay_instalment', async (body, ctx) => (stripe ? payInstalment(body, ctx, stripe) : none))

  app.get('/ajax/checkout/checkout/javascript-square/', async (_, reply) =>
    reply.type('text/javascript; charset=utf-8').header('cache-control', 'public, max-age=3600').send(SQUARE_SCRIPT),
  )

  /**
   * Where a vendor sends the buyer back. What the address says is a hint for us alone: the buyer goes on to a clean one, so
   * that secrets leave history, logs and referrers.
   */
  const returnRoute = (path: string, come: (session: Session, query: Record<string, unknown>) => Promise<string>) =>
    app.get(path, async (request: FastifyRequest, reply: FastifyReply) => {
      const session = await sessionOf(deps, request, reply)
      const onTo = await come(session, request.query as Record<string, unknown>).catch((error: unknown) => {
        // The notice and our own question will tell; the page shows what is known by then.
        if (error instanceof ProviderDown) return CHECKOUT
        throw error
      })
      return reply.header('referrer-policy', 'no-referrer').redirect(onTo, 303)
    })
  returnRoute(CARD_RETURN, async (session, { payment_intent }) =>
    typeof payment_intent === 'string' ? cardReturn(deps, session, payment_intent) : CHECKOUT,
  )
  returnRoute(BANK_RETURN, async (session, query) => {
    await bankReturn(deps, session, query)
    return CHECKOUT
  })

  // Signatures are over the bytes as they came.
  app.register(async (raw) => {
    raw.removeAllContentTypeParsers()
    raw.addContentTypeParser('*', { parseAs: 'buffer' }, (_, body, done) => done(null, body))
    if (stripe) stripeWebhook(raw, deps, stripe)
    if (square) squareWebhook(raw, deps, square)
    if (trueLayer) trueLayerWebhook(raw, deps, trueLayer)
  })
}
