import { LIMITS } from '@foyer/domain/limits.ts'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { describeOnBoth } from '../../testing/database/databases.ts'
import { type SaleAt, saleAt } from '../../testing/fixtures/sale.ts'
import { openShopWithVendors, type ShopWithVendors } from '../../testing/vendors/vendors.ts'

const PER_NETWORK = 20
const AT_ONCE = 50

describeOnBoth('stolen cards, tried fifty at once', (kind) => {
  let shop: ShopWithVendors
  beforeAll(async () => {
    shop = await openShopWithVendors(kind, { env: { CARD_FAILURES_PER_ADDRESS: String(PER_NETWORK) } })
  })
  afterAll(() => shop.close())

  const createSale = () => saleAt(shop.deps, 'payment', { organiser: { payment_provider: 'square' } })
  const pay = async (sale: SaleAt, token: string, remoteAddress: string) => {
    const address = {
      first_name: 'A',
      last_name: 'L',
      address_1: '1 High Street',
      town: 'Leeds',
      postcode: 'LS1 6LW',
      country: '1',
    }
    const fields = Object.entries({ ...address, token, contact_number: '' })
    const answer = await shop.app.inject({
      method: 'POST',
      url: '/ajax/checkout/checkout/pay-with-square/',
      headers: { cookie: sale.cookie, 'content-type': 'application/x-www-form-urlencoded' },
      payload: new URLSearchParams(
        fields.map(([name, value]): [string, string] => [`billing_address_data[${name}]`, value]),
      ).toString(),
      remoteAddress,
    })
    return answer.json()
  }
  const chargesOf = (sales: readonly SaleAt[]) => {
    const references = new Set(sales.map(({ reference }) => reference))
    return shop.sandbox.square.payments.values().filter(({ reference_id }) => references.has(String(reference_id)))
      .length
  }

  it('from one network reach the vendor exactly up to the network’s limit, IPv6 by /64', async () => {
    const sales = await Promise.all(Array.from({ length: AT_ONCE }, createSale))
    const answers = await Promise.all(
      sales.map((sale, n) => pay(sale, 'cnon:card-nonce-declined', `2001:db8:7:1::${(n + 1).toString(16)}`)),
    )
    expect(answers.filter(({ payment }) => payment?.status === 'FAILED')).toHaveLength(PER_NETWORK)
    expect(answers.filter(({ code }) => code === 'cards_paused')).toHaveLength(AT_ONCE - PER_NETWORK)
    expect(chargesOf(sales)).toBe(PER_NETWORK)
    expect((await pay(sales.at(-1)!, 'cnon:card-nonce-ok', '2001:db8:7:2::1')).payment.status).toBe('COMPLETED')
  })

  it('for one basket from many networks reach the vendor exactly up to the basket’s limit', async () => {
    const sale = await createSale()
    const answers = await Promise.all(
      Array.from({ length: AT_ONCE }, (_, n) => pay(sale, 'cnon:card-nonce-declined', `198.51.100.${n + 1}`)),
    )
    // Most find another attempt under way, which is not counted.
    const failed = answers.filter(({ payment }) => payment?.status === 'FAILED').length
    expect(failed).toBeGreaterThan(0)
    expect(failed).toBeLessThanOrEqual(LIMITS.cardFailuresPerSale)
    expect(chargesOf([sale])).toBe(failed)
  })
})
