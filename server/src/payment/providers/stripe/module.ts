import { handle } from '../../../http/handle.ts'
import { providerModule } from '../module.ts'
import { CHECKOUT, NOT_AVAILABLE, returnRoute } from '../return-route.ts'
import { CARD_RETURN, stripeProvider, stripeTraits } from './adapter.ts'
import { isLiveKey, readStripeSettings, STRIPE_ACCOUNT, stripeModes, stripeStandIn } from './settings.ts'
import { cardReturn, getChangeToken, getToken } from './start.ts'
import { stripeWebhook } from './webhook.ts'

export const stripeModule = providerModule({
  readSettings: readStripeSettings,
  readAddresses: () => null,
  isLive: isLiveKey,
  modes: stripeModes,
  // Also takes cards for organisers without an account of their own.
  requiredInProduction: 'STRIPE_SECRET_KEY',
  standIn: stripeStandIn,
  connect: (settings, clock) => stripeProvider(settings, clock.now),
  traits: stripeTraits,
  account: STRIPE_ACCOUNT,
  disputePage({ providerPaymentId, account }) {
    const of = account === null ? '' : `${encodeURIComponent(account)}/`
    return `https://dashboard.stripe.com/${of}payments/${encodeURIComponent(providerPaymentId)}`
  },
  routes(app, deps, stripe) {
    handle(app, deps, 'get_token', async (_, ctx) => (stripe.installation ? getToken(ctx, stripe) : NOT_AVAILABLE))
    handle(app, deps, 'get_change_token', async (body, ctx) =>
      stripe.installation ? getChangeToken(body, ctx, stripe) : NOT_AVAILABLE,
    )
    returnRoute(app, deps, CARD_RETURN, async (session, { payment_intent }) =>
      typeof payment_intent === 'string' ? cardReturn(deps, session, payment_intent) : CHECKOUT,
    )
  },
  webhook: stripeWebhook,
})
