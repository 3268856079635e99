import { readFileSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { sql } from 'kysely'
import { beforeAll, describe, expect, it } from 'vitest'
import { openDatabase } from '../../db/connection/open.ts'
import { describeOnBoth, useTestDatabase } from '../../testing/database/databases.ts'
import { SELLER } from '../../testing/fixtures/catalogue.ts'
import type { CatalogueInput, EventInput } from '../format/format.ts'
import { CATALOGUE_TABLES } from '../tables.testing.ts'
import { run } from './cli.ts'
import { importText } from './import.ts'
import { reportText } from './report.ts'
import { arbitraryListing } from './schema-org/listings.testing.ts'

const NOW = new Date('2027-01-10T12:00:00Z')
const FULL = readFileSync(new URL('./full-catalogue.testing.json', import.meta.url), 'utf8')

/** Columns that sales, staff, cancellations and listings write rather than a catalogue. */
const OF_THE_SALE = new Set([
  'organisers.closed_at',
  'seats.sale_id',
  'seat_allocations.staff_id',
  'seat_allocations.release_at',
  'seat_allocations.released_at',
  'issued_vouchers.sale_id',
  'issued_vouchers.voided_at',
  'events.cancelled_at',
  'events.cancellation_paused_at',
  'events.archived_at',
  'events.listing_key',
  'event_dates.moved_from',
  'event_dates.tell_move',
  'event_dates.refund_until',
])

const lineIn = (file: string, piece: string) => file.slice(0, file.indexOf(piece)).split('\n').length

/** A small venue with one event, with the changes a test needs. */
function catalogueOf(change: (event: EventInput) => void = () => {}): string {
  const event: EventInput = {
    slug: 'recital',
    organiser: 'small-house',
    venue: null,
    title: 'Recital',
    dates: [{ starts: '2027-03-01T19:00' }, { starts: '2027-03-02T19:00' }],
    ticket_types: [
      { name: 'Adult', price: 10, booking_fee: 1, capacity: 20 },
      { name: 'Child', price: 5, capacity: 10 },
    ],
  }
  change(event)
  const file: CatalogueInput = {
    format: 'foyer-catalogue-1',
    organisers: [{ slug: 'small-house', name: 'Small House', ...SELLER }],
    events: [event],
  }
  return JSON.stringify(file, null, 1)
}

describeOnBoth('import', (kind) => {
  const database = useTestDatabase(kind)
  const load = (text: string, now = NOW) => importText(database().db, 'file.json', text, now)
  const rowsOf = async (query: string) => (await sql.raw<Record<string, unknown>>(query).execute(database().db)).rows

  const typesOf = (event: string) =>
    rowsOf(`select t.id, t.name, t.price_minor, s.capacity, s.sold, d.starts_at from ticket_types t
      join stock s on s.ticket_type_id = t.id join event_dates d on d.id = t.date_id
      join events e on e.id = t.event_id where e.slug = '${event}' order by d.starts_at, t.sort`)

  /** Returns all catalogue rows, to check that a refused file changes nothing. */
  const everything = async () =>
    Promise.all(CATALOGUE_TABLES.map((table) => rowsOf(`select * from ${table} x order by x::text`)))

  describe('a full catalogue', () => {
    beforeAll(async () => {
      const report = await load(FULL)
      expect(report.refused).toEqual([])
      expect(report.kept).toBe(true)
    })

    it('writes every column of the catalogue', async () => {
      const columns = await rowsOf(`select table_name, column_name from information_schema.columns
        where table_schema = current_schema() and table_name in (${CATALOGUE_TABLES.map((table) => `'${table}'`).join()})`)
      expect(columns.length).toBeGreaterThan(130)
      const empty: string[] = []
      for (const { table_name, column_name } of columns) {
        const name = `${table_name}.${column_name}`
        const [row] = await rowsOf(`select count(${column_name}) as filled from ${table_name}`)
        if (row!.filled === 0 && !OF_THE_SALE.has(name)) empty.push(name)
      }
      expect(empty).toEqual([])
    })

    it('[ROLE-04] gives every ticket type an event and every event an organiser', async () => {
      expect(
        await rowsOf(`select o.slug as organiser, e.slug as event, t.name from ticket_types t
          join events e on e.id = t.event_id join organisers o on o.id = e.organiser_id group by 1, 2, 3 order by 3`),
      ).toEqual(
        ['Programme', 'Shirt, M', 'Stalls', 'Standing'].map((name) => ({
          organiser: 'the-house',
          event: 'the-show',
          name,
        })),
      )
      await expect(sql`update events set organiser_id = null`.execute(database().db)).rejects.toThrow()
      await expect(sql`update ticket_types set event_id = null`.execute(database().db)).rejects.toThrow()
    })

    it('stores times in the event’s time zone, and sanitised HTML', async () => {
      const dates = await rowsOf('select starts_at, ends_at, doors_at, all_day from event_dates order by starts_at')
      expect(dates).toEqual([
        {
          starts_at: new Date('2027-07-02T18:30:00Z'),
          ends_at: new Date('2027-07-02T21:00:00Z'),
          doors_at: new Date('2027-07-02T17:45:00Z'),
          all_day: false,
        },
        {
          starts_at: new Date('2027-07-02T23:00:00Z'),
          ends_at: new Date('2027-07-04T22:59:59Z'),
          doors_at: null,
          all_day: true,
        },
      ])
      expect(await rowsOf('select description_html from events')).toEqual([{ description_html: '<p>Fine show.</p>' }])
    })

    it('links required tickets to the same date, and seats to their type', async () => {
      const needs = await rowsOf(`select t.date_id, array_agg(other.date_id) as others from ticket_requirements r
        join ticket_types t on t.id = r.ticket_type_id join ticket_types other on other.id = any(r.any_of) group by 1`)
      expect(needs).toHaveLength(2)
      for (const { date_id, others } of needs) expect(others).toEqual([date_id])
      const seats = await rowsOf('select label from seats where pool_id is null order by id')
      expect(seats.map(({ label }) => label)).toEqual(['Stalls A1', 'Stalls A2', 'Stalls A3', 'Stalls A5'])
    })

    it('imported twice gives the same result', async () => {
      const before = await everything()
      const again = await load(FULL)
      expect(again.taken.every(({ how }) => how === 'updated')).toBe(true)
      const withoutIds = (tables: Record<string, unknown>[][]) =>
        tables.map((rows) => rows.map(({ id, question_id, version, ...row }) => JSON.stringify(row)).sort())
      expect(withoutIds(await everything())).toEqual(withoutIds(before))
    })

    it('keeps the balance of a voucher that has been used', async () => {
      await rowsOf(`update issued_vouchers set balance_minor = 100 where code = 'GIFT-1'`)
      await load(FULL)
      expect(await rowsOf('select code, balance_minor from issued_vouchers')).toEqual([
        { code: 'GIFT-1', balance_minor: 100 },
      ])
    })

    it('refuses a second offer with a title, which would replace the first', async () => {
      const file = JSON.parse(FULL)
      file.offers.push({ ...file.offers[0], min_qty: 99 })
      const before = await rowsOf('select * from offers')
      expect((await load(JSON.stringify(file))).refused.map(({ why }) => why)).toEqual(['another offer has this title'])
      expect(await rowsOf('select * from offers')).toEqual(before)
    })

    it('ends offers that are no longer listed, and gives changed terms a new version', async () => {
      const file = JSON.parse(FULL)
      file.offers.pop()
      file.events[0].waivers[0].terms_html = '<p>At everybody’s own.</p>'
      const report = await load(JSON.stringify(file))
      expect(await rowsOf('select title from offers')).toEqual([{ title: 'Four for three' }])
      expect(await rowsOf('select version from waivers')).toEqual([{ version: 2 }])
      expect(report.notes.map(({ why }) => why).join()).toContain('signatures from now on are for version 2')
    })
  })

  describe('a second import', () => {
    beforeAll(async () => {
      expect((await load(catalogueOf())).kept).toBe(true)
    })

    it('updates the same ticket types, and changes capacity only down to what is sold and held', async () => {
      const before = await typesOf('recital')
      await rowsOf(`update stock set sold = 7, held = 2 where ticket_type_id = ${before[0]!.id}`)
      const raised = await load(
        catalogueOf((event) => {
          event.ticket_types![0]!.capacity = 9
          event.ticket_types![0]!.price = '12.50'
        }),
      )
      expect(raised.refused).toEqual([])
      const after = await typesOf('recital')
      expect(after.map(({ id }) => id)).toEqual(before.map(({ id }) => id))
      expect(after[0]).toMatchObject({ price_minor: 1250, capacity: 9, sold: 7 })
    })

    it('refuses a capacity below what is sold and reserved, with line and reason, and changes nothing', async () => {
      const before = await everything()
      const file = catalogueOf((event) => {
        event.title = 'Another title'
        event.ticket_types![0]!.capacity = 8
      })
      const report = await load(file)
      expect(report).toMatchObject({ kept: false, taken: [] })
      expect(report.refused).toEqual([
        {
          line: lineIn(file, '"capacity": 8'),
          what: 'event "Another title"',
          why: 'the capacity of "Adult" cannot become 8: 7 are sold, 2 reserved; the lowest possible is 9',
        },
      ])
      expect(reportText(report)).toContain('nothing taken, 1 problem')
      expect(await everything()).toEqual(before)
    })

    it('closes removed types that were sold, and deletes the others', async () => {
      const [adult, child] = await typesOf('recital')
      await rowsOf(`insert into sales (reference, created_at, updated_at) values ('in-a-basket', now(), now())`)
      await rowsOf(`insert into sale_lines (sale_id, ticket_type_id, qty, added_at)
        select id, ${adult!.id}, 1, created_at from sales where reference = 'in-a-basket'`)
      const report = await load(
        catalogueOf((event) => {
          event.ticket_types = [{ name: 'Everybody', price: 8, capacity: 30 }]
        }),
      )
      const left = await typesOf('recital')
      expect(left.map(({ name, capacity }) => `${name} ${capacity}`).sort()).toEqual([
        'Adult 9',
        'Everybody 30',
        'Everybody 30',
      ])
      expect(left.map(({ id }) => id)).not.toContain(child!.id)
      expect(report.notes.map(({ why }) => why)).toEqual([
        '"Adult" is not in the file any more: it is closed, and stays for those who have it in a basket or a sale',
      ])
    })

    it('keeps a closed type closed after its holds expire, until a file lists it again', async () => {
      const freeOf = async () =>
        (
          await rowsOf(
            `select name, capacity - held - sold as free from stock join ticket_types on id = ticket_type_id
           where name in ('Adult', 'Everybody') order by 1`,
          )
        ).map(({ name, free }) => `${name} ${free}`)
      const withoutAdult = catalogueOf((event) => {
        event.ticket_types = [{ name: 'Everybody', price: 8, capacity: 30 }]
      })
      await load(withoutAdult)
      const closed = `(select id from ticket_types where name = 'Adult')`
      await rowsOf(`update stock set held = 0 where ticket_type_id in ${closed}`)
      expect(await freeOf()).toEqual(['Adult 0', 'Everybody 30', 'Everybody 30'])
      await rowsOf(`update stock set sold = sold - 1 where ticket_type_id in ${closed}`)
      expect(await freeOf()).toEqual(['Adult 0', 'Everybody 30', 'Everybody 30'])

      expect((await load(catalogueOf())).refused).toEqual([])
      expect((await freeOf()).filter((type) => type.startsWith('Adult'))).not.toContain('Adult 0')
      await load(withoutAdult)
    })

    it('moves a date together with its orders', async () => {
      const before = await typesOf('recital')
      const report = await load(
        catalogueOf((event) => {
          event.dates[1]!.starts = '2027-03-09T20:00'
          event.ticket_types = [{ name: 'Everybody', price: 8, capacity: 30 }]
        }),
      )
      const after = await typesOf('recital')
      expect(after.map(({ id }) => id)).toEqual(before.map(({ id }) => id))
      expect(after.at(-1)!.starts_at).toEqual(new Date('2027-03-09T20:00:00Z'))
      expect(report.notes.map(({ why }) => why).join()).toContain(
        'moved from 2027-03-02T19:00:00.000Z to 2027-03-09T20:00:00.000Z',
      )
    })

    it('keeps currency and organiser once something is sold', async () => {
      const report = await load(
        catalogueOf((event) => {
          event.currency = 'EUR'
        }),
      )
      expect(report.refused.map(({ why }) => why)).toEqual([
        'tickets have been sold or reserved in GBP, so the currency cannot become EUR',
      ])
    })

    it('cannot put a cancelled event on sale again, whose orders are being refunded', async () => {
      const named = (status?: 'cancelled') =>
        catalogueOf((event) => Object.assign(event, { slug: 'called-off' }, status && { status }))
      await load(named('cancelled'))
      const report = await load(named())
      expect(report.refused).toEqual([])
      expect(report.notes.map(({ why }) => why)).toEqual(['it has been cancelled, which a file cannot undo'])
      expect(await rowsOf(`select status from events where slug = 'called-off'`)).toEqual([{ status: 'cancelled' }])
    })

    it('postpones a date, which only another time ends; holders are to be told of both', async () => {
      const at = (starts: string, postponed?: boolean) =>
        catalogueOf((event) => {
          event.slug = 'later'
          event.dates = [{ starts, ...(postponed && { postponed }) }]
          event.ticket_types = [{ name: 'Adult', price: 10, capacity: 5 }]
        })
      const dates = () =>
        rowsOf(`select date.status, date.tell_move is not null as told from event_dates date
          join events event on event.id = date.event_id where event.slug = 'later'`)
      await load(at('2027-03-01T19:00'))
      await load(at('2027-03-01T19:00', true))
      expect(await dates()).toEqual([{ status: 'postponed', told: true }])
      await rowsOf(`update event_dates set tell_move = null where status = 'postponed'`)
      await load(at('2027-03-01T19:00', true))
      await load(at('2027-03-01T19:00'))
      expect(await dates(), 'a file that does not mention it').toEqual([{ status: 'postponed', told: false }])
      await load(at('2027-05-01T19:00'))
      expect(await dates()).toEqual([{ status: 'published', told: true }])
      await load(at('2027-06-01T19:00', true))
      expect(await dates(), 'moved and postponed at once').toEqual([{ status: 'postponed', told: true }])
    })

    it('keeps sold seats', async () => {
      const seated = (seats: string[]) =>
        catalogueOf((event) => {
          event.slug = 'seated'
          event.dates = [{ starts: '2027-03-01T19:00' }]
          event.ticket_types = [{ name: 'Seat', price: 10, seats }]
        })
      await load(seated(['A1', 'A2', 'A3']))
      await rowsOf(`update seats set status = 'sold', sale_id = (select min(id) from sales) where label = 'A2'`)
      await rowsOf(
        `update stock set sold = 1 where ticket_type_id = (select ticket_type_id from seats where label = 'A2')`,
      )
      const refused = await load(seated(['A1', 'A3']))
      expect(refused.refused.map(({ why }) => why)).toEqual([
        '"Seat" must keep the seats that are sold or reserved: A2',
      ])
      expect((await load(seated(['A2', 'A3', 'A4']))).kept).toBe(true)
      const seats =
        await rowsOf(`select label, status from seats where ticket_type_id in (select t.id from ticket_types t
        join events e on e.id = t.event_id where e.slug = 'seated') order by label`)
      expect(seats).toEqual([
        { label: 'A2', status: 'sold' },
        { label: 'A3', status: 'free' },
        { label: 'A4', status: 'free' },
      ])
    })
  })

  it('refuses a catalogue with dangling references as a whole', async () => {
    const before = await everything()
    const report = await load(
      catalogueOf((event) => {
        event.slug = 'lost'
        event.organiser = 'nobody'
        event.venue = 'nowhere'
      }),
    )
    expect(report.refused.map(({ why }) => why)).toEqual([
      'there is no organiser "nobody" in this file or in the shop',
      'there is no venue "nowhere" in this file or in the shop',
    ])
    expect(await everything()).toEqual(before)
  })

  it('reports the line where a file stops being JSON, and a file that is no catalogue', async () => {
    expect(reportText(await load('{\n "format": "foyer-catalogue-1",\n}'))).toMatch(
      /line 3: REFUSED: column 1: this is not JSON\. A comma stands before }/,
    )
    expect((await load('{"hello": "world"}')).refused[0]!.why).toMatch(/neither a Foyer catalogue .* nor/)
    expect((await load('"text"')).refused).toHaveLength(1)
    expect((await load('<html><p>No data</p></html>')).refused[0]!.why).toMatch(/no JSON-LD/)
  })

  describe('a listing of schema.org events', () => {
    const concert = (more: object = {}) => ({
      '@type': 'MusicEvent',
      name: 'Open Air',
      startDate: '2027-06-01T20:00',
      organizer: { '@type': 'Organization', name: 'Air & Co' },
      location: { '@type': 'Place', name: 'Park', address: 'Park, Leeds LS1 1AA, UK' },
      offers: { '@type': 'Offer', price: '15.00', priceCurrency: 'GBP', inventoryLevel: 40 },
      ...more,
    })

    it('imports what it can, refuses the rest with reasons, and updates its own events', async () => {
      const past = concert({ name: 'Long ago', startDate: '2020-01-01' })
      const file = JSON.stringify({ '@context': 'https://schema.org', '@graph': [concert(), past] }, null, 1)
      const report = await load(file)
      expect(report.kept).toBe(true)
      expect(report.refused).toEqual([
        { line: lineIn(file, '"Long ago"') - 2, what: 'event "Long ago"', why: 'it is over since Wed 1 Jan 2020' },
      ])
      const [type] = await typesOf('open-air-2027-06-01')
      expect(type).toMatchObject({ name: 'Ticket', price_minor: 1500, capacity: 40 })

      const dearer = await load(
        JSON.stringify(concert({ offers: { price: '£18', priceCurrency: 'GBP', inventoryLevel: 45 } })),
      )
      expect(dearer.taken).toMatchObject([{ how: 'updated' }])
      expect(await typesOf('open-air-2027-06-01')).toMatchObject([{ id: type!.id, price_minor: 1800, capacity: 45 }])
    })

    it('imports the others when one has sold more than the listing now allows', async () => {
      const [type] = await typesOf('open-air-2027-06-01')
      await rowsOf(`update stock set sold = 30 where ticket_type_id = ${type!.id}`)
      const less = concert({ offers: { price: 18, priceCurrency: 'GBP', inventoryLevel: 10 } })
      const report = await load(JSON.stringify([less, concert({ name: 'Encore' })]))
      expect(report.kept).toBe(true)
      expect(report.refused.map(({ why }) => why)).toEqual([
        'the capacity of "Ticket" cannot become 10: 30 are sold, 0 reserved; the lowest possible is 30',
      ])
      expect(report.taken.map(({ what }) => what)).toEqual(['event "Encore", 1 ticket type, draft'])
      const later = await load(JSON.stringify([concert({ name: 'Later', offers: undefined })]))
      expect(later.taken.map(({ what }) => what)).toEqual(['event "Later", not on sale'])
    })

    it('handles random listings, through to storing them', async () => {
      let taken = 0
      await fc.assert(
        fc.asyncProperty(arbitraryListing, async (listing) => {
          const report = await load(JSON.stringify(listing))
          taken += report.taken.length
          expect(report.kept || report.refused.length > 0).toBe(true)
          expect(reportText(report)).not.toMatch(/undefined|\[object/)
        }),
        { numRuns: 150 },
      )
      // About one listing in nine is taken.
      expect(taken).toBeGreaterThan(0)
    })

    it('never changes the shop’s own events, organisers and venues', async () => {
      await load(
        catalogueOf((event) => {
          event.slug = 'open-house-2027-06-01'
        }),
      )
      const report = await load(
        JSON.stringify(
          concert({ name: 'Open House', organizer: { name: 'Small House', url: 'https://evil.example/' } }),
        ),
      )
      expect(report.refused.map(({ why }) => why)).toEqual([
        'the shop has an event "open-house-2027-06-01" of its own, which a listing may not change',
      ])
      expect(await rowsOf(`select full_url from organisers where slug = 'small-house'`)).toEqual([
        { full_url: '/organisers/small-house/' },
      ])
    })
  })
})

describe('npm run import', () => {
  it('imports into the embedded database, exits with 1 on a refusal, and reports a running shop', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'foyer-import-'))
    const output: string[] = []
    const command = (...files: string[]) => run(files, { DATA_DIR: join(folder, 'data') }, (text) => output.push(text))
    try {
      const [good, bad] = [join(folder, 'good.json'), join(folder, 'bad.json')]
      await writeFile(good, FULL)
      await writeFile(bad, FULL.replace('"price": 10,', '"price": "ten",'))
      expect(await command(good)).toBe(0)
      expect(output.join('\n')).toMatch(
        /new: event "The Show", 2 dates, 4 ticket types[\s\S]*taken: 1 charity, 1 organiser/,
      )
      expect(await command(bad)).toBe(1)
      expect(output.at(-1)).toMatch(
        /line \d+: REFUSED: event "The Show", ticket type "Standing", price: should be an amount/,
      )
      expect(await command(join(folder, 'missing.json'))).toBe(1)
      expect(output.at(-1)).toMatch(/there is no such file/)

      const shop = await openDatabase({ dataDir: join(folder, 'data') })
      expect(await command(good)).toBe(1)
      await shop.close()
      expect(output.at(-1)).toMatch(/^The shop is running \(process \d+\) .* Stop the shop, import, and start it again/)
    } finally {
      await rm(folder, { recursive: true, force: true })
    }
  })
})
