import { createPrivateKey, createPublicKey, generateKeyPairSync } from 'node:crypto'
import { allOrNone } from '../../../config.ts'
import type { Modes } from '../../../vendor-settings.ts'
import { type OwnAccount, ProviderDown } from '../../provider/provider.ts'
import { addressOf, type Env, modeOfAddress, type SandboxFacts, type StandIn } from '../read-settings.ts'

export type TrueLayerAddresses = { authUrl: string; apiUrl: string; webhookJwksUrl: string }

export type TrueLayerSettings = TrueLayerAddresses & {
  clientId: string
  clientSecret: string
  keyId: string
  /** PEM of the P-521 key that signs our requests. */
  privateKey: string
  /** One per currency in which bank transfer is offered. */
  merchantAccounts: Partial<Record<string, string>>
}

export const readTrueLayerAddresses = (env: Env): TrueLayerAddresses => ({
  authUrl: addressOf(env, 'TRUELAYER_AUTH_URL', 'https://auth.truelayer.com'),
  apiUrl: addressOf(env, 'TRUELAYER_API_URL', 'https://api.truelayer.com'),
  webhookJwksUrl: addressOf(env, 'TRUELAYER_WEBHOOK_JWKS_URL', 'https://webhooks.truelayer.com/.well-known/jwks'),
})

export function readTrueLayerSettings(env: Env): TrueLayerSettings | null {
  const addresses = readTrueLayerAddresses(env)
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
      privateKey: pemOf(keys.TRUELAYER_PRIVATE_KEY),
      merchantAccounts: merchantAccounts(keys.TRUELAYER_MERCHANT_ACCOUNT_ID),
      ...addresses,
    }
  )
}

const pemOf = (text: string): string => text.replaceAll('\\n', '\n')

/** One id for pounds, or `GBP=...,EUR=...`. */
function merchantAccounts(value: string): Record<string, string> {
  if (!value.includes('=')) return { GBP: value }
  return Object.fromEntries(
    value.split(',').map((pair) => pair.split('=').map((part) => part.trim()) as [string, string]),
  )
}

/** The ids of clients in its sandbox begin with that word. A stand-in takes both. */
export function trueLayerModes({ authUrl, apiUrl, webhookJwksUrl, clientId }: TrueLayerSettings): Modes {
  const modeOf = (url: string, name: string) =>
    modeOfAddress(url, { live: `${name}.truelayer.com`, test: `${name}.truelayer-sandbox.com` })
  if (modeOf(apiUrl, 'api') === null) return {}
  return {
    TRUELAYER_API_URL: modeOf(apiUrl, 'api'),
    TRUELAYER_AUTH_URL: modeOf(authUrl, 'auth'),
    TRUELAYER_WEBHOOK_JWKS_URL: modeOf(webhookJwksUrl, 'webhooks'),
    TRUELAYER_CLIENT_ID: clientId.startsWith('sandbox-') ? 'test' : 'live',
  }
}

export function trueLayerStandIn({ url, shop, secret, secretNamed }: SandboxFacts): StandIn<TrueLayerSettings> {
  const privateKey = secretNamed('sandbox-truelayer-key.pem', () =>
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

const ID = /^[\w-]{4,100}$/

/** What an organiser copies from TrueLayer's console, and the key that signs requests. */
export const TRUELAYER_ACCOUNT = {
  fields: [
    { name: 'client_id' },
    { name: 'merchant_account_id' },
    { name: 'key_id' },
    { name: 'client_secret', secret: true as const },
    { name: 'private_key', secret: true as const },
  ],
  makes: {
    field: 'private_key',
    make() {
      const { privateKey, publicKey } = generateKeyPairSync('ec', {
        namedCurve: 'P-521',
        privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
        publicKeyEncoding: { type: 'spki', format: 'pem' },
      })
      return { secret: privateKey, publicKey }
    },
  },
  externalId: ({ client_id = '', private_key = '' }: Readonly<Record<string, string>>) =>
    ID.test(client_id) && isPrivateKey(pemOf(private_key)) ? client_id : null,
  currencies: ({ merchant_account_id = '' }: Readonly<Record<string, string>>) =>
    Object.keys(merchantAccounts(merchant_account_id)),
  webhook: (id: string) => ({ path: `truelayer/${id}`, isShared: false }),
  settings(addresses: TrueLayerAddresses, { id, externalId, credentials }: OwnAccount): TrueLayerSettings {
    const { authUrl, apiUrl, webhookJwksUrl } = addresses
    const { client_secret, key_id, private_key, merchant_account_id } = credentials ?? {}
    if (!client_secret || !key_id || !private_key || !merchant_account_id)
      throw new ProviderDown('truelayer', new Error(`the credentials of account ${id} have been deleted`))
    return {
      authUrl,
      apiUrl,
      webhookJwksUrl,
      clientId: externalId,
      clientSecret: client_secret,
      keyId: key_id,
      privateKey: pemOf(private_key),
      merchantAccounts: merchantAccounts(merchant_account_id),
    }
  },
}

function isPrivateKey(pem: string): boolean {
  try {
    return createPrivateKey(pem).asymmetricKeyType === 'ec'
  } catch {
    return false
  }
}
