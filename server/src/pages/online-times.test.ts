import { expect, it } from 'vitest'
import { describeOnBoth } from '../testing/database/databases.ts'
import type { EventOptions } from '../testing/fixtures/catalogue.ts'
import { createBuyerWithTickets } from '../testing/fixtures/paid-buyer.ts'
import { withPages } from '../testing/pages.ts'
import { pdfText } from '../testing/pdf-text.ts'
import { useShop } from '../testing/shop.ts'
import { deliverWallet } from '../tickets/delivery/deliver.ts'
import { remindOfEvents } from '../tickets/reminder/remind.ts'

const STARTS = new Date('2099-06-01T18:30:00Z')
const DOORS = new Date('2099-06-01T18:00:00Z')
const DAY_BEFORE = '2099-05-31T10:00:00Z'
const ONLINE: EventOptions = { venue_id: null, online_url: 'https://watch.example/' }

describeOnBoth('the time of an event', (kind) => {
  const shop = useShop(kind)
  let events = 0

  /** What a buyer reads wherever the time of the event is. */
  async function readings(options: EventOptions, language = 'en') {
    const { db, clock, deps } = shop()
    clock.set('2099-05-20T10:00:00Z')
    // Pages show the catalogue up to a second old.
    clock.advance(10 * ++events)
    const buyer = await createBuyerWithTickets(shop(), { startsAt: STARTS, ...options, qty: 1 })
    await db.updateTable('event_dates').set({ doors_at: DOORS }).where('id', '=', buyer.dateId).execute()
    await db.updateTable('sales').set({ language }).where('id', '=', buyer.saleId).execute()
    const pages = await withPages(shop())
    const own = pages.browser(buyer.browser)
    const event = await pages.data(own, 'event', `/events/${buyer.slug}/`)
    const list = await pages.data(own, 'events', '/all-events/')
    const wallet = await pages.data(own, 'wallet', '/account/wallet/')
    const pdf = await own.get(`/account/wallet/tickets/${wallet!.tickets[0]!.id}.pdf`)
    const { tickets } = await buyer.browser.checkout()
    await deliverWallet(deps, buyer.saleId)
    clock.set(DAY_BEFORE)
    await remindOfEvents(deps)
    const mails = await db
      .selectFrom('mails')
      .select(['kind', 'body_text'])
      .where('recipient', '=', buyer.email)
      .where('kind', 'in', ['wallet', 'event_reminder'])
      .orderBy('kind')
      .execute()
    expect(mails.map((mail) => mail.kind)).toEqual(['event_reminder', 'wallet'])
    return {
      event: event!.dates[0]!.nice_date,
      doors: event!.dates[0]!.nice_doors,
      list: list!.events.find(({ slug }) => slug === buyer.slug)!.nice_date,
      checkout: tickets[0]!.nice_date,
      wallet: wallet!.tickets[0]!.nice_date,
      papers: [pdfText(pdf.rawPayload), ...mails.map(({ body_text }) => body_text)],
    }
  }

  it('names its zone wherever the buyer of an event online reads it', async () => {
    const { papers, ...pages } = await readings(ONLINE)
    const words = 'Mon 1 Jun, 7:30pm UK time'
    expect(pages).toEqual({ event: words, list: words, checkout: words, wallet: words, doors: '7:00pm UK time' })
    for (const paper of papers) {
      const times = paper.replace(/\s+/g, ' ').match(/\b7:\d0pm(?: UK time)?/g)
      expect(new Set(times)).toEqual(new Set(['7:30pm UK time', '7:00pm UK time']))
    }
  })

  it('does so in the language of the order', async () => {
    const { papers } = await readings(ONLINE, 'fr')
    for (const paper of papers.slice(1)) expect(paper).toMatch(/19[ \u00a0]h[ \u00a0]30, heure de Londres/)
  })

  it('is that of a watch at the place, if there is one', async () => {
    const { papers, ...pages } = await readings({})
    const words = 'Mon 1 Jun, 7:30pm'
    expect(pages).toEqual({ event: words, list: words, checkout: words, wallet: words, doors: '7:00pm' })
    for (const paper of papers) expect(paper).not.toContain('UK time')
  })
})
