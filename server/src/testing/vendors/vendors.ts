import { generateKeyPairSync } from 'node:crypto'
import { buildSandbox } from '@foyer/sandbox/app.ts'
import type { SwitchName } from '@foyer/sandbox/kernel/switches.ts'
import type { Vendor } from '@foyer/sandbox/kernel/vendors.ts'
import type { Logger } from 'pino'
import type { DatabaseKind } from '../../db/connection/settings.ts'
import { squareProvider } from '../../payment/providers/square/adapter.ts'
import type { SquareSettings } from '../../payment/providers/square/settings.ts'
import { stripeProvider } from '../../payment/providers/stripe/adapter.ts'
import type { StripeSettings } from '../../payment/providers/stripe/settings.ts'
import { providersOf } from '../../payment/providers/table.ts'
import { trueLayerProvider } from '../../payment/providers/truelayer/adapter.ts'
import type { TrueLayerSettings } from '../../payment/providers/truelayer/settings.ts'
import type { Random } from '../../random.ts'
import { testClock } from '../clock.ts'
import { testDeps } from '../deps.ts'
import { openShop } from '../shop.ts'

const SHOP = 'http://shop.test'
const key = generateKeyPairSync('ec', {
  namedCurve: 'P-521',
  publicKeyEncoding: { type: 'spki', format: 'pem' },
  privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
})

/** Whose calls a path of the sandbox is, by its first part. */
const VENDOR_OF_PATH: Record<string, Vendor> = { v1: 'stripe', v2: 'square', v3: 'truelayer', connect: 'truelayer' }

/** What organisers A and B enter for accounts of their own, which the sandbox plays. */
export const ORGANISER_FIELDS = {
  stripe: (name: string) => ({ account_id: `acct_organiser${name}` }),
  square: (name: string) => ({
    location_id: `LORGANISER${name}`,
    app_id: `sandbox-sq0idb-${name}`,
    access_token: `EAAA-organiser-${name}-token`,
    webhook_key: `square-webhook-key-of-${name}`,
  }),
  truelayer: (name: string) => ({
    client_id: `organiser-${name}`,
    merchant_account_id: `GBP=acc-${name}`,
    key_id: `key-of-${name}`,
    client_secret: `truelayer-secret-of-${name}`,
    private_key: key.privateKey,
  }),
}

/**
 * The real application with the payment vendors: the sandbox plays them over HTTP, uses the shop's clock, and its webhooks
 * reach the application as signed bytes.
 */
export async function openShopWithVendors(
  kind: DatabaseKind,
  { env = {}, start, log, random }: { env?: NodeJS.ProcessEnv; start?: string; log?: Logger; random?: Random } = {},
) {
  const clock = testClock(start)
  const captured: { vendor: Vendor; method: string; path: string; headers: Record<string, unknown>; body: string }[] =
    []
  const received: { url: string; headers: Record<string, string>; body: string; status: number }[] = []
  let shop: Awaited<ReturnType<typeof openShop>> | undefined
  const webhooks = { enabled: true, received }
  const { app: sandbox, state } = buildSandbox({
    now: () => clock.now().getTime(),
    autoRun: false,
    webhookDelayMs: 0,
    webhooks: {
      stripe: { url: `${SHOP}/webhooks/stripe`, secret: 'whsec_test' },
      square: { url: `${SHOP}/webhooks/square`, secret: 'square-webhook-key' },
      truelayer: { url: `${SHOP}/webhooks/truelayer`, secret: '' },
      'stripe/connect': { url: `${SHOP}/webhooks/stripe/connect`, secret: 'whsec_connect' },
      ...Object.fromEntries(
        ['A', 'B'].flatMap((name) => [
          [
            `square/${ORGANISER_FIELDS.square(name).location_id}`,
            {
              url: `${SHOP}/webhooks/square/${ORGANISER_FIELDS.square(name).location_id}`,
              secret: ORGANISER_FIELDS.square(name).webhook_key,
            },
          ],
          [
            `truelayer/${ORGANISER_FIELDS.truelayer(name).client_id}`,
            { url: `${SHOP}/webhooks/truelayer/${ORGANISER_FIELDS.truelayer(name).client_id}`, secret: '' },
          ],
        ]),
      ),
    },
    stripe: { connectedAccounts: ['A', 'B'].map((name) => ORGANISER_FIELDS.stripe(name).account_id) },
    square: {
      accessToken: 'EAAA-test',
      locationId: 'LTEST',
      merchants: ['A', 'B'].map((name) => ({
        accessToken: ORGANISER_FIELDS.square(name).access_token,
        locationId: ORGANISER_FIELDS.square(name).location_id,
      })),
    },
    twilio: { accountSid: 'ACtest', authToken: 'word-of-the-texter' },
    truelayer: {
      clientId: 'foyer-test',
      clientSecret: 'truelayer-secret',
      keys: [{ kid: 'test-key', publicPem: key.publicKey }],
      merchantAccounts: { GBP: 'acc-gbp', EUR: 'acc-eur' },
      clients: ['A', 'B'].map((name) => {
        const { client_id, client_secret, key_id } = ORGANISER_FIELDS.truelayer(name)
        return {
          clientId: client_id,
          clientSecret: client_secret,
          keys: [{ kid: key_id, publicPem: key.publicKey }],
          merchantAccounts: { GBP: `acc-${name}` },
        }
      }),
    },
    notify: async (webhook) => {
      if (!webhooks.enabled || !shop) return 0
      const response = await shop.app.inject({
        method: 'POST',
        url: new URL(webhook.url).pathname,
        headers: webhook.headers,
        payload: webhook.body,
      })
      received.push({ ...webhook, status: response.statusCode })
      return response.statusCode
    },
  })
  sandbox.addHook('preHandler', async (request) => {
    const path = request.url
    const vendor = path.startsWith('/v2/core/') ? 'stripe' : VENDOR_OF_PATH[path.split('/')[1]!]
    if (vendor)
      captured.push({
        vendor,
        method: request.method,
        path,
        headers: request.headers,
        body: String(request.body ?? ''),
      })
  })
  await sandbox.listen({ host: '127.0.0.1', port: 0 })
  const { port } = sandbox.server.address() as { port: number }
  const url = `http://127.0.0.1:${port}`
  const vendorEnv = {
    PUBLIC_URL: SHOP,
    SMS_API_URL: url,
    SMS_ACCOUNT_SID: 'ACtest',
    SMS_AUTH_TOKEN: 'word-of-the-texter',
    SMS_FROM: '+441134960999',
    STRIPE_SECRET_KEY: 'sk_test_secret_of_the_shop',
    STRIPE_PUBLISHABLE_KEY: 'pk_test_shop',
    STRIPE_WEBHOOK_SECRET: 'whsec_test',
    STRIPE_CONNECT_WEBHOOK_SECRET: 'whsec_connect',
    STRIPE_API_URL: url,
    SQUARE_ACCESS_TOKEN: 'EAAA-test',
    SQUARE_APP_ID: 'sandbox-sq0idb-test',
    SQUARE_LOCATION_ID: 'LTEST',
    SQUARE_WEBHOOK_KEY: 'square-webhook-key',
    SQUARE_API_URL: url,
    TRUELAYER_CLIENT_ID: 'foyer-test',
    TRUELAYER_CLIENT_SECRET: 'truelayer-secret',
    TRUELAYER_KEY_ID: 'test-key',
    TRUELAYER_PRIVATE_KEY: key.privateKey,
    TRUELAYER_MERCHANT_ACCOUNT_ID: 'GBP=acc-gbp,EUR=acc-eur',
    TRUELAYER_AUTH_URL: url,
    TRUELAYER_API_URL: url,
    // The sandbox's webhooks name the address where browsers and shops reach it.
    TRUELAYER_WEBHOOK_JWKS_URL: `http://localhost:${port}/.well-known/jwks`,
    ...env,
  }
  const { config } = testDeps(
    { db: undefined as never, kind, ping: async () => true, close: async () => {} },
    { env: vendorEnv, clock },
  )
  const settings = config.providers as { stripe: StripeSettings; square: SquareSettings; truelayer: TrueLayerSettings }
  const providers = providersOf(config, clock)
  shop = await openShop(kind, { env: vendorEnv, clock, providers, ...(log && { log }), ...(random && { random }) })

  return {
    ...shop,
    url,
    sandbox: state,
    captured,
    /** What the shop received. With `enabled` false, nothing is delivered. */
    webhooks,
    settings,
    /** Separate adapters, for a test's own calls to a vendor. */
    vendors: {
      stripe: stripeProvider(settings.stripe, clock.now),
      square: squareProvider(settings.square),
      trueLayer: trueLayerProvider(settings.truelayer, clock.now),
    },
    /** Turns a fault on, once by default. */
    fault: (vendor: Vendor, name: SwitchName, value = '', times: number | null = 1) =>
      state.switches.set({ vendor, switch: name, value, times }),
    /** Advances the time for shop and vendors: bank steps, webhooks, then the outbox. */
    async pass(seconds = 0) {
      clock.advance(seconds)
      await state.tick()
      await shop!.runJobs()
      await state.tick()
      await shop!.runJobs()
    },
    async close() {
      await shop!.close()
      sandbox.server.closeAllConnections()
      await sandbox.close()
    },
  }
}

export type ShopWithVendors = Awaited<ReturnType<typeof openShopWithVendors>>
