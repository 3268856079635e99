import { expect } from 'vitest'
import { refundOrder } from '../payment/refund/order.ts'
import { claimFreeTickets } from '../payment/start/free.ts'
import { createEvent, type EventOptions } from '../testing/fixtures/catalogue.ts'
import { saleAt } from '../testing/fixtures/sale.ts'
import type { TestShop } from '../testing/shop.ts'
import { askToJoin, type JoinForm } from './join.ts'

const FREE = { price_minor: 0, booking_fee_minor: 0 }

/** An event with one free type that has sold out, to one buyer for each ticket. */
export async function soldOutEvent(shop: TestShop, capacity = 2, options: EventOptions = {}) {
  const event = await createEvent(shop.db, { tickets: [{ ...FREE, capacity }], ...options })
  const ticketId = event.ticketIds[0]!
  const orders = []
  for (let n = 0; n < capacity; n++) {
    const sale = await saleAt(shop.deps, 'payment', { ticketId })
    expect(await claimFreeTickets(sale.ctx())).toEqual({ ok: true })
    orders.push(sale)
  }
  const { date_id } = await shop.db
    .selectFrom('ticket_types')
    .select('date_id')
    .where('id', '=', ticketId)
    .executeTakeFirstOrThrow()
  return { ...event, ticketId, orders, dateId: date_id }
}

/** The newest link of the list that was mailed to an address. */
export async function newestListLink(shop: TestShop, email: string): Promise<string> {
  const mail = await shop.db
    .selectFrom('mails')
    .select('body_text')
    .where('recipient', '=', email)
    .where('kind', '=', 'waiting_list')
    .orderBy('id', 'desc')
    .executeTakeFirst()
  const url = /http\S+\/waiting-list\/open\?link=[\w-]+/.exec(mail?.body_text ?? '')?.[0]
  return url === undefined ? '' : url.replace('http://shop.test', '')
}

/** Asks to join, follows the link of the email and presses its button, each as a browser does. */
export async function joinWaitingList(shop: TestShop, form: Partial<JoinForm> & { slug: string; email: string }) {
  const reply = await askToJoin(shop.deps, { dateId: null, qty: 1, types: [], ...form }, '127.0.0.1')
  if (!reply.ok) return reply
  // All these tests share one network address, whose requests are limited.
  await shop.db.deleteFrom('rate_limits').where('key', 'like', 'waiting-list%').execute()
  return confirmJoining(shop, form.email)
}

export async function confirmJoining(shop: TestShop, email: string) {
  const browser = shop.browser()
  await browser.get(await newestListLink(shop, email))
  const { headers } = await browser.post('/waiting-list/', { act: 'confirm' })
  return String(headers.location)
}

/** Follows the newest link of an address in a browser, and takes the offer. Returns the URL it redirects to. */
export async function takeOffer(shop: TestShop, email: string, browser = shop.browser()) {
  await browser.get(await newestListLink(shop, email))
  const { headers } = await browser.post('/waiting-list/', { act: 'take' })
  return { browser, location: String(headers.location) }
}

export const refund = async (shop: TestShop, { reference }: { reference: string }) =>
  expect(await refundOrder(shop.deps, { reference, what: 'whole' })).toMatchObject({ ok: true })

/** Who has been offered tickets, in the order of the offers. */
export const offeredTo = async (shop: TestShop, dateId: number) =>
  (
    await shop.db
      .selectFrom('waiting')
      .select(['email', 'state'])
      .where('date_id', '=', dateId)
      .where('state', 'not in', ['waiting', 'left', 'removed', 'over'])
      .orderBy('offered_at')
      .orderBy('id')
      .execute()
  ).map(({ email, state }) => `${email.split('@')[0]} ${state}`)

/** The counters of a type: kept places are part of what is held. */
export const counters = (shop: TestShop, ticketId: number) =>
  shop.db
    .selectFrom('stock')
    .select(['held', 'sold', 'waiting', 'listed'])
    .where('ticket_type_id', '=', ticketId)
    .executeTakeFirstOrThrow()
