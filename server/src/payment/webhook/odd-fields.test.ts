import { createHmac } from 'node:crypto'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { saleAt } from '../../testing/fixtures/sale.ts'
import { openShopWithVendors, type ShopWithVendors } from '../../testing/vendors/vendors.ts'

// Test files of a worker share their modules. This one loads its own, and leaves none of them behind.
vi.hoisted(() => vi.resetModules())
afterAll(() => {
  vi.doUnmock('../providers/truelayer/adapter.ts')
  vi.resetModules()
})

/** Whether TrueLayer's signatures count as right, whatever they are. */
const signed = vi.hoisted(() => ({ always: false }))
vi.mock('../providers/truelayer/adapter.ts', async (original) => {
  const { trueLayerProvider, ...rest } = await original<typeof import('../providers/truelayer/adapter.ts')>()
  const withSwitch: typeof trueLayerProvider = (...settings) => {
    const provider = trueLayerProvider(...settings)
    return { ...provider, isSigned: async (notice) => signed.always || provider.isSigned(notice) }
  }
  return { ...rest, trueLayerProvider: withSwitch }
})

let shop: ShopWithVendors
beforeAll(async () => {
  shop = await openShopWithVendors('embedded')
})
afterAll(() => shop.close())

const ODD = [null, 0, -1, 1e21, '', 'x'.repeat(5000), 'no date', true, [], {}, [{}], undefined]

/** The body with one of its fields, however deep, replaced by each odd value in turn. */
function* oddBodies(body: object, path: string[] = []): Generator<object> {
  for (const [name, value] of Object.entries(
    path.reduce((at, key) => at[key] as never, body as Record<string, never>),
  )) {
    for (const odd of ODD) {
      const copy = structuredClone(body)
      const holder = path.reduce((at, key) => at[key] as never, copy as Record<string, never>) as Record<
        string,
        unknown
      >
      holder[name] = odd
      yield copy
    }
    if (typeof value === 'object' && value !== null) yield* oddBodies(body, [...path, name])
  }
}

const STRIPE = {
  id: 'evt_1',
  object: 'event',
  created: 1_780_000_000,
  livemode: false,
  type: 'charge.dispute.closed',
  data: {
    object: {
      object: 'dispute',
      id: 'dp_1',
      payment_intent: 'pi_ours',
      amount: 1100,
      reason: 'fraudulent',
      status: 'needs_response',
    },
  },
}
const SQUARE = {
  event_id: 'evt-1',
  type: 'dispute.state.updated',
  created_at: '2026-06-01T12:00:00Z',
  data: {
    object: {
      dispute: {
        id: 'dispute-1',
        amount_money: { amount: 1100, currency: 'GBP' },
        reason: 'NO_KNOWLEDGE',
        state: 'EVIDENCE_REQUIRED',
        disputed_payment: { payment_id: 'square-ours' },
      },
    },
  },
}

const TRUELAYER = {
  type: 'payment_settled',
  event_id: 'event-1',
  event_version: 1,
  payment_id: 'truelayer-ours',
  refund_id: 'refund-1',
  settled_at: '2026-06-01T12:00:00Z',
  payment_method: { type: 'bank_transfer', provider_id: 'mock' },
  metadata: { sale_reference: 'x' },
}

async function ourPayment(provider: 'stripe' | 'square' | 'truelayer', id: string): Promise<void> {
  const sale = await saleAt(shop.deps, 'payment')
  const now = shop.clock.now()
  await shop.db
    .insertInto('payments')
    .values({
      sale_id: sale.saleId,
      provider,
      amount_minor: 1100,
      currency: 'GBP',
      status: 'created',
      provider_payment_id: id,
      idempotency_key: id,
      created_at: now,
      updated_at: now,
    })
    .execute()
}

const send = async (url: string, headers: Record<string, string>, payload: string) =>
  (
    await shop.app.inject({
      method: 'POST',
      url,
      headers: { 'content-type': 'application/json', ...headers },
      payload,
    })
  ).statusCode

it('a signed event with missing or odd fields never causes a 500: Stripe', async () => {
  await ourPayment('stripe', 'pi_ours')
  const bad: unknown[] = []
  let n = 0
  for (const body of oddBodies(STRIPE)) {
    const named = 'id' in body && body.id === 'evt_1' ? { ...body, id: `evt_${++n}` } : body
    const payload = JSON.stringify(named)
    const t = Math.floor(shop.clock.now().getTime() / 1000)
    const v1 = createHmac('sha256', 'whsec_test').update(`${t}.${payload}`).digest('hex')
    const status = await send('/webhooks/stripe', { 'stripe-signature': `t=${t},v1=${v1}` }, payload)
    if (status >= 500) bad.push(body)
  }
  expect(bad).toEqual([])
}, 120_000)

it('a signed event with missing or odd fields never causes a 500: Square', async () => {
  await ourPayment('square', 'square-ours')
  const bad: unknown[] = []
  let n = 0
  for (const body of oddBodies(SQUARE)) {
    const named = 'event_id' in body && body.event_id === 'evt-1' ? { ...body, event_id: `evt-${++n}` } : body
    const payload = JSON.stringify(named)
    const signature = createHmac('sha256', 'square-webhook-key')
      .update('http://shop.test/webhooks/square')
      .update(payload)
      .digest('base64')
    const status = await send('/webhooks/square', { 'x-square-hmacsha256-signature': signature }, payload)
    if (status >= 500) bad.push(body)
  }
  expect(bad).toEqual([])
}, 120_000)

it('a signed event with missing or odd fields never causes a 500: TrueLayer', async () => {
  await ourPayment('truelayer', 'truelayer-ours')
  signed.always = true
  const bad: unknown[] = []
  let n = 0
  for (const body of [...oddBodies(TRUELAYER), ...ODD]) {
    const named =
      body && typeof body === 'object' && 'event_id' in body && body.event_id === 'event-1'
        ? { ...body, event_id: `event-${++n}` }
        : body
    const status = await send('/webhooks/truelayer', {}, JSON.stringify(named) ?? 'not JSON')
    if (status >= 500) bad.push(body)
  }
  expect(bad).toEqual([])
  signed.always = false
  const jku = shop.settings.truelayer.webhookJwksUrl
  const right = { alg: 'ES512', kid: 'some-key', jku, tl_version: '2', tl_headers: 'X-Tl-Webhook-Timestamp' }
  const now = shop.clock.now().toISOString()
  for (const header of [right, ...oddBodies(right), ...ODD]) {
    const jws = `${Buffer.from(JSON.stringify(header) ?? 'not JSON').toString('base64url')}..c2ln`
    for (const headers of [{ 'tl-signature': jws, 'x-tl-webhook-timestamp': now }, { 'tl-signature': jws }])
      expect({ [jws]: await send('/webhooks/truelayer', headers as Record<string, string>, '{}') }).toEqual({
        [jws]: 401,
      })
  }
}, 120_000)
