import fc from 'fast-check'

/** Improbable listings made of the words and fields of real ones, for property tests. */

const words = fc.constantFrom(
  '',
  'x',
  'Online',
  '2027-06-01',
  '2027-06-01T20:00+25:00',
  '9999-12-31T23:59',
  '-1',
  '1e400',
  'a\u0000b',
  '\ud800x',
  '<p>',
  '£1,2,3',
  'https://[',
  'http://x',
  'GB',
  'United Arab Emirates',
  'NV',
  'constructor',
  '__proto__',
  'P1W',
  'EventPostponed',
  'SoldOut',
  '#a',
  'x'.repeat(700),
  `http://x/${'\u0000'}`,
)
const keys = fc.constantFrom(
  '@type',
  '@id',
  '@graph',
  'name',
  'startDate',
  'endDate',
  'previousStartDate',
  'doorTime',
  'location',
  'address',
  'geo',
  'addressCountry',
  'addressLocality',
  'addressRegion',
  'latitude',
  'longitude',
  'organizer',
  'offers',
  'price',
  'lowPrice',
  'highPrice',
  'priceCurrency',
  'priceSpecification',
  'availability',
  'validFrom',
  'validThrough',
  'inventoryLevel',
  'url',
  'description',
  'keywords',
  'eventStatus',
  'eventAttendanceMode',
  'subEvent',
  'eventSchedule',
  'repeatFrequency',
  'repeatCount',
  'startTime',
  '@value',
  'maximumAttendeeCapacity',
  'schema:name',
  '__proto__',
  'toString',
)

const { value: anything } = fc.letrec<{ value: unknown }>((tie) => ({
  value: fc.oneof(
    { depthSize: 'medium', withCrossShrink: true },
    words,
    fc.oneof(fc.integer(), fc.double(), fc.boolean(), fc.constant(null), fc.string({ unit: 'binary', maxLength: 8 })),
    fc.array(tie('value'), { maxLength: 4 }),
    fc.dictionary(keys, tie('value'), { maxKeys: 8 }),
  ),
}))

const OTHERS = ['endDate', 'organizer', 'description', 'eventStatus', 'subEvent', 'eventSchedule', 'url', 'keywords']

/** Something that resembles an event. */
const nearlyEvent = fc.record(
  {
    '@type': fc.oneof(fc.constantFrom('Event', 'MusicEvent', 'schema:Festival'), anything),
    name: fc.oneof(words, words, anything),
    startDate: fc.oneof(
      fc.constantFrom('2027-06-01', '2027-06-01T20:00', '2027-06-01T20:00:00-05:00', '2027-08-01 19:30'),
      anything,
    ),
    location: fc.oneof(words, fc.record({ name: words, address: fc.oneof(words, anything) }), anything),
    offers: fc.oneof(fc.record({ name: words, price: fc.oneof(fc.integer({ min: 0, max: 99 }), words) }), anything),
    ...Object.fromEntries(OTHERS.map((key) => [key, anything])),
  },
  { requiredKeys: ['@type'] },
)

export const arbitraryListing = fc.array(fc.oneof(nearlyEvent, nearlyEvent, nearlyEvent, anything), { maxLength: 4 })
