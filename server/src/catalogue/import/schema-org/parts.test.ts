import { describe, expect, it } from 'vitest'
import { readJson } from '../read-file.ts'
import { readSchemaOrg } from './listing.ts'
import { NOW, readListing } from './reading.testing.ts'

const LISTED = {
  '@type': 'Event',
  name: 'Fringe',
  startDate: '2027-06-01T20:00',
  location: { name: 'City Varieties', address: { addressLocality: 'Leeds', addressCountry: 'GB' } },
  organizer: 'The Band',
  offers: { price: 10, priceCurrency: 'GBP' },
}

function read(more: object) {
  const file = readJson(JSON.stringify({ ...LISTED, ...more }, null, 1))
  if (!file.ok) throw new Error(file.text)
  const { plan, refused, notes } = readSchemaOrg(file.value, file.lineOfNode, NOW)
  return {
    refused: refused.map(({ why }) => why),
    notes: notes.map(({ why }) => why).join('; '),
    lines: plan.events.map(({ line }) => line()),
    organisers: plan.organisers.map(({ value }) => value.name),
    events: plan.events.map(({ value }) => ({
      title: value.title,
      venue: value.venue,
      starts: value.dates.map(({ starts }) => starts.slice(0, 16)),
      ends: value.dates.map(({ ends }) => ends?.slice(0, 16) ?? null),
      tickets: value.ticket_types.map(({ name, price }) => `${name} ${price}`),
      zone: value.timezone,
    })),
  }
}

describe('an event’s kind, price and address', () => {
  const of = (more: object) => readListing({ ...LISTED, ...more })
  const kind = (more: object) => of(more).plan.events[0]!.value.category

  it('is of the kind of its type, else of its first keyword', () => {
    expect(kind({ '@type': 'MusicEvent', keywords: 'gala, night' })).toBe('Music')
    expect(kind({ '@type': 'Event', keywords: 'gala, night' })).toBe('Gala')
    expect(kind({ '@type': ['Event', 'BusinessEvent'] })).toBe('Business')
  })

  it('has the currency that one of its prices names', () => {
    const { plan } = of({ offers: { price: ['10', '10 EUR'] } })
    expect(plan.events[0]!.value.currency).toBe('EUR')
  })

  it('has an address of at most 500 characters', () => {
    const url = (length: number) => `https://hall.test/${'a'.repeat(length - 18)}`
    const kept = (length: number) => of({ url: url(length) }).plan.events[0]!.value.source_url
    expect([kept(500), kept(501)]).toEqual([url(500), null])
  })
})

describe('an event with a schedule', () => {
  const weekly = {
    '@type': 'Schedule',
    startDate: '2027-06-01',
    repeatFrequency: 'P1W',
    repeatCount: 2,
    startTime: '19:00',
  }

  it('takes the dates of its schedule, even with a start of its own', () => {
    const { events } = read({ startDate: '2027-06-01', endDate: '2027-06-30', eventSchedule: weekly })
    expect(events[0]!.starts).toEqual(['2027-06-01T18:00', '2027-06-08T18:00'])
  })

  it('passes its dates and times to a schedule without them', () => {
    const { events } = read({
      startDate: '2027-06-01T20:00',
      endDate: '2027-06-15T22:00',
      eventSchedule: { repeatFrequency: 'P1W' },
    })
    expect(events[0]!.starts).toEqual(['2027-06-01T19:00', '2027-06-08T19:00', '2027-06-15T19:00'])
  })

  it('may have several, and their own time zone', () => {
    const { events } = read({
      startDate: undefined,
      eventSchedule: [
        { ...weekly, scheduleTimezone: 'Europe/Paris' },
        { ...weekly, startTime: '14:00', scheduleTimezone: 'Europe/Paris' },
      ],
    })
    expect(events[0]).toMatchObject({
      zone: 'Europe/Paris',
      starts: ['2027-06-01T12:00', '2027-06-01T17:00', '2027-06-08T12:00', '2027-06-08T17:00'],
    })
  })

  it('is refused with the reason when its schedule cannot be read exactly', () => {
    expect(read({ eventSchedule: { ...weekly, repeatFrequency: undefined } }).refused).toEqual([
      'its schedule does not say how often it repeats: give a repeatFrequency such as "P1W"',
    ])
    expect(read({ eventSchedule: { ...weekly, scheduleTimezone: 'Leeds' } }).refused).toEqual([
      'its schedule has the time zone "Leeds", which is none: write one such as "Europe/London"',
    ])
  })
})

describe('an event with parts', () => {
  const part = (name: string, startDate: string, more: object = {}) => ({ '@type': 'Event', name, startDate, ...more })

  it('sells its parts separately when only they have offers, with their places and prices', () => {
    const found = read({
      offers: undefined,
      subEvent: [
        part('Opening', '2027-06-01T20:00', { offers: { name: 'Seat', price: 12, priceCurrency: 'GBP' } }),
        part('Finale', '2027-06-05T20:00', {
          offers: { name: 'Seat', price: 30, priceCurrency: 'GBP' },
          location: { name: 'Town Hall', address: { addressLocality: 'Leeds', addressCountry: 'GB' } },
        }),
      ],
    })
    expect(found.refused).toEqual([])
    expect(found.organisers).toEqual(['The Band'])
    expect(found.events).toMatchObject([
      { title: 'Fringe: Opening', venue: 'city-varieties-leeds', starts: ['2027-06-01T19:00'], tickets: ['Seat 1200'] },
      { title: 'Fringe: Finale', venue: 'town-hall-leeds', starts: ['2027-06-05T19:00'], tickets: ['Seat 3000'] },
    ])
    expect(new Set(found.lines).size).toBe(2)
  })

  it('becomes one event per place when its parts are at several, with its offers for each', () => {
    const hall = (name: string) => ({ name, address: { addressLocality: name, addressCountry: 'GB' } })
    const found = read({
      startDate: undefined,
      location: undefined,
      subEvent: [
        part('Fringe', '2027-06-01T20:00', { location: hall('Leeds') }),
        part('Fringe', '2027-06-02T20:00', { location: hall('York') }),
      ],
    })
    expect(found.events).toMatchObject([
      { title: 'Fringe', venue: 'leeds', starts: ['2027-06-01T19:00'], tickets: ['Ticket 1000'] },
      { title: 'Fringe', venue: 'york', starts: ['2027-06-02T19:00'], tickets: ['Ticket 1000'] },
    ])
  })

  it('is sold as a whole when it has its own date and offers, and notes what is omitted', () => {
    const found = read({ subEvent: [part('Workshop', '2027-06-01T18:00', { offers: { price: 5 } })] })
    expect(found.events).toMatchObject([{ title: 'Fringe', tickets: ['Ticket 1000'] }])
    expect(found.notes).toContain('its parts have offers of their own, which are left out')
  })

  it('takes the dates of its parts when they differ in nothing else', () => {
    const found = read({
      startDate: undefined,
      subEvent: [part('1', '2027-06-02T20:00'), part('2', '2027-06-01T20:00')],
    })
    expect(found.events).toMatchObject([{ title: 'Fringe', starts: ['2027-06-01T19:00', '2027-06-02T19:00'] }])
  })

  it('is refused when a part without a date would be lost', () => {
    const found = read({
      startDate: undefined,
      subEvent: [part('1', '2027-06-02T20:00'), { '@type': 'Event', name: 'Two' }],
    })
    expect(found.refused).toEqual(['its part "Two" has no start date'])
  })

  it('is refused with more dates than an event may have', () => {
    const subEvent = Array.from({ length: 1001 }, (_, i) => part('x', new Date(Date.UTC(2027, 5, 1, i)).toISOString()))
    expect(read({ startDate: undefined, subEvent }).refused).toEqual(['it has more than 1000 dates'])
  })
})
