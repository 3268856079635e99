import { handle } from '../../../http/handle.ts'
import { providerModule } from '../module.ts'
import { CHECKOUT, NOT_AVAILABLE, returnRoute } from '../return-route.ts'
import { CARD_RETURN, stripeProvider } from './adapter.ts'
import { isLiveKey, readStripeSettings, stripeStandIn } from './settings.ts'
import { cardReturn, getToken } from './start.ts'
import { stripeWebhook } from './webhook.ts'

export const stripeModule = providerModule({
  readSettings: readStripeSettings,
  isLive: isLiveKey,
  // Also takes cards for organisers without an account of their own.
  requiredInProduction: 'STRIPE_SECRET_KEY',
  standIn: stripeStandIn,
  connect: (settings, clock) => stripeProvider(settings, clock.now),
  routes(app, deps, stripe) {
    handle(app, deps, 'get_token', async (_, ctx) => (stripe ? getToken(ctx, stripe) : NOT_AVAILABLE))
    returnRoute(app, deps, CARD_RETURN, async (session, { payment_intent }) =>
      typeof payment_intent === 'string' ? cardReturn(deps, session, payment_intent) : CHECKOUT,
    )
  },
  webhook: stripeWebhook,
})
