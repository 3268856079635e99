import { readFileSync } from 'node:fs'
import type { SandboxOptions } from './app.ts'

type Env = Record<string, string | undefined>

/** The one place that reads the environment. Refuses a production setting: nobody's real money may meet the sandbox. */
export function readOptions(env: Env): { listen: { host: string; port: number }; options: SandboxOptions } {
  if (env.NODE_ENV === 'production') throw new Error('The sandbox does not run with NODE_ENV=production.')
  const port = Number(env.PORT ?? 3100)
  if (!Number.isInteger(port) || port < 0 || port > 65535) throw new Error(`PORT is no port: ${env.PORT}`)
  return {
    listen: { host: env.HOST ?? '127.0.0.1', port },
    options: {
      dataFile: env.DATA_FILE,
      publicUrl: env.PUBLIC_URL?.replace(/\/+$/, ''),
      webhooks: {
        ...target('stripe', env.STRIPE_WEBHOOK_URL, env.STRIPE_WEBHOOK_SECRET),
        ...target('square', env.SQUARE_WEBHOOK_URL, env.SQUARE_WEBHOOK_KEY),
        ...target('truelayer', env.TRUELAYER_WEBHOOK_URL, ''),
      },
      square: { accessToken: env.SQUARE_ACCESS_TOKEN, locationId: env.SQUARE_LOCATION_ID },
      twilio: { accountSid: env.SMS_ACCOUNT_SID, authToken: env.SMS_AUTH_TOKEN },
      truelayer: {
        clientId: env.TRUELAYER_CLIENT_ID,
        clientSecret: env.TRUELAYER_CLIENT_SECRET,
        keys: publicKey(env),
        merchantAccounts: env.TRUELAYER_MERCHANT_ACCOUNT_ID ? { GBP: env.TRUELAYER_MERCHANT_ACCOUNT_ID } : {},
      },
    },
  }
}

/** The public half of the shop's request key, as uploaded in the vendor's console: in PEM, or the name of a file of it. */
function publicKey(env: Env): { kid: string; publicPem: string }[] {
  const given = env.TRUELAYER_PUBLIC_KEY
  if (!given) return []
  if (!env.TRUELAYER_KEY_ID) throw new Error('TRUELAYER_PUBLIC_KEY needs TRUELAYER_KEY_ID beside it.')
  const publicPem = given.includes('-----BEGIN') ? given.replaceAll('\\n', '\n') : readFileSync(given, 'utf8')
  return [{ kid: env.TRUELAYER_KEY_ID, publicPem }]
}

function target(vendor: 'stripe' | 'square' | 'truelayer', url: string | undefined, secret: string | undefined) {
  if (!url) return {}
  if (!URL.canParse(url)) throw new Error(`${vendor}: the webhook address is no address: ${url}`)
  if (secret === undefined) throw new Error(`${vendor}: a webhook address needs its secret too.`)
  return { [vendor]: { url, secret } }
}
