import { expect } from 'vitest'
import { createEvent, type EventOptions } from './catalogue.ts'
import type { Browser, TestShop } from '../shop.ts'

/** Buyers created by the calls that a browser makes, so that a test sees the same data as after real calls. */

let people = 0
/** An address that no other test of the run has. */
export const newEmail = (): string => `buyer-${process.pid}-${++people}@example.com`

type Wanted = EventOptions & { qty?: number }

/** A browser with a hold on tickets of a new event. */
export async function createBuyerWithHold(shop: TestShop, { qty = 1, ...options }: Wanted = {}) {
  const event = await createEvent(shop.db, options)
  const browser = shop.browser()
  await putInBasket(browser, event.ticketId, qty)
  await reserve(browser)
  return { ...event, browser, saleId: await saleIdOf(shop, browser) }
}

export async function putInBasket(browser: Browser, ticketId: number, quantity = 1): Promise<void> {
  expect(await browser.call('add_to_basket', { ticket_id: ticketId, quantity })).toMatchObject({ status: 200 })
}

export async function reserve(browser: Browser): Promise<void> {
  expect((await browser.call('reserve_tickets')).body).toMatchObject({ reserved: true })
}

export async function saleIdOf({ db }: TestShop, browser: Browser): Promise<number> {
  const { sale_reference } = await browser.checkout()
  const sale = await db
    .selectFrom('sales')
    .select('id')
    .where('reference', '=', sale_reference)
    .executeTakeFirstOrThrow()
  return sale.id
}

/** The code in the newest mail to this address. */
export async function codeMailedTo({ db }: TestShop, email: string): Promise<string> {
  const mail = await db
    .selectFrom('mails')
    .select('body_text')
    .where('recipient', '=', email.toLowerCase())
    .where('kind', '=', 'code')
    .orderBy('id', 'desc')
    .executeTakeFirstOrThrow()
  return /\b(\d{6})\b/.exec(mail.body_text)![1]!
}

/** Requests a code and enters it. */
export async function prove(shop: TestShop, browser: Browser, email: string) {
  expect(await browser.call('send_one_time_code', { email })).toMatchObject({ status: 200 })
  return browser.call('check_one_time_code', { email, code: await codeMailedTo(shop, email) })
}

export async function createAccount({ db, clock }: TestShop, email = newEmail()) {
  return db
    .insertInto('users')
    .values({ email, first_name: 'Ada', last_name: 'Lovelace', created_at: clock.now() })
    .returningAll()
    .executeTakeFirstOrThrow()
}

/** A browser with this address verified. */
export async function browserWithProvedEmail(shop: TestShop, email: string): Promise<Browser> {
  const browser = shop.browser()
  expect(await prove(shop, browser, email)).toMatchObject({ status: 200 })
  return browser
}

/** Marks a sale as paid in the database, for tests of what follows a payment. */
export const markPaid = ({ db, clock }: TestShop, saleId: number) =>
  db
    .updateTable('sales')
    .set({ paid_at: clock.now(), state: 'deliver_tickets', total_minor: 0 })
    .where('id', '=', saleId)
    .execute()

/** Every row of a sale, to show that a refused call changes nothing. */
export async function allRowsOf({ db }: TestShop, saleId: number) {
  return {
    sale: await db.selectFrom('sales').selectAll().where('id', '=', saleId).executeTakeFirst(),
    addresses: await db
      .selectFrom('sale_addresses')
      .selectAll()
      .where('sale_id', '=', saleId)
      .orderBy('kind')
      .execute(),
    answers: await db.selectFrom('question_answers').selectAll().where('sale_id', '=', saleId).orderBy('key').execute(),
    declarations: await db.selectFrom('gift_aid_declarations').selectAll().where('sale_id', '=', saleId).execute(),
    consents: await db.selectFrom('consents').selectAll().where('sale_id', '=', saleId).orderBy('id').execute(),
    lines: await db
      .selectFrom('sale_lines')
      .selectAll()
      .where('sale_id', '=', saleId)
      .orderBy('ticket_type_id')
      .execute(),
  }
}
