import { allOrNone } from '../../../config.ts'
import type { Modes } from '../../../vendor-settings.ts'
import type { OwnAccount } from '../../provider/provider.ts'
import { addressOf, type Env, type SandboxFacts, type StandIn } from '../read-settings.ts'
import { PAYMENT_EVENTS } from './events.ts'

export type StripeSettings = {
  secretKey: string
  publishableKey: string
  webhookSecret: string
  /** Of the webhook for events of connected accounts. */
  connectWebhookSecret?: string | undefined
  /** Every call is about this connected account. */
  account?: string
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
      connectWebhookSecret: env.STRIPE_CONNECT_WEBHOOK_SECRET || undefined,
      apiUrl,
      scriptUrl,
    }
  )
}

/** Its keys say what they are for, except the webhooks' secrets. */
const modeOfKey = (key: string): Modes[string] => {
  const [, mode] = /^[a-z]+_(live|test)_/.exec(key) ?? []
  return (mode as Modes[string] | undefined) ?? null
}
export const stripeModes = ({ secretKey, publishableKey }: StripeSettings): Modes => ({
  STRIPE_SECRET_KEY: modeOfKey(secretKey),
  STRIPE_PUBLISHABLE_KEY: modeOfKey(publishableKey),
})

/** A live key moves real money and receives only live events. */
export const isLiveKey = ({ secretKey }: StripeSettings): boolean => /^[a-z]+_live/.test(secretKey)

export const stripeStandIn = ({ url, shop, secret }: SandboxFacts): StandIn<StripeSettings> => ({
  settings: {
    secretKey: `sk_test_${secret}`,
    publishableKey: 'pk_test_sandbox',
    webhookSecret: `whsec_${secret}`,
    connectWebhookSecret: `whsec_connect_${secret}`,
    apiUrl: url,
    scriptUrl: `${url}/stripe.js`,
  },
  env: {
    STRIPE_WEBHOOK_URL: `${shop}/webhooks/stripe`,
    STRIPE_WEBHOOK_SECRET: `whsec_${secret}`,
    STRIPE_CONNECT_WEBHOOK_URL: `${shop}/webhooks/stripe/connect`,
    STRIPE_CONNECT_WEBHOOK_SECRET: `whsec_connect_${secret}`,
    STRIPE_WEBHOOK_EVENTS: PAYMENT_EVENTS.join(),
    // For trying it out: an organiser may be given one of them.
    STRIPE_CONNECTED_ACCOUNTS: 'acct_sandboxOrganiser1,acct_sandboxOrganiser2',
  },
})

const ACCOUNT = /^acct_[A-Za-z0-9]{6,60}$/

/** A connected account needs no secret: the installation's key opens it, and its owner has agreed to that at Stripe. */
export const STRIPE_ACCOUNT = {
  fields: [{ name: 'account_id' }],
  externalId: ({ account_id = '' }: Readonly<Record<string, string>>) => (ACCOUNT.test(account_id) ? account_id : null),
  currencies: () => null,
  webhook: () => ({ path: 'stripe/connect', isShared: true }),
  settings: (shared: StripeSettings, { externalId }: OwnAccount): StripeSettings => ({
    ...shared,
    account: externalId,
  }),
}
