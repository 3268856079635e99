import { LIMITS } from '@foyer/domain/limits.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { windowStart } from '../../http/limits/rate-limit.ts'
import { type SaleAt, saleAt } from '../../testing/fixtures/sale.ts'
import { type CardToken, confirmCard } from '../../testing/vendors/card.ts'
import { openShopWithVendors, type ShopWithVendors } from '../../testing/vendors/vendors.ts'

const PER_NETWORK = 20
const DECLINED = '4000000000000002'

let shop: ShopWithVendors
beforeAll(async () => {
  shop = await openShopWithVendors('embedded', { env: { CARD_FAILURES_PER_ADDRESS: String(PER_NETWORK) } })
})
afterAll(() => shop.close())

const call = async (sale: SaleAt, path: string, body: Record<string, string> = {}, remoteAddress = '198.51.100.7') => {
  const answer = await shop.app.inject({
    method: 'POST',
    url: `/ajax/checkout/${path}/`,
    headers: { cookie: sale.cookie, 'content-type': 'application/x-www-form-urlencoded' },
    payload: new URLSearchParams(body).toString(),
    remoteAddress,
  })
  return { status: answer.statusCode, body: answer.json() }
}
const ADDRESS = {
  first_name: 'A',
  last_name: 'L',
  address_1: '1 High Street',
  town: 'Leeds',
  postcode: 'LS1 6LW',
  country: '1',
}
const square = (sale: SaleAt, token: string, from: string) => {
  const fields = Object.entries({ ...ADDRESS, token, contact_number: '' })
  const body = Object.fromEntries(fields.map(([name, value]) => [`billing_address_data[${name}]`, value]))
  return call(sale, 'checkout/pay-with-square', body, from)
}
const WITH_SQUARE = { organiser: { payment_provider: 'square' as const } }
const chargesOf = (sales: readonly SaleAt[]) => {
  const references = new Set(sales.map(({ reference }) => reference))
  return shop.sandbox.square.payments.values().filter(({ reference_id }) => references.has(String(reference_id))).length
}
const paused = async () => {
  const { values } = await shop.deps.metrics.cardAttempts.get()
  return values.find(({ labels }) => labels.outcome === 'paused')?.value ?? 0
}

describe('cards tried one after another', () => {
  it('reach the vendor up to the basket’s limit; then cards pause for an hour with a polite message', async () => {
    const sale = await saleAt(shop.deps, 'payment', WITH_SQUARE)
    for (let n = 0; n < LIMITS.cardFailuresPerSale; n++)
      expect((await square(sale, 'cnon:card-nonce-declined', '203.0.113.1')).body.payment.status).toBe('FAILED')
    const before = await paused()
    const refused = await square(sale, 'cnon:card-nonce-ok', '203.0.113.2')
    expect(refused).toMatchObject({
      status: 429,
      body: { code: 'cards_paused', error: expect.stringContaining('Try again in an hour, or pay another way.') },
    })
    expect(await paused()).toBe(before + 1)
    expect(chargesOf([sale])).toBe(LIMITS.cardFailuresPerSale)
    const another = await saleAt(shop.deps, 'payment', WITH_SQUARE)
    expect((await square(another, 'cnon:card-nonce-ok', '203.0.113.2')).body.payment.status).toBe('COMPLETED')
  })

  it('are not counted when they succeed, and free orders are unaffected', async () => {
    for (let n = 0; n <= PER_NETWORK; n++) {
      const sale = await saleAt(shop.deps, 'payment', WITH_SQUARE)
      expect((await square(sale, 'cnon:card-nonce-ok', '203.0.113.9')).body.payment.status).toBe('COMPLETED')
    }
    const free = await saleAt(shop.deps, 'payment', { tickets: [{ price_minor: 0, booking_fee_minor: 0 }] })
    expect(await call(free, 'checkout/claim_free_tickets', {}, '2001:db8:7:1::1')).toMatchObject({ status: 200 })
  })
})

describe('cards tried by the browser at the vendor', () => {
  const getToken = (sale: SaleAt) => call(sale, 'stripe/get_token')
  const confirm = (token: CardToken, number: string) => confirmCard(shop.url, token, number)

  it('are counted once each by webhook; at the limit the payment is cancelled and bank transfer stays open', async () => {
    const sale = await saleAt(shop.deps, 'payment')
    const { body: token } = await getToken(sale)
    shop.fault('stripe', 'webhook_duplicate', '', 3)
    for (let n = 0; n < LIMITS.cardFailuresPerSale - 1; n++) await confirm(token, DECLINED)
    await shop.pass()
    expect((await getToken(sale)).body).toEqual(token)
    await confirm(token, DECLINED)
    await shop.pass()
    expect((await getToken(sale)).body).toMatchObject({ code: 'cards_paused' })
    expect((await confirm(token, '4242424242424242')).body.status).not.toBe('succeeded')
    expect((await sale.read()).paid_at).toBeNull()
    expect(await call(sale, 'checkout/create_truelayer_payment')).toMatchObject({ status: 200 })
    const payments = await sale.payments()
    expect(payments.map(({ provider, status }) => [provider, status])).toEqual([
      ['stripe', 'cancelled'],
      ['truelayer', 'created'],
    ])
    expect(JSON.stringify(payments), 'no address is kept').not.toContain('198.51.100.7')
  })

  it('pause every basket of the network, for an hour', async () => {
    const sales = await Promise.all([0, 1].map(() => saleAt(shop.deps, 'payment')))
    for (const sale of sales) {
      const { body: token } = await getToken(sale)
      for (let n = 0; n < PER_NETWORK / 2; n++) await confirm(token, DECLINED)
    }
    await shop.pass()
    const next = await saleAt(shop.deps, 'payment')
    expect((await getToken(next)).body).toMatchObject({ code: 'cards_paused' })
    shop.clock.advance(3600)
    const later = await saleAt(shop.deps, 'payment')
    expect((await getToken(later)).status).toBe(200)
  })

  it('pause the /48 of an IPv6 network at sixteen times the limit of a network', async () => {
    shop.clock.advance(3600)
    const from = async (address: string) => {
      const sale = await saleAt(shop.deps, 'payment')
      return { sale, ...(await call(sale, 'stripe/get_token', {}, address)) }
    }
    const { body: token, sale } = await from('2001:db8:9:1::1')
    const stored = (await sale.payments())[0]!.payer_network!
    await confirm(token as CardToken, DECLINED)
    await shop.pass()
    const counters = await shop.deps.db
      .selectFrom('rate_limits')
      .select(['key', 'hits'])
      .where('key', 'like', 'card-failed:network:%')
      .where('window_start', '=', windowStart(shop.clock.now(), 3600))
      .execute()
    expect(counters).toEqual(
      expect.arrayContaining(stored.split('.').map((key) => ({ key: `card-failed:network:${key}`, hits: 1 }))),
    )
    expect(counters).toHaveLength(2)
    const set = (hits: number) =>
      shop.deps.db
        .updateTable('rate_limits')
        .set({ hits })
        .where('key', '=', `card-failed:network:${stored.split('.')[1]}`)
        .execute()
    await set(16 * PER_NETWORK - 1)
    expect((await from('2001:db8:9:2::1')).status).toBe(200)
    await set(16 * PER_NETWORK)
    expect((await from('2001:db8:9:2::1')).body).toMatchObject({ code: 'cards_paused' })
    expect((await from('2001:db8:a:2::1')).status).toBe(200)
  })
})
