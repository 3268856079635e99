import { allOrNone } from '../../../config.ts'
import { addressOf, type Env, type SandboxFacts, type StandIn } from '../read-settings.ts'

export type SquareSettings = {
  accessToken: string
  appId: string
  locationId: string
  webhookKey: string
  apiUrl: string
  scriptUrl: string
}

export function readSquareSettings(env: Env): SquareSettings | null {
  const apiUrl = addressOf(env, 'SQUARE_API_URL', 'https://connect.squareup.com')
  const scriptUrl = addressOf(env, 'SQUARE_JS_URL', 'https://web.squarecdn.com/v1/square.js')
  const keys = allOrNone(env, ['SQUARE_ACCESS_TOKEN', 'SQUARE_APP_ID', 'SQUARE_LOCATION_ID', 'SQUARE_WEBHOOK_KEY'])
  return (
    keys && {
      accessToken: keys.SQUARE_ACCESS_TOKEN,
      appId: keys.SQUARE_APP_ID,
      locationId: keys.SQUARE_LOCATION_ID,
      webhookKey: keys.SQUARE_WEBHOOK_KEY,
      apiUrl,
      scriptUrl,
    }
  )
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
