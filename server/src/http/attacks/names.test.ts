import { describe, expect, it } from 'vitest'
import { browserWithProvedEmail, newEmail, putInBasket, reserve } from '../../testing/fixtures/buyers.ts'
import { createEvent } from '../../testing/fixtures/catalogue.ts'
import { createBuyerWithTickets } from '../../testing/fixtures/paid-buyer.ts'
import { useShop } from '../../testing/shop.ts'

const EVIL = 'https://evil.example Win'

describe('a name that is an address', () => {
  const shop = useShop('embedded')
  const send = async (buyer: Awaited<ReturnType<typeof createBuyerWithTickets>>, name: string, email = newEmail()) => {
    const transfers = [{ ticket_id: buyer.ticketId, name, email, qty: 1, is_gift: '1', send_gift: 'Send now' }]
    return { email, answer: await buyer.browser.call('set_transfers', { transfers }) }
  }

  it('is refused in a clear sentence, and nothing is saved', async () => {
    const { ticketId } = await createEvent(shop().db)
    const email = newEmail()
    const browser = await browserWithProvedEmail(shop(), email)
    await putInBasket(browser, ticketId, 1)
    await reserve(browser)
    const refused = await browser.call('save_guest_to_sale', { email, fullname: EVIL })
    expect(refused).toMatchObject({ status: 400, body: { code: 'bad_name' } })
    expect(refused.body.error).toContain('without web or email addresses')
    const buyer = await createBuyerWithTickets(shop())
    expect((await send(buyer, 'Ada evil.com')).answer.body.code).toBe('bad_name')
    expect(await shop().db.selectFrom('transfers').select('id').execute()).toEqual([])
  })

  it('saved before the rule stays on the buyer’s pages, and is in no email to others', async () => {
    const buyer = await createBuyerWithTickets(shop())
    await shop().db.updateTable('sales').set({ guest_name: EVIL }).where('id', '=', buyer.saleId).execute()
    expect((await buyer.browser.checkout()).tickets).toHaveLength(1)
    expect((await buyer.browser.get(`/orders/${buyer.reference}/`)).statusCode).toBeLessThan(500)
    const { email, answer } = await send(buyer, 'Grace Hopper')
    expect(answer).toMatchObject({ status: 200 })
    const mails = await shop()
      .db.selectFrom('mails')
      .select(['subject', 'body_text'])
      .where('recipient', '=', email)
      .execute()
    expect(mails).toHaveLength(1)
    expect(JSON.stringify(mails)).not.toContain('evil')
    expect(mails[0]!.subject).toContain('Another customer')
  })
})
