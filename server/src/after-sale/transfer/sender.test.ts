import { expect, it } from 'vitest'
import { describeOnBoth } from '../../testing/database/databases.ts'
import { browserWithProvedEmail, newEmail } from '../../testing/fixtures/buyers.ts'
import { asExpressGuest, createBuyerWithTickets } from '../../testing/fixtures/paid-buyer.ts'
import { withPages } from '../../testing/pages.ts'
import { useShop } from '../../testing/shop.ts'
import { send, sendTransfer, transferMails, transferRow } from './transfer.testing.ts'

describeOnBoth('the sender of a transfer', (kind) => {
  const shop = useShop(kind)

  it('passes on no name or message until their address is confirmed in that browser', async () => {
    const buyer = await createBuyerWithTickets(shop())
    await asExpressGuest(shop(), buyer, newEmail())
    await shop().db.updateTable('sales').set({ guest_name: 'Evilina Rook' }).where('id', '=', buyer.saleId).execute()
    const gift = { is_gift: '1', send_gift: 'Send now', message: 'Pay at evil.example' }
    const { token, email } = await sendTransfer(shop(), buyer, gift)
    const recipient = await browserWithProvedEmail(shop(), email)
    const pages = await withPages(shop())
    const mailOf = async () => JSON.stringify((await transferMails(shop(), buyer.saleId)).at(-1))
    expect(await mailOf()).not.toMatch(/evil/i)
    expect(JSON.stringify(await pages.data(recipient, 'claim', `/claim/${token}/`))).not.toMatch(/evil/i)

    await asExpressGuest(shop(), buyer, buyer.email)
    await send(buyer, [transferRow(buyer, { ...gift, email: newEmail() })])
    expect(await mailOf()).toContain('Pay at evil.example')
    expect(await mailOf()).toContain('Evilina Rook')
  })

  it('can email a limited number of people a day, across all orders', async () => {
    const email = newEmail()
    const first = await createBuyerWithTickets(shop(), { qty: 1 })
    const second = await createBuyerWithTickets(shop(), { qty: 1 })
    for (const { saleId } of [first, second])
      await shop().db.updateTable('sales').set({ guest_email: email }).where('id', '=', saleId).execute()
    const browser = await browserWithProvedEmail(shop(), email)
    const many = (reference: string, ticketId: number) =>
      browser.call('set_transfers', {
        reference,
        transfers: Array.from({ length: 100 }, () => ({ ...transferRow(first), ticket_id: ticketId, qty: 2 })),
      })
    expect((await many(first.reference, first.ticketId)).body).toMatchObject({ code: 'bad_transfer' })
    expect((await many(second.reference, second.ticketId)).body).toMatchObject({ code: 'bad_transfer' })
    expect(await many(first.reference, first.ticketId)).toMatchObject({
      status: 429,
      body: { code: 'too_many_requests' },
    })
  })
})
