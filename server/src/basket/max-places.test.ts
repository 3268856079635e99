import { expect, it } from 'vitest'
import { eventPage } from '../catalogue/read/event-page.ts'
import { inTx } from '../db/transaction/tx.ts'
import { exceedsMaximumAtPayment } from '../sale/customer/limit.ts'
import { describeOnBoth } from '../testing/database/databases.ts'
import { createEvent } from '../testing/fixtures/catalogue.ts'
import { saleAt } from '../testing/fixtures/sale.ts'
import { type Browser, useShop } from '../testing/shop.ts'

describeOnBoth('the maximum number of places of an event', (kind) => {
  const shop = useShop(kind)
  const createEventWithMaximum = async () => {
    const event = await createEvent(shop().db, {
      title: 'Ball',
      max_places: 5,
      pools: [{ capacity: 100 }],
      tickets: [
        { name: 'Adult', pool: 0 },
        { name: 'Family', pool: 0, pool_places: 4 },
        { name: 'Programme', extra: true },
      ],
    })
    const [adult, family, programme] = event.ticketIds as [number, number, number]
    return { ...event, adult, family, programme }
  }
  const add = async (browser: Browser, ticket_id: number, quantity: number) =>
    (await browser.call('add_to_basket', { ticket_id, quantity })).body
  const ABOVE = 'One order can include up to 5 places at this event, across all ticket types'

  it('counts all ticket types, a family as four but no extras, when tickets are added or changed', async () => {
    const { adult, family, programme } = await createEventWithMaximum()
    const browser = shop().browser()
    expect(await add(browser, family, 1)).toMatchObject({ success: true })
    expect(await add(browser, adult, 2)).toMatchObject({ code: 'places_above_max', error: ABOVE })
    expect(await add(browser, adult, 1)).toMatchObject({ success: true })
    expect(await add(browser, programme, 9)).toMatchObject({ success: true })
    const change = async (quantity: number) =>
      (await browser.call('update_ticket_quantity', { ticket_id: adult, quantity })).body
    expect(await change(2)).toMatchObject({ code: 'places_above_max' })
    const { tickets } = await browser.checkout()
    expect(tickets.map(({ qty, places_limit }) => [qty, places_limit])).toEqual([
      [1, { most: 5, each: 1 }],
      [1, { most: 5, each: 4 }],
      [9, undefined],
    ])
    expect((await browser.call('reserve_tickets')).body).toMatchObject({ reserved: true })
  })

  it('is checked again at the reserve, if the organiser has lowered it', async () => {
    const { adult, family, eventId } = await createEventWithMaximum()
    const browser = shop().browser()
    await add(browser, adult, 1)
    await add(browser, family, 1)
    await shop().db.updateTable('events').set({ max_places: 4 }).where('id', '=', eventId).execute()
    expect((await browser.call('reserve_tickets')).body).toMatchObject({ error: ABOVE.replace('5', '4') })
  })

  it('applies to one order: the same customer may place another', async () => {
    const { family, adult } = await createEventWithMaximum()
    const email = `places-${kind}@example.com`
    for (const [type, qty] of [
      [family, 1],
      [adult, 5],
    ] as const) {
      const sale = await saleAt(shop().deps, 'payment', { ticketId: type, qty, guest: { email, name: 'Ada Lovelace' } })
      const over = await inTx(shop().db, (tx) =>
        exceedsMaximumAtPayment(tx, { id: sale.saleId }, { email, typedIn: null }, { starting: shop().clock.now() }),
      )
      expect(over).toBe(false)
      await shop().db.updateTable('sales').set({ paid_at: shop().clock.now() }).where('id', '=', sale.saleId).execute()
    }
  })

  it('is sent to the event page', async () => {
    const { slug } = await createEventWithMaximum()
    const page = await eventPage(shop().db, slug, shop().clock.now())
    expect(page!.dates[0]!.tickets.map((ticket) => ticket.places_limit)).toEqual([
      { most: 5, each: 1 },
      { most: 5, each: 4 },
      undefined,
    ])
  })
})
