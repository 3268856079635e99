import { allOrNone } from '../../../config.ts'
import { addressOf, type Env, type SandboxFacts, type StandIn } from '../read-settings.ts'

export type StripeSettings = {
  secretKey: string
  publishableKey: string
  webhookSecret: string
  apiUrl: string
  scriptUrl: string
}

export function readStripeSettings(env: Env): StripeSettings | null {
  const apiUrl = addressOf(env, 'STRIPE_API_URL', 'https://api.stripe.com')
  const scriptUrl = addressOf(env, 'STRIPE_JS_URL', 'https://js.stripe.com/endive/stripe.js')
  const keys = allOrNone(env, ['STRIPE_SECRET_KEY', 'STRIPE_PUBLISHABLE_KEY', 'STRIPE_WEBHOOK_SECRET'])
  return (
    keys && {
      secretKey: keys.STRIPE_SECRET_KEY,
      publishableKey: keys.STRIPE_PUBLISHABLE_KEY,
      webhookSecret: keys.STRIPE_WEBHOOK_SECRET,
      apiUrl,
      scriptUrl,
    }
  )
}

/** A live key moves real money and receives only live events. */
export const isLiveKey = ({ secretKey }: StripeSettings): boolean => /^[a-z]+_live/.test(secretKey)

export const stripeStandIn = ({ url, shop, secret }: SandboxFacts): StandIn<StripeSettings> => ({
  settings: {
    secretKey: `sk_test_${secret}`,
    publishableKey: 'pk_test_sandbox',
    webhookSecret: `whsec_${secret}`,
    apiUrl: url,
    scriptUrl: `${url}/stripe.js`,
  },
  env: { STRIPE_WEBHOOK_URL: `${shop}/webhooks/stripe`, STRIPE_WEBHOOK_SECRET: `whsec_${secret}` },
})
