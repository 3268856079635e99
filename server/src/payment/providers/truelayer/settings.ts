import { createPublicKey, generateKeyPairSync } from 'node:crypto'
import { allOrNone } from '../../../config.ts'
import { addressOf, type Env, type SandboxFacts, type StandIn } from '../read-settings.ts'

export type TrueLayerSettings = {
  clientId: string
  clientSecret: string
  keyId: string
  /** PEM of the P-521 key that signs our requests. */
  privateKey: string
  /** One per currency in which bank transfer is offered. */
  merchantAccounts: Partial<Record<string, string>>
  authUrl: string
  apiUrl: string
  webhookJwksUrl: string
}

export function readTrueLayerSettings(env: Env): TrueLayerSettings | null {
  const authUrl = addressOf(env, 'TRUELAYER_AUTH_URL', 'https://auth.truelayer.com')
  const apiUrl = addressOf(env, 'TRUELAYER_API_URL', 'https://api.truelayer.com')
  const jwksUrl = addressOf(env, 'TRUELAYER_WEBHOOK_JWKS_URL', 'https://webhooks.truelayer.com/.well-known/jwks')
  const keys = allOrNone(env, [
    'TRUELAYER_CLIENT_ID',
    'TRUELAYER_CLIENT_SECRET',
    'TRUELAYER_KEY_ID',
    'TRUELAYER_PRIVATE_KEY',
    'TRUELAYER_MERCHANT_ACCOUNT_ID',
  ])
  return (
    keys && {
      clientId: keys.TRUELAYER_CLIENT_ID,
      clientSecret: keys.TRUELAYER_CLIENT_SECRET,
      keyId: keys.TRUELAYER_KEY_ID,
      privateKey: keys.TRUELAYER_PRIVATE_KEY.replaceAll('\\n', '\n'),
      merchantAccounts: merchantAccounts(keys.TRUELAYER_MERCHANT_ACCOUNT_ID),
      authUrl,
      apiUrl,
      webhookJwksUrl: jwksUrl,
    }
  )
}

/** One id for pounds, or `GBP=...,EUR=...`. */
function merchantAccounts(value: string): Record<string, string> {
  if (!value.includes('=')) return { GBP: value }
  return Object.fromEntries(
    value.split(',').map((pair) => pair.split('=').map((part) => part.trim()) as [string, string]),
  )
}

export function trueLayerStandIn({ url, shop, secret, kept }: SandboxFacts): StandIn<TrueLayerSettings> {
  const privateKey = kept('sandbox-truelayer-key.pem', () =>
    generateKeyPairSync('ec', { namedCurve: 'P-521' }).privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
  )
  const account = 'ab8d4a3e-sandbox-gbp'
  const client = { id: 'sandbox-foyer', keyId: 'a0e5d9c2-sandbox' }
  return {
    settings: {
      clientId: client.id,
      clientSecret: secret,
      keyId: client.keyId,
      privateKey,
      merchantAccounts: { GBP: account, EUR: account },
      authUrl: url,
      apiUrl: url,
      webhookJwksUrl: `${url}/.well-known/jwks`,
    },
    env: {
      TRUELAYER_WEBHOOK_URL: `${shop}/webhooks/truelayer`,
      TRUELAYER_CLIENT_ID: client.id,
      TRUELAYER_CLIENT_SECRET: secret,
      TRUELAYER_KEY_ID: client.keyId,
      TRUELAYER_PUBLIC_KEY: createPublicKey(privateKey).export({ type: 'spki', format: 'pem' }).toString(),
      TRUELAYER_MERCHANT_ACCOUNT_ID: account,
    },
  }
}
