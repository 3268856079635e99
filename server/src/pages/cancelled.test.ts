import { expect, it } from 'vitest'
import { eventJsonLd } from '../catalogue/json-ld.ts'
import { eventPage } from '../catalogue/read/event-page.ts'
import { listEvents, organiserPage, upcomingOf } from '../catalogue/read/lists.ts'
import { cancelEvent, endCancelledEvents } from '../payment/cancel/event.ts'
import { describeOnBoth } from '../testing/database/databases.ts'
import { putInBasket } from '../testing/fixtures/buyers.ts'
import { createEvent } from '../testing/fixtures/catalogue.ts'
import { createBuyerWithTickets } from '../testing/fixtures/paid-buyer.ts'
import { withPages } from '../testing/pages.ts'
import { useShop } from '../testing/shop.ts'

const CANCELLED = 'https://schema.org/EventCancelled'
const SCHEDULED = 'https://schema.org/EventScheduled'

describeOnBoth('cancellation on pages', (kind) => {
  const shop = useShop(kind)
  const db = () => shop().db
  const now = () => shop().clock.now()
  const createGala = async () => {
    const event = await createEvent(db(), { title: 'Gala', startsAt: new Date('2099-06-01T18:00:00Z') })
    const { slug: organiser } = await db()
      .selectFrom('organisers')
      .select('slug')
      .where('id', '=', event.organiserId)
      .executeTakeFirstOrThrow()
    const { id: secondDate } = await db()
      .insertInto('event_dates')
      .values({ event_id: event.eventId, starts_at: new Date('2099-06-02T18:00:00Z') })
      .returning('id')
      .executeTakeFirstOrThrow()
    const type = await db()
      .insertInto('ticket_types')
      .values({ event_id: event.eventId, date_id: secondDate, name: 'Late', price_minor: 2000 })
      .returning('id')
      .executeTakeFirstOrThrow()
    await db().insertInto('stock').values({ ticket_type_id: type.id, capacity: 10 }).execute()
    const page = async () => (await eventPage(db(), event.slug, now()))!
    const cardOf = async () => (await listEvents(db(), { organiser }, now())).events
    return { ...event, organiser, secondDate, page, cardOf }
  }

  it('of one date shows on the event page and in structured data; lists show the other date', async () => {
    const { slug, dateId, page, cardOf } = await createGala()
    await cancelEvent({ db: db() }, { slug, dateId })
    const data = await page()
    expect(data.event).toMatchObject({ cancelled: false, from_price: 20, sold_out: false })
    expect(data.dates.map(({ cancelled, tickets }) => [cancelled, tickets.length])).toEqual([
      [true, 0],
      [undefined, 1],
    ])
    expect(eventJsonLd(data, 'https://shop.test')).toMatchObject([
      { eventStatus: CANCELLED },
      { eventStatus: SCHEDULED, offers: [{ price: '20.00' }] },
    ])
    const [card] = await cardOf()
    expect(card).toMatchObject({ from_price: 20, more_dates: 0, nice_date: 'Tue 2 Jun 2099, 7:00pm' })
    expect(card!.cancelled).toBeUndefined()
  })

  it('of all dates shows for the whole event on its page, in lists and on the organiser’s page', async () => {
    const { slug, dateId, secondDate, page, cardOf, organiser, organiserId } = await createGala()
    await cancelEvent({ db: db() }, { slug, dateId })
    await cancelEvent({ db: db() }, { slug, dateId: secondDate })
    const data = await page()
    expect(data.event).toMatchObject({ cancelled: true, from_price: null, sold_out: false })
    expect(await cardOf()).toMatchObject([{ cancelled: true, from_price: null, sold_out: false }])
    expect((await organiserPage(db(), organiser, now()))!.events).toMatchObject([{ cancelled: true }])
    expect(await upcomingOf(db(), organiserId, now()), 'nobody is sent to it').toEqual([])
  })

  it('of an event shows everywhere, and drafts are never shown', async () => {
    const { slug, eventId, page, cardOf } = await createGala()
    await cancelEvent({ db: db() }, { slug })
    const data = await page()
    expect(data.event.cancelled).toBe(true)
    expect(eventJsonLd(data, 'https://shop.test')).toMatchObject([
      { eventStatus: CANCELLED },
      { eventStatus: CANCELLED },
    ])
    expect(JSON.stringify(eventJsonLd(data, 'https://shop.test'))).not.toContain('offers')
    expect(await cardOf()).toMatchObject([{ cancelled: true }])
    await db().updateTable('events').set({ status: 'draft' }).where('id', '=', eventId).execute()
    expect(await cardOf()).toEqual([])
  })

  it('shows in a basket, also by its link, and blocks buying', async () => {
    const { slug, ticketId } = await createGala()
    const browser = shop().browser()
    await putInBasket(browser, ticketId, 1)
    await cancelEvent({ db: db() }, { slug })
    const text = 'Gala has been cancelled. Remove its tickets to continue.'
    const basket = await browser.checkout()
    expect(basket.basket_errors).toEqual([text])
    const other = shop().browser()
    const pages = await withPages(shop())
    const link = pages.browser(other)
    await link.get(`/smartcheckout/?session=${basket.sale_reference}`)
    expect((await link.checkout()).basket_errors).toEqual([text])
    expect((await browser.call('reserve_tickets')).body.reserved).toBeUndefined()
    expect((await other.call('add_to_basket', { ticket_id: ticketId, quantity: 1 })).body).toMatchObject({
      code: 'not_on_sale',
    })
  })

  it('shows in the wallet, on the order page and in calendars', async () => {
    const { browser, slug, reference } = await createBuyerWithTickets(shop(), { title: 'Gala', qty: 1 })
    const pages = await withPages(shop())
    const wallet = async () => (await pages.data(pages.browser(browser), 'wallet', '/account/wallet/'))!
    const before = (await wallet()).tickets[0]!
    const calendar = async () => (await pages.browser(browser).get(`/account/wallet/tickets/${before.id}.ics`)).body
    expect(before.cancelled).toBeUndefined()
    expect(await calendar()).not.toContain('STATUS:CANCELLED')
    await cancelEvent({ db: db() }, { slug })
    await endCancelledEvents(shop().deps)
    await shop().runJobs()
    expect((await wallet()).tickets).toMatchObject([{ cancelled: true }])
    expect(await calendar()).toContain('STATUS:CANCELLED')
    const order = await pages.data(pages.browser(browser), 'order', `/orders/${reference}/`)
    expect(order!.cancelled).toEqual(['Gala, Mon 1 Jun 2099, 7:00pm'])
  })
})
