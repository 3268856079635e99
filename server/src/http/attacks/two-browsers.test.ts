import { refusals } from '@foyer/contract/messages.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  browserWithProvedEmail,
  createAccount,
  newEmail,
  prove,
  putInBasket,
  reserve,
  saleIdOf,
} from '../../testing/fixtures/buyers.ts'
import { createEvent, type EventOptions } from '../../testing/fixtures/catalogue.ts'
import { type PageShop, withPages } from '../../testing/pages.ts'
import type { Browser } from '../../testing/shop.ts'
import { answerBank, CARDS, type CardToken, confirmCard, returnFromCard } from '../../testing/vendors/card.ts'
import { openShopWithVendors, type ShopWithVendors } from '../../testing/vendors/vendors.ts'

/** Attacks on a sale by a second browser that got its link honestly, each played over HTTP from the first click on. */

let shop: ShopWithVendors
let pages: PageShop
beforeAll(async () => {
  shop = await openShopWithVendors('postgres')
  pages = await withPages(shop)
})
afterAll(() => shop.close())

/** Someone's browser with reserved tickets. */
async function createBasket(options: EventOptions & { qty?: number } = {}) {
  const { qty = 1, ...event } = options
  const { ticketId } = await createEvent(shop.db, { startsAt: new Date('2099-06-01T18:00:00Z'), ...event })
  const browser = pages.browser()
  await putInBasket(browser, ticketId, qty)
  await reserve(browser)
  const { sale_reference } = await browser.checkout()
  return { browser, ticketId, reference: sale_reference, saleId: await saleIdOf(shop, browser) }
}

/** Follows a copied link, and confirms where the shop asks first. */
async function follow(browser: Browser, reference: string): Promise<void> {
  const { headers } = await browser.get(`/smartcheckout/?session=${reference}`)
  expect(headers.location).toBe('/smartcheckout/')
}

/** The victim has followed the attacker's link; both browsers have the sale. */
async function createSharedBasket(options: Parameters<typeof createBasket>[0] = {}) {
  const { browser: attacker, ...sale } = await createBasket(options)
  const victim = pages.browser()
  await follow(victim, sale.reference)
  return { attacker, victim, ...sale }
}

const words = () => ({ email: `zenobia-${newEmail()}`, name: 'Zenobia Quillfeather', phone: '07700 900417' })

/** Continues from the reserve to the payment as a guest. */
async function nameGuest(browser: Browser, { email, name }: { email: string; name: string }): Promise<void> {
  expect((await browser.call('update_basket_state', { state: 'login' })).status).toBe(200)
  expect((await prove(shop, browser, email)).status).toBe(200)
  expect(await browser.call('save_guest_to_sale', { email, fullname: name })).toMatchObject({ status: 200 })
}
async function toPayment(browser: Browser): Promise<void> {
  await browser.call('update_basket_state', { state: 'marketing_preferences' })
  await browser.call('set_marketing_preferences', {})
  expect(await browser.call('update_basket_state', { state: 'payment' })).toMatchObject({ status: 200 })
}

const tokenOf = async (browser: Browser): Promise<CardToken> => {
  const { status, body } = await browser.call('get_token')
  expect({ status, body }).toMatchObject({ status: 200 })
  return body as unknown as CardToken
}
async function payByCard(browser: Browser): Promise<void> {
  const token = await tokenOf(browser)
  expect((await confirmCard(shop.url, token)).body.status).toBe('succeeded')
  await returnFromCard(browser, token)
  expect((await browser.checkout()).payment_complete).toBe(true)
}

const sale = (saleId: number) =>
  shop.db.selectFrom('sales').selectAll().where('id', '=', saleId).executeTakeFirstOrThrow()

describe('the buyer of an order', () => {
  it.each(['starts another basket', 'is sent another basket'])(
    'is not signed in as the person who shared the basket link, after the buyer %s',
    async (what) => {
      const { attacker, victim, ticketId } = await createSharedBasket({ qty: 2 })
      const person = words()
      await nameGuest(victim, person)
      await toPayment(victim)
      await payByCard(victim)
      await victim.call('deliver_to_bitticket')
      if (what.startsWith('starts')) await putInBasket(victim, ticketId)
      else await follow(victim, (await createBasket()).reference)

      const info = await attacker.call('get_simple_info')
      expect(info.raw.body).not.toContain(person.email)
      const mine = {
        ticket_id: ticketId,
        name: 'Mal Lory',
        email: newEmail(),
        qty: 1,
        is_gift: 0,
        send_gift: 'Send now',
      }
      expect(await attacker.call('set_transfers', { transfers: [mine] })).not.toMatchObject({ status: 200 })
      expect(await shop.db.selectFrom('transfers').selectAll().where('email', '=', mine.email).execute()).toEqual([])
      expect((await attacker.call('send_customer_feedback', { message: 'Mal was here' })).status).not.toBe(200)
    },
  )

  it('of an express order is the browser that typed the address, even with another basket', async () => {
    const { attacker, victim, ticketId, reference } = await createSharedBasket({ express: true })
    const person = words()
    await victim.call('update_basket_state', { state: 'payment' })
    const details = { fullname: person.name, email: person.email, contact_number: person.phone }
    expect(await victim.call('set_account_details', details)).toMatchObject({ status: 200 })
    await payByCard(victim)
    await putInBasket(victim, ticketId)
    expect((await attacker.call('get_simple_info')).raw.body).not.toContain(person.email)
    expect((await attacker.get(`/orders/${reference}/`)).statusCode).toBe(404)
    expect((await victim.get(`/orders/${reference}/`)).body).toContain(person.email)
  })
})

describe('a payment in progress', () => {
  const STATES = ['created', 'with a bank’s question about the card'] as const

  async function paying(state: (typeof STATES)[number], options: Parameters<typeof createBasket>[0] = {}) {
    const shared = await createSharedBasket(options)
    const person = words()
    if (options?.express) {
      await shared.victim.call('update_basket_state', { state: 'payment' })
      const details = { fullname: person.name, email: person.email, contact_number: person.phone }
      expect(await shared.victim.call('set_account_details', details)).toMatchObject({ status: 200 })
    } else {
      await nameGuest(shared.victim, person)
      await toPayment(shared.victim)
    }
    const token = await tokenOf(shared.victim)
    const intent = state === 'created' ? null : (await confirmCard(shop.url, token, CARDS.asksBank)).body
    const finish = async () => {
      if (intent) await answerBank(shop.url, intent)
      else await confirmCard(shop.url, token)
      await returnFromCard(shared.victim, token)
    }
    return { ...shared, person, finish }
  }

  it.each(STATES)('(%s) keeps its customer while a second browser signs in with its own code', async (state) => {
    for (const kind of ['account', 'guest']) {
      const { attacker, person, saleId, finish } = await paying(state)
      const email = kind === 'account' ? (await createAccount(shop)).email : newEmail()
      await prove(shop, attacker, email)
      await attacker.call('save_guest_to_sale', { email, fullname: 'Mal Lory' })
      await attacker.call('update_basket_state', { state: 'login' })
      await attacker.call('update_basket_state', { state: 'payment' })
      await attacker.call('logout_of_sale')
      expect(await sale(saleId)).toMatchObject({ guest_email: person.email, user_id: null })
      await finish()
      expect(await sale(saleId)).toMatchObject({ guest_email: person.email, user_id: null, paid_at: expect.any(Date) })
    }
  })

  it.each(STATES)('(%s) in express keeps the customer typed in its browser', async (state) => {
    const { attacker, person, saleId, finish } = await paying(state, { express: true })
    const mine = { fullname: 'Mal Lory', email: newEmail(), contact_number: '' }
    expect(await attacker.call('set_account_details', mine)).not.toMatchObject({ status: 200 })
    await finish()
    expect(await sale(saleId)).toMatchObject({ guest_email: person.email, paid_at: expect.any(Date) })
  })

  it('in express belongs to the browser whose details the sale has, or is refused', async () => {
    const { attacker, victim } = await createSharedBasket({ express: true })
    const person = words()
    await victim.call('update_basket_state', { state: 'payment' })
    await victim.call('set_account_details', { fullname: person.name, email: person.email, contact_number: '' })
    const taken = await attacker.call('set_account_details', {
      fullname: 'Mal Lory',
      email: newEmail(),
      contact_number: '',
    })
    if (taken.status === 200) expect((await victim.call('get_token')).status).not.toBe(200)
    else expect((await attacker.call('get_token')).status).not.toBe(200)
  })

  it.each(STATES)('(%s) is not resumed, moved or cancelled by following a link', async (state) => {
    const { person, reference, saleId, finish } = await paying(state)
    const stranger = await browserWithProvedEmail(shop, newEmail()).then((browser) => pages.browser(browser))
    const { headers } = await stranger.get(`/smartcheckout/?session=${reference}`)
    const page = (await stranger.get(String(headers.location))).body
    expect(page).toContain(refusals.linkClosed)
    expect(page).not.toContain(person.email)
    expect((await stranger.checkout()).sale_reference).not.toBe(reference)
    expect(await sale(saleId)).toMatchObject({ guest_email: person.email, state: 'payment' })
    await finish()
    expect((await sale(saleId)).paid_at).not.toBeNull()
  })

  it('is refunded if its customer has changed all the same', async () => {
    const { saleId, finish } = await paying('created')
    await shop.db
      .updateTable('sales')
      .set({ guest_email: newEmail(), guest_name: 'Mal Lory' })
      .where('id', '=', saleId)
      .execute()
    await finish()
    await shop.pass()
    expect((await sale(saleId)).paid_at).toBeNull()
    const payments = await shop.db.selectFrom('payments').selectAll().where('sale_id', '=', saleId).execute()
    expect(payments).toMatchObject([{ outcome: 'refunded', status: 'refunded' }])
  })
})

describe('a guest’s details', () => {
  it('are not shown to a signed-in browser that releases the hold and reserves again', async () => {
    const { attacker, victim } = await createSharedBasket({ tickets: [{ delivered_by_post: true }] })
    const person = words()
    await nameGuest(victim, person)
    await victim.call('update_basket_state', { state: 'marketing_preferences' })
    await victim.call('set_marketing_preferences', {})
    await victim.call('update_basket_state', { state: 'delivery_address' })
    const address = {
      selected_user_address_id: 'new',
      first_name: 'Zenobia',
      last_name: 'Quillfeather',
      address_1: '17 Hushmere Row',
      address_2: '',
      town: 'Hushmere',
      postcode: 'QX7 1QX',
      country: '1',
      state: '',
    }
    expect(await victim.call('set_delivery_address', { address })).toMatchObject({ status: 200 })
    const { email } = await createAccount(shop)
    await prove(shop, attacker, email)
    await attacker.call('destroy_sale')
    await attacker.call('reserve_tickets')
    const page = (await attacker.call('get')).raw.body
    for (const secret of [person.email, 'Zenobia', 'Quillfeather', 'Hushmere', 'QX7'])
      expect(page).not.toContain(secret)
    expect((await victim.checkout()).account).toMatchObject({ email: person.email })
  })

  it('are stored by the customer only, not by a browser whose customer was removed', async () => {
    const { victim, reference, saleId } = await createSharedBasket({ tickets: [{ delivered_by_post: true }] })
    const person = words()
    await nameGuest(victim, person)
    const follower = pages.browser(await browserWithProvedEmail(shop, (await createAccount(shop)).email))
    await follow(follower, reference)
    const address = {
      selected_user_address_id: 'new',
      first_name: 'Zenobia',
      last_name: 'Q',
      address_1: '17 Hushmere Row',
      town: 'Hushmere',
      postcode: 'QX7 1QX',
      country: '1',
    }
    await victim.call('set_delivery_address', { address, gift_voucher_from: '', gift_voucher_to: '' })
    expect(await shop.db.selectFrom('sale_addresses').selectAll().where('sale_id', '=', saleId).execute()).toEqual([])
  })
})

describe('information for buyers', () => {
  it('[ENT-17] is hidden until the order is paid, and then shown to its buyer only', async () => {
    const { attacker, victim, saleId } = await createSharedBasket({ livestream_url: 'https://stream.example/secret' })
    const { event_id } = await shop.db
      .selectFrom('sale_lines as line')
      .innerJoin('ticket_types as type', 'type.id', 'line.ticket_type_id')
      .select('type.event_id')
      .where('line.sale_id', '=', saleId)
      .executeTakeFirstOrThrow()
    await shop.db
      .insertInto('after_sale_messages')
      .values({ event_id, message_html: '<p>The password is swordfish.</p>' })
      .execute()
    await nameGuest(victim, words())
    await toPayment(victim)
    const secrets = ['stream.example', 'swordfish']
    for (const browser of [attacker, victim])
      for (const secret of secrets) expect((await browser.call('get')).raw.body).not.toContain(secret)
    await payByCard(victim)
    for (const secret of secrets) {
      expect((await attacker.call('get')).raw.body).not.toContain(secret)
      expect((await victim.call('get')).raw.body).toContain(secret)
    }
  })
})

describe('a basket link', () => {
  it('asks before it replaces a basket with tickets of the browser’s own', async () => {
    const own = await createBasket()
    const other = await createBasket()
    const answer = await own.browser.get(`/smartcheckout/?session=${other.reference}`)
    expect([answer.statusCode, answer.headers.location]).toEqual([303, '/basket-link/'])
    expect((await own.browser.get('/basket-link/')).statusCode).toBe(200)
    expect((await own.browser.checkout()).sale_reference).toBe(own.reference)
    expect((await own.browser.post('/basket-link/', { open: 'own' })).headers.location).toBe('/smartcheckout/')
    expect((await own.browser.checkout()).sale_reference).toBe(own.reference)
    expect((await own.browser.get('/basket-link/')).statusCode).toBe(404)
    await own.browser.post('/basket-link/', { open: 'other' })
    expect((await own.browser.checkout()).sale_reference, 'its question has been answered').toBe(own.reference)

    await own.browser.get(`/smartcheckout/?session=${other.reference}`)
    await own.browser.post('/basket-link/', { open: 'other' })
    expect((await own.browser.checkout()).sale_reference).toBe(other.reference)
  })

  it('is followed at once by a browser without a hold', async () => {
    const { victim, reference } = await createSharedBasket()
    expect((await victim.checkout()).sale_reference).toBe(reference)
  })
})

describe('the redirect after sign-in', () => {
  it.each([
    '//evil.example',
    '/%09/evil.example',
    '/\t/evil.example',
    '/%0a/evil.example',
    '/\\evil.example',
    '/%5cevil.example',
    '\\\\evil.example',
    'https://evil.example/',
    'https:evil.example',
    'javascript:alert(1)',
    ' //evil.example',
    '/%2F/evil.example',
    '/.//evil.example',
    '/../../evil.example//',
    '/a/..//evil.example',
    '/@evil.example',
  ])('%j does not lead to another site', async (next) => {
    const browser = pages.browser()
    for (const sent of [next, encodeURIComponent(next)]) {
      const data = await pages.data(browser, 'signin', `/signin/?next=${sent}`)
      const led = new URL(data!.next || '/', 'http://shop.test/signin/')
      expect({ origin: led.origin, path: led.pathname.startsWith('//') }).toEqual({
        origin: 'http://shop.test',
        path: false,
      })
      expect(data!.next).not.toMatch(/[\t\n\r\\]/)
    }
  })

  it('leads to the page of the shop that was requested', async () => {
    const next = '/account/wallet/?from=mail#top'
    const data = await pages.data(pages.browser(), 'signin', `/signin/?next=${encodeURIComponent(next)}`)
    expect(data!.next).toBe(next)
  })
})
