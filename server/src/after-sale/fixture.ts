import { expect } from 'vitest'
import { aBrowserOf, anEmail, markPaid, putInBasket, reserve, saleIdOf } from '../testing/buyers.ts'
import { anEvent, type EventOptions } from '../testing/catalogue.ts'
import type { TestShop } from '../testing/shop.ts'

/** Far enough ahead that a test may set its clock freely. */
const FAR = new Date('2099-06-01T18:00:00Z')

/** For tests of what follows a sale: a buyer just after the payment, set up through the calls a browser makes. */
export async function aPaidBuyer(shop: TestShop, { qty = 3, ...options }: EventOptions & { qty?: number } = {}) {
  const event = await anEvent(shop.db, { startsAt: FAR, ...options })
  const email = anEmail()
  const browser = await aBrowserOf(shop, email)
  await putInBasket(browser, event.ticketId, qty)
  await reserve(browser)
  expect(await browser.call('save_guest_to_sale', { email, fullname: 'Ada Lovelace' })).toMatchObject({ status: 200 })
  const saleId = await saleIdOf(shop, browser)
  await markPaid(shop, saleId)
  const { sale_reference: reference } = await browser.checkout()
  return { ...event, browser, saleId, email, reference }
}

/** The same with tickets. */
export async function aBuyer(shop: TestShop, options: EventOptions & { qty?: number } = {}) {
  const buyer = await aPaidBuyer(shop, options)
  expect((await buyer.browser.call('deliver_to_bitticket')).body).toEqual({ delivery_completed: true })
  return buyer
}

export type Buyer = Awaited<ReturnType<typeof aPaidBuyer>>

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
export async function aSecondBrowser(shop: TestShop, { saleId }: Buyer) {
  const email = anEmail()
  const browser = await aBrowserOf(shop, email)
  await shop.db.updateTable('sessions').set({ sale_id: saleId }).where('proved_email', '=', email).execute()
  return browser
}
