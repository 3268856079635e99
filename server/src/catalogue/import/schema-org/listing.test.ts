import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { readJson } from '../read-file.ts'
import { readSchemaOrg } from './listing.ts'
import { arbitraryListing } from './listings.testing.ts'
import { priceOf } from './price.ts'
import { shortened, slugOf } from './values.ts'

const NOW = new Date('2027-01-10T12:00:00Z')

function read(document: unknown, now = NOW) {
  const file = readJson(JSON.stringify(document, null, 1))
  if (!file.ok) throw new Error(file.text)
  const { plan, refused, notes } = readSchemaOrg(file.value, file.lineOfNode, now)
  return {
    events: plan.events.map(({ value }) => value),
    venues: plan.venues.map(({ value }) => value),
    organisers: plan.organisers.map(({ value }) => value),
    refused: refused.map(({ why }) => why),
    notes: notes.map(({ why }) => why).join('; '),
  }
}

const event = (more: object = {}) => ({
  '@context': 'https://schema.org',
  '@type': 'Event',
  name: 'Concert',
  startDate: '2027-06-01T20:00',
  location: { '@type': 'Place', name: 'City Varieties', address: { addressLocality: 'Leeds', addressCountry: 'GB' } },
  organizer: 'The Band',
  offers: { price: 10, priceCurrency: 'GBP' },
  ...more,
})

/** Returns the single event read from it. */
function one(more: object) {
  const { events, refused, venues, organisers, notes } = read(event(more))
  if (events.length !== 1) throw new Error(`refused: ${refused.join()}`)
  return { ...events[0]!, venueRow: venues[0], organiserRow: organisers[0], notes }
}

const refusedOf = (more: object): string[] => read(event(more)).refused

describe('finding events', () => {
  it.each([
    ['a single object', event()],
    ['a list', [event()]],
    ['lists in lists', [[event()], []]],
    ['a graph', { '@context': 'https://schema.org', '@graph': [{ '@type': 'WebPage', name: 'x' }, event()] }],
    ['an item list', { '@type': 'ItemList', itemListElement: [{ '@type': 'ListItem', position: 1, item: event() }] }],
    ['the event of a place', { '@type': 'Place', name: 'Hall', event: [event()] }],
    ['several types', event({ '@type': ['Thing', 'MusicEvent', 'https://schema.org/Event'] })],
    ['a full address as type', event({ '@type': 'http://schema.org/TheaterEvent' })],
    ['a prefix', event({ '@type': 'schema:ComedyEvent' })],
    ['a type of tomorrow', event({ '@type': 'HologramEvent' })],
    ['a festival', event({ '@type': 'Festival' })],
  ])('in %s', (_, document) => {
    expect(read(document)).toMatchObject({ events: [{ title: 'Concert' }], refused: [] })
  })

  it.each([
    ['Concert', 'it says @type "Concert", which schema.org does not have: write "MusicEvent" or "Event"'],
    ['Gig', 'it says @type "Gig", which schema.org does not have: write "MusicEvent" or "Event"'],
    [
      'https://schema.org/Workshop',
      'it says @type "Workshop", which schema.org does not have: write "EducationEvent" or "Event"',
    ],
    ['Happening', 'it says @type "Happening", which is no event of schema.org: write "Event"'],
    [undefined, 'it has no @type: write "Event"'],
  ])('ignores the type %s and suggests a fix', (type, why) => {
    const { events, refused } = read([event({ '@type': type })])
    expect({ events, refused }).toEqual({ events: [], refused: [why] })
  })

  it('by full type names and wrapped values', () => {
    const { events } = read({
      '@type': 'http://schema.org/Event',
      'http://schema.org/name': [{ '@value': 'Wrapped', '@language': 'en' }],
      'http://schema.org/startDate': { '@type': 'Date', '@value': '2027-06-01' },
    })
    expect(events).toMatchObject([{ title: 'Wrapped', slug: 'wrapped-2027-06-01' }])
  })

  it('follows references within the document', () => {
    const { events, venues, organisers } = read({
      '@graph': [
        event({ organizer: { '@id': '#org' }, location: { '@id': '#hall' }, offers: [{ '@id': '#offer' }] }),
        { '@id': '#org', '@type': 'Organization', name: 'Linked Org', url: 'https://linked.example/' },
        { '@id': '#hall', '@type': 'Place', name: 'Linked Hall', address: { '@id': '#address' } },
        { '@id': '#address', '@type': 'PostalAddress', addressLocality: 'York', addressCountry: 'GB' },
        { '@id': '#offer', '@type': 'Offer', name: 'Linked', price: '5' },
      ],
    })
    expect(events[0]!.ticket_types).toMatchObject([{ name: 'Linked', price: 500 }])
    expect(venues).toMatchObject([{ name: 'Linked Hall', town: 'York' }])
    expect(organisers).toMatchObject([{ name: 'Linked Org', full_url: 'https://linked.example/' }])
  })

  it('once each, without counting parts as events', () => {
    const two = read([event(), event(), event({ subEvent: [event({ name: 'Support act' })], name: 'With support' })])
    expect(two.events.map(({ title }) => title)).toEqual(['Concert', 'With support'])
    expect(two.refused).toEqual(['it is in this file twice: the first was taken'])
    const alike = read([event({ name: 'C++ Day' }), event({ name: 'C Day' })])
    expect(new Set(alike.events.map(({ slug }) => slug)).size).toBe(2)
  })
})

describe('dates', () => {
  it.each([
    [
      'without a zone, by the clocks of the country',
      {
        startDate: '2027-07-01T20:00',
        location: { address: { addressCountry: 'Germany', addressLocality: 'Berlin' } },
      },
      'Europe/Berlin',
      '2027-07-01T18:00:00.000Z',
    ],
    [
      'without a place, by London',
      { startDate: '2027-07-01 20:00', location: undefined },
      'Europe/London',
      '2027-07-01T19:00:00.000Z',
    ],
    [
      'with an offset',
      {
        startDate: '2027-07-01T20:00:00-07:00',
        location: { address: { addressLocality: 'Las Vegas, NV', addressCountry: 'US' } },
      },
      'America/Los_Angeles',
      '2027-07-02T03:00:00.000Z',
    ],
    ['in UTC', { startDate: '2027-07-01T18:30:00Z' }, 'Europe/London', '2027-07-01T18:30:00.000Z'],
  ])('%s', (_, more, timezone, starts) => {
    expect(one(more)).toMatchObject({ timezone, dates: [{ starts, all_day: false }] })
  })

  it('without a time are whole days, including the last', () => {
    expect(one({ startDate: '2027-07-01', endDate: '2027-07-02' })).toMatchObject({
      slug: 'concert-2027-07-01',
      dates: [{ starts: '2027-06-30T23:00:00.000Z', ends: '2027-07-02T22:59:59.000Z', all_day: true }],
    })
  })

  it('of today are not past, those of yesterday are', () => {
    expect(refusedOf({ startDate: '2027-01-10' })).toEqual([])
    expect(refusedOf({ startDate: '2027-01-09' })).toEqual(['it is over since Sat 9 Jan 2027'])
    expect(refusedOf({ startDate: '2027-01-01', endDate: '2027-01-10' })).toEqual([])
  })

  it.each([
    [{ startDate: undefined }, 'it has no start date'],
    [{ startDate: '' }, 'it has no start date'],
    [{ startDate: 'next Friday' }, 'its start "next Friday" is not a date'],
    [{ startDate: '2027-02-30' }, 'its start "2027-02-30" is not a date'],
    [{ startDate: '2027-06' }, 'its start "2027-06" is not a date'],
    [{ endDate: 'late' }, 'its end "late" is not a date'],
    [{ endDate: '2027-05-01' }, 'it ends (2027-05-01) before it starts (2027-06-01T20:00)'],
    [{ name: undefined }, 'it has no name'],
    [{ name: ['', '<b></b>'] }, 'it has no name'],
  ])('refuses %j: %s', (more, why) => expect(refusedOf(more)).toEqual([why]))

  it('are taken from parts or schedule when there are none', () => {
    const parts = one({
      startDate: undefined,
      subEvent: [{ startDate: '2027-06-02T20:00' }, { startDate: '2027-06-01T20:00' }],
    })
    expect(parts.dates.map(({ starts }) => starts)).toEqual(['2027-06-01T19:00:00.000Z', '2027-06-02T19:00:00.000Z'])
    const weekly = one({
      startDate: undefined,
      eventSchedule: {
        startDate: '2027-03-21',
        repeatFrequency: 'P1W',
        repeatCount: 2,
        startTime: '19:00:00',
        endTime: '21:00',
      },
    })
    // The second is in summer time, still at seven.
    expect(weekly.dates.map(({ starts }) => starts)).toEqual(['2027-03-21T19:00:00.000Z', '2027-03-28T18:00:00.000Z'])
  })

  it('keep their page when the event moves, and read doors as a time of day', () => {
    const moved = one({ startDate: '2027-08-01T20:00', previousStartDate: '2027-06-01T20:00', doorTime: '18:30' })
    expect(moved).toMatchObject({ slug: 'concert-2027-06-01', dates: [{ doors: '2027-08-01T17:30:00.000Z' }] })
  })
})

describe('places', () => {
  it.each([
    [
      'a text',
      'The Old Mill, Mill Lane, Leeds LS1 4AB, UK',
      { name: 'The Old Mill', town: 'Leeds', country_code: 'GB' },
    ],
    ['a text of one word', 'Berghain', { name: 'Berghain', town: '' }],
    [
      'a place with a text as address',
      { '@type': 'Place', name: 'Hall', address: 'Hall, High St, York, England' },
      { name: 'Hall', town: 'York' },
    ],
    [
      'an address alone',
      {
        '@type': 'PostalAddress',
        streetAddress: '1 High St',
        addressLocality: 'Bath',
        addressCountry: { name: 'United Kingdom' },
      },
      { name: '1 High St', town: 'Bath', country_code: 'GB' },
    ],
    [
      'a list, the first real one',
      [{ '@type': 'VirtualLocation', url: 'https://x.example/' }, { name: 'Hall' }, { name: 'Other' }],
      { name: 'Hall' },
    ],
    [
      'with coordinates',
      { name: 'Hall', geo: { latitude: '53.8', longitude: -1.5 } },
      { latitude: 53.8, longitude: -1.5 },
    ],
  ])('%s', (_, location, venue) => {
    const found = one({ location })
    expect(found.venueRow).toMatchObject(venue)
    expect(found.venue).toBe(found.venueRow!.slug)
  })

  it.each([
    [
      'a VirtualLocation',
      { location: { '@type': 'VirtualLocation', url: 'https://watch.example/1' } },
      'https://watch.example/1',
    ],
    ['the word', { location: 'Online', url: 'https://x.example/e' }, 'https://x.example/e'],
    ['an address of the web', { location: 'https://zoom.example/j/1' }, 'https://zoom.example/j/1'],
    [
      'the mode alone',
      { location: undefined, eventAttendanceMode: 'https://schema.org/OnlineEventAttendanceMode' },
      null,
    ],
    ['moved', { eventStatus: 'EventMovedOnline', url: 'https://x.example/e' }, 'https://x.example/e'],
  ])('online by %s', (_, more, url) => expect(one(more)).toMatchObject({ venue: null, online_url: url }))

  it('reports a missing place', () => {
    const found = one({ location: undefined })
    expect(found.venueRow!.name).toBe('Venue to be announced')
    expect(found.notes).toContain('no place is given')
  })
})

describe('organisers', () => {
  it.each([
    ['a text', 'The Band', 'The Band'],
    ['an object', { '@type': 'Person', name: 'Ann' }, 'Ann'],
    ['a list', [{ name: 'Ann' }, { name: 'Bob' }], 'Ann'],
    ['nobody', undefined, 'tickets.example'],
    ['an empty one', { name: '' }, 'tickets.example'],
  ])('%s', (_, organizer, name) => {
    expect(one({ organizer, url: 'https://www.tickets.example/e/1' }).organiserRow!.name).toBe(name)
  })
})

describe('offers', () => {
  const sale = (offers: unknown, more: object = {}) => one({ offers, ...more })

  it.each([
    [
      'a list',
      [
        { name: 'Adult', price: '12.50' },
        { name: 'Child', price: 6 },
      ],
      ['Adult 1250', 'Child 600'],
    ],
    ['free', { price: 0 }, ['Ticket 0']],
    ['free in words', { name: 'Entry', price: 'Free' }, ['Entry 0']],
    ['an aggregate of one price', { '@type': 'AggregateOffer', lowPrice: 10, highPrice: 10 }, ['Ticket 1000']],
    [
      'an aggregate with its offers',
      {
        '@type': 'AggregateOffer',
        lowPrice: 5,
        offers: [
          { name: 'A', price: 5 },
          { name: 'B', price: 9 },
        ],
      },
      ['A 500', 'B 900'],
    ],
    [
      'a price specification',
      { name: 'Seat', priceSpecification: { price: '14', priceCurrency: 'GBP' } },
      ['Seat 1400'],
    ],
    [
      'a total of two, beside the price of one',
      {
        name: 'Pair',
        price: '24.95',
        eligibleQuantity: { minValue: 2 },
        priceSpecification: {
          '@type': 'UnitPriceSpecification',
          price: '10.00',
          referenceQuantity: { '@type': 'QuantitativeValue', value: 1 },
        },
      },
      ['Pair 1000'],
    ],
    ['the same name twice', [{ price: 5 }, { price: 9 }], ['Ticket 500', 'Ticket (2) 900']],
  ])('%s', (_, offers, expected) => {
    expect(sale(offers).ticket_types.map(({ name, price }) => `${name} ${price}`)).toEqual(expected)
  })

  it.each([undefined, null, []])('missing (%j): imports the event without sale and notes it', (offers) => {
    const found = sale(offers)
    expect(found.ticket_types).toEqual([])
    expect(found.notes).toContain('it has no offers: listed, not on sale')
  })

  it('sold out gives no capacity; without a number assumes a hundred and notes it', () => {
    expect(sale({ price: 5, availability: 'https://schema.org/SoldOut' }).ticket_types[0]!.capacity).toBe(0)
    const open = sale({ price: 5 })
    expect(open.ticket_types[0]!.capacity).toBe(100)
    expect(open.notes).toContain('100 of each are assumed')
    expect(sale({ price: 5, inventoryLevel: { value: 7 } }).ticket_types[0]!.capacity).toBe(7)
    expect(sale({ price: 5 }, { remainingAttendeeCapacity: 30 }).ticket_types[0]!.capacity).toBe(30)
  })

  it('uses the currency given or its sign, otherwise pounds with a note', () => {
    expect(sale({ price: '5', priceCurrency: 'eur' }).currency).toBe('EUR')
    expect(sale({ price: '$5' })).toMatchObject({
      currency: 'USD',
      notes: expect.not.stringContaining('assumed to be'),
    })
    const silent = sale({ price: '5' })
    expect(silent.currency).toBe('GBP')
    expect(silent.notes).toContain('no currency is given: GBP is assumed')
  })

  it('refuses an unsupported currency, and omits one that differs from the others', () => {
    expect(refusedOf({ offers: { price: 100, priceCurrency: 'SEK' } })).toEqual([
      'it is sold in SEK, and this shop takes GBP, EUR, USD, JPY',
    ])
    const mixed = sale([
      { name: 'Here', price: 10, priceCurrency: 'EUR' },
      { name: 'There', price: 9, priceCurrency: 'GBP' },
    ])
    expect(mixed.ticket_types.map(({ name }) => name)).toEqual(['Here'])
    expect(mixed.notes).toContain('"There" is in GBP and was left out')
  })

  it('omits what cannot be sold, and says why', () => {
    const found = sale([
      { name: 'Early', price: 5, validThrough: '2027-01-01' },
      { name: 'Door', price: 9, availability: 'InStoreOnly' },
      { name: 'Range', price: '10 - 20' },
      { name: 'None' },
      'call us',
    ])
    expect(found.ticket_types).toEqual([])
    for (const words of [
      '"Early" was left out: its sale ended on 2027-01-01',
      '"Door" is sold at the door only',
      '"Range" was left out: it costs from 10.00 to 20.00',
      '"None" has no price',
      'is not an offer',
      'none of its offers can be sold here',
    ])
      expect(found.notes).toContain(words)
  })

  it.each([
    ['an aggregate', { '@type': 'AggregateOffer', lowPrice: 65, highPrice: 95, priceCurrency: 'GBP' }],
    ['a price and its range', { '@type': 'Offer', price: 65, highPrice: '95.00', priceCurrency: 'GBP' }],
    ['a specification', { price: 65, priceSpecification: { minPrice: 65, maxPrice: 95, priceCurrency: 'GBP' } }],
    ['two specifications', { priceSpecification: [{ price: 65 }, { price: 95 }] }],
    ['only where it begins', { '@type': 'AggregateOffer', lowPrice: 65, offerCount: 3, priceCurrency: 'GBP' }],
  ])('with a price range are not all sold at the lowest price: %s', (_, offers) => {
    const found = sale(offers)
    expect(found.ticket_types).toEqual([])
    expect(found.notes).toContain('"Ticket" was left out: it costs from 65.00')
    expect(found.notes).toContain('without saying which ticket costs what')
  })

  it('takes postage, and leaves out an offer whose postage is not one amount', () => {
    const offerWith = (...charges: unknown[]) => ({
      price: 10,
      priceSpecification: charges.map((price) => ({ '@type': 'DeliveryChargeSpecification', price })),
    })
    expect(sale(offerWith('4.95')).ticket_types).toMatchObject([
      { price: 1000, delivered_by_post: true, delivery_cost: 495 },
    ])
    expect(sale(offerWith('3.00', '4.95')).notes).toContain('its postage is not one amount')
    expect(sale(offerWith('from 3.00')).ticket_types).toEqual([])
  })

  it('opens the sale with the first offer', () => {
    const found = sale([
      { price: 5, validFrom: '2027-02-01T10:00' },
      { price: 9, validFrom: '2027-03-01T10:00' },
    ])
    expect(found.on_sale_from).toBe('2027-02-01T10:00:00.000Z')
    expect(sale([{ price: 5, validFrom: '2027-02-01' }, { price: 9 }]).on_sale_from).toBeNull()
  })
})

describe('other properties', () => {
  it('sanitises descriptions and shortens summaries', () => {
    const found = one({
      description: `<p onclick="x()">Hello <script>alert(1)</script><b>you</b></p>${'word '.repeat(100)}`,
    })
    expect(found.description_html).toMatch(/^<p>Hello <b>you<\/b><\/p>/)
    expect(found.summary).toMatch(/^Hello you word .*…$/)
    expect(found.summary.length).toBeLessThanOrEqual(200)
  })

  it('marks cancelled and postponed events', () => {
    expect(one({ eventStatus: 'https://schema.org/EventCancelled' }).status).toBe('cancelled')
    const later = one({ eventStatus: 'EventPostponed' })
    expect(later).toMatchObject({ status: 'published', dates: [{ postponed: true }] })
    expect(later.ticket_types).toHaveLength(1)
    expect(later.notes).toContain('postponed without a new date')
    expect(one({ eventStatus: 'EventScheduled' }).dates).toMatchObject([{ postponed: false }])
  })

  it('keeps names in any script distinct', () => {
    const slugs = ['春のコンサート', '秋のコンサート', 'Ж', '!!!'].map((name) => slugOf(name))
    expect(new Set(slugs).size).toBe(4)
    for (const slug of slugs) expect(slug).toMatch(/^[a-z0-9]+(-[a-z0-9]+)*$/)
    expect(slugOf('Zürich Café – “Łódź”')).toBe('zurich-cafe-lodz')
    expect(shortened('one two three', 9)).toBe('one two…')
  })
})

it.each([
  [12.5, '12.50'],
  [0, '0.00'],
  ['12.50', '12.50'],
  ['£12.50', '12.50'],
  ['12,50 €', '12.50'],
  ['GBP 1,250.00', '1250.00'],
  ['1.250,00', '1250.00'],
  ["1'250.00", '1250.00'],
  ['1,250', '1250.00'],
  ['12.5', '12.50'],
  ['gratis', '0.00'],
  ['1.250', null],
  ['10-15', null],
  ['£10 or £12', null],
  ['-5', null],
  [-5, null],
  ['ask', null],
  ['', null],
  ['99999999', null],
])('reads the price %j as %s', (written, amount) => {
  const price = priceOf(written)
  expect(price.kind === 'exact' ? price.amount : null).toBe(amount)
})

describe('random listings', () => {
  it('never throw, and what is accepted fits the format', () => {
    let taken = 0
    fc.assert(
      fc.property(arbitraryListing, (document) => {
        const file = readJson(JSON.stringify(document))
        if (!file.ok) throw new Error(file.text)
        const { plan } = readSchemaOrg(file.value, file.lineOfNode, NOW)
        taken += plan.events.length
        const known = new Set([...plan.venues, ...plan.organisers].map(({ value }) => value.slug))
        for (const { value } of plan.events) {
          expect(known).toContain(value.organiser)
          if (value.venue !== null) expect(known).toContain(value.venue)
          for (const { price, capacity } of value.ticket_types) expect(price >= 0 && capacity! >= 0).toBe(true)
        }
      }),
      { numRuns: 3000 },
    )
    expect(taken).toBeGreaterThan(100)
  })
})
