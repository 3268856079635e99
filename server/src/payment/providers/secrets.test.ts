import { sql } from 'kysely'
import { pino } from 'pino'
import qs from 'qs'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type SaleAt, saleAt } from '../../testing/fixtures/sale.ts'
import { openShopWithVendors, type ShopWithVendors } from '../../testing/vendors/vendors.ts'
import { queuePlanWork } from '../plan/charge.ts'

const lines: string[] = []
let shop: ShopWithVendors
/** Secrets that must not be in a log or in the database. */
const secrets = new Set(['4242424242424242', '4000000000009995', 'cnon:card-nonce-ok', 'cnon:card-nonce-declined'])

beforeAll(async () => {
  const log = pino({ level: 'trace' }, { write: (line: string) => void lines.push(line) })
  shop = await openShopWithVendors('embedded', { log })
  const { stripe, square, truelayer } = shop.settings
  for (const secret of [
    stripe.secretKey,
    stripe.webhookSecret,
    square.accessToken,
    square.webhookKey,
    truelayer.clientSecret,
    shop.deps.config.sms!.authToken,
  ])
    secrets.add(secret)
  secrets.add(truelayer.privateKey.split('\n')[1]!)
})
afterAll(() => shop.close())

const call = async (sale: SaleAt, path: string, body: Record<string, unknown> = {}) =>
  (
    await shop.app.inject({
      method: 'POST',
      url: `/ajax/checkout/${path}/`,
      headers: { cookie: sale.cookie, 'content-type': 'application/x-www-form-urlencoded' },
      payload: qs.stringify(body),
    })
  ).json()

async function byCard(number: string): Promise<void> {
  const sale = await saleAt(shop.deps, 'payment')
  const { client_secret } = await call(sale, 'stripe/get_token')
  if (client_secret === undefined) return
  secrets.add(client_secret)
  const id = client_secret.split('_secret_')[0]
  await fetch(`${shop.url}/v1/payment_intents/${id}/confirm`, {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: qs.stringify({
      key: 'pk_test_shop',
      client_secret,
      return_url: 'http://shop.test/',
      payment_method_data: { type: 'card', card: { number, exp_month: 12, exp_year: 30, cvc: '123' } },
    }),
  })
  const back = await shop.app.inject({
    method: 'GET',
    url: `/do/checkout/stripe_auth/?payment_intent=${id}&payment_intent_client_secret=${client_secret}`,
    headers: { cookie: sale.cookie },
  })
  expect(back.headers.location).toBe('/smartcheckout/')
  expect(back.headers['referrer-policy']).toBe('no-referrer')
}

async function bySquare(token: string): Promise<void> {
  const sale = await saleAt(shop.deps, 'payment', { organiser: { payment_provider: 'square' } })
  const address = { address_1: '1 High Street', town: 'Leeds', postcode: 'LS1', country: '1' }
  await call(sale, 'checkout/pay-with-square', { billing_address_data: { ...address, token } })
}

async function byBank(deed: string): Promise<void> {
  const sale = await saleAt(shop.deps, 'payment')
  await call(sale, 'checkout/create_truelayer_payment')
  const { auth_url } = await call(sale, 'checkout/pay_with_truelayer')
  const page = new URL(auth_url)
  secrets.add(page.searchParams.get('token')!)
  for (const form of [{ do: 'choose', bank: 'mock-payments-gb-redirect' }, { do: deed }])
    await fetch(shop.url + page.pathname + page.search, {
      method: 'POST',
      redirect: 'manual',
      body: new URLSearchParams(form as Record<string, string>),
    })
  for (let second = 0; second < 4; second++) await shop.pass(1)
}

/** A plan whose second payment is reminded of by mail and text and then taken; every secret the vendor made on the way. */
async function byPlan(number: string): Promise<void> {
  const sale = await saleAt(shop.deps, 'payment', { startsAt: new Date('2027-09-01T18:00:00Z'), plans: [1, 2] })
  const typed = await fetch(`${shop.url}/v1/payment_methods`, {
    method: 'POST',
    headers: { origin: 'http://shop.test', 'content-type': 'application/x-www-form-urlencoded' },
    body: qs.stringify({
      key: 'pk_test_shop',
      type: 'card',
      card: { number, exp_month: 12, exp_year: 30, cvc: '123' },
    }),
  })
  const { id } = (await typed.json()) as { id: string }
  await call(sale, 'checkout/pay_with_instalment', {
    instalment_option: '2',
    contact_number: '020 7946 0000',
    new_payment_method: { id, brand: 'visa', last4: '4242', month: '12', year: '2030', funding: 'credit' },
  })
  for (let days = 0; days < 32; days += 2) {
    await shop.pass(2 * 86_400)
    await queuePlanWork(shop.deps)
    await shop.pass()
  }
  for (const { client_secret } of shop.sandbox.stripe.intents.values()) secrets.add(client_secret)
}

/** Every row of every table, as text. */
async function wholeDatabase(): Promise<string> {
  const { rows } = await sql<{ name: string }>`select table_name as name from information_schema.tables
    where table_schema = 'public' and table_type = 'BASE TABLE'`.execute(shop.db)
  const tables = await Promise.all(
    rows.map(({ name }) =>
      sql<{ row: string }>`select to_jsonb(t)::text as row from ${sql.table(name)} t`.execute(shop.db),
    ),
  )
  return tables.flatMap((table) => table.rows.map(({ row }) => row)).join('\n')
}

describe('secrets and personal data', () => {
  it('appear in no log line and no unexpected row, whatever was paid, declined or broken', async () => {
    await byCard('4242424242424242')
    await byCard('4000000000009995')
    await bySquare('cnon:card-nonce-ok')
    await bySquare('cnon:card-nonce-declined')
    await byBank('approve')
    await byBank('cancel_at_bank')
    for (const vendor of ['stripe', 'square', 'truelayer'] as const) shop.fault(vendor, 'error', 'before', 6)
    await byCard('4242424242424242')
    await bySquare('cnon:card-nonce-ok')
    const away = await saleAt(shop.deps, 'payment')
    await call(away, 'checkout/create_truelayer_payment')
    shop.sandbox.switches.clear()
    await shop.pass(130)
    await shop.pass(130)

    await byPlan('4242424242424242')
    expect(shop.sandbox.twilio.messages.values()).toHaveLength(1)

    const log = lines.join('')
    expect(log).toContain('payment settled')
    expect(log).toContain('did not answer')
    const database = await wholeDatabase()
    expect(database).toContain('"provider": "stripe"')
    expect(secrets.size).toBeGreaterThan(12)
    for (const secret of secrets) {
      expect(log.includes(secret), `a log line holds ${secret.slice(0, 12)}...`).toBe(false)
      expect(database.includes(secret), `the database holds ${secret.slice(0, 12)}...`).toBe(false)
    }
    expect(log, 'nor an address').not.toContain('@example.org')
    expect(log).not.toContain('High Street')
    expect(log).not.toMatch(/\+44|020 ?7946/)
  }, 60_000)
})
