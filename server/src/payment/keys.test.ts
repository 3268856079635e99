import { afterAll, beforeAll, expect, it } from 'vitest'
import { seededRandom } from '../random.ts'
import { createAccount } from '../testing/fixtures/buyers.ts'
import { openShopWithVendors, type ShopWithVendors } from '../testing/vendors/vendors.ts'
import { newKey } from './keys.ts'
import { planBuyers } from './plan/buyers.testing.ts'
import { refundOrder } from './refund/order.ts'

const ADDRESS = {
  first_name: 'Ada',
  last_name: 'L',
  address_1: '1 High St',
  town: 'Leeds',
  postcode: 'LS1 6LW',
  country: '1',
}

let shops: ShopWithVendors[]
beforeAll(async () => {
  // Both generate the same random numbers, as two copies of one machine might.
  shops = await Promise.all(
    [1, 2].map(() => openShopWithVendors('embedded', { start: '2026-01-31T12:00:00Z', random: seededRandom(1) })),
  )
})
afterAll(() => Promise.all(shops.map((shop) => shop.close())))

/** The keys of every call that moves money or makes something at a vendor. */
const keysOf = (shop: ShopWithVendors) =>
  shop.captured
    .filter(({ method }) => method === 'POST')
    .flatMap(({ headers, body }) => {
      const inBody = /"idempotency_key":"([^"]+)"/.exec(body)?.[1]
      const key = headers['idempotency-key'] ?? inBody
      return typeof key === 'string' ? [key] : []
    })

it('two otherwise identical shops on one vendor account never share an idempotency key', async () => {
  const [key, again, other] = await Promise.all(
    [shops[0]!, shops[0]!, shops[1]!].map(({ db }) => newKey({ db, random: seededRandom(2) })),
  )
  expect(key).toMatch(/^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/)
  expect(again).toBe(key)
  expect(other).not.toBe(key)
})

it('idempotency keys differ in every call of a card payment, bank transfer, plan and refund', async () => {
  for (const shop of shops) {
    const { call, saleWithPlan, agree } = planBuyers(() => shop)
    const user = await createAccount(shop, 'ada@example.org')
    const plan = await saleWithPlan({ userId: user.id })
    expect((await agree(plan)).body.status).toBe('success')
    const square = await saleWithPlan({ organiser: { payment_provider: 'square' } })
    const paid = await call(square, 'pay_with_square', {
      billing_address_data: { ...ADDRESS, token: 'cnon:card-nonce-ok', contact_number: '' },
    })
    expect(paid.body).toMatchObject({ payment: { status: 'COMPLETED' } })
    const bank = await saleWithPlan()
    expect((await call(bank, 'create_truelayer_payment')).body).toEqual({ success: true })
    expect((await call(await saleWithPlan(), 'get_token')).body.client_secret).toBeTruthy()
    await shop.pass(30)
    await refundOrder(shop.deps, { reference: square.reference, what: 'whole' })
    await shop.pass(30)
    expect(await square.refunds()).toMatchObject([{ provider_refund_id: expect.any(String) }])
  }
  const [first, second] = shops.map(keysOf) as [string[], string[]]
  expect(first.length).toBeGreaterThanOrEqual(6)
  expect(second).toHaveLength(first.length)
  expect(first.filter((key) => second.includes(key))).toEqual([])
})
