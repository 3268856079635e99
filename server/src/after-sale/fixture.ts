import { expect } from 'vitest'
import {
  browserWithProvedEmail,
  markPaid,
  newEmail,
  putInBasket,
  reserve,
  saleIdOf,
} from '../testing/fixtures/buyers.ts'
import { createEvent, type EventOptions } from '../testing/fixtures/catalogue.ts'
import type { TestShop } from '../testing/shop.ts'

/** Far enough ahead that a test may set its clock freely. */
const FAR = new Date('2099-06-01T18:00:00Z')

/** For tests of what follows a sale: a buyer just after the payment, set up through the calls a browser makes. */
export async function createPaidBuyer(shop: TestShop, { qty = 3, ...options }: EventOptions & { qty?: number } = {}) {
  const event = await createEvent(shop.db, { startsAt: FAR, ...options })
  const email = newEmail()
  const browser = await browserWithProvedEmail(shop, email)
  await putInBasket(browser, event.ticketId, qty)
  await reserve(browser)
  expect(await browser.call('save_guest_to_sale', { email, fullname: 'Ada Lovelace' })).toMatchObject({ status: 200 })
  const saleId = await saleIdOf(shop, browser)
  await markPaid(shop, saleId)
  const { sale_reference: reference } = await browser.checkout()
  return { ...event, browser, saleId, email, reference }
}

/** The same with tickets. */
export async function createBuyerWithTickets(shop: TestShop, options: EventOptions & { qty?: number } = {}) {
  const buyer = await createPaidBuyer(shop, options)
  expect((await buyer.browser.call('deliver_to_bitticket')).body).toEqual({ delivery_completed: true })
  return buyer
}

export type Buyer = Awaited<ReturnType<typeof createPaidBuyer>>

/** As after an express checkout: the address was typed in the buyer's browser and never proved. */
export const asExpressGuest = ({ db }: TestShop, { saleId, email: proved }: Buyer, email: string) =>
  db
    .updateTable('sales')
    .set((eb) => ({
      guest_email: email,
      customer_session: eb.selectFrom('sessions').select('number').where('proved_email', '=', proved),
    }))
    .where('id', '=', saleId)
    .execute()

/** Another browser with this sale, as if it followed the link before the payment. */
export async function openSecondBrowser(shop: TestShop, { saleId }: Buyer) {
  const email = newEmail()
  const browser = await browserWithProvedEmail(shop, email)
  await shop.db.updateTable('sessions').set({ sale_id: saleId }).where('proved_email', '=', email).execute()
  return browser
}
