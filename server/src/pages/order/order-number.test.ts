import { expect, it } from 'vitest'
import { inTx } from '../../db/transaction/tx.ts'
import { orderQuery } from '../../payment/order/write.ts'
import { lockSale } from '../../sale/sale.ts'
import { describeOnBoth } from '../../testing/database/databases.ts'
import { createBuyerWithTickets, openSecondBrowser } from '../../testing/fixtures/paid-buyer.ts'
import { withPages } from '../../testing/pages.ts'
import { pdfText } from '../../testing/pdf-text.ts'
import { useShop } from '../../testing/shop.ts'

describeOnBoth('an order number', (kind) => {
  const shop = useShop(kind)

  /** A buyer whose order has been written, as a payment writes it. */
  async function numbered() {
    const buyer = await createBuyerWithTickets(shop())
    const { db, clock } = shop()
    await inTx(db, async (tx) => {
      const sale = await lockSale(tx, buyer.saleId)
      await orderQuery({ sale, totalMinor: 3300, paidAt: clock.now() }).execute(tx)
    })
    const { number } = await db
      .selectFrom('orders')
      .select('number')
      .where('sale_id', '=', buyer.saleId)
      .executeTakeFirstOrThrow()
    return { ...buyer, stored: number, number: `FY-${number.slice(0, 4)}-${number.slice(4)}` }
  }

  it('is shown in checkout, order page, wallet and PDF', async () => {
    const { browser, number, reference } = await numbered()
    const pages = await withPages(shop())
    const own = pages.browser(browser)
    expect(await browser.checkout()).toMatchObject({ order_number: number })
    expect((await browser.call('get_simple_info')).body).toMatchObject({ order_number: number })
    expect(await pages.data(own, 'order', `/orders/${reference}/`)).toMatchObject({ number })
    const wallet = await pages.data(own, 'wallet', '/account/wallet/')
    const [ticket] = wallet!.tickets
    expect(ticket).toMatchObject({ order_number: number })
    const { rawPayload } = await own.get(`/account/wallet/tickets/${ticket!.id}.pdf`)
    expect(pdfText(rawPayload)).toContain(number)
  })

  it('is not part of an unpaid checkout', async () => {
    const browser = shop().browser()
    expect(await browser.checkout()).not.toHaveProperty('order_number')
  })

  it('grants no access by itself, not even to the buyer', async () => {
    const buyer = await numbered()
    const pages = await withPages(shop())
    const browsers = {
      stranger: pages.browser(),
      'another browser with the sale': pages.browser(await openSecondBrowser(shop(), buyer)),
      'the buyer': pages.browser(buyer.browser),
    }
    for (const [who, browser] of Object.entries(browsers))
      for (const name of [buyer.number, buyer.stored, buyer.stored.toLowerCase()]) {
        for (const path of [`/orders/${name}/`, `/activity-terms-and-conditions/${name}/`, `/claim/${name}/`]) {
          const { statusCode, body } = await browser.get(path)
          expect({ who, path, statusCode, told: body.includes(buyer.email) }).toMatchObject({
            statusCode: path.startsWith('/claim/') ? expect.any(Number) : 404,
            told: false,
          })
        }
        for (const call of ['resend_wallet', 'send_waiver_link', 'set_transfers'] as const) {
          const { status, raw } = await browser.call(call, {
            reference: name,
            email: 'mallory@example.org',
            transfers: [{ ticket_id: buyer.ticketId, name: 'Mallory', email: 'mallory@example.org', qty: 1 }],
          })
          expect({ who, call, status, told: raw.body.includes(buyer.email) }).toMatchObject({
            status: expect.toSatisfy((code: number) => code >= 400),
            told: false,
          })
        }
      }
    const follower = pages.browser()
    await follower.get(`/smartcheckout/?session=${buyer.number}`)
    expect((await follower.call('get')).body.sale_reference).not.toBe(buyer.reference)
    const handed = await shop().db.selectFrom('transfers').select('id').where('sale_id', '=', buyer.saleId).execute()
    expect(handed).toEqual([])
  })
})
