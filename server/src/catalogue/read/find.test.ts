import { sql } from 'kysely'
import { beforeAll, describe, expect, it } from 'vitest'
import type { Db } from '../../db/transaction/tx.ts'
import { describeOnBoth, useTestDatabase } from '../../testing/database/databases.ts'
import { createEvent, SELLER } from '../../testing/fixtures/catalogue.ts'
import type { CatalogueInput } from '../format/format.ts'
import { importText } from '../import/import.ts'
import { filtersOf } from './filters.ts'
import { asTyped, matchQuery, PAGE_SIZE, withMistakes } from './find.ts'
import { listEvents } from './lists.ts'

const NOW = new Date('2027-01-13T12:00:00Z') // a Wednesday

const MANY = 5000

const FILE: CatalogueInput = {
  format: 'foyer-catalogue-1',
  organisers: [
    { slug: 'paddle', name: 'Riverside Paddlers', ...SELLER },
    { slug: 'lodz', name: 'Łódź Ensemble', ...SELLER },
  ],
  venues: [
    { slug: 'mill', name: 'The Old Mill', town: 'Hebden Bridge', latitude: 53.74, longitude: -2.01 },
    { slug: 'muller', name: 'Café Müller', town: 'Leeds' },
  ],
  events: [
    {
      slug: 'kayak',
      organiser: 'paddle',
      venue: 'mill',
      category: 'Outdoors',
      title: 'Moonlit Kayaking',
      dates: [{ starts: '2027-01-13T20:00', ends: '2027-01-13T22:00' }, { starts: '2027-01-20T20:00' }],
      ticket_types: [{ name: 'Paddler', price: 20, capacity: 20 }],
    },
    {
      slug: 'festival',
      organiser: 'lodz',
      venue: 'muller',
      category: 'Music',
      title: 'Rock ’n’ Roll Festival',
      dates: [{ starts: '2027-01-16T19:00' }],
      ticket_types: [
        { name: 'Adult', price: 10, capacity: 20 },
        { name: 'Under 5', price: 0, capacity: 20, requires: [{ title: 'an Adult', any_of: ['Adult'] }] },
      ],
    },
    {
      slug: 'lunch',
      organiser: 'lodz',
      venue: 'muller',
      category: 'Music',
      title: 'Tuesday Lunchtime Music',
      dates: [{ starts: '2027-01-13T12:30', ends: '2027-01-13T13:30' }, { starts: '2027-02-02T12:30' }],
      ticket_types: [{ name: 'Seat', price: 0, capacity: 20 }],
    },
  ],
}

describeOnBoth('finding events', (kind) => {
  const database = useTestDatabase(kind)
  beforeAll(async () => {
    expect(await importText(database().db, 'find.json', JSON.stringify(FILE), NOW)).toMatchObject({ refused: [] })
  })

  const list = (filters: Record<string, string>) => listEvents(database().db, filtersOf(filters), NOW)
  const slugs = async (filters: Record<string, string>) => (await list(filters)).events.map(({ slug }) => slug).sort()

  it.each([
    ['kaya', ['kayak']],
    ['MOONLIT kayaking', ['kayak']],
    ['lodz', ['festival', 'lunch']],
    ['cafe muller', ['festival', 'lunch']],
    ['rock n roll', ['festival']],
    ['hebden', ['kayak']],
    ['outdoors', ['kayak']],
    ['', ['festival', 'kayak', 'lunch']],
    ['gala', []],
    ['%', []],
    ["'; drop table events; --", []],
  ])('finds %j by the words typed', async (q, found) => {
    expect(await slugs({ q })).toEqual(found)
    expect((await list({ q })).similar).toBe(false)
  })

  it.each([
    ['kyaking', ['kayak']],
    ['kayakng', ['kayak']],
    ['kayakiing', ['kayak']],
    ['kaiaking', ['kayak']],
    ['fesitval', ['festival']],
    ['estival', ['festival']],
    ['hebdon bridge', ['kayak']],
    ['luchtime misic', ['lunch']],
    ['ensembel', ['festival', 'lunch']],
  ])('finds %j with one wrong letter', async (q, found) => {
    expect(await slugs({ q })).toEqual(found)
    expect((await list({ q })).similar).toBe(true)
  })

  it.each([
    [{ when: 'tonight' }, ['kayak']],
    [{ when: 'weekend' }, ['festival']],
    [{ when: 'next-week' }, ['kayak']],
    [{ when: '2027-02' }, ['lunch']],
    [{ price: 'free' }, ['lunch']],
    [{ category: 'music', price: 'free' }, ['lunch']],
    [{ q: 'kyaking', place: 'Leeds' }, []],
    // A value that is not among the choices is ignored; the other filter applies.
    [{ when: 'someday', category: 'Outdoors' }, ['kayak']],
    [{ page: '0', price: 'cheap', category: 'Outdoors' }, ['kayak']],
  ])('filters by %j', async (filters, found) => expect(await slugs(filters)).toEqual(found))

  it('returns the available filters, and locations when a map is requested', async () => {
    const found = await list({})
    expect(found).toMatchObject({
      categories: [{ value: 'Music' }, { value: 'Outdoors' }],
      months: ['2027-01', '2027-02'],
    })
    expect(found.pins).toBeUndefined()
    expect((await list({ view: 'map' })).pins).toEqual([
      { name: 'The Old Mill', town: 'Hebden Bridge', latitude: 53.74, longitude: -2.01, events: 1 },
    ])
  })

  it('finds an event by its, its organiser’s or its venue’s current name', async () => {
    const { db } = database()
    const { eventId } = await createEvent(db, { tickets: [{}] })
    await db.updateTable('events').set({ title: 'Zymurgy' }).where('id', '=', eventId).execute()
    const found = (q: string) =>
      sql<{ id: number }>`select event.id from events event where ${asTyped([q])}`
        .execute(db)
        .then(({ rows }) => rows.length)
    expect(await found('zymurgy')).toBe(1)
    await sql`update organisers set name = 'Quokka' where id = (select organiser_id from events where id = ${eventId})`.execute(
      db,
    )
    expect(await found('quokka')).toBe(1)
    await sql`update venues set name = 'Xanadu' where slug = 'mill'`.execute(db)
    expect([await found('xanadu'), await found('mill')]).toEqual([1, 0])
  })
})

describe.each(['embedded', 'postgres'] as const)('finding one of 5,000 events on %s', (kind) => {
  const database = useTestDatabase(kind)
  beforeAll(async () => {
    const { db } = database()
    await createEvent(db, { tickets: [{}] })
    await sql`insert into events (organiser_id, slug, title, currency, timezone)
      select (select min(id) from organisers), 'many-' || n, 'Evening ' || left(md5(n::text), 10), 'GBP', 'Europe/London'
      from generate_series(1, ${MANY}) n`.execute(db)
    await sql`insert into event_dates (event_id, starts_at)
      select id, '2027-02-01T19:00Z'::timestamptz + id * interval '1 minute' from events where slug like 'many-%'`.execute(
      db,
    )
    await sql`analyze`.execute(db)
  })

  const plan = async (db: Db, where: Parameters<typeof matchQuery>[0]) => {
    const { rows } = await sql<{ 'QUERY PLAN': string }>`explain ${matchQuery(where, 1)}`.execute(db)
    return rows.map((row) => row['QUERY PLAN']).join('\n')
  }

  it('reads the index for the words typed, not all events', async () => {
    const { db } = database()
    for (const way of [asTyped(['evning', 'c4ca4238a0']), withMistakes(['c4ca42380a'])]) {
      const found = await plan(db, [way])
      expect(found).toContain('Bitmap Index Scan on event_search_keys')
      expect(found).not.toContain('Seq Scan on events')
      expect(found).not.toContain('Seq Scan on event_search')
    }
  })

  it('pages through every event once', async () => {
    const { db } = database()
    const page = async (n: number) => listEvents(db, { page: n, q: 'evening' }, NOW)
    const [first, last] = [await page(1), await page(209)]
    expect(first).toMatchObject({ total: MANY, page: 1, pages: 209 })
    expect([first.events.length, last.events.length]).toEqual([PAGE_SIZE, MANY - 208 * PAGE_SIZE])
    expect(await page(210)).toMatchObject({ page: 1, total: MANY })
    const seen = new Set<string>()
    for (const n of [1, 2, 3]) for (const { slug } of (await page(n)).events) seen.add(slug)
    expect(seen.size).toBe(3 * PAGE_SIZE)
  })
})
