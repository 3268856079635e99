import { expect, it } from 'vitest'
import { eventPage } from '../catalogue/read/event-page.ts'
import { listEvents } from '../catalogue/read/lists.ts'
import { describeOnBoth } from '../testing/database/databases.ts'
import { createEvent } from '../testing/fixtures/catalogue.ts'
import { useShop } from '../testing/shop.ts'

describeOnBoth('a ticket type’s own sale period', (kind) => {
  const shop = useShop(kind)
  const later = (seconds: number) => new Date(shop().clock.now().getTime() + seconds * 1000)
  const add = (ticket_id: number, browser = shop().browser()) =>
    browser.call('add_to_basket', { ticket_id, quantity: 1 })
  const shown = async (slug: string) => {
    const page = await eventPage(shop().db, slug, shop().clock.now())
    return page!.dates[0]!.tickets.map(({ name, sale }) => [name, sale])
  }

  it('opens and closes within the event’s sale period', async () => {
    const { ticketId, slug } = await createEvent(shop().db, {
      tickets: [{ name: 'Early', sale_from: later(60), sale_until: later(120) }],
    })
    expect(await shown(slug)).toEqual([['Early', 'not_yet']])
    expect((await add(ticketId)).body).toMatchObject({ code: 'not_on_sale' })
    shop().clock.advance(60)
    expect(await shown(slug)).toEqual([['Early', 'open']])
    const [first, second] = [shop().browser(), shop().browser()]
    expect((await add(ticketId, first)).status).toBe(200)
    expect((await add(ticketId, second)).status).toBe(200)
    expect((await first.call('reserve_tickets')).body).toMatchObject({ reserved: true })
    shop().clock.advance(60)
    // A buyer who holds it may pay; one who only has it in the basket is too late.
    expect(await first.checkout()).toMatchObject({ state: 'reserve' })
    expect((await second.call('reserve_tickets')).body.reserved).toBeUndefined()
    expect((await add(ticketId)).body).toMatchObject({ code: 'not_on_sale' })
    expect(await shown(slug)).toEqual([['Early', 'over']])
  })

  it('excludes types that are for staff only or archived', async () => {
    const { ticketIds, slug } = await createEvent(shop().db, {
      tickets: [{ name: 'Staff', visibility: 'staff' }, { name: 'Old', archived: true }, { name: 'Adult' }],
    })
    expect(await shown(slug)).toEqual([['Adult', 'open']])
    for (const id of ticketIds.slice(0, 2)) expect((await add(id)).body).toMatchObject({ code: 'not_on_sale' })
    expect((await add(ticketIds[2]!)).status).toBe(200)
  })

  it('removes tickets from baskets when their type is archived', async () => {
    const { ticketId } = await createEvent(shop().db)
    const browser = shop().browser()
    await add(ticketId, browser)
    await shop().db.updateTable('ticket_types').set({ archived: true }).where('id', '=', ticketId).execute()
    expect((await browser.call('reserve_tickets')).body.reserved).toBeUndefined()
  })

  it('hides a sold-out type if the organiser wants', async () => {
    const { ticketId, slug } = await createEvent(shop().db, {
      tickets: [{ name: 'Early', capacity: 1, hide_when_sold_out: true }, { name: 'Adult' }],
    })
    expect(await shown(slug)).toHaveLength(2)
    const browser = shop().browser()
    await add(ticketId, browser)
    await browser.call('reserve_tickets')
    expect(await shown(slug)).toEqual([['Adult', 'open']])
    await browser.call('destroy_sale')
    expect(await shown(slug)).toHaveLength(2)
  })

  it('determines the price and places shown for an event', async () => {
    const { slug } = await createEvent(shop().db, {
      tickets: [
        { price_minor: 100, archived: true },
        { price_minor: 200, sale_until: later(-60) },
        { price_minor: 300, visibility: 'staff' },
        { price_minor: 2000, booking_fee_minor: 0, capacity: 0 },
      ],
    })
    const { events } = await listEvents(shop().db, {}, shop().clock.now())
    const card = events.find((event) => event.slug === slug)
    expect(card).toMatchObject({ from_price: null, sold_out: true })
    const page = await eventPage(shop().db, slug, shop().clock.now())
    expect(page!.event).toMatchObject({ from_price: null, sold_out: true })
  })
})
