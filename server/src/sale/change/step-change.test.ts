import type { CallName } from '@foyer/contract/paths.ts'
import { LIMITS } from '@foyer/domain/limits.ts'
import { expect, it } from 'vitest'
import { describeOnBoth } from '../../testing/database/databases.ts'
import {
  allRowsOf,
  browserWithProvedEmail,
  createAccount,
  createBuyerWithHold,
  markPaid,
  newEmail,
  prove,
  putInBasket,
  saleIdOf,
} from '../../testing/fixtures/buyers.ts'
import { createEvent } from '../../testing/fixtures/catalogue.ts'
import { type Browser, useShop } from '../../testing/shop.ts'

const ADDRESS = {
  selected_user_address_id: 'new',
  first_name: 'Ada',
  last_name: 'Lovelace',
  address_1: '1 Playhouse Lane',
  town: 'Foyerham',
  postcode: 'ZZ1 1AA',
  country: '1',
}

/** Every call that changes a step between the reserve and the payment, with a valid body. */
const CHANGES: [
  CallName,
  (to: { email: string; charityId: number; questionKey: string }) => Record<string, unknown>,
][] = [
  ['save_guest_to_sale', ({ email }) => ({ email, fullname: 'Grace Hopper' })],
  ['set_account_details', ({ email }) => ({ email, fullname: 'Grace Hopper', contact_number: '020 7946 0000' })],
  ['set_marketing_preferences', () => ({ ct_subscribed: '1', event_subscribed: '1' })],
  ['save_donation', ({ charityId }) => ({ amount_before_booking_fee: '10', charity_id: charityId })],
  ['update_donation', () => ({ is_gift_aid: '1', uk_based: '1', address1: '1 Playhouse Lane', postcode: 'ZZ1 1AA' })],
  ['set_delivery_address', () => ({ address: ADDRESS })],
  ['save_question_answers', ({ questionKey }) => ({ answers: { [questionKey]: 'Yes' }, before_or_after: 'before' })],
]

describeOnBoth('every change in a step', (kind) => {
  const shop = useShop(kind)

  /** A held sale for a charity with a question and a donation, whose address is proved in this session. */
  async function begun(email = newEmail()) {
    const { db } = shop()
    const charity = await db
      .insertInto('charities')
      .values({ slug: `charity-${email}`, name: 'Stage Door Trust', donation_checkout_title: 'Give' })
      .returning('id')
      .executeTakeFirstOrThrow()
    const holder = await createBuyerWithHold(shop(), { organiser: { charity_id: charity.id } })
    const question = await db
      .insertInto('questions')
      .values({ event_id: holder.eventId, osq_id: 'q', question_html: '?', type: 'text', before_or_after: 'before' })
      .returning('id')
      .executeTakeFirstOrThrow()
    await db
      .insertInto('question_tickets')
      .values({ question_id: question.id, ticket_type_id: holder.ticketId })
      .execute()
    await holder.browser.call('save_donation', { amount_before_booking_fee: '5', charity_id: charity.id })
    await prove(shop(), holder.browser, email)
    const to = { email, charityId: charity.id, questionKey: `${holder.ticketId}_${question.id}_0` }
    return { ...holder, to }
  }

  const tryAll = async (browser: Browser, to: Parameters<(typeof CHANGES)[number][1]>[0]) => {
    const answers: Record<string, string | undefined> = {}
    for (const [name, body] of CHANGES) {
      const { status, body: answer } = await browser.call(name, body(to))
      expect(answer.error?.length, name).toBeGreaterThan(0)
      answers[name] = `${status} ${answer.code}`
    }
    return answers
  }
  const all = (answer: string) => Object.fromEntries(CHANGES.map(([name]) => [name, answer]))

  it('is refused without a basket', async () => {
    const { to } = await begun()
    expect(await tryAll(shop().browser(), to)).toEqual(all('409 basket_empty'))
  })

  it('is refused before the reserve, and changes nothing', async () => {
    const { to } = await begun()
    const browser = shop().browser()
    const event = await createEvent(shop().db)
    await putInBasket(browser, event.ticketId)
    const saleId = await saleIdOf(shop(), browser)
    const before = await allRowsOf(shop(), saleId)
    expect(await tryAll(browser, to)).toEqual(all('409 not_reserved'))
    expect(await allRowsOf(shop(), saleId)).toEqual(before)
  })

  it('is refused after the hold expired, and only releases it', async () => {
    const { browser, saleId, ticketId, to } = await begun()
    const before = await allRowsOf(shop(), saleId)
    shop().clock.advance(LIMITS.holdSeconds)
    expect(await tryAll(browser, to)).toEqual(all('409 hold_expired'))
    const { sale, lines, ...rest } = await allRowsOf(shop(), saleId)
    expect(rest).toEqual({
      addresses: before.addresses,
      answers: before.answers,
      declarations: before.declarations,
      consents: before.consents,
    })
    expect(sale).toMatchObject({ state: 'basket', expired: true, held_until: null, donation_minor: 500 })
    expect(lines).toHaveLength(1)
    const stock = await shop()
      .db.selectFrom('stock')
      .select('held')
      .where('ticket_type_id', '=', ticketId)
      .executeTakeFirst()
    expect(stock).toEqual({ held: 0 })
  })

  it('is refused once the sale is paid, and changes nothing', async () => {
    const { browser, saleId, to } = await begun()
    const email = newEmail()
    await prove(shop(), browser, email)
    await browser.call('save_guest_to_sale', { email, fullname: 'Ada Lovelace' })
    await markPaid(shop(), saleId)
    const before = await allRowsOf(shop(), saleId)
    expect(await tryAll(browser, to)).toEqual(all('409 already_paid'))
    expect(await allRowsOf(shop(), saleId)).toEqual(before)
  })

  it('is refused during a bank payment, and changes nothing', async () => {
    const { browser, saleId, to } = await begun()
    const now = shop().clock.now()
    await shop()
      .db.insertInto('payments')
      .values({
        sale_id: saleId,
        provider: 'truelayer',
        amount_minor: 1600,
        currency: 'GBP',
        status: 'processing',
        expires_at: new Date(shop().clock.now().getTime() + 900_000),
        idempotency_key: `running-${saleId}`,
        created_at: now,
        updated_at: now,
      })
      .execute()
    const before = await allRowsOf(shop(), saleId)
    expect(await tryAll(browser, to)).toEqual(all('409 payment_running'))
    expect(await allRowsOf(shop(), saleId)).toEqual(before)
  })

  it('is refused to another browser with the sale’s link, once the customer is identified', async () => {
    const user = await createAccount(shop())
    const { browser, saleId, to } = await begun(user.email)
    const other = await browserWithProvedEmail(shop(), newEmail())
    const otherSession = await shop()
      .db.updateTable('sessions')
      .set({ sale_id: saleId })
      .where('proved_email', 'is not', null)
      .where('proved_email', '<>', user.email)
      .where('sale_id', 'is', null)
      .returning('id')
      .execute()
    expect(otherSession).toHaveLength(1)
    const before = await allRowsOf(shop(), saleId)
    expect(before.sale?.user_id).toBe(user.id)
    expect(await tryAll(other, to)).toEqual(all('404 unknown_sale'))
    expect(await allRowsOf(shop(), saleId)).toEqual(before)
    expect((await other.checkout()).account).toBeNull()
    expect((await browser.checkout()).account).toMatchObject({ email: user.email })
  })

  it('is refused where nobody is known yet, for what would pass to the next customer: an address or answers', async () => {
    const { browser, saleId, ticketId } = await createBuyerWithHold(shop())
    const before = await allRowsOf(shop(), saleId)
    const personal: [CallName, Record<string, unknown>][] = [
      ['set_delivery_address', { address: ADDRESS }],
      ['save_question_answers', { answers: { [`${ticketId}_1_0`]: 'Yes' }, before_or_after: 'before' }],
    ]
    for (const [name, body] of personal)
      expect(await browser.call(name, body)).toMatchObject({ status: 409, body: { code: 'wrong_step' } })
    expect(await allRowsOf(shop(), saleId)).toEqual(before)
  })

  it('succeeds, and is idempotent', async () => {
    const { browser, saleId, to } = await begun()
    const run = async () => {
      for (const [name, body] of CHANGES.filter(([name]) => name !== 'set_account_details'))
        expect([name, (await browser.call(name, body(to))).status]).toEqual([name, 200])
      return allRowsOf(shop(), saleId)
    }
    const once = await run()
    expect(once.addresses).toHaveLength(1)
    expect(once.answers).toHaveLength(1)
    expect(once.declarations).toHaveLength(1)
    expect(once.consents).toHaveLength(2)
    expect(await run()).toEqual(once)
  })
})
