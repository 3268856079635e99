import { EventListData, EventPageData, GiftVoucherDesign, UpcomingEvent } from '@foyer/contract/shapes/catalogue.ts'
import { sql } from 'kysely'
import { beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import type { Db } from '../../db/transaction/tx.ts'
import { describeOnBoth, useTestDatabase } from '../../testing/database/databases.ts'
import { SELLER } from '../../testing/fixtures/catalogue.ts'
import { loadDemoIfEmpty } from '../demo/load.ts'
import type { CatalogueInput, EventInput } from '../format/format.ts'
import { importText } from '../import/import.ts'
import { eventJsonLd } from '../json-ld.ts'
import { eventPage } from './event-page.ts'
import { listEvents, organiserPage, upcomingOf } from './lists.ts'
import { giftVouchers } from './vouchers.ts'

const NOW = new Date('2027-01-10T12:00:00Z')

const event = (slug: string, more: Partial<EventInput>): EventInput => ({
  slug,
  organiser: 'house',
  venue: 'hall',
  title: slug,
  dates: [{ starts: '2027-03-01T19:00' }],
  ticket_types: [{ name: 'Adult', price: 10, booking_fee: '1.50', capacity: 20 }],
  ...more,
})

const FILE: CatalogueInput = {
  format: 'foyer-catalogue-1',
  organisers: [
    { slug: 'house', name: 'Łódź Ensemble', about_html: '<p>Us.</p>', ...SELLER },
    { slug: 'other', name: 'Other', ...SELLER },
  ],
  venues: [
    { slug: 'hall', name: 'City Varieties', town: 'Leeds', full_address: '1 Swan St, Leeds' },
    { slug: 'far', name: 'Carnegie', town: 'New York', country_code: 'US' },
  ],
  events: [
    event('gala', {
      title: 'Café Gala',
      category: 'Music',
      dates: [
        { key: 'past', starts: '2027-01-02T19:00', ends: '2027-01-02T21:00' },
        { key: 'one', starts: '2027-02-01T19:30', doors: '2027-02-01T18:45' },
        { key: 'two', starts: '2027-02-05T19:30' },
      ],
      ticket_types: [
        { name: 'Gone', price: 1, capacity: 0 },
        { name: 'Member', price: 5, capacity: 9, requires: [{ title: 'a membership', any_of: ['Adult'] }] },
        { name: 'Adult', price: 20, booking_fee: 2.5, capacity: 30, max_can_reserve: 6 },
        { name: 'Seat', price: 50, seats: ['A1', 'A2'], dates: ['one'] },
      ],
    }),
    event('over', { dates: [{ starts: '2027-01-09T19:00' }] }),
    event('running', { dates: [{ starts: '2027-01-01', ends: '2027-01-31' }], title: 'Exhibition' }),
    event('draft', { status: 'draft' }),
    event('cancelled', { status: 'cancelled' }),
    event('gone', {
      ticket_types: [{ name: 'Adult', price: 10, capacity: 0 }],
      dates: [{ starts: '2027-04-01T19:00' }],
    }),
    event('later', { on_sale_from: '2027-02-01T10:00', organiser: 'other', dates: [{ starts: '2027-05-01T19:00' }] }),
    event('unsold', { ticket_types: [], dates: [{ starts: '2027-06-01T19:00' }] }),
    event('sofa', { venue: null, online_url: 'https://secret.example/room', dates: [{ starts: '2027-07-01T19:00' }] }),
    event('newyork', {
      venue: 'far',
      timezone: 'America/New_York',
      currency: 'USD',
      dates: [{ starts: '2027-08-01T22:00' }],
    }),
  ],
  gift_vouchers: [{ slug: 'gift', organiser: 'house', name: 'Gift', values: [10, 20.5] }],
}

describeOnBoth('the catalogue on pages', (kind) => {
  const database = useTestDatabase(kind)
  beforeAll(async () => {
    const report = await importText(database().db, 'window.json', JSON.stringify(FILE), NOW)
    expect(report.refused).toEqual([])
  })

  const list = async (filters = {}) => {
    const data = await listEvents(database().db, filters, NOW)
    expect(z.strictObject(EventListData.shape).parse(data)).toEqual(data)
    return data
  }
  const slugs = async (filters = {}) => (await list(filters)).events.map(({ slug }) => slug)
  const page = async (slug: string) => {
    const data = await eventPage(database().db, slug, NOW)
    if (data) expect(EventPageData.parse(data)).toEqual(data)
    return data
  }

  it('lists published and cancelled events that are not over, soonest first', async () => {
    expect(await slugs()).toEqual(['running', 'gala', 'cancelled', 'gone', 'later', 'unsold', 'sofa', 'newyork'])
    expect(await list()).toMatchObject({
      total: 8,
      places: ['Leeds', 'New York', 'Online'],
      organisers: [{ slug: 'house' }, { slug: 'other' }],
    })
  })

  it('shows the next date and the lowest price, fees included, that admits someone', async () => {
    const { events } = await list()
    expect(events[1]).toEqual({
      slug: 'gala',
      url: '/events/gala/',
      title: 'Café Gala',
      summary: '',
      category: 'Music',
      organiser: 'Łódź Ensemble',
      organiser_slug: 'house',
      place: 'City Varieties',
      town: 'Leeds',
      thumbnail: expect.stringMatching(/^\/posters\/event-\d+\.svg$/),
      starts_at: '2027-02-01T19:30:00.000Z',
      nice_date: 'Mon 1 Feb, 7:30pm',
      more_dates: 1,
      currency: { symbol: '£', code: 'GBP' },
      // Not the member's price, which requires another ticket, nor that of a sold-out type.
      from_price: 22.5,
      sold_out: false,
      on_sale_from: null,
      nice_on_sale_from: '',
    })
    const bySlug = new Map(events.map((card) => [card.slug, card]))
    expect(bySlug.get('gone')).toMatchObject({ sold_out: true, from_price: null })
    expect(bySlug.get('unsold')).toMatchObject({ sold_out: false, from_price: null })
    expect(bySlug.get('later')).toMatchObject({
      on_sale_from: '2027-02-01T10:00:00.000Z',
      nice_on_sale_from: 'Mon 1 Feb, 10:00am',
      from_price: 11.5,
    })
    expect(bySlug.get('sofa')!.nice_date).toBe('Thu 1 Jul, 7:00pm UK time')
    expect(bySlug.get('running')!.nice_date).toBe('1–31 Jan')
    expect(bySlug.get('newyork')).toMatchObject({ nice_date: 'Sun 1 Aug, 10:00pm GMT−4', currency: { code: 'USD' } })
  })

  it.each([
    [{ q: 'cafe' }, ['gala']],
    [{ q: 'LODZ varieties gala' }, ['gala']],
    [{ q: 'music' }, ['gala']],
    [{ q: "'; drop table events; --" }, []],
    [{ q: '%' }, []],
    [{ q: 'online' }, ['sofa']],
    [{ place: 'new york' }, ['newyork']],
    [{ place: 'City Varieties', organiser: 'other' }, ['later']],
    [{ place: 'Online' }, ['sofa']],
    [{ organiser: 'nobody' }, []],
    [{ from: '2027-02-02', to: '2027-02-28' }, ['gala']],
    [{ from: '2027-01-15', to: '2027-01-20' }, ['running']],
    // The date in New York rather than the next one in UTC.
    [{ from: '2027-08-01', to: '2027-08-01' }, ['newyork']],
    [{ from: '2027-08-02' }, []],
    [{ category: 'MUSIC' }, ['gala']],
    [{ when: '2027-02' }, ['gala']],
    [{ when: '2027-08', place: 'New York' }, ['newyork']],
    [{ when: 'tonight' }, ['running']],
  ])('filters by %j', async (filters, expected) => expect(await slugs(filters)).toEqual(expected))

  it('shows the date that matches a filter, and the available filters', async () => {
    const { events, total, places } = await list({ from: '2027-02-03', to: '2027-02-28' })
    expect(events).toMatchObject([{ slug: 'gala', nice_date: 'Fri 5 Feb, 7:30pm', more_dates: 1 }])
    expect([total, places.length]).toEqual([1, 3])
  })

  it('[ENT-21] returns an organiser’s other upcoming events: URL, thumbnail, title, location, date', async () => {
    const { db } = database()
    const house = await db.selectFrom('organisers').select('id').where('slug', '=', 'house').executeTakeFirstOrThrow()
    const gala = await db.selectFrom('events').select('id').where('slug', '=', 'gala').executeTakeFirstOrThrow()
    const upcoming = await upcomingOf(db, house.id, NOW, [gala.id])
    expect(z.array(z.strictObject(UpcomingEvent.shape)).parse(upcoming)).toEqual(upcoming)
    expect(upcoming.map(({ title }) => title)).toEqual(['Exhibition', 'gone', 'unsold', 'sofa'])
    expect(upcoming[1]).toEqual({
      url: '/events/gone/',
      thumbnail: expect.stringMatching(/^\/posters\/event-\d+\.svg$/),
      title: 'gone',
      location: 'City Varieties, Leeds',
      date: 'Thu 1 Apr, 7:00pm',
    })
    expect(upcoming[3]!.location).toBe('Online')
  })

  it('shows an organiser and its vouchers', async () => {
    const { db } = database()
    const house = await organiserPage(db, 'house', NOW)
    expect(house).toMatchObject({ name: 'Łódź Ensemble', about_html: '<p>Us.</p>', charity: null })
    expect(house!.events.map(({ slug }) => slug)).toEqual([
      'running',
      'gala',
      'cancelled',
      'gone',
      'unsold',
      'sofa',
      'newyork',
    ])
    expect(house!.gift_vouchers).toHaveLength(1)
    expect((await organiserPage(db, 'other', NOW))!.gift_vouchers).toEqual([])
    expect(await organiserPage(db, 'nobody', NOW)).toBeNull()
    const vouchers = await giftVouchers(db)
    expect(z.array(z.strictObject(GiftVoucherDesign.shape)).parse(vouchers)).toEqual(vouchers)
    expect(vouchers).toMatchObject([{ name: 'Gift', values: [10, 20.5], organiser_url: '/organisers/house/' }])
  })

  it('shows an event with its dates, ticket types and availability', async () => {
    await sql`update stock set held = 20, sold = 6 where ticket_type_id = (select min(t.id) from ticket_types t
      join event_dates d on d.id = t.date_id where t.name = 'Adult' and d.starts_at = '2027-02-01T19:30Z')`.execute(
      database().db,
    )
    const data = (await page('gala'))!
    expect(data.event).toMatchObject({ title: 'Café Gala', from_price: 22.5, online: false, cancelled: false })
    expect(data.event.venue).toMatchObject({ name: 'City Varieties', full_address: '1 Swan St, Leeds' })
    expect(data.dates.map(({ nice_date, past, nice_doors }) => [nice_date, past, nice_doors])).toEqual([
      ['Sat 2 Jan 2027, 7:00pm', true, null],
      ['Mon 1 Feb, 7:30pm', false, '6:45pm'],
      ['Fri 5 Feb, 7:30pm', false, null],
    ])
    const tickets = data.dates[1]!.tickets
    expect(tickets.map(({ name, left, few_left, sold_out }) => [name, left, few_left, sold_out])).toEqual([
      ['Gone', 0, false, true],
      ['Member', 9, false, false],
      ['Adult', 4, true, false],
      ['Seat', 2, true, false],
    ])
    expect(tickets[2]).toMatchObject({
      all_in_price: 22.5,
      price: 20,
      booking_fee: 2.5,
      max_per_basket: 6,
      seats: null,
    })
    expect(tickets[1]).toMatchObject({ requires: ['a membership'], max_per_basket: 100 })
    expect(tickets[3]!.seats).toEqual([
      { label: 'A1', section: '', row: 'A', number: 1, free: true },
      { label: 'A2', section: '', row: 'A', number: 2, free: true },
    ])
    expect(data.more.map(({ url }) => url)).not.toContain('/events/gala/')
  })

  it('hides drafts, marks cancelled events, and keeps pages of past ones', async () => {
    expect(await page('draft')).toBeNull()
    expect(await page('unknown')).toBeNull()
    expect((await page('cancelled'))!.event.cancelled).toBe(true)
    expect((await page('over'))!).toMatchObject({
      event: { nice_date: 'Sat 9 Jan 2027, 7:00pm' },
      dates: [{ past: true }],
    })
    expect((await page('unsold'))!.event).toMatchObject({ sold_out: false, from_price: null })
  })

  it('never reveals where an online event takes place', async () => {
    const data = (await page('sofa'))!
    expect(data.event).toMatchObject({ online: true, venue: null, place: 'Online' })
    expect(JSON.stringify([data, eventJsonLd(data, 'https://shop.example'), await list()])).not.toContain(
      'secret.example',
    )
  })

  it('sends as many queries for a hundred events as for ten', async () => {
    const { db } = database()
    const counting = async (work: (db: Db) => Promise<unknown>) => {
      let statements = 0
      const counted = db.withPlugin({
        transformQuery: ({ node }) => node,
        transformResult: async ({ result }) => {
          statements += 1
          return result
        },
      })
      await work(counted)
      return statements
    }
    const window = (db: Db) => listEvents(db, {}, NOW)
    const one = (db: Db) => eventPage(db, 'gala', NOW)
    const before = [await counting(window), await counting(one)]
    const many = { ...FILE, events: Array.from({ length: 100 }, (_, i) => event(`many-${i}`, {})) }
    await importText(db, 'many.json', JSON.stringify(many), NOW)
    expect(await list()).toMatchObject({ total: 108, pages: 5 })
    expect([await counting(window), await counting(one)]).toEqual(before)
    expect(Math.max(...before)).toBeLessThanOrEqual(9)
  })
})

describe('structured data', () => {
  const database = useTestDatabase('embedded')
  it('has one Event per upcoming date, with prices including fees, and can be imported', async () => {
    const { db } = database()
    await importText(db, 'window.json', JSON.stringify(FILE), NOW)
    const jsonLd = eventJsonLd((await eventPage(db, 'gala', NOW))!, 'https://shop.example')
    expect(jsonLd).toHaveLength(2)
    expect(jsonLd[0]).toMatchObject({
      '@type': 'Event',
      name: 'Café Gala',
      url: 'https://shop.example/events/gala/',
      startDate: '2027-02-01T19:30:00+00:00',
      eventStatus: 'https://schema.org/EventScheduled',
      location: {
        '@type': 'Place',
        name: 'City Varieties',
        address: { addressLocality: 'Leeds', addressCountry: 'GB' },
      },
      organizer: { name: 'Łódź Ensemble', url: 'https://shop.example/organisers/house/' },
      image: ['svg', 'jpg'].map((type) =>
        expect.stringMatching(new RegExp(`^https://shop\\.example/posters/event-\\d+\\.${type}$`)),
      ),
    })
    const { offers } = jsonLd[0] as { offers: Record<string, string>[] }
    expect(offers.map(({ name, price, availability }) => [name, price, availability!.split('/').at(-1)])).toEqual([
      ['Gone', '1.00', 'SoldOut'],
      ['Member', '27.50', 'InStock'],
      ['Adult', '22.50', 'InStock'],
      ['Seat', '50.00', 'LimitedAvailability'],
    ])
    const ofPage = async (slug: string) => eventJsonLd((await eventPage(db, slug, NOW))!, 'https://shop.example')[0]
    expect(await ofPage('newyork')).toMatchObject({ startDate: '2027-08-01T22:00:00-04:00' })
    expect(await ofPage('running')).toMatchObject({ startDate: '2027-01-01', endDate: '2027-01-31' })
    expect(await ofPage('cancelled')).toMatchObject({ eventStatus: 'https://schema.org/EventCancelled' })
    expect(await ofPage('cancelled')).not.toHaveProperty('offers')
    expect(await ofPage('sofa')).toMatchObject({ location: { '@type': 'VirtualLocation' } })
    expect(await ofPage('later')).toMatchObject({ offers: [{ availability: 'https://schema.org/PreSale' }] })

    const back = await importText(db, 'back.json', JSON.stringify(jsonLd), NOW)
    expect(back.refused).toEqual([])
    // Its organiser's legal details are in no listing.
    await db.updateTable('events').set({ status: 'published' }).where('slug', '=', 'cafe-gala-2027-02-01').execute()
    const [first] = (await eventPage(db, 'cafe-gala-2027-02-01', NOW))!.dates
    expect(first).toMatchObject({ starts_at: '2027-02-01T19:30:00.000Z', nice_date: 'Mon 1 Feb, 7:30pm' })
    expect(first!.tickets.map(({ all_in_price, sold_out }) => [all_in_price, sold_out])).toEqual([
      [1, true],
      [5, false],
      [22.5, false],
      [50, false],
    ])
  })
})

describeOnBoth('the demo catalogue on pages', (kind) => {
  const database = useTestDatabase(kind)
  it('is complete, with a sold-out event, one not yet on sale and none in the past', async () => {
    await loadDemoIfEmpty(database().db, NOW)
    const { events, gift_vouchers } = await listEvents(database().db, {}, NOW)
    expect(events.length).toBeGreaterThanOrEqual(15)
    expect(gift_vouchers).toHaveLength(2)
    expect(events.filter(({ sold_out }) => sold_out)).toHaveLength(1)
    expect(events.filter(({ on_sale_from }) => on_sale_from !== null)).toHaveLength(1)
    expect(new Set(events.map(({ currency }) => currency.code))).toEqual(new Set(['GBP', 'EUR', 'USD']))
    for (const { slug } of events) {
      const data = (await eventPage(database().db, slug, NOW))!
      expect(data.dates.every(({ past }) => !past)).toBe(true)
      expect(eventJsonLd(data, 'https://shop.example')).toHaveLength(data.dates.length)
    }
  })
})
