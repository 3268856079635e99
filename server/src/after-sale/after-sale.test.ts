import { shownOrderNumber } from '@foyer/domain/format/order-number.ts'
import { expect, it } from 'vitest'
import { mailboxMailer } from '../mail/mailbox.ts'
import type { Mailer } from '../mailer.ts'
import { useNeighbour } from '../office/testing/neighbour.ts'
import { describeOnBoth, describeOnPostgres } from '../testing/database/databases.ts'
import {
  browserWithProvedEmail,
  createAccount,
  newEmail,
  prove,
  putInBasket,
  saleIdOf,
} from '../testing/fixtures/buyers.ts'
import { createEvent } from '../testing/fixtures/catalogue.ts'
import {
  asExpressGuest,
  createBuyerWithTickets,
  createPaidBuyer,
  openSecondBrowser,
} from '../testing/fixtures/paid-buyer.ts'
import { withPages } from '../testing/pages.ts'
import { type TestShop, useShop } from '../testing/shop.ts'
import { inspectCode } from '../tickets/door/door.ts'
import { walletOf } from '../tickets/wallet/wallet.ts'

const mailsOf = ({ db }: TestShop, saleId: number, kind: string) =>
  db.selectFrom('mails').selectAll().where('sale_id', '=', saleId).where('kind', '=', kind).orderBy('id').execute()

/** A mail server that rejects some addresses. */
function pickyServer() {
  const unknown = new Set<string>()
  const mailbox = mailboxMailer()
  const mailer: Mailer = {
    ...mailbox,
    send: (mail) =>
      unknown.has(mail.to)
        ? Promise.resolve({ ok: false, refused: true, reason: '550 no such user' })
        : mailbox.send(mail),
  }
  return { unknown, mailer }
}

describeOnBoth('delivery calls', (kind) => {
  const shop = useShop(kind)
  useNeighbour(shop)

  it('[API-46] [API-47] [DLV-01] create the tickets and email the wallet once, in any order and however often they are called', async () => {
    const { browser, saleId, email } = await createPaidBuyer(shop(), { qty: 2 })
    const calls = ['deliver_to_wallet', 'deliver_to_bitticket', 'deliver_to_bitticket', 'deliver_to_wallet'] as const
    for (const name of calls)
      expect(await browser.call(name)).toMatchObject({ status: 200, body: { delivery_completed: true } })
    await shop().runJobs()
    expect(await mailsOf(shop(), saleId, 'wallet')).toMatchObject([{ recipient: email, status: 'sent' }])
    const wallet = await walletOf(shop().db, { email }, { now: shop().clock.now(), signer: shop().deps.signer })
    expect(wallet.tickets).toHaveLength(2)
  })

  it('[API-46] [API-47] are refused when there is no paid order', async () => {
    const browser = shop().browser()
    for (const name of ['deliver_to_bitticket', 'deliver_to_wallet'] as const)
      expect(await browser.call(name)).toMatchObject({ status: 409, body: { code: 'not_paid' } })
  })

  it('[API-50] return the buyer’s address and the reference', async () => {
    const { browser, email, reference } = await createPaidBuyer(shop())
    expect((await browser.call('get_simple_info')).body).toEqual({
      sale_email: email,
      sale_reference: reference,
      // This buyer's sale is marked as paid without an order; pages/order/order-number.test.ts has one.
      order_number: null,
      receipts: [],
      undelivered: false,
    })
    expect((await shop().browser().call('get_simple_info')).status).toBe(409)
  })
})

describeOnBoth('a wallet email that bounced', (kind) => {
  const { unknown, mailer } = pickyServer()
  const shop = useShop(kind, { mailer })

  it('is shown to the buyer and sent again on request, once for a double click', async () => {
    const pages = await withPages(shop())
    const buyer = await createPaidBuyer(shop())
    unknown.add(buyer.email)
    await buyer.browser.call('deliver_to_wallet')
    await shop().runJobs()
    const url = `/orders/${buyer.reference}/`
    const order = () => pages.data(pages.browser(buyer.browser), 'order', url)
    expect((await order())!.undelivered).toEqual({ email: buyer.email, may_correct: false })
    expect((await buyer.browser.call('get_simple_info')).body).toMatchObject({ undelivered: true })
    const wallet = (browser = buyer.browser) => pages.data(pages.browser(browser), 'wallet', '/account/wallet/')
    expect((await wallet())!.undelivered).toEqual([{ email: buyer.email, event: expect.any(String), order_url: url }])
    // A person to whom a ticket was transferred doesn't learn the buyer's address.
    const given = newEmail()
    await shop()
      .db.updateTable('tickets')
      .set({ holder_email: given, user_id: null })
      .where('sale_id', '=', buyer.saleId)
      .where(
        'id',
        '=',
        shop()
          .db.selectFrom('tickets')
          .select(({ fn }) => fn.max('id').as('id'))
          .where('sale_id', '=', buyer.saleId),
      )
      .execute()
    const theirs = (await wallet(await browserWithProvedEmail(shop(), given)))!
    expect(theirs.tickets).toHaveLength(1)
    expect(theirs).not.toHaveProperty('undelivered')

    unknown.delete(buyer.email)
    for (let click = 0; click < 2; click++)
      expect(await buyer.browser.call('resend_wallet', { reference: buyer.reference })).toMatchObject({ status: 200 })
    await shop().runJobs()
    expect((await mailsOf(shop(), buyer.saleId, 'wallet')).map(({ status }) => status)).toEqual(['refused', 'sent'])
    expect((await order())!.undelivered).toBeNull()
    expect(await wallet()).not.toHaveProperty('undelivered')
  })

  it('of an express buyer goes to the correct address once that is confirmed, with new ticket codes', async () => {
    const buyer = await createPaidBuyer(shop(), { qty: 1 })
    const typo = newEmail()
    unknown.add(typo)
    await asExpressGuest(shop(), buyer, typo)
    const orders = () => shop().db.selectFrom('orders').select('email').where('sale_id', '=', buyer.saleId).execute()
    await shop()
      .db.insertInto('orders')
      .values({
        sale_id: buyer.saleId,
        number: `TYPO${buyer.saleId}`,
        name: 'Ada Lovelace',
        email: typo,
        currency: 'GBP',
        total_minor: 0,
        paid_at: shop().clock.now(),
      })
      .execute()
    await buyer.browser.call('deliver_to_wallet')
    await shop().runJobs()
    const { code } = await shop()
      .db.selectFrom('tickets')
      .select('code')
      .where('sale_id', '=', buyer.saleId)
      .executeTakeFirstOrThrow()

    const right = newEmail()
    const correct = () => buyer.browser.call('resend_wallet', { reference: buyer.reference, email: right })
    expect(await correct()).toMatchObject({ status: 401, body: { code: 'email_not_proved' } })
    await prove(shop(), buyer.browser, right)
    expect(await correct()).toMatchObject({ status: 200 })
    await shop().runJobs()
    expect(await mailsOf(shop(), buyer.saleId, 'wallet')).toMatchObject([
      { recipient: typo, status: 'refused' },
      { recipient: right, status: 'sent' },
    ])
    const now = { now: shop().clock.now(), signer: shop().deps.signer }
    expect((await walletOf(shop().db, { email: right }, now)).tickets).toHaveLength(1)
    expect((await walletOf(shop().db, { email: typo }, now)).tickets).toEqual([])
    expect(await inspectCode(shop().deps, code)).toMatchObject({ outcome: 'replaced' })
    // Mailings, the office and the return of a moved date's tickets use the order's address.
    expect(await orders()).toEqual([{ email: right }])
  })

  it('does not change a confirmed or working address, nor any from another browser', async () => {
    const proved = await createPaidBuyer(shop())
    unknown.add(proved.email)
    await proved.browser.call('deliver_to_wallet')
    await shop().runJobs()
    const elsewhere = newEmail()
    const refused = await proved.browser.call('resend_wallet', { reference: proved.reference, email: elsewhere })
    expect(refused).toMatchObject({ status: 409, body: { code: 'address_is_reachable' } })

    const express = await createPaidBuyer(shop())
    await asExpressGuest(shop(), express, newEmail())
    await express.browser.call('deliver_to_wallet')
    await shop().runJobs()
    await prove(shop(), express.browser, elsewhere)
    expect(
      await express.browser.call('resend_wallet', { reference: express.reference, email: elsewhere }),
    ).toMatchObject({ status: 409, body: { code: 'address_is_reachable' } })

    const thief = await openSecondBrowser(shop(), express)
    for (const browser of [thief, shop().browser()])
      expect(await browser.call('resend_wallet', { reference: express.reference })).toMatchObject({ status: 404 })
    expect(await mailsOf(shop(), express.saleId, 'wallet')).toHaveLength(1)
    // Another browser that has the sale does not affect the buyer's.
    expect(await express.browser.call('resend_wallet', { reference: express.reference })).toMatchObject({ status: 200 })
  })
})

describeOnBoth('the completed order', (kind) => {
  const shop = useShop(kind)

  it('[API-52] sends feedback to organisers with an address, once for the same text and within a limit', async () => {
    const organiser = { contact_email: 'Hall@Example.org', name: 'The Hall' }
    const { browser, reference, saleId } = await createPaidBuyer(shop(), { organiser })
    const number = `${7_000_000_000 + saleId}`
    await shop()
      .db.insertInto('orders')
      .values({ sale_id: saleId, number, currency: 'GBP', total_minor: 0, paid_at: shop().clock.now() })
      .execute()
    const feedback = (message: string) => browser.call('send_customer_feedback', { message })
    expect(await feedback('  ')).toMatchObject({ status: 400, body: { code: 'message_missing' } })
    expect(await feedback('Lovely <b>evening</b>')).toMatchObject({ status: 200, body: { success: true } })
    expect((await feedback('Lovely <b>evening</b>')).status).toBe(200)
    const mails = await shop()
      .db.selectFrom('mails')
      .selectAll()
      .where('kind', '=', 'feedback')
      .where('recipient', '=', 'hall@example.org')
      .execute()
    expect(mails).toHaveLength(1)
    expect(mails[0]!.body_text).toContain('> Lovely <b>evening</b>')
    expect(mails[0]!.subject).toBe(`Feedback on order ${shownOrderNumber(number)}`)
    expect(mails[0]!.body_text + mails[0]!.body_html).not.toContain(reference)
    expect(mails[0]!.body_html).toContain('Lovely &lt;b&gt;evening&lt;/b&gt;')
    for (let n = 0; n < 3; n++) await feedback(`More ${n}`)
    expect(await feedback('And more')).toMatchObject({ status: 429 })
    expect(await shop().browser().call('send_customer_feedback', { message: 'x' })).toMatchObject({ status: 409 })
  })

  it('[API-52] stores the feedback when the organiser has no address', async () => {
    const { browser, saleId } = await createPaidBuyer(shop())
    expect((await browser.call('send_customer_feedback', { message: 'Fine' })).status).toBe(200)
    const stored = await shop().db.selectFrom('feedback').select('message').where('sale_id', '=', saleId).execute()
    expect(stored).toEqual([{ message: 'Fine' }])
  })

  it('[API-53] subscribes the buyer to event updates and stores the wording', async () => {
    const { browser, email, saleId } = await createPaidBuyer(shop())
    expect(await browser.call('subscribe_to_events')).toMatchObject({ status: 200, body: { success: true } })
    expect((await browser.call('subscribe_to_events')).status).toBe(200)
    const consents = await shop().db.selectFrom('consents').selectAll().where('sale_id', '=', saleId).execute()
    expect(consents).toMatchObject([
      { email, kind: 'event_news', granted: true, wording: 'Subscribe to important updates' },
    ])
    expect((await browser.checkout()).marketing_preferences).toMatchObject({ event_subscribed: true })
    expect(await shop().browser().call('subscribe_to_events')).toMatchObject({ status: 409 })
  })

  it('[API-53] an address that was only typed is subscribed once it is proved in the browser that asked', async () => {
    const victim = await createAccount(shop())
    const buyer = await createPaidBuyer(shop())
    await asExpressGuest(shop(), buyer, victim.email)
    const isSubscribed = async () =>
      (
        await shop()
          .db.selectFrom('users')
          .select('is_event_subscribed')
          .where('email', '=', victim.email)
          .executeTakeFirstOrThrow()
      ).is_event_subscribed
    const consents = () => shop().db.selectFrom('consents').selectAll().where('email', '=', victim.email).execute()
    for (const _ of [1, 2])
      expect(await buyer.browser.call('subscribe_to_events')).toMatchObject({ status: 200, body: { success: true } })
    expect(await consents()).toMatchObject([{ kind: 'event_news', pending: true }])
    expect(await isSubscribed()).toBe(false)

    shop().clock.advance(60)
    await prove(shop(), buyer.browser, victim.email)
    expect(await consents()).toMatchObject([{ kind: 'event_news', pending: false }])
    expect(await isSubscribed()).toBe(true)
  })

  it('[API-53] subscribes the account of the buyer', async () => {
    const { email } = await createAccount(shop())
    const browser = await browserWithProvedEmail(shop(), email)
    const { ticketId } = await createEvent(shop().db)
    await putInBasket(browser, ticketId)
    const saleId = await saleIdOf(shop(), browser)
    const user = await shop().db.selectFrom('users').select('id').where('email', '=', email).executeTakeFirstOrThrow()
    await shop()
      .db.updateTable('sales')
      .set({ user_id: user.id, paid_at: shop().clock.now() })
      .where('id', '=', saleId)
      .execute()
    await browser.call('subscribe_to_events')
    expect((await browser.call('get_user')).body).toMatchObject({ user: { is_event_subscribed: true } })
  })
})

describeOnBoth('a share link', (kind) => {
  const shop = useShop(kind)
  const visitsOf = async (code: string) =>
    (await shop().db.selectFrom('referral_links').select('visits').where('code', '=', code).executeTakeFirst())?.visits

  it('[API-51] exists once for each order of an event with a reward, and not without a paid order or for vouchers alone', async () => {
    const { browser, slug, saleId } = await createPaidBuyer(shop(), { reward_text: 'Come along' })
    const { link } = (await browser.call('get_reward_referrer_link')).body as { link: string }
    expect(link).toMatch(new RegExp(`^http://shop\\.test/events/${slug}/\\?ref=[\\w-]{12}$`))
    expect((await browser.call('get_reward_referrer_link')).body).toEqual({ link })

    const rewarding = await createEvent(shop().db, { reward_text: 'Bring a friend' })
    const other = await createPaidBuyer(shop())
    await shop()
      .db.insertInto('sale_lines')
      .values({ sale_id: other.saleId, ticket_type_id: rewarding.ticketId, qty: 1, added_at: new Date('2099-01-01') })
      .execute()
    expect((await other.browser.call('get_reward_referrer_link')).body.link).toContain(`/events/${rewarding.slug}/`)

    expect((await shop().browser().call('get_reward_referrer_link')).body).toEqual({ link: '' })
    await shop().db.deleteFrom('sale_lines').where('sale_id', '=', saleId).execute()
    expect((await browser.call('get_reward_referrer_link')).body).toEqual({ link: '' })
  })

  it('counts each browser once but not the buyer’s own, and records who referred a purchase', async () => {
    const pages = await withPages(shop())
    const buyer = await createPaidBuyer(shop())
    const { link } = (await buyer.browser.call('get_reward_referrer_link')).body as { link: string }
    const { pathname, search, searchParams } = new URL(link)
    const code = searchParams.get('ref')!
    const visit = (browser: ReturnType<typeof pages.browser>, url = pathname + search) =>
      pages.data(browser, 'event', url)

    await visit(pages.browser(buyer.browser))
    expect(await visitsOf(code)).toBe(0)
    const friend = pages.browser()
    await visit(friend)
    await visit(friend)
    await visit(pages.browser())
    await visit(pages.browser(), `${pathname}?ref=AAAAAAAAAAAA`)
    await visit(pages.browser(), `${pathname}?ref=${encodeURIComponent("' or 1=1")}`)
    expect(await visitsOf(code)).toBe(2)

    await putInBasket(friend, buyer.ticketId)
    const saleId = await saleIdOf(shop(), friend)
    const sale = (id: number) =>
      shop().db.selectFrom('sales').select('referred_by').where('id', '=', id).executeTakeFirstOrThrow()
    expect(await sale(saleId)).toEqual({ referred_by: code })
    expect(await sale(buyer.saleId)).toEqual({ referred_by: null })
    // A sign-in renews the session's id; it is still the same browser.
    await prove(shop(), friend, newEmail())
    await visit(friend)
    expect(await visitsOf(code)).toBe(2)
  })
})

describeOnPostgres('after the sale, at the same moment', () => {
  const shop = useShop('postgres')

  it('[API-46] [API-47] deliver once when every call is sent at once', async () => {
    const { browser, saleId } = await createPaidBuyer(shop(), { qty: 5 })
    const names = ['deliver_to_wallet', 'deliver_to_bitticket'] as const
    const answers = await Promise.all(Array.from({ length: 8 }, (_, n) => browser.call(names[n % 2]!)))
    expect(answers.every(({ body }) => body.delivery_completed)).toBe(true)
    const tickets = await shop().db.selectFrom('tickets').select('id').where('sale_id', '=', saleId).execute()
    expect(tickets).toHaveLength(5)
    expect(await mailsOf(shop(), saleId, 'wallet')).toHaveLength(1)
  })

  it('[API-51] create one link, count a browser once and send one email', async () => {
    const pages = await withPages(shop())
    const { browser, reference, slug } = await createBuyerWithTickets(shop(), {
      organiser: { contact_email: 'once@example.org' },
    })
    const links = await Promise.all(Array.from({ length: 5 }, () => browser.call('get_reward_referrer_link')))
    expect(new Set(links.map(({ body }) => body.link)).size).toBe(1)
    const { search } = new URL(String(links[0]!.body.link))
    const friend = pages.browser()
    await friend.call('send_one_time_code', { email: newEmail() })
    await Promise.all(Array.from({ length: 5 }, () => pages.data(friend, 'event', `/events/${slug}/${search}`)))
    const { visits } = await shop()
      .db.selectFrom('referral_links')
      .select('visits')
      .where('code', '=', search.slice(5))
      .executeTakeFirstOrThrow()
    expect(visits).toBe(1)

    await Promise.all(Array.from({ length: 4 }, () => browser.call('send_customer_feedback', { message: reference })))
    const mails = await shop().db.selectFrom('mails').select('id').where('recipient', '=', 'once@example.org').execute()
    expect(mails).toHaveLength(1)
  })
})
