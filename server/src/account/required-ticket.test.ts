import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openPageShop } from '../http/attacks/page-shop.testing.ts'
import {
  codeMailedTo,
  createAccount,
  newEmail,
  prove,
  putInBasket,
  reserve,
  saleIdOf,
} from '../testing/fixtures/buyers.ts'
import { createEvent } from '../testing/fixtures/catalogue.ts'
import { createBuyerWithTickets } from '../testing/fixtures/paid-buyer.ts'
import type { Browser } from '../testing/shop.ts'

type PageShop = Awaited<ReturnType<typeof openPageShop>>

const TEXT = 'You must also purchase the following tickets to continue the checkout.'

describe('a required ticket that only the first customer of a sale has', () => {
  let pageShop: PageShop
  beforeAll(async () => {
    pageShop = await openPageShop()
  })
  afterAll(() => pageShop.shop.close())
  const shop = () => pageShop.shop

  /** A member who holds a workshop for members; `free` so that one call would complete the order. */
  async function memberWithHold({ express = false } = {}) {
    const member = await createBuyerWithTickets(shop(), { qty: 1 })
    shop().clock.advance(60)
    const workshop = await createEvent(shop().db, {
      startsAt: new Date('2099-01-01T12:00:00Z'),
      express,
      tickets: [{ price_minor: 0, booking_fee_minor: 0 }],
    })
    await shop()
      .db.insertInto('ticket_requirements')
      .values({ ticket_type_id: workshop.ticketId, title: 'a membership', any_of: [member.ticketId] })
      .execute()
    const browser = shop().browser()
    await prove(shop(), browser, member.email)
    await putInBasket(browser, workshop.ticketId)
    await reserve(browser)
    shop().clock.advance(60)
    return { member, browser, workshop, saleId: await saleIdOf(shop(), browser) }
  }
  const saleOf = (id: number) =>
    shop().db.selectFrom('sales').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
  const asGuest = async (browser: Browser) => {
    const email = newEmail()
    await prove(shop(), browser, email)
    return browser.call('save_guest_to_sale', { email, fullname: 'Grace Hopper' })
  }
  const asAccount = async (browser: Browser) => {
    const { email } = await createAccount(shop())
    return prove(shop(), browser, email)
  }
  const byExpress = (browser: Browser) =>
    browser.call('set_account_details', { email: newEmail(), fullname: 'Grace Hopper', ct_subscribed: 'false' })
  const signedOut = async (browser: Browser) => {
    expect((await browser.call('logout_of_sale')).status).toBe(200)
    return browser
  }
  const otherBrowser = async (_: Browser, reference: string) => {
    const other = pageShop.pages.browser()
    await other.get(`/smartcheckout/?session=${reference}`)
    expect((await other.checkout()).sale_reference).toBe(reference)
    return other
  }
  const same = async (browser: Browser) => browser

  /** Every way that a sale gets another customer: who has the browser then, and how they name themselves. */
  const WAYS: [
    string,
    (browser: Browser, reference: string) => Promise<Browser>,
    (browser: Browser) => ReturnType<typeof asGuest>,
  ][] = [
    ['signs out and continues as a guest', signedOut, asGuest],
    ['signs out and signs in as another person', signedOut, asAccount],
    ['signs out and pays by express', signedOut, byExpress],
    ['signs in as another person', same, asAccount],
    ['types another email address as a guest', same, asGuest],
    ['types another email address by express', same, byExpress],
    ['opens the link elsewhere and continues as a guest', otherBrowser, asGuest],
    ['opens the link elsewhere and signs in', otherBrowser, asAccount],
    ['opens the link elsewhere and pays by express', otherBrowser, byExpress],
  ]

  it.each(WAYS)('[BSK-46] is missing when the buyer %s', async (_, go, name) => {
    const { browser, saleId } = await memberWithHold({ express: name === byExpress })
    const { reference } = await saleOf(saleId)
    const buyer = await go(browser, reference)
    const { status, body } = await name(buyer)
    expect(status).toBeGreaterThanOrEqual(400)
    expect(body.error).toBe(`${TEXT} a membership`)
    await buyer.call('claim_free_tickets')
    expect(await saleOf(saleId)).toMatchObject({ paid_at: null, guest_email: null })
    expect(await shop().db.selectFrom('payments').select('id').where('sale_id', '=', saleId).execute()).toEqual([])
  })

  it('is not missing when the same customer signs out and in again', async () => {
    const { member, browser, saleId } = await memberWithHold()
    await signedOut(browser)
    expect((await browser.call('send_one_time_code', { email: member.email })).status).toBe(200)
    const code = await codeMailedTo(shop(), member.email)
    expect(await browser.call('check_one_time_code', { email: member.email, code })).toMatchObject({ status: 200 })
    expect(await saleOf(saleId)).toMatchObject({ held_until: expect.any(Date), user_id: expect.any(Number) })
  })

  it('does not stop anyone from signing in with a basket that is not reserved', async () => {
    const { workshop } = await memberWithHold()
    const other = shop().browser()
    await putInBasket(other, workshop.ticketId)
    expect(await asAccount(other)).toMatchObject({ status: 200 })
  })
})
