import type { PaymentPageData } from '@foyer/contract/change-pages.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type SaleAt, saleAt } from '../../testing/fixtures/sale.ts'
import { type PageShop, withPages } from '../../testing/pages.ts'
import { answerBank, CARDS, confirmCard } from '../../testing/vendors/card.ts'
import { openShopWithVendors, type ShopWithVendors } from '../../testing/vendors/vendors.ts'

let shop: ShopWithVendors
let pages: PageShop
beforeAll(async () => {
  shop = await openShopWithVendors('embedded')
  pages = await withPages(shop)
})
afterAll(() => shop.close())

const call = async (sale: SaleAt, path: string, body: Record<string, string> = {}) => {
  const answer = await shop.app.inject({
    method: 'POST',
    url: path,
    headers: { cookie: sale.cookie, 'content-type': 'application/x-www-form-urlencoded' },
    payload: new URLSearchParams(body).toString(),
  })
  return answer.json()
}

/** What a browser without any cookie of the shop is shown at an address; null without such a page. */
const shownAt = (path: string) => pages.data(pages.browser(), 'payment', path)

/** Returns in such a browser, and reads the page it is sent to: nothing of the order or of its buyer is there. */
async function returnElsewhere(address: URL) {
  const path = (await pages.browser().get(address.pathname + address.search)).headers.location!
  return { path, shown: await shownAt(path) }
}
const order = (state: PaymentPageData['state']): PaymentPageData => ({ state, kind: 'order' })

async function atCardBank() {
  const sale = await saleAt(shop.deps, 'payment')
  const token = await call(sale, '/ajax/checkout/stripe/get_token/')
  const { body } = await confirmCard(shop.url, token, CARDS.asksBank)
  return { sale, intent: body }
}

/** Presses a button of the bank's page; returns where it sends the buyer. */
async function atBank(form: Record<string, string>) {
  const sale = await saleAt(shop.deps, 'payment')
  await call(sale, '/ajax/checkout/checkout/create_truelayer_payment/')
  const { auth_url } = await call(sale, '/ajax/checkout/checkout/pay_with_truelayer/', { contact_number: '' })
  await call(sale, '/ajax/checkout/checkout/update_basket_state/', { state: 'awaiting_truelayer' })
  const page = new URL(auth_url)
  const press = async (values: Record<string, string>) => {
    const answer = await fetch(shop.url + page.pathname + page.search, {
      method: 'POST',
      redirect: 'manual',
      body: new URLSearchParams(values),
    })
    return new URL(answer.headers.get('location') ?? '/', shop.url)
  }
  await press({ do: 'choose', bank: 'mock-payments-gb-redirect' })
  return { sale, address: await press(form) }
}

describe('a buyer who returns in a browser that knows nothing of the order', () => {
  it('from 3-D Secure: the payment went through', async () => {
    const { sale, intent } = await atCardBank()
    const { path, shown } = await returnElsewhere(await answerBank(shop.url, intent))
    expect(path).toMatch(/^\/payment\/\?provider=stripe&id=pi_\w+$/)
    expect(shown).toEqual(order('paid'))
    expect((await sale.read()).paid_at).not.toBeNull()
  })

  it('from 3-D Secure that failed: it did not go through', async () => {
    const { intent } = await atCardBank()
    const { shown } = await returnElsewhere(await answerBank(shop.url, intent, 'fail'))
    expect(shown).toEqual(order('failed'))
  })

  it('while the card provider does not respond: undecided, and then decided', async () => {
    const { intent } = await atCardBank()
    const address = await answerBank(shop.url, intent)
    shop.fault('stripe', 'error', 'before', null)
    const { path, shown } = await returnElsewhere(address)
    expect(shown).toEqual(order('pending'))
    shop.sandbox.switches.clear()
    expect(await shownAt(path)).toEqual(order('paid'))
  })

  it('from the bank: undecided until the money has arrived', async () => {
    const { sale, address } = await atBank({ do: 'approve', user: 'test_executed' })
    const { path, shown } = await returnElsewhere(address)
    expect(path).toMatch(/^\/payment\/\?provider=truelayer&id=[\w-]{36}$/)
    expect(shown).toEqual(order('pending'))
    expect((await sale.read()).truelayer_returned_from, 'another browser does not move the sale').toBeNull()
    await shop.pass(1)
    expect(await shownAt(path)).toEqual(order('pending'))
    await shop.pass(2)
    expect(await shownAt(path)).toEqual(order('paid'))
  })

  it('from a bank that refused: it did not go through', async () => {
    const { address } = await atBank({ do: 'reject' })
    const { shown } = await returnElsewhere(address)
    expect(shown).toEqual(order('failed'))
  })

  it.each([
    ['plan_first', 'plan'],
    ['plan_instalment', 'instalment'],
  ] as const)('with a payment of a plan: %s', async (purpose, kind) => {
    const { sale, intent } = await atCardBank()
    const address = await answerBank(shop.url, intent)
    await returnElsewhere(address)
    await shop.db.updateTable('payments').set({ purpose }).where('sale_id', '=', sale.saleId).execute()
    const { shown } = await returnElsewhere(address)
    expect(shown).toEqual({ state: 'paid', kind })
  })

  it('with money that goes back because the tickets are gone', async () => {
    const { sale, intent } = await atCardBank()
    const address = await answerBank(shop.url, intent)
    await shop.db
      .updateTable('sales')
      .set({ held_until: null, state: 'basket' })
      .where('id', '=', sale.saleId)
      .execute()
    await shop.db
      .updateTable('stock')
      .set({ capacity: 0, held: 0 })
      .where('ticket_type_id', '=', sale.event!.ticketId)
      .execute()
    const { shown } = await returnElsewhere(address)
    expect(shown).toEqual(order('returned'))
  })

  it('an id that is not of this shop has no page', async () => {
    for (const query of ['', '?provider=stripe&id=pi_none', '?provider=stripe&id=é', '?provider=cash&id=1'])
      expect(await shownAt(`/payment/${query}`)).toBeNull()
  })
})

it('the buyer’s own browser continues in the checkout', async () => {
  const { sale, intent } = await atCardBank()
  const { pathname, search } = await answerBank(shop.url, intent)
  const { headers } = await shop.app.inject({ url: pathname + search, headers: { cookie: sale.cookie } })
  expect(headers.location).toBe('/smartcheckout/')
})
