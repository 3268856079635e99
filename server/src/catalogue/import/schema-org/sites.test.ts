import { describe, expect, it } from 'vitest'
import { readListing } from './reading.testing.ts'

/** Listings as ticket shops and content systems publish them, each made small, with the right values. */

type Row = [system: string, document: unknown, events: object[], notes?: RegExp]

const address = (addressLocality: string, addressCountry: string, more: object = {}) => ({
  '@type': 'PostalAddress',
  addressLocality,
  addressCountry,
  ...more,
})
const leeds = { '@type': 'Place', name: 'Brudenell', address: address('Leeds', 'GB', { postalCode: 'LS6 1NY' }) }
const listed = (more: object) => ({
  '@context': 'https://schema.org',
  '@type': 'MusicEvent',
  name: 'The Band',
  startDate: '2027-06-01T19:30',
  location: leeds,
  organizer: { '@type': 'Organization', name: 'Promoter' },
  ...more,
})

const SHOPS: Row[] = [
  [
    'Ticketmaster: an aggregate price only, offset without colon',
    listed({
      startDate: '2027-06-01T19:00:00-0700',
      url: 'https://www.ticketmaster.com/the-band/event/0B00',
      location: {
        '@type': 'Place',
        name: 'The Fonda Theatre',
        sameAs: 'https://www.ticketmaster.com/venue/1',
        address: address('Los Angeles', 'US', {
          streetAddress: '6126 Hollywood Blvd',
          addressRegion: 'CA',
          postalCode: '90028',
        }),
      },
      offers: {
        '@type': 'AggregateOffer',
        lowPrice: '45.00',
        highPrice: '125.00',
        priceCurrency: 'USD',
        availability: 'http://schema.org/InStock',
        availabilityStarts: '2026-10-01T17:00:00Z',
        category: 'primary',
      },
      performer: [{ '@type': 'MusicGroup', name: 'The Band', sameAs: 'https://x.example/' }],
      eventStatus: 'http://schema.org/EventScheduled',
    }),
    [{ zone: 'America/Los_Angeles', country: 'US', dates: ['2027-06-01 19:00'], tickets: [] }],
    /costs from 45\.00 to 125\.00.*no field for it: performer "The Band"/,
  ],
  [
    'Ticketmaster: a start in UTC only',
    listed({
      startDate: '2027-06-02T02:30:00Z',
      location: {
        '@type': 'Place',
        name: 'Fonda',
        address: address('Hollywood', 'United States', { addressRegion: 'California' }),
      },
      offers: { '@type': 'Offer', price: '45.0', priceCurrency: 'USD' },
    }),
    [{ dates: ['2027-06-01 19:30'], tickets: ['Ticket USD 45, of 100'] }],
  ],
  [
    'Eventbrite: an aggregate with a list of offers, sales ends, online',
    listed({
      '@type': 'EducationEvent',
      startDate: '2027-06-01T18:00:00+01:00',
      endDate: '2027-06-01T19:00:00+01:00',
      eventAttendanceMode: 'https://schema.org/OnlineEventAttendanceMode',
      location: { '@type': 'VirtualLocation', url: 'https://www.eventbrite.co.uk/e/1' },
      offers: [
        {
          '@type': 'AggregateOffer',
          url: 'https://www.eventbrite.co.uk/e/1',
          lowPrice: '5.98',
          highPrice: '5.98',
          priceCurrency: 'GBP',
          offerCount: 1,
          validFrom: '2026-11-01T00:00:00Z',
          validThrough: '2027-05-31T22:00:00Z',
          availabilityStarts: '2026-11-01T00:00:00Z',
          availabilityEnds: '2027-06-01T17:00:00Z',
          availability: 'InStock',
        },
      ],
    }),
    [
      {
        zone: 'Europe/London',
        online: 'https://www.eventbrite.co.uk/e/1',
        venue: null,
        dates: ['2027-06-01 18:00 to 2027-06-01 19:00'],
        tickets: ['Ticket GBP 5.98, of 100, - 2027-05-31 23:00'],
      },
    ],
  ],
  [
    'Eventbrite: a place called Online',
    listed({
      location: { '@type': 'Place', name: 'Online', address: { '@type': 'PostalAddress', addressCountry: 'GB' } },
    }),
    [{ venue: null }],
  ],
  [
    'Dice: events of a place, the address in one text, a presale that is over',
    {
      '@type': 'Place',
      name: 'Folklore Hoxton',
      address: '186 Hackney Rd, London E2 7QL, UK',
      event: [
        listed({
          location: {
            '@type': 'Place',
            name: 'Folklore Hoxton',
            address: '186 Hackney Rd, London E2 7QL, UK',
            geo: { latitude: 51.53, longitude: -0.07 },
          },
          offers: [
            {
              '@type': 'Offer',
              name: 'Early Bird',
              price: 8,
              priceCurrency: 'GBP',
              availability: 'https://schema.org/SoldOut',
              validFrom: '2026-09-27T10:00:00+01:00',
            },
            {
              '@type': 'Offer',
              name: 'General',
              price: 12.1,
              priceCurrency: 'GBP',
              availability: 'https://schema.org/InStock',
            },
          ],
        }),
      ],
    },
    [
      {
        venue: 'Folklore Hoxton',
        town: 'London',
        country: 'GB',
        tickets: ['Early Bird GBP 8, of 0', 'General GBP 12.1, of 100'],
      },
    ],
  ],
  [
    'See Tickets: prices with a currency sign and fees',
    listed({
      offers: [
        { '@type': 'Offer', name: 'Standing', price: '£27.50', priceCurrency: 'GBP' },
        { '@type': 'Offer', name: 'Seated', price: '£30.00 + £3.00 booking fee', priceCurrency: 'GBP' },
      ],
    }),
    [{ tickets: ['Standing GBP 27.5, of 100'] }],
    /"Seated" was left out: "£30\.00 \+ £3\.00 booking fee" is not one price/,
  ],
  [
    'Eventim: a decimal comma, a German country, the doors apart',
    listed({
      startDate: '2027-11-20T20:00:00+01:00',
      doorTime: '2027-11-20T19:00:00+01:00',
      location: {
        '@type': 'Place',
        name: 'Palladium',
        address: address('Köln', 'Deutschland', { postalCode: '51063', streetAddress: 'Schanzenstr. 40' }),
      },
      offers: { '@type': 'AggregateOffer', lowPrice: '49,90', highPrice: '49,90', priceCurrency: 'EUR' },
    }),
    [{ zone: 'Europe/Berlin', dates: ['2027-11-20 20:00, doors 19:00'], tickets: ['Ticket EUR 49.9, of 100'] }],
  ],
  [
    'Fever: one offer per session in an aggregate that has currency and state',
    listed({
      offers: {
        '@type': 'AggregateOffer',
        priceCurrency: 'EUR',
        availability: 'https://schema.org/LimitedAvailability',
        lowPrice: 25,
        offers: [
          { '@type': 'Offer', name: 'Zona A', price: 45 },
          { '@type': 'Offer', name: 'Zona B', price: 25, availability: 'https://schema.org/SoldOut/' },
        ],
      },
    }),
    [{ tickets: ['Zona A EUR 45, of 100', 'Zona B EUR 25, of 0'] }],
  ],
  [
    'Meetup: free, without offers, mixed attendance',
    listed({
      '@type': 'Event',
      startDate: '2027-06-01T18:30:00+02:00',
      eventAttendanceMode: 'https://schema.org/MixedEventAttendanceMode',
      location: [
        { '@type': 'VirtualLocation', url: 'https://www.meetup.com/x/events/1/' },
        {
          '@type': 'Place',
          name: 'c-base',
          address: address('Berlin', 'de', { streetAddress: 'Rungestraße 20' }),
          geo: { latitude: '52.51', longitude: '13.42' },
        },
      ],
      isAccessibleForFree: true,
    }),
    [{ venue: 'c-base', zone: 'Europe/Berlin', online: 'https://www.meetup.com/x/events/1/', tickets: [] }],
    /free to enter and has no offers/,
  ],
  [
    'The Events Calendar: a whole day, entities, a literal line break, an empty performer',
    [
      listed({
        '@type': 'Event',
        name: 'Fish &#038; Chips &#8211; a day',
        description: '&lt;p&gt;All day [&hellip;]&lt;/p&gt;\\n',
        startDate: '2027-06-01T00:00:00+01:00',
        endDate: '2027-06-01T23:59:59+01:00',
        performer: '',
        offers: {
          '@type': 'Offer',
          price: '10',
          priceCurrency: 'GBP',
          url: 'https://x.example/e',
          category: 'primary',
          availability: 'inStock',
          validFrom: '2026-06-01T00:00:00+00:00',
        },
      }),
    ],
    [
      {
        title: 'Fish & Chips – a day',
        description: '<p>All day […]</p>',
        dates: ['2027-06-01 00:00 to 2027-06-01 23:59 all day'],
        tickets: ['Ticket GBP 10, of 100'],
      },
    ],
  ],
  [
    'The Events Calendar: a price range in a text',
    listed({ offers: { '@type': 'Offer', price: '10 – 25', priceCurrency: 'GBP' } }),
    [{ tickets: [] }],
    /costs from 10\.00 to 25\.00/,
  ],
  [
    'Squarespace: a place without a country, the end at the start, image protocol-relative',
    listed({
      startDate: '2027-06-01T19:00:00-0400',
      endDate: '2027-06-01T19:00:00-0400',
      image: '//static1.squarespace.com/static/a b.jpg',
      location: { '@type': 'Place', name: 'Union Hall', address: '702 Union Street, Brooklyn, NY, 11215' },
      offers: { price: 20, priceCurrency: '$' },
    }),
    [
      {
        zone: 'America/New_York',
        country: 'US',
        town: 'Brooklyn',
        dates: ['2027-06-01 19:00'],
        picture: 'https://static1.squarespace.com/static/a%20b.jpg',
        tickets: ['Ticket USD 20, of 100'],
      },
    ],
    /no country is given: United States is taken from its state/,
  ],
  [
    'Wix: low and high price beside offers of their own',
    listed({
      offers: {
        '@type': 'AggregateOffer',
        highPrice: '30.00',
        lowPrice: '15.00',
        priceCurrency: 'ILS',
        offers: [{ '@type': 'Offer', price: '15.00', priceCurrency: 'GBP', name: 'Student', availability: 'InStock' }],
      },
    }),
    [{ tickets: ['Student GBP 15, of 100'] }],
  ],
  [
    'Shotgun: French words, a night that ends on its own date',
    listed({
      startDate: '2027-06-05T23:00',
      endDate: '2027-06-05T06:00',
      location: { '@type': 'Place', name: 'Rex Club', address: '5 Boulevard Poissonnière, 75002 Paris, France' },
      offers: [
        { '@type': 'Offer', name: 'Prévente', price: '12,00 €', availability: 'épuisé' },
        { '@type': 'Offer', name: 'Tarif normal', price: '16 €', availability: 'disponible' },
        { '@type': 'Offer', name: 'Sur place', price: 'à partir de 20 €' },
      ],
    }),
    [
      {
        zone: 'Europe/Paris',
        town: 'Paris',
        dates: ['2027-06-05 23:00 to 2027-06-06 06:00'],
        tickets: ['Prévente EUR 12, of 0', 'Tarif normal EUR 16, of 100'],
      },
    ],
    /taken as that of the next day.*"Sur place" was left out: it costs from 20\.00/,
  ],
  [
    'Billetto: Danish kroner are refused with the currencies that are sold',
    listed({
      location: { name: 'Vega', address: address('København', 'Danmark') },
      offers: { price: '250,-', priceCurrency: 'DKK' },
    }),
    [],
  ],
  [
    'Tessitura: a production page that all performances share, prices in a specification without tax',
    [
      listed({
        '@type': 'TheaterEvent',
        url: 'https://opera.example/tosca',
        offers: {
          '@type': 'Offer',
          priceSpecification: {
            '@type': 'PriceSpecification',
            price: 80,
            priceCurrency: 'EUR',
            valueAddedTaxIncluded: false,
          },
        },
      }),
      listed({
        '@type': 'TheaterEvent',
        url: 'https://opera.example/tosca',
        startDate: '2027-06-03T19:30',
        eventStatus: 'EventRescheduled',
      }),
    ],
    [{ slug: 'the-band-2027-06-01', tickets: ['Ticket EUR 80, of 100'] }, { slug: 'the-band-2027-06-03' }],
    /80\.00, is without tax/,
  ],
]

const SYSTEMS: Row[] = [
  [
    'Yoast: a graph with links, the organiser elsewhere',
    {
      '@context': 'https://schema.org',
      '@graph': [
        { '@type': 'WebPage', '@id': 'https://v.example/e/', name: 'Page', inLanguage: 'en-GB' },
        listed({
          '@id': 'https://v.example/e/#event',
          organizer: { '@id': 'https://v.example/#org' },
          location: { '@id': '#place' },
          image: { '@id': '#img' },
        }),
        { '@type': 'Organization', '@id': 'https://v.example/#org', name: 'The Venue' },
        { '@type': 'Place', '@id': '#place', name: 'The Venue', address: address('Cork', 'IE') },
        { '@type': 'ImageObject', '@id': '#img', url: 'https://v.example/a.jpg', caption: 'A band' },
      ],
    },
    [{ organiser: 'The Venue', country: 'IE', zone: 'Europe/Dublin', picture: 'https://v.example/a.jpg' }],
  ],
  [
    'Drupal: http prefixes, names in a list, country as a node',
    {
      '@type': 'http://schema.org/Event',
      'http://schema.org/name': [{ '@value': 'Drupal night', '@language': 'en' }],
      'http://schema.org/startDate': '2027-06-01 19:30:00',
      'http://schema.org/location': {
        name: 'Sala',
        address: address('Sevilla', { '@type': 'Country', name: 'España' } as never),
      },
      'http://schema.org/offers': {
        'http://schema.org/price': '10.00',
        'http://schema.org/priceCurrency': 'EUR',
        'http://schema.org/availability': { '@id': 'http://schema.org/SoldOut' },
      },
    },
    [{ title: 'Drupal night', country: 'ES', tickets: ['Ticket EUR 10, of 0'] }],
  ],
  [
    'Spektrix: three types with one capacity, a limit of one type, an age',
    listed({
      maximumAttendeeCapacity: '1,200',
      typicalAgeRange: '14+',
      inLanguage: 'cy',
      offers: [
        {
          name: 'Stalls',
          price: '32.00',
          priceCurrency: 'GBP',
          inventoryLevel: { '@type': 'QuantitativeValue', value: 800 },
        },
        { name: 'Circle', price: '28.00', priceCurrency: 'GBP', eligibleQuantity: { minValue: 2, maxValue: 6 } },
      ],
    }),
    [
      {
        pools: ['All tickets 1200'],
        tickets: ['Stalls GBP 32, in All tickets, of 800', 'Circle GBP 28, in All tickets'],
      },
    ],
    /no field for it: typicalAgeRange "14\+"; inLanguage "cy"/,
  ],
  [
    'Ticket Tailor: a series of performances, each with its offers and address',
    {
      '@type': 'EventSeries',
      name: 'Panto',
      startDate: '2027-12-01',
      endDate: '2027-12-31',
      location: leeds,
      organizer: 'Players',
      offers: { '@type': 'AggregateOffer', lowPrice: 10, highPrice: 20, priceCurrency: 'GBP' },
      subEvent: [
        {
          '@type': 'TheaterEvent',
          '@id': 'https://t.example/1',
          name: 'Panto',
          startDate: '2027-12-04T14:00',
          offers: { price: 10, priceCurrency: 'GBP' },
        },
        {
          '@type': 'TheaterEvent',
          '@id': 'https://t.example/2',
          name: 'Panto',
          startDate: '2027-12-04T19:00',
          offers: { price: 20, priceCurrency: 'GBP' },
        },
      ],
    },
    [
      { title: 'Panto', dates: ['2027-12-04 14:00'], tickets: ['Ticket GBP 10, of 100'] },
      { title: 'Panto', dates: ['2027-12-04 19:00'], tickets: ['Ticket GBP 20, of 100'] },
    ],
  ],
  [
    'a graph of a series and its parts, linked both ways',
    {
      '@graph': [
        {
          '@type': 'EventSeries',
          '@id': 'https://f.example/#s',
          name: 'Fringe',
          location: leeds,
          subEvent: [{ '@id': 'https://f.example/#a' }],
        },
        listed({
          '@id': 'https://f.example/#a',
          name: 'A night',
          location: undefined,
          superEvent: { '@id': 'https://f.example/#s' },
          offers: { price: 7, priceCurrency: 'GBP' },
        }),
      ],
    },
    [{ title: 'Fringe: A night', venue: 'Brudenell', tickets: ['Ticket GBP 7, of 100'] }],
  ],
  [
    'a part that is listed alone takes place and organiser of its whole, and not the festival pass',
    listed({
      name: 'Talk',
      location: undefined,
      organizer: undefined,
      superEvent: { '@type': 'Festival', name: 'Fest', location: leeds, organizer: 'Fest Ltd', offers: { price: 99 } },
    }),
    [{ title: 'Talk', venue: 'Brudenell', organiser: 'Fest Ltd', tickets: [] }],
  ],
  [
    'a list price beside the price that is paid',
    listed({
      offers: {
        priceCurrency: 'GBP',
        priceSpecification: [
          { '@type': 'UnitPriceSpecification', price: 30, priceType: 'https://schema.org/ListPrice' },
          { '@type': 'UnitPriceSpecification', price: 24, priceType: 'https://schema.org/SalePrice' },
        ],
      },
    }),
    [{ tickets: ['Ticket GBP 24, of 100'] }],
  ],
  [
    'groups of offers with numbers of their own',
    listed({
      offers: [
        {
          '@type': 'AggregateOffer',
          name: 'Balcony',
          inventoryLevel: 40,
          priceCurrency: 'GBP',
          offers: [
            { name: 'Adult', price: 9 },
            { name: 'Child', price: 5 },
          ],
        },
        { '@type': 'Offer', name: 'Box', price: 90, priceCurrency: 'GBP', inventoryLevel: 4 },
      ],
    }),
    [{ pools: ['Balcony 40'], tickets: ['Adult GBP 9, in Balcony', 'Child GBP 5, in Balcony', 'Box GBP 90, of 4'] }],
  ],
  [
    'the capacity of the place, where the event has none',
    listed({ location: { ...leeds, maximumAttendeeCapacity: 450 }, offers: { price: 5, priceCurrency: 'GBP' } }),
    [{ tickets: ['Ticket GBP 5, of 450'] }],
    /its places are those of "Brudenell": 450/,
  ],
]

describe('a listing as published by', () => {
  it.each([...SHOPS, ...SYSTEMS])('%s', (_, document, events, notes = /^/) => {
    const found = readListing(document)
    expect(found.events).toMatchObject(events)
    expect(found.events).toHaveLength(events.length)
    expect(found.notes).toMatch(notes)
    if (events.length > 0) expect(found.refused).toEqual([])
    else expect(found.refused.join()).toMatch(/sold in DKK, and this shop takes GBP, EUR, USD, JPY/)
  })
})
