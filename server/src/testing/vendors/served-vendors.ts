import { generateKeyPairSync } from 'node:crypto'
import { buildSandbox } from '@foyer/sandbox/app.ts'
import type { SandboxOptions, SandboxState } from '@foyer/sandbox/state.ts'

type Notify = NonNullable<SandboxOptions['notify']>

/**
 * The payment vendors for a shop in other processes, listening on `host`. `env` is what the shop needs to use them, and
 * `notify` delivers their webhooks, which go to `publicUrl` without it.
 */
export async function serveVendors({
  now,
  publicUrl,
  notify,
  host = '127.0.0.1',
  autoRun = false,
}: {
  now: () => number
  publicUrl: string
  notify?: Notify
  host?: string
  /** With a clock that runs; otherwise the test calls `tick`. */
  autoRun?: boolean
}) {
  const { publicKey, privateKey } = generateKeyPairSync('ec', {
    namedCurve: 'P-521',
    publicKeyEncoding: { type: 'spki', format: 'pem' },
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  })
  const { app: sandbox, state } = buildSandbox({
    now,
    autoRun,
    webhookDelayMs: 0,
    webhooks: {
      stripe: { url: `${publicUrl}/webhooks/stripe`, secret: 'whsec_served' },
      square: { url: `${publicUrl}/webhooks/square`, secret: 'square-webhook-key' },
      truelayer: { url: `${publicUrl}/webhooks/truelayer`, secret: '' },
    },
    truelayer: { keys: [{ kid: 'served-key', publicPem: publicKey }], merchantAccounts: { GBP: 'acc-gbp' } },
    ...(notify ? { notify } : {}),
  })
  await sandbox.listen({ host, port: 0 })
  const { port } = sandbox.server.address() as { port: number }
  const url = `http://${host}:${port}`
  return {
    url,
    state: state as SandboxState,
    env: {
      STRIPE_SECRET_KEY: 'sk_test_served',
      STRIPE_PUBLISHABLE_KEY: 'pk_test_served',
      STRIPE_WEBHOOK_SECRET: 'whsec_served',
      STRIPE_API_URL: url,
      SQUARE_ACCESS_TOKEN: 'EAAA-served',
      SQUARE_APP_ID: 'served',
      SQUARE_LOCATION_ID: 'SANDBOXLOCATION',
      SQUARE_WEBHOOK_KEY: 'square-webhook-key',
      SQUARE_API_URL: url,
      TRUELAYER_CLIENT_ID: 'served',
      TRUELAYER_CLIENT_SECRET: 'truelayer-secret',
      TRUELAYER_KEY_ID: 'served-key',
      TRUELAYER_PRIVATE_KEY: privateKey,
      TRUELAYER_MERCHANT_ACCOUNT_ID: 'acc-gbp',
      TRUELAYER_AUTH_URL: url,
      TRUELAYER_API_URL: url,
      TRUELAYER_WEBHOOK_JWKS_URL: `http://localhost:${port}/.well-known/jwks`,
    },
    async close() {
      sandbox.server.closeAllConnections()
      await sandbox.close()
    },
  }
}
