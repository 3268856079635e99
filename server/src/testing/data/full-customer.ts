import { expect } from 'vitest'
import { browserWithProvedEmail, createAccount, newEmail } from './buyers.ts'
import { saleAt } from './sale.ts'
import type { Browser } from '../shop.ts'
import type { ShopWithVendors } from '../vendors/vendors.ts'

/** Far enough in the future that a test may set its clock to any time. */
const FAR = new Date('2099-06-01T18:00:00Z')

let people = 0

/** Text that belongs to one person only, so that any of it in another person's response is a leak. */
export function privateDetails() {
  const n = ++people
  return {
    first: `Zenobia${n}`,
    last: `Quillfeather${n}`,
    street: `${n}17 Hushmere Row`,
    postcode: `QX7 ${n}QX`,
    phone: `07700 90041${n}`,
    last4: String(7310 + n),
    answer: `allergic to ${n} trombones`,
    friend: `Perpetua Osgood${n}`,
    note: `for ${n} pairs of eyes alone`,
  }
}
type Words = ReturnType<typeof privateDetails>

/**
 * A customer with one of everything: an account with an address and cards, a paid order with tickets, transfers, a waiver, a
 * gift voucher and a share link, a payment plan, and a held basket with all personal details.
 */
export async function fullCustomer(shop: ShopWithVendors) {
  const { db, clock, deps } = shop
  const now = clock.now()
  const words = privateDetails()
  const email = `zenobia-${newEmail()}`
  const user = await createAccount(shop, email)
  await db
    .updateTable('users')
    .set({ first_name: words.first, last_name: words.last })
    .where('id', '=', user.id)
    .execute()
  const address = addressOf(words)
  const { id: addressId } = await db
    .insertInto('user_addresses')
    .values({ user_id: user.id, ...address, created_at: now })
    .returning('id')
    .executeTakeFirstOrThrow()
  const cards: { id: number; method: string }[] = []
  for (const is_default of [true, false]) {
    const method = `pm_${Buffer.from(deps.random.bytes(12)).toString('hex')}`
    const { id } = await db
      .insertInto('saved_cards')
      .values({
        user_id: user.id,
        provider: 'stripe',
        provider_method_id: method,
        brand: 'visa',
        last4: words.last4,
        exp_month: 12,
        exp_year: 2035,
        is_default,
        created_at: now,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    cards.push({ id, method })
  }

  const order = await createPaidOrder(shop, { userId: user.id })
  const { browser } = order
  expect((await browser.call('deliver_to_bitticket')).body).toEqual({ delivery_completed: true })
  const friend = `friend-${newEmail()}`
  const row = { ticket_id: order.ticketId, name: words.friend, email: friend, qty: 1 }
  const gift = { ...row, is_gift: 1, message: words.note }
  const later = { ...gift, send_gift: 'Schedule', delivery_date: '01/05/2099', delivery_time: '10:00' }
  const sent = await browser.call('set_transfers', { transfers: [{ ...gift, send_gift: 'Send now' }, later] })
  expect(sent).toMatchObject({ status: 200 })
  const link = await db
    .selectFrom('mails')
    .select('body_text')
    .where('recipient', '=', friend)
    .executeTakeFirstOrThrow()
  await browser.call('deliver_to_wallet')
  await browser.call('send_customer_feedback', { message: words.note })
  await browser.call('get_reward_referrer_link')
  await db.updateTable('events').set({ waivers_together: true }).where('id', '=', order.eventId).execute()
  const { id: waiverId } = await db
    .insertInto('waivers')
    .values({ event_id: order.eventId, title: 'Terms', terms_html: '<p>Be careful.</p>' })
    .returning('id')
    .executeTakeFirstOrThrow()
  await browser.call('sign_waiver', {
    reference: order.reference,
    waiver_id: waiverId,
    name: words.friend,
    signed_by: words.friend,
    signature_kind: 'typed',
    signature: words.friend,
  })

  const plan = await createPaidOrder(shop, { userId: user.id })
  await db
    .insertInto('payment_plans')
    .values({
      sale_id: plan.saleId,
      option_key: '2',
      status: 'active',
      card_id: cards[0]!.id,
      terms_version: '1',
      agreed_at: now,
    })
    .execute()
  for (const seq of [1, 2])
    await db
      .insertInto('plan_instalments')
      .values({ sale_id: plan.saleId, seq, due_on: `2098-0${seq}-01`, amount_minor: 550, status: 'due' })
      .execute()

  const open = await saleAt(deps, 'payment', { userId: user.id, startsAt: FAR, phone: words.phone })
  await enterAllDetails(shop, open.saleId, words)
  const token = (await withCookie(shop, open.cookie).call('get_token')).body.client_secret as string

  // Sends the mails, and waits long enough that the next request for one counts as new.
  await shop.runJobs()
  clock.advance(120)

  const mine = await db.selectFrom('tickets').select(['id', 'code']).where('user_id', '=', user.id).execute()
  const transfers = await db.selectFrom('transfers').select('id').where('sale_id', '=', order.saleId).execute()
  return {
    email,
    friend,
    words,
    userId: user.id,
    browser: await browserWithProvedEmail(shop, email),
    address: addressId,
    card: cards[1]!.method,
    order,
    plan,
    open,
    ticketIds: mine.map(({ id }) => id),
    ticketCodes: mine.map(({ code }) => code),
    transferIds: transfers.map(({ id }) => id),
    claimToken: /\/claim\/([\w-]+)\//.exec(link.body_text)![1]!,
    waiverId,
    paymentIntent: token.split('_secret_')[0]!,
    saleIds: [order.saleId, plan.saleId, open.saleId],
    /** What must never be returned to anyone else. */
    secrets: [
      email,
      friend,
      ...Object.values(words),
      ...cards.map(({ method }) => method),
      ...mine.map(({ code }) => code),
      token,
    ],
  }
}

export type FullCustomer = Awaited<ReturnType<typeof fullCustomer>>

/** A paid order of an account or of a guest, and the browser that bought it. */
export async function createPaidOrder(shop: ShopWithVendors, options: { userId?: number } = {}) {
  const sale = await saleAt(shop.deps, 'payment', { startsAt: FAR, qty: 3, ...options })
  await shop.db
    .updateTable('sales')
    .set({ paid_at: shop.clock.now(), state: 'deliver_tickets', total_minor: 3300 })
    .where('id', '=', sale.saleId)
    .execute()
  return { ...sale, eventId: sale.event!.eventId, browser: withCookie(shop, sale.cookie) }
}

const addressOf = (words: Words) => ({
  first_name: words.first,
  last_name: words.last,
  address_1: words.street,
  town: 'Hushmere',
  postcode: words.postcode,
  country: '1',
})

/** Fills in everything a buyer can enter before the payment. */
export async function enterAllDetails({ db, clock }: ShopWithVendors, saleId: number, words: Words): Promise<void> {
  const now = clock.now()
  for (const kind of ['delivery', 'billing'] as const)
    await db
      .insertInto('sale_addresses')
      .values({ sale_id: saleId, kind, ...addressOf(words) })
      .execute()
  const { ticket_type_id, event_id } = await db
    .selectFrom('sale_lines as line')
    .innerJoin('ticket_types as type', 'type.id', 'line.ticket_type_id')
    .select(['line.ticket_type_id', 'type.event_id'])
    .where('line.sale_id', '=', saleId)
    .executeTakeFirstOrThrow()
  const { id: question_id } = await db
    .insertInto('questions')
    .values({ event_id, osq_id: 'diet', question_html: 'Diet?', type: 'text', before_or_after: 'after' })
    .returning('id')
    .executeTakeFirstOrThrow()
  await db.insertInto('question_tickets').values({ question_id, ticket_type_id }).execute()
  await db
    .insertInto('question_answers')
    .values({
      sale_id: saleId,
      key: 'diet',
      question_id,
      ticket_type_id,
      answer: words.answer,
      before_or_after: 'after',
      answered_at: now,
    })
    .execute()
  await db
    .updateTable('sales')
    .set({ gift_voucher_from: words.first, gift_voucher_to: words.friend })
    .where('id', '=', saleId)
    .execute()
}

/** A browser that continues a session created in the database. */
export function withCookie(shop: ShopWithVendors, cookie: string): Browser {
  const browser = shop.browser()
  browser.use(cookie.slice(cookie.indexOf('=') + 1))
  return browser
}
