import { expect, it } from 'vitest'
import { describeOnBoth } from '../../testing/database/databases.ts'
import { createBuyerWithTickets } from '../../testing/fixtures/paid-buyer.ts'
import { useShop } from '../../testing/shop.ts'

describeOnBoth('a scheduled gift', (kind) => {
  const shop = useShop(kind)

  it('is refused when it would be sent after its event', async () => {
    shop().clock.set(new Date('2026-06-01T12:00:00Z'))
    const buyer = await createBuyerWithTickets(shop(), { startsAt: new Date('2026-06-05T18:00:00Z') })
    const give = (delivery_date: string) =>
      buyer.browser.call('set_transfers', {
        transfers: [
          {
            ticket_id: buyer.ticketId,
            name: 'Grace Hopper',
            email: 'grace@example.org',
            qty: 1,
            is_gift: '1',
            send_gift: 'Schedule',
            delivery_time: '09:00',
            delivery_date,
          },
        ],
      })
    const shown = await buyer.browser.checkout()
    expect(shown.tickets[0]).toMatchObject({ over: '2026-06-05T18:00:00.000Z' })
    expect(await give('08/06/2026')).toMatchObject({ status: 400, body: { code: 'bad_transfer' } })
    expect(await shop().db.selectFrom('transfers').select('id').where('sale_id', '=', buyer.saleId).execute()).toEqual(
      [],
    )
    expect(await give('05/06/2026')).toMatchObject({ status: 200 })
  })
})
