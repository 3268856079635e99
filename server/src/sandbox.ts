import { spawn } from 'node:child_process'
import { createPublicKey, generateKeyPairSync, randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { type Config, keptSecret } from './config.ts'

/**
 * Starts the sandbox, other people's servers in a process of their own, and answers what to put into the configuration where
 * no keys are set: addresses and keys, nothing else, so that the adapters cannot tell. Never in production.
 */
export async function withSandbox(
  config: Readonly<Config>,
  entry: string,
  port: number,
): Promise<{ config: Readonly<Config>; stop(): Promise<void> }> {
  const kept = (name: string, make: () => string) => keptSecret(config.dataDir, name, make)
  const word = () => randomBytes(24).toString('hex')
  const secret = kept('sandbox-secret', word)
  const privateKey = kept('sandbox-truelayer-key.pem', () =>
    generateKeyPairSync('ec', { namedCurve: 'P-521' }).privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
  )
  const url = `http://localhost:${port}`
  const shop = `http://127.0.0.1:${config.port}`
  // It ends with us, however we end: a second sandbox on the same journal would be two vendors with one memory.
  const endWithParent = new URL('../../scripts/lib/end-with-parent.mjs', import.meta.url).href
  const typescript = entry.endsWith('.ts') ? ['--import', 'tsx'] : []
  const child = spawn(process.execPath, [...typescript, '--import', endWithParent, entry], {
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
    env: {
      PATH: process.env.PATH,
      PORT: String(port),
      HOST: '127.0.0.1',
      PUBLIC_URL: url,
      DATA_FILE: join(config.dataDir, 'sandbox.jsonl'),
      STRIPE_WEBHOOK_URL: `${shop}/webhooks/stripe`,
      STRIPE_WEBHOOK_SECRET: `whsec_${secret}`,
      SMS_ACCOUNT_SID: 'ACsandbox',
      SMS_AUTH_TOKEN: secret,
      SQUARE_WEBHOOK_URL: `${config.publicUrl}/webhooks/square`,
      SQUARE_WEBHOOK_KEY: secret,
      SQUARE_ACCESS_TOKEN: `sandbox-${secret}`,
      SQUARE_LOCATION_ID: 'LFOYER',
      TRUELAYER_WEBHOOK_URL: `${shop}/webhooks/truelayer`,
      TRUELAYER_CLIENT_ID: 'sandbox-foyer',
      TRUELAYER_CLIENT_SECRET: secret,
      TRUELAYER_KEY_ID: 'a0e5d9c2-sandbox',
      TRUELAYER_PUBLIC_KEY: publicOf(privateKey),
      TRUELAYER_MERCHANT_ACCOUNT_ID: 'ab8d4a3e-sandbox-gbp',
    },
  })
  await new Promise<void>((resolve, reject) => {
    child.once('exit', (code) => reject(new Error(`the sandbox ended with ${code}`)))
    createInterface({ input: child.stdout! }).on('line', (line) => {
      if (line.startsWith('Sandbox')) resolve()
    })
  })
  return {
    config: Object.freeze({
      ...config,
      stripe: config.stripe ?? {
        secretKey: `sk_test_${secret}`,
        publishableKey: 'pk_test_sandbox',
        webhookSecret: `whsec_${secret}`,
        apiUrl: url,
        scriptUrl: `${url}/stripe.js`,
      },
      sms: config.sms ?? { apiUrl: url, accountSid: 'ACsandbox', authToken: secret, from: '+441134960999' },
      square: config.square ?? {
        accessToken: `sandbox-${secret}`,
        appId: 'sandbox-sq0idb-foyer',
        locationId: 'LFOYER',
        webhookKey: secret,
        apiUrl: url,
        scriptUrl: `${url}/square/v1/square.js`,
      },
      truelayer: config.truelayer ?? {
        clientId: 'sandbox-foyer',
        clientSecret: secret,
        keyId: 'a0e5d9c2-sandbox',
        privateKey,
        merchantAccounts: { GBP: 'ab8d4a3e-sandbox-gbp', EUR: 'ab8d4a3e-sandbox-gbp' },
        authUrl: url,
        apiUrl: url,
        webhookJwksUrl: `${url}/.well-known/jwks`,
      },
    }),
    stop: () =>
      new Promise((resolve) => {
        child.removeAllListeners('exit')
        child.once('exit', () => resolve())
        if (!child.kill('SIGTERM')) resolve()
      }),
  }
}

const publicOf = (privateKey: string) => createPublicKey(privateKey).export({ type: 'spki', format: 'pem' }).toString()
