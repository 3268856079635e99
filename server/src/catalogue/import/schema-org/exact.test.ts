import { describe, expect, it } from 'vitest'
import { readListing } from './reading.testing.ts'

const event = (more: object = {}) => ({
  '@type': 'Event',
  name: 'Concert',
  startDate: '2027-06-01T19:30',
  location: { '@type': 'Place', name: 'Hall', address: { addressLocality: 'Leeds', addressCountry: 'GB' } },
  organizer: 'The Band',
  offers: { price: 10, priceCurrency: 'GBP' },
  ...more,
})
const one = (more: object) => {
  const found = readListing(event(more))
  return { ...found.events[0]!, notes: found.notes, refused: found.refused.join() }
}
const at = (addressCountry: unknown, more: object = {}, geo?: object) => ({
  location: { name: 'Hall', address: { '@type': 'PostalAddress', addressCountry, ...more }, ...(geo && { geo }) },
})

describe('the time zone', () => {
  it.each<[string, object, string, RegExp?]>([
    [
      'by the name of a state',
      at('USA', { addressLocality: 'Hollywood', addressRegion: 'California' }),
      'America/Los_Angeles',
    ],
    ['by its code', at('US', { addressRegion: 'US-CO' }), 'America/Denver'],
    [
      'by a town with other clocks',
      at('US', { addressRegion: 'TN', addressLocality: 'Knoxville' }),
      'America/New_York',
    ],
    [
      'by the state without the town',
      at('US', { addressRegion: 'Tennessee', addressLocality: 'Nashville' }),
      'America/Chicago',
    ],
    ['of a province in French', at('Canada', { addressRegion: 'Colombie-Britannique' }), 'America/Vancouver'],
    ['of Queensland', at('Australia', { addressRegion: 'Queensland' }), 'Australia/Brisbane'],
    ['of the Canaries by postcode', at('España', { postalCode: '38003', addressLocality: 'Adeje' }), 'Atlantic/Canary'],
    ['of the Canaries by province', at('ES', { addressRegion: 'Las Palmas' }), 'Atlantic/Canary'],
    ['of Madeira', at('Portugal', { addressLocality: 'Funchal' }), 'Atlantic/Madeira'],
    ['of La Réunion', at('France', { postalCode: '97400' }), 'Indian/Reunion'],
    ['of Bali', at('Indonesia', { addressLocality: 'Ubud' }), 'Asia/Makassar'],
    [
      'by coordinates',
      at('US', { addressLocality: 'El Paso' }, { latitude: 31.76, longitude: -106.48 }),
      'America/Denver',
    ],
    [
      'by coordinates without a country',
      at(undefined, {}, { latitude: '35.68', longitude: '139.69' }),
      'Asia/Tokyo',
      /Japan is taken from its coordinates/,
    ],
    ['not by coordinates in the sea', at('GB', {}, { latitude: 0, longitude: 0 }), 'Europe/London'],
    ['not by coordinates in another country', at('DE', {}, { latitude: 40.7, longitude: -74 }), 'Europe/Berlin'],
    [
      'by a state without a country',
      at(undefined, { addressRegion: 'Ontario' }),
      'America/Toronto',
      /Canada is taken from its state/,
    ],
    [
      'by a postcode without a country',
      at(undefined, { postalCode: 'D02 AF30' }),
      'Europe/Dublin',
      /Ireland is taken from its postcode/,
    ],
    [
      'by a city without a country',
      at(undefined, { addressLocality: 'Paris' }),
      'Europe/Paris',
      /France is taken from its town/,
    ],
    [
      'of London if nothing is known',
      at(undefined, { addressLocality: 'Nowhere' }),
      'Europe/London',
      /no country is given: United Kingdom is assumed/,
    ],
    [
      'a guess in a large country',
      at('US', { addressLocality: 'Springfield' }),
      'America/New_York',
      /United States has several time zones/,
    ],
    ['of the first country that is one', at(['', 'Norge']), 'Europe/Oslo'],
    [
      'of a text',
      { location: 'The Sinclair, 52 Church St, Cambridge, MA 02138' },
      'America/New_York',
      /United States is taken from its state/,
    ],
    [
      'of a text with a country in its language',
      { location: 'Berghain, Am Wriezener Bahnhof, 10243 Berlin, Deutschland' },
      'Europe/Berlin',
    ],
  ])('%s', (_, more, zone, notes = /^/) => {
    const found = one(more)
    expect([found.zone, found.refused]).toEqual([zone, ''])
    expect(found.notes).toMatch(notes)
  })

  it('of a country that is none is refused, unless the times have an offset', () => {
    expect(readListing(event(at('Atlantis'))).refused).toEqual([
      'its country "Atlantis" is not known, and so not what its times mean: write a name or a code such as "DE"',
    ])
    const found = one({ ...at('Atlantis'), startDate: '2027-06-01T19:30:00+09:00' })
    expect(found).toMatchObject({
      dates: ['2027-06-01 19:30'],
      notes: expect.stringContaining('its country "Atlantis" is not known'),
    })
  })

  it('reports times with an offset that the place does not have then', () => {
    expect(one({ startDate: '2027-06-01T19:30:00+00:00' })).toMatchObject({
      dates: ['2027-06-01 20:30'],
      notes: expect.stringContaining('written with +00:00, but the clocks of London are then at +01:00'),
    })
  })
})

describe('start and end', () => {
  it.each<[string, object, string, RegExp?]>([
    ['PT2H30M', { duration: 'PT2H30M' }, '2027-06-01 19:30 to 2027-06-01 22:00'],
    ['P0DT90M', { duration: 'PT90M' }, '2027-06-01 19:30 to 2027-06-01 21:00'],
    ['hours and minutes', { duration: '02:30' }, '2027-06-01 19:30 to 2027-06-01 22:00'],
    ['minutes', { duration: 90 }, '2027-06-01 19:30 to 2027-06-01 21:00'],
    ['words', { duration: '2,5 Stunden' }, '2027-06-01 19:30 to 2027-06-01 22:00'],
    ['a duration that is none', { duration: 'long' }, '2027-06-01 19:30', /duration "long" cannot be read/],
    ['words around a duration', { duration: 'about 2 hours' }, '2027-06-01 19:30', /cannot be read/],
    ['a duration of nothing', { duration: 'PT0M' }, '2027-06-01 19:30', /cannot be read/],
    ['days', { startDate: '2027-06-01', duration: 'P3D' }, '2027-06-01 00:00 to 2027-06-03 23:59 all day'],
    [
      'the end before the duration',
      { endDate: '2027-06-01T21:00', duration: 'PT9H' },
      '2027-06-01 19:30 to 2027-06-01 21:00',
    ],
    ['an end that is the start', { endDate: '2027-06-01T19:30' }, '2027-06-01 19:30'],
    ['a time of day as end', { endDate: '22:00' }, '2027-06-01 19:30 to 2027-06-01 22:00'],
    [
      'times apart',
      { startDate: '2027-06-01', startTime: '19:30:00', endTime: '22:00' },
      '2027-06-01 19:30 to 2027-06-01 22:00',
    ],
    [
      'midnight to midnight',
      { startDate: '2027-06-01T00:00', endDate: '2027-06-03T00:00' },
      '2027-06-01 00:00 to 2027-06-02 23:59 all day',
    ],
    [
      'midnight alone',
      { startDate: '2027-06-01T00:00:00' },
      '2027-06-01 00:00 all day',
      /shown as a day, without a time/,
    ],
    [
      'a midnight show',
      { startDate: '2027-06-01T00:00', endDate: '2027-06-01T02:00' },
      '2027-06-01 00:00 to 2027-06-01 02:00',
    ],
    ['doors in words', { doorTime: '7pm' }, '2027-06-01 19:30', /doorTime "7pm" is not a time/],
    [
      'doors after the start',
      { doorTime: '2027-06-01T20:00' },
      '2027-06-01 19:30',
      /doorTime "2027-06-01T20:00" is after its start/,
    ],
    ['doors as a time with seconds', { doorTime: 'T18:30:00' }, '2027-06-01 19:30, doors 18:30'],
  ])('by %s', (_, more, date, notes = /^/) => {
    const found = one(more)
    expect(found.dates).toEqual([date])
    expect(found.notes).toMatch(notes)
  })
})

describe('offers', () => {
  it.each<[string, object, string[], RegExp?]>([
    ['a window that cannot be read', { price: 5, validFrom: 'soon' }, [], /its validFrom "soon" is not a date/],
    [
      'a window that ends before it opens',
      { price: 5, validFrom: '2027-03-01', validThrough: '2027-02-01' },
      [],
      /ends before it opens/,
    ],
    [
      'the narrower of two windows',
      {
        price: 5,
        validFrom: '2027-02-01',
        availabilityStarts: '2027-02-05',
        availabilityEnds: '2027-03-01',
        validThrough: '2027-04-01',
      },
      ['Ticket GBP 5, of 100, 2027-02-05 00:00 - 2027-03-01 23:59'],
    ],
    ['a presale without its start', { price: 5, availability: 'PreSale' }, [], /when it opens is not given/],
    [
      'the price of members',
      { price: 5, eligibleCustomerType: 'Members' },
      [],
      /not for everybody \(eligibleCustomerType Members\)/,
    ],
    ['resale by name', { name: 'Verified Resale', price: 90 }, [], /"Verified Resale" is resale/],
    ['a name of what is offered', { price: 5, itemOffered: { name: 'Balcony' } }, ['Balcony GBP 5, of 100']],
    ['the event’s name as ticket name', { name: 'Concert', price: 5 }, ['Ticket GBP 5, of 100']],
    [
      'a catalogue of offers',
      { '@type': 'OfferCatalog', itemListElement: [{ name: 'A', price: 5 }] },
      ['A GBP 5, of 100'],
    ],
    [
      'an amount of money',
      { price: { '@type': 'MonetaryAmount', value: 5, currency: 'GBP' } },
      ['Ticket GBP 5, of 100'],
    ],
    ['a currency that is none', { price: 5, priceCurrency: 'stones' }, [], /its currency "stones" is not one/],
    [
      'a stock that is none',
      { price: 5, inventoryLevel: 'plenty' },
      ['Ticket GBP 5, of 100'],
      /inventoryLevel "plenty" of "Ticket" is not a number/,
    ],
    [
      'a quantity that cannot be read',
      { price: 5, eligibleQuantity: { value: 4 } },
      ['Ticket GBP 5, of 100'],
      /eligibleQuantity of "Ticket" cannot be read/,
    ],
    ['something unknown', { price: 5, warranty: 'none' }, ['Ticket GBP 5, of 100'], /no field for it: warranty "none"/],
  ])('with %s', (_, offer, tickets, notes = /^/) => {
    const found = one({ offers: offer })
    expect(found.tickets).toEqual(tickets)
    expect(found.notes).toMatch(notes)
  })

  const NO_LIMIT: [number, null] = [1, null]
  const LEFT_OUT = /eligibleQuantity of "Ticket" cannot be read and was left out/
  it.each<[unknown, [number, number | null], RegExp?]>([
    [{ minValue: 2, maxValue: 6 }, [2, 6]],
    [{ minValue: 1, maxValue: 1000 }, [1, 1000]],
    [{ minValue: 4, maxValue: 4 }, [4, 4]],
    [{ maxValue: '6' }, [1, 6]],
    [{ minValue: 2 }, [2, null]],
    [{}, NO_LIMIT],
    [{ minValue: 0, maxValue: 6 }, NO_LIMIT, LEFT_OUT],
    [{ maxValue: 1001 }, NO_LIMIT, LEFT_OUT],
    [{ minValue: 6, maxValue: 2 }, NO_LIMIT, LEFT_OUT],
    [{ minValue: 'a few', maxValue: 6 }, NO_LIMIT, LEFT_OUT],
    [{ minValue: 2, maxValue: 'many' }, NO_LIMIT, LEFT_OUT],
    [{ value: 4 }, NO_LIMIT, LEFT_OUT],
    [4, NO_LIMIT, LEFT_OUT],
  ])('with the quantity %j', (eligibleQuantity, quantities, notes) => {
    const { plan, notes: said } = readListing(event({ offers: { price: 5, eligibleQuantity } }))
    const [type] = plan.events[0]!.value.ticket_types
    expect([type!.min_per_customer, type!.max_can_reserve]).toEqual(quantities)
    if (notes) expect(said).toMatch(notes)
    else expect(said).not.toContain('eligibleQuantity')
  })

  it('without a price are free where the event is', () => {
    expect(one({ isAccessibleForFree: true, offers: { name: 'Place' } }).tickets).toEqual(['Place GBP 0, of 100'])
    expect(one({ isAccessibleForFree: 'True', offers: { price: 5 } }).notes).toContain('free to enter, but has prices')
  })

  it('without a currency are in that of the country, and refused where it is not sold', () => {
    expect(one({ ...at('Deutschland'), offers: { price: 5 } })).toMatchObject({
      tickets: ['Ticket EUR 5, of 100'],
      notes: expect.stringContaining('EUR is assumed'),
    })
    expect(readListing(event({ ...at('Sverige'), offers: { price: 200 } })).refused.join()).toContain(
      'that of Sweden is SEK',
    )
    expect(
      readListing(event({ ...at('Canada', { addressRegion: 'ON' }), offers: { price: '$20' } })).refused.join(),
    ).toContain('sold in CAD')
  })

  it('share the places of the hall, not those online', () => {
    const offers = [
      { name: 'A', price: 5 },
      { name: 'B', price: 5 },
    ]
    const both = { maximumPhysicalAttendeeCapacity: 100, maximumVirtualAttendeeCapacity: 1000, offers }
    expect(one(both).pools).toEqual(['All tickets 100'])
    expect(one({ ...both, location: { '@type': 'VirtualLocation', url: 'https://x.example/' } }).pools).toEqual([
      'All tickets 1000',
    ])
    expect(one({ maximumAttendeeCapacity: 'about 200' }).notes).toContain(
      'maximumAttendeeCapacity "about 200" is not a number of places',
    )
  })
})

describe('pictures, places and texts', () => {
  it.each<[string, object, string | null, RegExp?]>([
    [
      'one within the site, without a page',
      { image: '/a.jpg' },
      null,
      /picture "\/a\.jpg" was left out: it is no whole address/,
    ],
    [
      'the second, if the first has no address',
      { image: ['/a.jpg', { '@type': 'ImageObject', contentUrl: 'https://x.example/b.jpg' }] },
      'https://x.example/b.jpg',
      /"\/a\.jpg" was left out/,
    ],
    [
      'one of several',
      { image: ['https://x.example/1.jpg', 'https://x.example/2.jpg'] },
      'https://x.example/1.jpg',
      /has 2 pictures: one is taken/,
    ],
    ['data', { image: 'data:image/png;base64,iVBORw0KGgo=' }, 'data:image/png;base64,iVBORw0KGgo='],
    ['data that is no picture', { image: 'data:text/html,x' }, null, /is not a picture in base64/],
    ['a file', { image: 'file:///etc/passwd' }, null, /is not an address of the web/],
    [
      'a long address',
      { image: `https://x.example/${'a'.repeat(900)}.jpg` },
      `https://x.example/${'a'.repeat(900)}.jpg`,
    ],
  ])('%s', (_, more, picture, notes = /^/) => {
    const found = one(more)
    expect(found.picture).toBe(picture)
    expect(found.notes).toMatch(notes)
  })

  it('finds pictures and pages by the address of the page', () => {
    const [found] = readListing(event({ image: 'a.jpg', url: '/e/1' }), 'https://x.example/e/').events
    expect(found).toMatchObject({ picture: 'https://x.example/e/a.jpg' })
  })

  it.each<[unknown, string | null]>([
    [{ name: 'Online Café', address: 'Online Café, 1 High St, Leeds' }, 'Online Café'],
    [{ name: 'Zoom', address: { addressLocality: 'Frankfurt', addressCountry: 'DE' } }, 'Zoom'],
    ['Zoom, Carl-Benz-Straße 21, Frankfurt', 'Zoom'],
    [{ name: 'Virtual Reality Arcade' }, 'Virtual Reality Arcade'],
    [{ name: 'Zoom' }, null],
    ['Online (Zoom)', null],
    ['Online, UK', null],
    ['Online-Veranstaltung', null],
    [{ name: 'Online', address: 'Online' }, null],
    ['https://zoom.us/j/1', null],
  ])('%j is at %s', (location, venue) => expect(one({ location }).venue).toBe(venue))

  it('a hall of one name in two countries is two', () => {
    const found = readListing([
      event({ ...at('GB', { addressLocality: 'Perth' }) }),
      event({ name: 'Other', ...at('AU', { addressLocality: 'Perth', addressRegion: 'WA' }) }),
    ])
    expect(found.events.map(({ country }) => country)).toEqual(['GB', 'AU'])
  })

  it.each([
    ['Tom &amp;#8217;n&amp;#8217; Jerry', 'Tom ’n’ Jerry'],
    ['Caf&eacute; &hellip;', 'Café …'],
    ['AT&amp;T', 'AT&T'],
    ['R&B & Soul', 'R&B & Soul'],
    ['<b>Bold</b>', 'Bold'],
    ['1 < 2 &lt;3', '1 < 2 <3'],
    ['&Zcaron;i&zcaron;ek', 'Žižek'],
  ])('the name %j is %j', (name, title) => expect(one({ name }).title).toBe(title))

  it.each([
    ['<p>Tom &amp;#8217;s</p>', '<p>Tom ’s</p>'],
    ['&amp;lt;p&amp;gt;Twice&amp;lt;/p&amp;gt;', '<p>Twice</p>'],
    ['&lt;script&gt;alert(1)&lt;/script&gt;&lt;p&gt;x&lt;/p&gt;', '<p>x</p>'],
    ['Line\\nTwo', '<p>Line<br />Two</p>'],
    ['[gallery ids="1,2"]Text [sic]', '<p>Text [sic]</p>'],
  ])('the description %j is %j', (description, html) => expect(one({ description }).description).toBe(html))

  it('takes an address for the website of the organiser', () => {
    expect(one({ organizer: 'https://www.hall.example/about' }).organiser).toBe('hall.example')
  })

  it('reports what is shortened', () => {
    const found = one({ name: 'x'.repeat(400), description: 'y'.repeat(30_000) })
    expect(found.notes).toContain('its name was shortened to 300 characters')
    expect(found.notes).toContain('its description was cut after 20000 characters')
  })
})
