import { allOrNone } from '../../../config.ts'
import type { Modes } from '../../../vendor-settings.ts'
import { type OwnAccount, ProviderDown } from '../../provider/provider.ts'
import { addressOf, type Env, modeOfAddress, type SandboxFacts, type StandIn } from '../read-settings.ts'

export type SquareAddresses = { apiUrl: string; scriptUrl: string }

export type SquareSettings = SquareAddresses & {
  accessToken: string
  appId: string
  locationId: string
  webhookKey: string
}

export const readSquareAddresses = (env: Env): SquareAddresses => ({
  apiUrl: addressOf(env, 'SQUARE_API_URL', 'https://connect.squareup.com'),
  scriptUrl: addressOf(env, 'SQUARE_JS_URL', 'https://web.squarecdn.com/v1/square.js'),
})

export function readSquareSettings(env: Env): SquareSettings | null {
  const addresses = readSquareAddresses(env)
  const keys = allOrNone(env, ['SQUARE_ACCESS_TOKEN', 'SQUARE_APP_ID', 'SQUARE_LOCATION_ID', 'SQUARE_WEBHOOK_KEY'])
  return (
    keys && {
      accessToken: keys.SQUARE_ACCESS_TOKEN,
      appId: keys.SQUARE_APP_ID,
      locationId: keys.SQUARE_LOCATION_ID,
      webhookKey: keys.SQUARE_WEBHOOK_KEY,
      ...addresses,
    }
  )
}

/** Its application ids say what they are for, its access tokens only where they are old. A stand-in takes both. */
export function squareModes({ apiUrl, scriptUrl, appId, accessToken }: SquareSettings): Modes {
  const api = modeOfAddress(apiUrl, { live: 'connect.squareup.com', test: 'connect.squareupsandbox.com' })
  if (api === null) return {}
  return {
    SQUARE_API_URL: api,
    SQUARE_JS_URL: modeOfAddress(scriptUrl, { live: 'web.squarecdn.com', test: 'sandbox.web.squarecdn.com' }),
    SQUARE_APP_ID: appId.startsWith('sandbox-') ? 'test' : appId.startsWith('sq0idp-') ? 'live' : null,
    SQUARE_ACCESS_TOKEN: accessToken.startsWith('sandbox-') ? 'test' : null,
  }
}

export const squareStandIn = ({ url, publicUrl, secret }: SandboxFacts): StandIn<SquareSettings> => ({
  settings: {
    accessToken: `sandbox-${secret}`,
    appId: 'sandbox-sq0idb-foyer',
    locationId: 'LFOYER',
    webhookKey: secret,
    apiUrl: url,
    scriptUrl: `${url}/square/v1/square.js`,
  },
  env: {
    // The registered URL is part of the signed content.
    SQUARE_WEBHOOK_URL: `${publicUrl}/webhooks/square`,
    SQUARE_WEBHOOK_KEY: secret,
    SQUARE_ACCESS_TOKEN: `sandbox-${secret}`,
    SQUARE_LOCATION_ID: 'LFOYER',
  },
})

const ID = /^[\w-]{4,100}$/

/** What an organiser copies from Square's developer console. The webhook's address is the account's own. */
export const SQUARE_ACCOUNT = {
  fields: [
    { name: 'location_id' },
    { name: 'app_id' },
    { name: 'access_token', secret: true as const },
    { name: 'webhook_key', secret: true as const },
  ],
  externalId: ({ location_id = '' }: Readonly<Record<string, string>>) => (ID.test(location_id) ? location_id : null),
  currencies: () => null,
  webhook: (id: string) => ({ path: `square/${id}`, isShared: false }),
  settings({ apiUrl, scriptUrl }: SquareAddresses, { id, externalId, credentials }: OwnAccount): SquareSettings {
    const { access_token, webhook_key, app_id } = credentials ?? {}
    if (!access_token || !webhook_key || !app_id)
      throw new ProviderDown('square', new Error(`the credentials of account ${id} have been deleted`))
    return {
      apiUrl,
      scriptUrl,
      accessToken: access_token,
      webhookKey: webhook_key,
      appId: app_id,
      locationId: externalId,
    }
  },
}
