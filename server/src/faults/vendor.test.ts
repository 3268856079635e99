import { ERRORS } from '@foyer/contract/errors.ts'
import { type CallName, PATHS } from '@foyer/contract/paths.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { putInBasket } from '../testing/fixtures/buyers.ts'
import { createEvent } from '../testing/fixtures/catalogue.ts'
import { withCookie } from '../testing/fixtures/full-customer.ts'
import { saleAt } from '../testing/fixtures/sale.ts'
import { openShopWithVendors, type ShopWithVendors } from '../testing/vendors/vendors.ts'

let shop: ShopWithVendors
beforeAll(async () => {
  shop = await openShopWithVendors('postgres')
})
afterAll(() => shop.close())

describe('vendor faults', () => {
  it('a slow vendor delays no one else: others reserve the same tickets, and a paying buyer can load the checkout', async () => {
    const { ticketId } = await createEvent(shop.db, { startsAt: new Date('2027-09-01T18:00:00Z') })
    // More payments than there are connections to the database.
    const paying = await Promise.all(Array.from({ length: 15 }, () => saleAt(shop.deps, 'payment', { ticketId })))
    shop.fault('stripe', 'slow', '1500', null)
    const finished: string[] = []
    const payments = paying.map(async (sale) => {
      const { status } = await withCookie(shop, sale.cookie).call('get_token')
      finished.push('payment')
      return status
    })
    while (shop.captured.length === 0) await new Promise((resolve) => setTimeout(resolve, 5))
    const buyers = Array.from({ length: 20 }, async () => {
      const browser = shop.browser()
      await putInBasket(browser, ticketId)
      const { body } = await browser.call('reserve_tickets')
      finished.push('reserve')
      return body.reserved
    })
    const checkout = withCookie(shop, paying[0]!.cookie).checkout()
    const loaded = checkout.then(() => finished.push('checkout'))
    expect(await Promise.all(buyers)).toEqual(buyers.map(() => true))
    expect((await checkout).tickets).toHaveLength(1)
    await loaded
    expect(await Promise.all(payments)).toEqual(paying.map(() => 200))
    shop.sandbox.switches.clear()
    expect(finished.slice(0, 21)).not.toContain('payment')
    expect(finished.slice(21)).toEqual(paying.map(() => 'payment'))
  })

  it('an outage is reported with a time to retry, and a second attempt pays once', async () => {
    const sale = await saleAt(shop.deps, 'payment', { startsAt: new Date('2027-09-01T18:00:00Z') })
    const requestToken = () =>
      shop.app.inject({ method: 'POST', url: PATHS.get_token[1], headers: { cookie: sale.cookie } })
    shop.fault('stripe', 'error', 'before', null)
    const refused = await requestToken()
    expect([refused.statusCode, refused.json().error, refused.headers['retry-after']]).toEqual([
      503,
      ERRORS.payment_provider_down[1],
      '2',
    ])
    shop.sandbox.switches.clear()
    expect((await requestToken()).statusCode).toBe(200)
    expect((await sale.payments()).length).toBe(1)
  })

  it('a vendor that acted and then returned 500 allows another attempt at once', async () => {
    const startsAt = new Date('2027-09-01T18:00:00Z')
    const post = (cookie: string, name: CallName, payload = '') =>
      shop.app.inject({
        method: 'POST',
        url: PATHS[name][1],
        headers: { cookie, 'content-type': 'application/x-www-form-urlencoded' },
        payload,
      })
    const card = await saleAt(shop.deps, 'payment', { startsAt })
    shop.fault('stripe', 'error', 'after')
    expect((await post(card.cookie, 'get_token')).statusCode).toBe(503)
    expect((await post(card.cookie, 'get_token')).statusCode).toBe(200)

    const bank = await saleAt(shop.deps, 'payment', { startsAt })
    shop.fault('truelayer', 'error', 'after')
    expect((await post(bank.cookie, 'create_truelayer_payment')).statusCode).toBe(503)
    expect((await post(bank.cookie, 'create_truelayer_payment')).json()).toEqual({ success: true })

    const square = await saleAt(shop.deps, 'payment', { startsAt, organiser: { payment_provider: 'square' } })
    shop.fault('square', 'error', 'after')
    const address = {
      first_name: 'Ada',
      last_name: 'L',
      address_1: '1 High St',
      town: 'Leeds',
      postcode: 'LS1 6LW',
      country: '1',
      token: 'cnon:card-nonce-ok',
      contact_number: '',
    }
    const form = Object.entries(address).map(
      ([name, value]) => [`billing_address_data[${name}]`, value] as [string, string],
    )
    const paid = await post(square.cookie, 'pay_with_square', new URLSearchParams(form).toString())
    expect(paid.json()).toMatchObject({ payment: { status: 'COMPLETED' } })
    const charged = shop.sandbox.square.payments
      .values()
      .filter(({ reference_id }) => reference_id === square.reference)
    expect(charged.filter(({ status }) => status === 'COMPLETED')).toHaveLength(1)
  })
})
