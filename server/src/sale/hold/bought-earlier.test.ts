import { expect, it } from 'vitest'
import { describeOnBoth } from '../../testing/database/databases.ts'
import { browserWithProvedEmail } from '../../testing/fixtures/buyers.ts'
import { createEvent } from '../../testing/fixtures/catalogue.ts'
import { createBuyerWithTickets } from '../../testing/fixtures/paid-buyer.ts'
import { useShop } from '../../testing/shop.ts'

describeOnBoth('a ticket that requires another', (kind) => {
  const shop = useShop(kind)

  async function createWorkshop(anyOf: number) {
    const { ticketId } = await createEvent(shop().db, { title: 'Workshop', startsAt: new Date('2099-01-01T12:00:00Z') })
    await shop()
      .db.insertInto('ticket_requirements')
      .values({ ticket_type_id: ticketId, title: 'a membership', any_of: [anyOf] })
      .execute()
    return ticketId
  }
  const reserve = async (browser: Awaited<ReturnType<typeof browserWithProvedEmail>>, ticketId: number) => {
    expect((await browser.call('add_to_basket', { ticket_id: ticketId, quantity: 1 })).status).toBe(200)
    return (await browser.call('reserve_tickets')).body
  }

  it('[BSK-46] can be reserved by an account that bought it earlier, and by no other', async () => {
    const member = await createBuyerWithTickets(shop(), { qty: 1 })
    // A second code to the same address needs a pause.
    shop().clock.advance(60)
    const workshop = await createWorkshop(member.ticketId)
    expect((await reserve(shop().browser(), workshop)).error).toContain('a membership')
    expect(await reserve(await browserWithProvedEmail(shop(), member.email), workshop)).toMatchObject({
      reserved: true,
    })
  })

  it('cannot be reserved with a voided ticket', async () => {
    const member = await createBuyerWithTickets(shop(), { qty: 1 })
    // A second code to the same address needs a pause.
    shop().clock.advance(60)
    const workshop = await createWorkshop(member.ticketId)
    await shop().db.updateTable('tickets').set({ status: 'void' }).where('sale_id', '=', member.saleId).execute()
    expect((await reserve(await browserWithProvedEmail(shop(), member.email), workshop)).error).toContain(
      'a membership',
    )
  })
})
