import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import Ajv from 'ajv'
import qs from 'qs'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { saleAt } from '../../testing/fixtures/sale.ts'
import { openShopWithVendors, type ShopWithVendors } from '../../testing/vendors/vendors.ts'
import { compareBooks } from '../ledger/compare.ts'
import { refundOrder } from '../refund/order.ts'
import { trueLayerProvider } from './truelayer/adapter.ts'

/**
 * Compares our real requests with the vendors' published API descriptions. These are not part of the project:
 * VENDOR_DESCRIPTIONS names their folder, and without it this file is not collected.
 */
const at = (name: string) => join(process.env.VENDOR_DESCRIPTIONS!, name)
const unpacked = (name: string) => gunzipSync(readFileSync(at(name))).toString('utf8')

type Json = Record<string, unknown>
const isObject = (value: unknown): value is Json => typeof value === 'object' && value !== null && !Array.isArray(value)

/** A field that the vendor does not name is a mistake, even if the description allows others. */
function closed(node: unknown): unknown {
  if (Array.isArray(node)) return node.map(closed)
  if (!isObject(node)) return node
  const copy = Object.fromEntries(Object.entries(node).map(([name, value]) => [name, closed(value)]))
  if (isObject(copy.properties) && copy.additionalProperties === undefined && copy.type === 'object')
    copy.additionalProperties = false
  if (copy.type === undefined) delete copy.nullable
  return copy
}

const ref = (path: string, method: string, type: string) =>
  `#/paths/${encodeURIComponent(path.replaceAll('/', '~1'))}/${method}/requestBody/content/${type.replace('/', '~1')}/schema`

/** The path template of a description that matches this URL. */
function templateOf(paths: string[], address: string): string | undefined {
  const parts = address.split('?')[0]!.split('/')
  const fits = paths.filter((path) => {
    const wanted = path.split('/')
    return wanted.length === parts.length && wanted.every((part, i) => part.startsWith('{') || part === parts[i])
  })
  // `/v2/payments/cancel` is itself before it is `/v2/payments/{payment_id}`.
  return fits.sort((a, b) => a.split('{').length - b.split('{').length)[0]
}

let shop: ShopWithVendors

/** A simulated reader, as an organiser registers one in their account. */
async function registered(): Promise<{ id: string }> {
  const answer = await fetch(`${shop.url}/v1/terminal/readers`, {
    method: 'POST',
    headers: {
      authorization: 'Bearer sk_test_secret_of_the_shop',
      'idempotency-key': 'register',
      'content-type': 'application/x-www-form-urlencoded',
    },
    body: 'registration_code=simulated-wpe&label=Desk',
  })
  return (await answer.json()) as { id: string }
}

/** Makes every call that the adapters can make. */
async function makeEveryCall(): Promise<void> {
  const { vendors } = shop
  const stripe = vendors.stripe
  const square = vendors.square
  const trueLayer = vendors.trueLayer
  const ask = { amountMinor: 1234, currency: 'GBP', saleReference: 'ref-1', idempotencyKey: 'key-1' }
  const intent = await stripe.createIntent(ask)
  await stripe.clientSecret(intent.id)
  await stripe.cancel(intent.id)
  const customer = await stripe.cardsOnFile.createCustomer({
    id: 1,
    email: 'a@example.org',
    name: 'Ada Lovelace',
    installation: 'shop-1',
  })
  const plan = { ...ask, customerId: customer, methodId: 'pm_card_visa', keepsCard: true }
  const first = await stripe.cardsOnFile.createCharge({ ...plan, idempotencyKey: 'key-2' })
  const how = { idempotencyKey: 'key-3', methodId: 'pm_card_visa' }
  const { reported } = await stripe.cardsOnFile.confirmCharge(first, { ...how, returnUrl: 'http://shop.test/back/' })
  expect(reported.status).toBe('paid')
  const methodId = shop.sandbox.stripe.intents.get(first)!.payment_method!
  const second = await stripe.cardsOnFile.createCharge({
    ...plan,
    methodId,
    keepsCard: false,
    idempotencyKey: 'key-4',
  })
  await stripe.cardsOnFile.confirmCharge(second, { idempotencyKey: 'key-5', methodId, offSession: true })
  await stripe.cardsOnFile.readCard(methodId, customer)
  const setup = await stripe.cardsOnFile.createSetup(customer)
  await stripe.cardsOnFile.readSetup(setup.id, customer)
  const refund = await stripe.refund({
    providerPaymentId: first,
    amountMinor: 100,
    currency: 'GBP',
    idempotencyKey: 'key-6',
    reference: 'refund-1',
  })
  await stripe.readRefund(refund.providerRefundId, first)
  await stripe.cardsOnFile.forgetCard(methodId)
  const { id: reader } = await registered()
  const atReader = await stripe.cardReaders.createPayment({ ...ask, idempotencyKey: 'key-8' })
  expect(await stripe.cardReaders.start(reader, atReader)).toBe('started')
  expect(await stripe.cardReaders.read(reader)).toMatchObject({ waitingFor: atReader })
  await stripe.cardReaders.stop(reader)

  const sale = await saleAt(shop.deps, 'payment', { organiser: { payment_provider: 'square' } })
  const paid = await shop.app.inject({
    method: 'POST',
    url: '/ajax/checkout/checkout/pay-with-square/',
    headers: { cookie: sale.cookie, 'content-type': 'application/x-www-form-urlencoded' },
    payload: qs.stringify({
      billing_address_data: {
        first_name: 'Ada',
        last_name: 'Lovelace',
        address_1: '1 High Street',
        address_2: 'Flat 2',
        town: 'Leeds',
        postcode: 'LS1 6LW',
        country: '1',
        token: 'cnon:card-nonce-ok',
        contact_number: '',
      },
    }),
  })
  expect(paid.json()).toMatchObject({ payment: { status: 'COMPLETED' } })
  await square.resolveLost!({ idempotencyKey: 'never-sent', saleReference: 'x', since: shop.clock.now() })
  await refundOrder(shop.deps, { reference: sale.reference, what: 'whole' })
  shop.fault('square', 'settle_late')
  const pending = await square.charge({
    sourceId: 'cnon:card-nonce-ok',
    ...ask,
    idempotencyKey: 'key-7',
    email: 'a@example.org',
    billing: {
      first_name: '',
      last_name: '',
      address_1: '',
      address_2: '',
      town: '',
      state: '',
      postcode: 'LS1',
      country: 'GB',
    },
  })
  if ('reported' in pending) await square.cancel(pending.reported.providerPaymentId)

  const bank = await saleAt(shop.deps, 'payment')
  const call = (name: string) =>
    shop.app.inject({ method: 'POST', url: `/ajax/checkout/checkout/${name}/`, headers: { cookie: bank.cookie } })
  await call('create_truelayer_payment')
  const { auth_url } = (await call('pay_with_truelayer')).json()
  const page = new URL(auth_url)
  for (const form of [{ do: 'choose', bank: 'mock-payments-gb-redirect' }, { do: 'approve' }])
    await fetch(shop.url + page.pathname + page.search, {
      method: 'POST',
      redirect: 'manual',
      body: new URLSearchParams(form as Record<string, string>),
    })
  for (let second = 0; second < 4; second++) await shop.pass(1)
  expect((await bank.read()).paid_at).not.toBeNull()
  await refundOrder(shop.deps, { reference: bank.reference, what: 'whole' })
  for (let second = 0; second < 4; second++) await shop.pass(10)
  expect(await bank.refunds()).toMatchObject([{ status: 'succeeded' }])
  const { id } = await trueLayer.create({
    ...ask,
    idempotencyKey: '0b9b1a62-6f0c-4a37-8a5e-0a1b2c3d4e5f',
    returnUri: 'http://shop.test/back/',
    user: { name: 'Ada Lovelace', email: 'a@example.org', phone: '+442079460000' },
  })
  await trueLayer.cancel(id)

  // Square pays out in the night after the next.
  const since = shop.clock.now()
  await shop.pass(3 * 86_400)
  let lines = 0
  for await (const payout of square.payouts!(since)) lines += (await payout.lines()).length
  expect(lines).toBeGreaterThan(0)
}

describe('requests against the vendors’ API descriptions', () => {
  beforeAll(async () => {
    shop = await openShopWithVendors('embedded')
    await makeEveryCall()
  }, 120_000)
  afterAll(() => shop?.close())

  const sent = (vendor: string) => shop.captured.filter((call) => call.vendor === vendor)

  function holdAgainst(vendor: string, description: Json, type: string, bodyOf: (text: string) => unknown): string[] {
    const ajv = new Ajv({
      strict: false,
      validateFormats: false,
      allErrors: true,
      coerceTypes: type.includes('form'),
    })
    ajv.addSchema({ ...description, $id: vendor } as Json)
    const paths = Object.keys(description.paths as Json)
    const checked: string[] = []
    for (const { method, path, body } of sent(vendor)) {
      const template = templateOf(paths, path)
      expect(template, `${method} ${path}`).toBeDefined()
      expect((description.paths as Record<string, Json>)[template!], `${method} ${path}`).toHaveProperty(
        method.toLowerCase(),
      )
      checked.push(`${method} ${template}`)
      const operation = (description.paths as Record<string, Record<string, Json>>)[template!]![method.toLowerCase()]!
      if (method !== 'POST' || !operation.requestBody || body === '') continue
      const validate = ajv.getSchema(vendor + ref(template!, 'post', type))
      expect(validate, template).toBeDefined()
      const value = bodyOf(body)
      expect(validate!(value) ? [] : validate!.errors, `${method} ${path} ${JSON.stringify(value)}`).toEqual([])
    }
    return [...new Set(checked)].sort()
  }

  it('Square: every request is valid, field by field', () => {
    const description = closed(JSON.parse(unpacked('square-api-2025-08-20.json.gz'))) as Json
    expect(holdAgainst('square', description, 'application/json', (text) => JSON.parse(text))).toEqual([
      'GET /v2/payments',
      'GET /v2/payments/{payment_id}',
      'GET /v2/payouts',
      'GET /v2/payouts/{payout_id}/payout-entries',
      'GET /v2/refunds/{refund_id}',
      'POST /v2/payments',
      'POST /v2/payments/cancel',
      'POST /v2/payments/{payment_id}/cancel',
      'POST /v2/refunds',
    ])
    for (const { headers, body } of sent('square')) {
      expect(headers).toMatchObject({
        authorization: expect.stringMatching(/^Bearer ./),
        'square-version': expect.any(String),
      })
      if (body.includes('idempotency_key')) expect(JSON.parse(body).idempotency_key.length).toBeLessThanOrEqual(45)
    }
  })

  it('Square: payout parameters are valid, and the sandbox responds as described', async () => {
    const description = closed(JSON.parse(unpacked('square-api-2025-08-20.json.gz'))) as Json
    const paths = description.paths as Record<string, { get: { parameters: { name: string; in: string }[] } }>
    const ajv = new Ajv({ strict: false, validateFormats: false, allErrors: true })
    ajv.addSchema({ ...description, $id: 'square' } as Json)
    const queried = sent('square').filter(({ path }) => path.startsWith('/v2/payouts'))
    expect(queried.length).toBeGreaterThan(1)
    for (const { path, headers } of queried) {
      const { pathname, searchParams } = new URL(path, shop.url)
      const template = templateOf(Object.keys(paths), pathname)!
      const known = paths[template]!.get.parameters.filter((parameter) => parameter.in === 'query').map(
        ({ name }) => name,
      )
      expect(known, path).toEqual(expect.arrayContaining([...searchParams.keys()]))
      const answer = await fetch(shop.url + path, {
        headers: { authorization: String(headers.authorization), 'square-version': String(headers['square-version']) },
      })
      const name = pathname.endsWith('payout-entries') ? 'ListPayoutEntriesResponse' : 'ListPayoutsResponse'
      const validate = ajv.getSchema(`square#/components/schemas/${name}`)!
      expect(validate(await answer.json()) ? [] : validate.errors, path).toEqual([])
    }
  })

  it('Stripe: every request is valid, except for one field renamed since', async () => {
    // Not a dependency of the shop: it comes with the tools, and only this test needs it.
    const parser = 'yaml'
    const { parse } = (await import(parser)) as { parse(text: string): Json }
    const description = parse(unpacked('stripe-spec3-2023-08-16.yaml.gz'))
    const bodyOf = (text: string) => {
      const { allowed_payment_method_types, ...rest } = qs.parse(text) as Json
      return allowed_payment_method_types === undefined
        ? rest
        : { ...rest, payment_method_types: allowed_payment_method_types }
    }
    expect(holdAgainst('stripe', description, 'application/x-www-form-urlencoded', bodyOf)).toEqual([
      'GET /v1/payment_intents/{intent}',
      'GET /v1/payment_methods/{payment_method}',
      'GET /v1/refunds/{refund}',
      'GET /v1/setup_intents/{intent}',
      'GET /v1/terminal/readers/{reader}',
      'POST /v1/customers',
      'POST /v1/payment_intents',
      'POST /v1/payment_intents/{intent}/cancel',
      'POST /v1/payment_intents/{intent}/confirm',
      'POST /v1/payment_methods/{payment_method}/detach',
      'POST /v1/refunds',
      'POST /v1/setup_intents',
      'POST /v1/terminal/readers',
      'POST /v1/terminal/readers/{reader}/cancel_action',
      'POST /v1/terminal/readers/{reader}/process_payment_intent',
    ])
    for (const { headers, method, path } of sent('stripe'))
      if (method === 'POST') expect(String(headers['idempotency-key'] ?? ''), path).toMatch(/^.{1,255}$/)
  }, 120_000)

  it('TrueLayer: every change is signed and has a key, and responses are parsed as in its samples', async () => {
    const changes = sent('truelayer').filter(({ method, path }) => method === 'POST' && path.startsWith('/v3/'))
    expect([...new Set(changes.map(({ path }) => path.replace(/[0-9a-f-]{36}/, '{id}')))].sort()).toEqual([
      '/v3/payments',
      '/v3/payments/{id}/actions/cancel',
      '/v3/payments/{id}/refunds',
    ])
    for (const { headers } of changes)
      expect(headers).toMatchObject({
        'idempotency-key': expect.stringMatching(
          /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/,
        ),
        'tl-signature': expect.stringMatching(/^[\w-]+\.\.[\w-]+$/),
      })
    const samples = JSON.parse(unpacked('truelayer-response-samples.json.gz')) as Record<string, unknown>
    const body = (name: string) => {
      const sample = samples[`payments/200.get_payment_by_id.bank_transfer.${name}.json`]
      return typeof sample === 'string' ? sample : JSON.stringify(sample)
    }
    const server = createServer((request, reply) => {
      reply.setHeader('content-type', 'application/json')
      reply.end(
        request.url === '/connect/token'
          ? JSON.stringify({ access_token: 't', expires_in: 3600, token_type: 'Bearer' })
          : body(request.url!.split('/').at(-1)!),
      )
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const { port } = server.address() as { port: number }
    const url = `http://127.0.0.1:${port}`
    const provider = trueLayerProvider({ ...shop.settings.truelayer, apiUrl: url, authUrl: url }, () => new Date())
    const read: Record<string, string> = {}
    for (const name of [
      'authorization_required',
      'authorizing',
      'authorized',
      'executed',
      'settled',
      'failed',
      'attempt_failed',
    ]) {
      const reported = await provider.read(name)
      expect(reported, name).toMatchObject({
        amountMinor: expect.any(Number),
        currency: expect.stringMatching(/^[A-Z]{3}$/),
      })
      read[name] = reported.status
    }
    server.close()
    expect(read).toEqual({
      authorization_required: 'open',
      authorizing: 'open',
      attempt_failed: 'open',
      authorized: 'processing',
      executed: 'processing',
      settled: 'paid',
      failed: expect.stringMatching(/^(failed|cancelled)$/),
    })
  })

  it('afterwards the vendors’ books match ours, except for what this test did outside the shop', async () => {
    const { differences } = await compareBooks(shop.deps)
    expect(differences.filter(({ what }) => what !== 'paid there, unknown here')).toEqual([])
    expect(differences.map(({ detail }) => detail)).toEqual(['reference ref-1', 'reference ref-1'])
  })
})
