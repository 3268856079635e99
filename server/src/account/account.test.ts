import { checkout, shop as shopTexts } from '@foyer/contract/messages.ts'
import { expect, it } from 'vitest'
import { describeOnBoth } from '../testing/database/databases.ts'
import {
  allRowsOf,
  browserWithProvedEmail,
  createAccount,
  createBuyerWithHold,
  markPaid,
  newEmail,
  prove,
} from '../testing/fixtures/buyers.ts'
import { createEvent } from '../testing/fixtures/catalogue.ts'
import { useShop } from '../testing/shop.ts'

const ADDRESS = {
  selected_user_address_id: 'new',
  first_name: 'Ada',
  last_name: 'Lovelace',
  address_1: '1 Playhouse Lane',
  town: 'Foyerham',
  postcode: 'ZZ1 1AA',
  country: '1',
}

describeOnBoth('account calls', (kind) => {
  const shop = useShop(kind)

  it('[API-03] [ENT-25] [ROLE-05] returns the signed-in user, and null for a visitor', async () => {
    expect((await shop().browser().call('get_user')).body).toEqual({ user: null })
    const user = await createAccount(shop())
    const browser = await browserWithProvedEmail(shop(), user.email)
    expect((await browser.call('get_user', { context: 'checkout' })).body).toEqual({
      user: {
        id: user.id,
        first_name: 'Ada',
        last_name: 'Lovelace',
        full_name: 'Ada Lovelace',
        email: user.email,
        is_dark_mode: false,
        subscribed: false,
        is_event_subscribed: false,
      },
    })
  })

  it('stores dark mode for the signed-in user only', async () => {
    const [user, other] = [await createAccount(shop()), await createAccount(shop())]
    const browser = await browserWithProvedEmail(shop(), user.email)
    expect((await browser.call('set_dark_mode', { is_dark_mode: '1' })).body).toMatchObject({
      user: { is_dark_mode: true },
    })
    expect((await browser.call('get_user')).body).toMatchObject({ user: { is_dark_mode: true } })
    expect((await (await browserWithProvedEmail(shop(), other.email)).call('get_user')).body).toMatchObject({
      user: { is_dark_mode: false },
    })
    expect(await shop().browser().call('set_dark_mode', { is_dark_mode: '1' })).toMatchObject({ status: 401 })
  })

  it('[API-17] [ACC-13] [ROLE-07] shows a guest whose address is confirmed, without signing them in', async () => {
    const { browser } = await createBuyerWithHold(shop())
    const email = newEmail()
    await prove(shop(), browser, email)
    const saved = await browser.call('save_guest_to_sale', { email: email.toUpperCase(), fullname: ' Grace  Hopper ' })
    expect([saved.status, saved.body]).toEqual([200, { success: true }])
    expect((await browser.checkout()).account).toEqual({ full_name: 'Grace Hopper', email, is_guest: true })
    expect((await browser.call('get_user')).body).toEqual({ user: null })
  })

  it('[API-17] returns field errors on failure and stores nothing', async () => {
    const { browser, saleId } = await createBuyerWithHold(shop())
    const email = newEmail()
    await prove(shop(), browser, email)
    const before = await allRowsOf(shop(), saleId)
    const errorFor = async (body: Record<string, string>) => {
      const { status, body: answer } = await browser.call('save_guest_to_sale', body)
      return [status, answer.error]
    }
    expect(await errorFor({ email: 'grace', fullname: 'Grace Hopper' })).toEqual([
      400,
      'Please type a valid email address',
    ])
    expect(await errorFor({ email, fullname: 'Grace' })).toEqual([400, 'Please type both your first and last name(s)'])
    expect(await errorFor({ email: newEmail(), fullname: 'Grace Hopper' })).toEqual([
      401,
      'Please confirm your email address with the code we send you.',
    ])
    expect(await allRowsOf(shop(), saleId)).toEqual(before)
  })

  it('[API-21] [ACC-07] signing out keeps the basket and hold, and removes personal data from the sale', async () => {
    const user = await createAccount(shop())
    const { browser, saleId, ticketId } = await createBuyerWithHold(shop())
    await browser.call('update_basket_state', { state: 'login' })
    await prove(shop(), browser, user.email)
    await browser.call('set_delivery_address', { address: ADDRESS })
    const held = (await browser.checkout()).seconds_remaining
    const signedIn = browser.cookie()
    for (const _ of [1, 2]) expect((await browser.call('logout_of_sale')).body).toEqual({ success: true })
    expect((await browser.call('get_user')).body).toEqual({ user: null })
    const now = await browser.checkout()
    expect(now).toMatchObject({ state: 'login', seconds_remaining: held, account: null, init_guest_email: null })
    expect(now.tickets.map((ticket) => ticket.ticket_id)).toEqual([ticketId])
    expect(await allRowsOf(shop(), saleId)).toMatchObject({ addresses: [], sale: { user_id: null } })
    // The old token no longer gives access to anything, not even the basket.
    const thief = await shop().app.inject({ url: '/ajax/checkout/checkout/get/', headers: { cookie: signedIn! } })
    expect(thief.json()).toMatchObject({ sale_reference: '', tickets: [] })
    // The account keeps the address.
    expect(
      (await (await browserAMinuteLater(user.email)).call('get_user_addresses')).body.existing_addresses,
    ).toHaveLength(1)
  })
  const browserAMinuteLater = (email: string) => {
    shop().clock.advance(60)
    return browserWithProvedEmail(shop(), email)
  }

  it('signing out leaves a paid order with its buyer', async () => {
    const user = await createAccount(shop())
    const { browser, saleId } = await createBuyerWithHold(shop())
    await prove(shop(), browser, user.email)
    await markPaid(shop(), saleId)
    expect((await browser.call('sign_out')).body).toEqual({ success: true })
    expect((await allRowsOf(shop(), saleId)).sale).toMatchObject({ user_id: user.id, state: 'deliver_tickets' })
    expect((await browser.checkout()).account).toBeNull()
    expect((await shop().browser().call('sign_out')).body).toEqual({ success: true })
  })

  it('[API-26] [API-28] [ENT-27] [ADR-02] [ADR-03] lists and deletes only the user’s own addresses', async () => {
    const user = await createAccount(shop())
    const { browser } = await createBuyerWithHold(shop())
    await prove(shop(), browser, user.email)
    await browser.call('set_delivery_address', { address: { ...ADDRESS, address_2: 'Upper Circle' } })
    await browser.call('set_delivery_address', {
      address: {
        ...ADDRESS,
        first_name: 'Grace',
        last_name: 'Hopper',
        country: '2',
        state: 'NY',
        town: 'New York',
        postcode: '10001',
      },
    })
    const { existing_addresses } = (await browser.call('get_user_addresses')).body as {
      existing_addresses: { id: number }[]
    }
    expect(existing_addresses).toEqual([
      {
        id: expect.any(Number),
        first_name: 'Grace',
        last_name: 'Hopper',
        full_address: '1 Playhouse Lane, New York, New York, 10001, United States',
      },
      {
        id: expect.any(Number),
        first_name: 'Ada',
        last_name: 'Lovelace',
        full_address: '1 Playhouse Lane, Upper Circle, Foyerham, ZZ1 1AA',
      },
    ])
    const address_id = existing_addresses[0]!.id

    expect((await shop().browser().call('get_user_addresses')).body).toEqual({ existing_addresses: [] })
    expect(await shop().browser().call('delete_address', { address_id })).toMatchObject({ status: 401 })
    const stranger = await browserWithProvedEmail(shop(), (await createAccount(shop())).email)
    expect(await stranger.call('delete_address', { address_id })).toMatchObject({ status: 404 })
    expect((await browser.call('get_user_addresses')).body.existing_addresses).toHaveLength(2)

    expect((await browser.call('delete_address', { address_id })).body).toEqual({ success: true })
    expect((await browser.call('get_user_addresses')).body.existing_addresses).toHaveLength(1)
    expect((await browser.checkout()).delivery_address, 'before the payment, the buyer chooses again').toBeNull()
    expect(await browser.call('delete_address', { address_id })).toMatchObject({ status: 404 })
  })

  const express = async (options = {}) => {
    const holder = await createBuyerWithHold(shop(), { express: true, ...options })
    expect((await holder.browser.checkout()).express).toBe(true)
    return holder
  }

  it('[API-40] [EXP-01] [ENT-33] stores the buyer of an express checkout; an unconfirmed address grants no access', async () => {
    const user = await createAccount(shop())
    const { browser, saleId, organiserId } = await express()
    const details = {
      fullname: 'Ada  Lovelace',
      email: user.email,
      contact_number: '020 7946 0000',
      address: { postcode: 'ZZ1 1AA' },
      organiser_subscribed_marketing: { [organiserId]: '1' },
      ct_subscribed: '0',
    }
    for (const _ of [1, 2]) expect((await browser.call('set_account_details', details)).body).toEqual({ success: true })
    const { sale, consents, addresses } = await allRowsOf(shop(), saleId)
    expect(sale).toMatchObject({
      user_id: null,
      guest_email: user.email,
      guest_name: 'Ada Lovelace',
      contact_number: '020 7946 0000',
    })
    expect(consents).toMatchObject([
      { kind: 'organiser', organiser_id: organiserId, granted: true, source: 'checkout: express' },
    ])
    expect(addresses).toMatchObject([
      { kind: 'billing', first_name: 'Ada', last_name: 'Lovelace', postcode: 'ZZ1 1AA', country: '1' },
    ])
    expect((await browser.call('get_user')).body).toEqual({ user: null })
    expect((await browser.call('get_user_addresses')).body).toEqual({ existing_addresses: [] })
  })

  it('[API-40] [EXP-05] [EXP-08] [EXP-09] refuses invalid express details, each with its own message', async () => {
    const { browser, saleId } = await express({ require_phone_number: true })
    const before = await allRowsOf(shop(), saleId)
    const good = { fullname: 'Ada Lovelace', email: newEmail(), contact_number: '+44 20 7946 0000' }
    const errorFor = async (wrong: Partial<typeof good>) =>
      (await browser.call('set_account_details', { ...good, ...wrong })).body.error
    expect(await errorFor({ fullname: 'Ada' })).toBe('Please type both your first and last name(s)')
    expect(await errorFor({ email: 'ada' })).toBe('Please type a valid email address')
    expect(await errorFor({ contact_number: '' })).toBe('Type a valid phone number')
    expect(await errorFor({ contact_number: '12345' })).toBe('Type a valid phone number')
    expect(await allRowsOf(shop(), saleId)).toEqual(before)
    expect(await errorFor({})).toBeUndefined()
    const optional = await express()
    expect((await optional.browser.call('set_account_details', { ...good, contact_number: '' })).status).toBe(200)
    expect((await optional.browser.call('set_account_details', { ...good, contact_number: '12345' })).body.error).toBe(
      'Type a valid phone number',
    )
  })

  it('accepts an unconfirmed address in an express checkout only', async () => {
    const { browser, saleId } = await createBuyerWithHold(shop())
    const before = await allRowsOf(shop(), saleId)
    expect(
      await browser.call('set_account_details', { fullname: 'Ada Lovelace', email: newEmail(), contact_number: '' }),
    ).toMatchObject({ status: 409, body: { code: 'wrong_step' } })
    expect(await allRowsOf(shop(), saleId)).toEqual(before)
  })
})

describeOnBoth('marketing preferences', (kind) => {
  const shop = useShop(kind)

  async function begun() {
    const user = await createAccount(shop())
    const holder = await createBuyerWithHold(shop(), {
      organiser: { marketing_signup_message: 'News from the Playhouse' },
    })
    await prove(shop(), holder.browser, user.email)
    return { ...holder, user }
  }

  it('[API-22] [MKT-01] [MKT-02] [MKT-03] stores each choice with its wording, time and place', async () => {
    const { browser, saleId, organiserId, user } = await begun()
    const sent = { ct_subscribed: '1', event_subscribed: '1', organiser_subscribed_marketing: { [organiserId]: '1' } }
    for (const _ of [1, 2])
      expect((await browser.call('set_marketing_preferences', sent)).body).toEqual({ success: true })
    const common = {
      id: expect.any(Number),
      email: user.email,
      charity_id: null,
      organiser_id: null,
      granted: true,
      basis: 'consent',
      source: 'checkout: keep updated',
      sale_id: saleId,
      given_at: shop().clock.now(),
      pending: false,
    }
    expect((await allRowsOf(shop(), saleId)).consents).toEqual([
      { ...common, kind: 'newsletter', wording: checkout['keepUpdated.newsletter'] },
      { ...common, kind: 'event_news', wording: checkout['keepUpdated.eventNews'] },
      { ...common, kind: 'organiser', organiser_id: organiserId, wording: 'News from the Playhouse' },
    ])
    expect((await browser.call('get_user')).body).toMatchObject({
      user: { subscribed: true, is_event_subscribed: true },
    })
    const { marketing_preferences } = await browser.checkout()
    expect(marketing_preferences).toMatchObject({
      ct_subscribed: true,
      event_subscribed: true,
      basket_organisers: [{ id: organiserId, organiser_subscribed: true }],
    })
  })

  it('an unticked box is no consent, and withdraws only consent given in the same sale', async () => {
    const { browser, saleId, user } = await begun()
    await browser.call('set_marketing_preferences', {})
    expect((await allRowsOf(shop(), saleId)).consents).toEqual([])
    await browser.call('set_marketing_preferences', { ct_subscribed: '1' })
    await browser.call('set_marketing_preferences', { ct_subscribed: '0' })
    const { consents } = await allRowsOf(shop(), saleId)
    expect(consents.map(({ granted }) => granted)).toEqual([true, false])
    await browser.call('set_marketing_preferences', { ct_subscribed: '1' })

    const later = await createBuyerWithHold(shop())
    shop().clock.advance(60)
    await prove(shop(), later.browser, user.email)
    await later.browser.call('set_marketing_preferences', { ct_subscribed: '0' })
    expect((await later.browser.call('get_user')).body).toMatchObject({ user: { subscribed: true } })
  })

  it('refuses consent for an organiser with nothing in the basket', async () => {
    const { browser, saleId } = await begun()
    const other = await createEvent(shop().db)
    const answer = await browser.call('set_marketing_preferences', {
      ct_subscribed: '1',
      organiser_subscribed_marketing: { [other.organiserId]: '1' },
    })
    expect(answer.status).toBe(400)
    expect((await allRowsOf(shop(), saleId)).consents).toEqual([])
  })

  it('stores no choice until the buyer is identified', async () => {
    const { browser, saleId } = await createBuyerWithHold(shop())
    expect(await browser.call('set_marketing_preferences', { ct_subscribed: '1' })).toMatchObject({ status: 401 })
    expect((await allRowsOf(shop(), saleId)).consents).toEqual([])
  })
})

describeOnBoth('the mailing list', (kind) => {
  const shop = useShop(kind)
  const mailsTo = (email: string) =>
    shop().db.selectFrom('mails').select(['kind', 'body_text']).where('recipient', '=', email).execute()
  const consentsOf = (email: string) =>
    shop().db.selectFrom('consents').selectAll().where('email', '=', email).execute()
  const linkIn = (text: string) => /http:\/\/shop\.test(\/mailing-list\/confirm\S+)/.exec(text)![1]!

  it('emails the owner of an address for confirmation, and stores their consent and its wording once', async () => {
    const email = newEmail()
    const browser = shop().browser()
    for (const _ of [1, 2])
      expect((await browser.call('join_mailing_list', { email: email.toUpperCase() })).body).toEqual({ success: true })
    const mails = await mailsTo(email)
    expect(mails.map(({ kind }) => kind)).toEqual(['mailing_list'])
    expect(await consentsOf(email)).toEqual([])

    const link = linkIn(mails[0]!.body_text)
    expect(decodeURIComponent(link)).not.toContain(email)
    const followed = await shop().browser().get(link)
    expect([followed.statusCode, followed.headers.location]).toEqual([303, '/mailing-list'])
    expect(await consentsOf(email), 'a link that is only followed changes nothing').toEqual([])
    const cookie = String(followed.headers['set-cookie']).split(';')[0]!
    for (const _ of [1, 2]) {
      const answer = await shop().app.inject({ method: 'POST', url: '/mailing-list/confirm', headers: { cookie } })
      expect([answer.statusCode, answer.headers.location]).toEqual([303, '/mailing-list?joined=1'])
    }
    expect(await consentsOf(email)).toMatchObject([
      { kind: 'newsletter', granted: true, wording: shopTexts['mailing.lead'], given_at: shop().clock.now() },
    ])
  })

  it('ignores expired, altered and forged links, and invalid addresses', async () => {
    const email = newEmail()
    await shop().browser().call('join_mailing_list', { email })
    const link = linkIn((await mailsTo(email))[0]!.body_text)
    const changed = `${link.slice(0, -3)}${link.endsWith('AAA') ? 'BBB' : 'AAA'}`
    const open = async (url: string) => {
      const { headers } = await shop().browser().get(url)
      expect(headers['set-cookie']).toBeUndefined()
      const cookie = `foyer_mailing_list=${new URL(url, 'http://shop.test').searchParams.get('token') ?? ''}`
      const answer = await shop().app.inject({ method: 'POST', url: '/mailing-list/confirm', headers: { cookie } })
      return [headers.location, answer.headers.location]
    }
    const nowhere = ['/mailing-list', '/mailing-list']
    expect(await open(changed)).toEqual(nowhere)
    expect(await open('/mailing-list/confirm')).toEqual(nowhere)
    expect(await open('/mailing-list/confirm?token=abc')).toEqual(nowhere)
    shop().clock.advance(7 * 86_400)
    expect(await open(link)).toEqual(nowhere)
    expect(await consentsOf(email)).toEqual([])
    expect(await shop().browser().call('join_mailing_list', { email: 'ada' })).toMatchObject({
      status: 400,
      body: { error: 'Please type a valid email address' },
    })
  })
})
