import { readFileSync } from 'node:fs'
import { code, escapeHtml, table } from '../kernel/html.ts'
import { type Env, type StandIn, webhookTarget } from '../kernel/stand-in.ts'
import { BANK_USERS } from './payments.ts'
import { type TrueLayer, type TrueLayerOptions, trueLayer } from './routes.ts'

export const trueLayerStandIn: StandIn<TrueLayerOptions | undefined, TrueLayer> = {
  title: 'TrueLayer',
  options: (env) => ({
    clientId: env.TRUELAYER_CLIENT_ID,
    clientSecret: env.TRUELAYER_CLIENT_SECRET,
    keys: publicKey(env),
    ...(env.TRUELAYER_MERCHANT_ACCOUNT_ID && { merchantAccounts: { GBP: env.TRUELAYER_MERCHANT_ACCOUNT_ID } }),
  }),
  // TrueLayer signs with its own key pair, so there is no shared secret.
  webhook: (env) => webhookTarget('truelayer', env.TRUELAYER_WEBHOOK_URL, ''),
  start: trueLayer,
  page: () => `<section class="card"><h2>Mock bank users</h2>
<p>Choose a bank on the payment page, log in as one of these and approve, or press Cancel or Reject.</p>
${table(
  'Users of the mock bank',
  ['User', 'What happens'],
  Object.entries(BANK_USERS).map(([name, user]) => [code(name), escapeHtml(user.outcome)]),
)}</section>`,
  controls: {
    /** A key that was uploaded: of a further `client`, or else of the shop's own. */
    'truelayer-key': (state, { kid, public_key, client }) => {
      if (typeof kid !== 'string' || typeof public_key !== 'string' || !public_key.includes('BEGIN PUBLIC KEY'))
        return { refused: 'kid and public_key (PEM) are required' }
      state.addKey(kid, public_key, typeof client === 'string' ? client : undefined)
      return { kid }
    },
  },
}

/** The public half of the shop's request key, as uploaded in the vendor's console: PEM, or the name of a PEM file. */
function publicKey(env: Env): { kid: string; publicPem: string }[] {
  const setting = env.TRUELAYER_PUBLIC_KEY
  if (!setting) return []
  if (!env.TRUELAYER_KEY_ID) throw new Error('TRUELAYER_PUBLIC_KEY needs TRUELAYER_KEY_ID too.')
  const publicPem = setting.includes('-----BEGIN') ? setting.replaceAll('\\n', '\n') : readFileSync(setting, 'utf8')
  return [{ kid: env.TRUELAYER_KEY_ID, publicPem }]
}
