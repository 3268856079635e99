import fc from 'fast-check'
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { useTestDatabase } from '../../testing/database/databases.ts'
import { CATALOGUE_TABLES } from '../tables.testing.ts'
import { importText } from './import.ts'
import { reportText } from './report.ts'

const NOW = new Date('2027-01-10T12:00:00Z')

/** Listings that can be sold, of few names, places and times, so that many of their performances are alike. */
const performance = fc.record(
  {
    '@type': fc.constantFrom('TheaterEvent', 'MusicEvent'),
    '@id': fc.constantFrom('https://house.example/1', 'https://house.example/2', '#event'),
    url: fc.constantFrom('https://house.example/hamlet', 'https://house.example/', '/relative'),
    name: fc.constantFrom('Hamlet', 'Ham&amp;#8217;let', 'Lear'),
    startDate: fc.constantFrom('2027-03-06T14:00', '2027-03-06T19:30', '2027-03-06', '2027-03-07T14:00:00+01:00'),
    previousStartDate: fc.constantFrom('2027-03-06T14:00', '2027-03-05T14:00'),
    eventStatus: fc.constantFrom('EventScheduled', 'https://schema.org/EventRescheduled/', 'EventPostponed', 'odd'),
    duration: fc.constantFrom('PT2H', 'PT90M'),
    location: fc.constantFrom(
      { name: 'Old Hall', address: { addressLocality: 'Leeds', addressCountry: 'UK' } },
      { name: 'Old Hall', address: { addressLocality: 'Leeds', addressCountry: 'Deutschland' } },
      'Online',
    ),
    organizer: fc.constantFrom('The Players', 'Another House'),
    maximumAttendeeCapacity: fc.constantFrom(50, 200),
    offers: fc.array(
      fc.record(
        {
          name: fc.constantFrom('Adult', 'Child'),
          price: fc.constantFrom('10', '£12.50', 'from 9', 'free'),
          priceCurrency: fc.constant('GBP'),
          validFrom: fc.constant('2027-02-01'),
          availability: fc.constantFrom('InStock', 'sold out', 'http://schema.org/InStock'),
        },
        { requiredKeys: ['price'] },
      ),
      { maxLength: 3 },
    ),
  },
  { requiredKeys: ['@type', 'name', 'startDate', 'location'] },
)

describe('a listing imported again', () => {
  const database = useTestDatabase('embedded')
  const rowsOf = async (query: string) => (await sql.raw<Record<string, unknown>>(query).execute(database().db)).rows
  const everything = async () =>
    Promise.all(
      CATALOGUE_TABLES.map(async (table) =>
        (await rowsOf(`select * from ${table}`)).map(({ version, ...row }) => JSON.stringify(row)).sort(),
      ),
    )
  const load = (listed: readonly object[]) => importText(database().db, 'listing.json', JSON.stringify(listed), NOW)

  it('changes nothing, whatever is in it, and moves nothing that it did not say', { timeout: 120_000 }, async () => {
    let taken = 0
    await fc.assert(
      fc.asyncProperty(fc.array(performance, { minLength: 1, maxLength: 4 }), async (listed) => {
        await rowsOf('delete from events')
        const first = await load(listed)
        taken += first.taken.length
        expect(first.notes.filter(({ why }) => why.includes('moved from'))).toEqual([])
        const before = await everything()
        const second = await load(listed)
        expect(await everything()).toEqual(before)
        expect(second.refused).toEqual(first.refused)
        expect(second.taken.filter(({ what }) => what.startsWith('event')).map(({ how }) => how)).not.toContain('new')
        // The report of the command has every note, with its line.
        const report = reportText(second)
        for (const { line, what, why } of second.notes) expect(report).toContain(`line ${line}: note: ${what}: ${why}`)
      }),
      { numRuns: 25 },
    )
    expect(taken).toBeGreaterThan(20)
  })

  it('keeps a hall of the same name in another country apart', async () => {
    const at = (country: string) => ({
      '@type': 'Event',
      name: `In ${country}`,
      startDate: '2027-03-06T14:00',
      location: { name: 'Arts Centre', address: { addressLocality: 'Perth', addressCountry: country } },
    })
    for (const country of ['Scotland', 'Australia', 'AU']) await load([at(country)])
    expect(
      await rowsOf(`select event.title, venue.slug, venue.country_code as country from events event
        join venues venue on venue.id = event.venue_id where venue.name = 'Arts Centre' order by 1`),
    ).toEqual([
      { title: 'In AU', slug: 'arts-centre-perth-au', country: 'AU' },
      { title: 'In Australia', slug: 'arts-centre-perth-au', country: 'AU' },
      { title: 'In Scotland', slug: 'arts-centre-perth', country: 'GB' },
    ])
  })
})
