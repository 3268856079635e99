import { expect } from 'vitest'
import { anEvent, type EventWish } from './catalogue.ts'
import type { Browser, TestShop } from './shop.ts'

/** Buyers on their way: in by the calls a browser makes, so that what a test finds is what the calls have left. */

let people = 0
/** An address nobody else in the run has. */
export const anEmail = (): string => `buyer-${process.pid}-${++people}@example.com`

type Wanted = EventWish & { qty?: number }

/** A browser that holds tickets of a new event. */
export async function aHolder(shop: TestShop, { qty = 1, ...wish }: Wanted = {}) {
  const event = await anEvent(shop.db, wish)
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

/** Asks for a code and gives it back. */
export async function prove(shop: TestShop, browser: Browser, email: string) {
  expect(await browser.call('send_one_time_code', { email })).toMatchObject({ status: 200 })
  return browser.call('check_one_time_code', { email, code: await codeMailedTo(shop, email) })
}

export async function anAccount({ db, clock }: TestShop, email = anEmail()) {
  return db
    .insertInto('users')
    .values({ email, first_name: 'Ada', last_name: 'Lovelace', created_at: clock.now() })
    .returningAll()
    .executeTakeFirstOrThrow()
}

/** A browser in which this address has been proved. */
export async function aBrowserOf(shop: TestShop, email: string): Promise<Browser> {
  const browser = shop.browser()
  expect(await prove(shop, browser, email)).toMatchObject({ status: 200 })
  return browser
}

/** Marks a sale paid by the back door, for what comes after a payment. */
export const markPaid = ({ db, clock }: TestShop, saleId: number) =>
  db
    .updateTable('sales')
    .set({ paid_at: clock.now(), state: 'deliver_tickets', total_minor: 0 })
    .where('id', '=', saleId)
    .execute()

/** Every row a sale has, to show that a refused call has changed nothing. */
export async function everythingOf({ db }: TestShop, saleId: number) {
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
