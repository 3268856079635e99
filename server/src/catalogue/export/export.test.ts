import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { inTx } from '../../db/transaction/tx.ts'
import { testDatabase, useTestDatabase } from '../../testing/database/databases.ts'
import { createEvent, SELLER } from '../../testing/fixtures/catalogue.ts'
import { saleAt } from '../../testing/fixtures/sale.ts'
import { useShop } from '../../testing/shop.ts'
import { demoCatalogue } from '../demo/catalogue.ts'
import { type CatalogueInput, catalogueJsonSchema } from '../format/format.ts'
import { importText } from '../import/import.ts'
import { CATALOGUE_TABLES } from '../tables.testing.ts'
import { exportCatalogue, exportOrganiser } from './export.ts'
import { writtenMoment } from './times.ts'

const NOW = new Date('2027-01-10T12:00:00Z')
const FULL = JSON.parse(
  readFileSync(new URL('../import/full-catalogue.testing.json', import.meta.url), 'utf8'),
) as CatalogueInput

/** Every table that an import writes to, except for the search words, which the database derives from the others. */
const TABLES = [
  ...CATALOGUE_TABLES,
  'access_codes',
  'access_code_types',
  'quotas',
  'pictures',
  'picture_files',
  'price_tiers',
]
/** Columns that differ between shops: ids and times of writing. */
const NOT_COMPARED = /^(id|.*_id|any_of|created_at|version)$/

/** The rows of a shop without the columns that differ between shops. */
async function rowsOf({ db }: Awaited<ReturnType<typeof testDatabase>>) {
  const shop: Record<string, string[]> = {}
  for (const table of TABLES) {
    const { rows } = await sql.raw<Record<string, unknown>>(`select * from ${table}`).execute(db)
    shop[table] = rows
      .map((row) => JSON.stringify(Object.entries(row).filter(([name]) => !NOT_COMPARED.test(name))))
      .sort()
  }
  return shop
}

type Shop = Awaited<ReturnType<typeof testDatabase>>
const load = ({ db }: Shop, file: object) => importText(db, 'file.json', JSON.stringify(file), NOW)
const exported = ({ db }: Shop) => inTx(db, (tx) => exportCatalogue(tx, { issued: true, pictures: true }))

/** A shop made from a file, and a second shop made from the first one's export. */
async function twoShops(file: object): Promise<[Shop, Shop]> {
  const one = await testDatabase('embedded')
  expect((await load(one, file)).refused).toEqual([])
  const other = await testDatabase('embedded')
  expect((await load(other, await exported(one))).refused).toEqual([])
  return [one, other]
}

type Schema = {
  $ref?: string
  properties?: Record<string, Schema>
  required?: string[]
  items?: Schema
  anyOf?: Schema[]
}
const SCHEMA = catalogueJsonSchema() as Schema & { $defs: Record<string, Schema> }

/** The schemas that a value of this schema may have, without references and choices. */
const plainOf = (schema: Schema | undefined): Schema[] =>
  schema === undefined
    ? []
    : schema.$ref
      ? plainOf(SCHEMA.$defs[schema.$ref.split('/').at(-1)!])
      : schema.anyOf
        ? schema.anyOf.flatMap(plainOf)
        : [schema]

/** Each field of the format, such as `events[].dates[].starts`. */
const fieldsOf = (schema: Schema, at = ''): string[] =>
  plainOf(schema).flatMap(({ properties = {}, items }) => [
    ...Object.entries(properties).flatMap(([name, inner]) => [`${at}.${name}`, ...fieldsOf(inner, `${at}.${name}`)]),
    ...(items ? fieldsOf(items, `${at}[]`) : []),
  ])

/** The fields that a document has. */
const fieldsIn = (value: unknown, at = ''): string[] =>
  Array.isArray(value)
    ? value.flatMap((item) => fieldsIn(item, `${at}[]`))
    : typeof value === 'object' && value !== null
      ? Object.entries(value).flatMap(([name, inner]) => [`${at}.${name}`, ...fieldsIn(inner, `${at}.${name}`)])
      : []

/** Without these, a file has another meaning or is refused. */
const STAYS =
  /^(charities|organisers|venues|events|ticket_types|pools|charity|until|options|capacity|seats|places|pool|key|keys|dates|kind|percent|amount|currency|sections|rows|row|name|tickets|visibility)$/

/** The same document without some of its optional parts: those for which `isKept` is false, called once for each field. */
function without(value: unknown, schema: Schema, isKept: () => boolean): unknown {
  const plain = plainOf(schema)
  if (Array.isArray(value)) {
    const { items } = plain.find((schema) => schema.items) ?? {}
    return items ? value.map((item) => without(item, items, isKept)) : value
  }
  if (typeof value !== 'object' || value === null) return value
  const { properties = {}, required = [] } = plain.find((schema) => schema.properties) ?? {}
  return Object.fromEntries(
    Object.entries(value)
      .filter(([name]) => required.includes(name) || STAYS.test(name) || isKept())
      .map(([name, inner]) => [name, without(inner, properties[name] ?? {}, isKept)]),
  )
}

/** The same shop with a postponed and a cancelled date, and types that are archived or hidden once sold out. */
function notOnSale(file: CatalogueInput): CatalogueInput {
  const [first, ...rest] = structuredClone(file.events!)
  const [date, ...dates] = first!.dates
  const moved = { key: 'off', starts: date!.starts.replace(/^\d{4}/, (year) => String(Number(year) + 1)) }
  const types = first!.ticket_types!.map((type, nth) =>
    nth === 0 ? { ...type, archived: true } : { ...type, hide_when_sold_out: true },
  )
  const event = {
    ...first!,
    dates: [{ ...date!, postponed: true }, { ...moved, cancelled: true }, ...dates],
    ticket_types: types,
  }
  return { ...file, events: [event, ...rest] }
}

/** The same file, with what its organisers must tell to sell for money. */
const known = (file: CatalogueInput): CatalogueInput => ({
  ...file,
  organisers: (file.organisers ?? []).map((organiser) => ({
    ...organiser,
    contact_email: organiser.contact_email || SELLER.contact_email,
    legal: { ...organiser.legal, ...SELLER.legal },
  })),
})

describe('the catalogue export', () => {
  it('contains every field of the format and every table that an import writes', async () => {
    const known = new Set([FULL, notOnSale(FULL), demoCatalogue(NOW)].flatMap((file) => fieldsIn(file)))
    // Pictures are part of an exported file.
    const others = /^\.(\$schema|pictures)/
    const anyFile = new Set(fieldsOf(SCHEMA))
    expect([...anyFile].filter((field) => !known.has(field) && !others.test(field))).toEqual([])
    const shop = await testDatabase('embedded')
    const tables = await sql<{ name: string }>`select table_name as name from information_schema.tables
      where table_schema = 'public' and table_type = 'BASE TABLE'`.execute(shop.db)
    const filled = async () => {
      const names: string[] = []
      for (const { name } of tables.rows)
        if ((await sql.raw(`select from ${name} limit 1`).execute(shop.db)).rows.length > 0) names.push(name)
      return names
    }
    const before = await filled()
    expect((await load(shop, FULL)).refused).toEqual([])
    expect((await filled()).filter((name) => ![...before, ...TABLES, 'event_search'].includes(name))).toEqual([])
    await shop.close()
  })

  it('[back office 22] recreates the same shop, with any fields omitted', async () => {
    const refused: string[] = []
    let made = 0
    await fc.assert(
      fc.asyncProperty(fc.infiniteStream(fc.boolean()), async (kept) => {
        const file = known(without(FULL, SCHEMA, () => kept.next().value as boolean) as CatalogueInput)
        const one = await testDatabase('embedded')
        const other = await testDatabase('embedded')
        try {
          const report = await load(one, file)
          if (report.refused.length > 0) return void refused.push(JSON.stringify(report.refused))
          made += 1
          expect((await load(other, await exported(one))).refused).toEqual([])
          expect(await rowsOf(other)).toEqual(await rowsOf(one))
          expect(await exported(other)).toEqual(await exported(one))
        } finally {
          await one.close()
          await other.close()
        }
      }),
      { numRuns: 4 },
    )
    expect(made, refused.join('\n')).toBeGreaterThan(1)
  }, 120_000)

  it.each([
    ['that sets every column', () => FULL],
    ['of the demo', () => demoCatalogue(NOW)],
    ['with what is not on sale', () => notOnSale(FULL)],
  ])('recreates the same shop: %s', async (_, file) => {
    const [one, other] = await twoShops(file())
    try {
      expect(await rowsOf(other)).toEqual(await rowsOf(one))
      expect(await exported(other)).toEqual(await exported(one))
    } finally {
      await one.close()
      await other.close()
    }
  })

  it('recreates random events', async () => {
    const [one, other] = [await testDatabase('embedded'), await testDatabase('embedded')]
    const ofOrganiser = async ({ db }: Shop, slug: string) => {
      const { id } = await db.selectFrom('organisers').select('id').where('slug', '=', slug).executeTakeFirstOrThrow()
      return inTx(db, (tx) => exportCatalogue(tx, { organiserId: id }))
    }
    let run = 0
    try {
      await fc.assert(
        fc.asyncProperty(arbitraryCatalogue(), async (catalogue) => {
          run += 1
          const organiser = `house-${run}`
          const text = JSON.stringify(catalogue).replaceAll(/"(house|one|two)"/g, `"$1-${run}"`)
          expect((await load(one, JSON.parse(text))).refused).toEqual([])
          const file = await ofOrganiser(one, organiser)
          expect((await load(other, file)).refused).toEqual([])
          expect(await ofOrganiser(other, organiser)).toEqual(file)
          expect(await rowsOf(other)).toEqual(await rowsOf(one))
        }),
        { numRuns: 15 },
      )
    } finally {
      await one.close()
      await other.close()
    }
  }, 60_000)
})

describe('an export of a shop that sells', () => {
  const database = useTestDatabase('embedded')

  it('omits what a later file removed, and contains no data of other organisers', async () => {
    const shop = database()
    const file = structuredClone(FULL)
    file.organisers!.push({ slug: 'other', name: 'Other', ...SELLER })
    file.events!.push({
      slug: 'theirs',
      organiser: 'other',
      title: 'Theirs',
      dates: [{ starts: '2027-08-01T19:00' }],
      ticket_types: [{ name: 'A', price: 1, capacity: 5 }],
    })
    file.discount_codes!.push({ code: 'ALL', percent: 5 }, { code: 'THEIRS', event: 'theirs', percent: 5 })
    expect((await load(shop, file)).refused).toEqual([])
    const issued = await shop.db.selectFrom('issued_vouchers').select('issued_at').execute()
    expect(issued.map(({ issued_at }) => issued_at)).toEqual(
      FULL.gift_vouchers!.flatMap((each) => (each.issued ?? []).map(() => NOW)),
    )
    await sql`update stock set closed = true, capacity = held + sold where ticket_type_id in
      (select id from ticket_types where name = 'Standing')`.execute(shop.db)
    const theirs = await shop.db
      .selectFrom('organisers')
      .select('id')
      .where('slug', '=', 'other')
      .executeTakeFirstOrThrow()
    const own = await shop.db.selectFrom('gift_voucher_designs').select('organiser_id').executeTakeFirstOrThrow()
    const settings = await inTx(shop.db, (tx) => exportOrganiser(tx, own.organiser_id))
    expect(settings.gift_vouchers.length).toBeGreaterThan(0)
    expect(
      settings.gift_vouchers.flatMap((each) => each.issued ?? []),
      'they are worth money',
    ).toEqual([])
    expect(await inTx(shop.db, (tx) => exportCatalogue(tx, { organiserId: theirs.id, issued: true }))).toEqual({
      format: 'foyer-catalogue-1',
      charities: [],
      organisers: [{ slug: 'other', name: 'Other', ...SELLER }],
      venues: [],
      events: [
        {
          slug: 'theirs',
          organiser: 'other',
          title: 'Theirs',
          dates: [{ starts: '2027-08-01T19:00' }],
          ticket_types: [{ name: 'A', price: 1, capacity: 5 }],
        },
      ],
      gift_vouchers: [],
      discount_codes: [{ code: 'THEIRS', event: 'theirs', percent: 5 }],
      offers: [],
    })
    const whole = await exported(shop)
    expect(whole.events![0]!.ticket_types!.map(({ name }) => name)).toEqual(['Programme', 'Stalls', 'Shirt, M'])
    expect(whole.discount_codes!.map(({ code }) => code)).toEqual(['TEN', 'FIVE', 'ALL', 'THEIRS'])
  })
})

describe('an export of seats that are sold', () => {
  const shop = useShop('embedded')

  it('leaves the seats of a pool to their pool, so that the event can still be imported', async () => {
    const { db, deps, clock } = shop()
    const { organiserId, ticketId } = await createEvent(db, {
      pools: [{ name: 'Stalls', seats: ['A1', 'A2'] }],
      tickets: [
        { name: 'Adult', pool: 0 },
        { name: 'Child', pool: 0 },
      ],
    })
    const file = () => inTx(db, (tx) => exportCatalogue(tx, { organiserId }))
    const before = await file()
    await saleAt(deps, 'payment', { ticketId })
    expect(await file()).toEqual(before)
    expect((await importText(db, 'file.json', JSON.stringify(before), clock.now())).refused).toEqual([])
  })
})

it('writes an ambiguous local time with its offset', () => {
  expect(writtenMoment(new Date('2027-10-31T00:30:00Z'), 'Europe/London')).toBe('2027-10-31T01:30')
  expect(writtenMoment(new Date('2027-10-31T01:30:00Z'), 'Europe/London')).toBe('2027-10-31T01:30+00:00')
  expect(writtenMoment(new Date('2027-07-01T18:30:05Z'), 'Europe/London')).toBe('2027-07-01T19:30:05')
})

/** Catalogues of two organisers with arbitrary dates, ticket types and pools. */
function arbitraryCatalogue(): fc.Arbitrary<CatalogueInput> {
  const words = fc.string({ unit: 'grapheme-ascii', minLength: 1, maxLength: 12 }).map((text) => `x${text.trim()}`)
  const pounds = fc.integer({ min: 0, max: 9999 }).map((pence) => pence / 100)
  const maybe = <T>(value: fc.Arbitrary<T>) => fc.option(value, { nil: undefined })
  const zone = fc.constantFrom('Europe/London', 'America/New_York', 'Asia/Kolkata', 'Pacific/Chatham')
  const dates = fc.uniqueArray(fc.integer({ min: 0, max: 360 * 48 }), { minLength: 1, maxLength: 4 }).map((halfHours) =>
    halfHours.map((n) => ({
      starts: `${new Date(Date.UTC(2027, 1, 1) + n * 1_800_000).toISOString().slice(0, 16)}Z`,
    })),
  )
  const some = <T>(all: readonly T[]) =>
    all.length < 2 ? fc.constant(undefined) : maybe(fc.subarray([...all], { minLength: 1 }))
  const event = (slug: string, organiser: string) =>
    fc
      .record({ zone, dates, title: words, express: fc.boolean(), percent: maybe(fc.integer({ min: 1, max: 9999 })) })
      .chain((base) => {
        const keyed = base.dates.map((date, i) => ({ ...date, key: `k${i}` }))
        const keys = keyed.map(({ key }) => key)
        const tiers = fc.constantFrom(
          [
            { price: 100, tickets: 3 },
            { price: 120.5, until: '2027-01-15' },
          ],
          [{ price: 0.5, until: '2027-01-15T12:00', tickets: 9 }],
        )
        const type = (name: string, pool: boolean) =>
          fc.record({
            name: fc.constant(name),
            price: name === 'Kin' ? fc.constantFrom(130, 12.25) : pounds,
            min_price: name === 'Kin' ? fc.constant(undefined) : maybe(fc.constant(0)),
            price_tiers: name === 'Kin' ? tiers : fc.constant(undefined),
            booking_fee: pounds,
            description: fc.oneof(fc.constant(''), words),
            capacity: fc.integer({ min: 0, max: 500 }),
            dates: pool ? fc.constant(undefined) : some(keys),
            ...(pool && { pool: fc.constant('Hall'), places: fc.integer({ min: 1, max: 4 }) }),
            sale_until: maybe(fc.constantFrom('2027-01-20', '2027-01-20T12:00')),
            tax_percent: maybe(fc.constantFrom(0, 5.5, 20)),
            sort: maybe(fc.integer({ min: -3, max: 3 })),
            max_can_reserve: maybe(fc.integer({ min: 3, max: 9 })),
            non_refundable: fc.boolean(),
          })
        return fc
          .record({
            types: fc.tuple(type('Adult', false), type('Child', true), type('Kin', true)),
            extra: fc.boolean(),
            seats: maybe(
              fc.uniqueArray(
                fc.tuple(fc.constantFrom('A', 'B', 'Box '), fc.integer({ min: 1, max: 30 })).map((of) => of.join('')),
                { minLength: 1, maxLength: 12 },
              ),
            ),
            kept: fc.integer({ min: 0, max: 3 }),
            asked: maybe(some(['Adult', 'Child'])),
          })
          .map(({ types, seats, kept, asked, extra }) => ({
            slug,
            organiser,
            title: base.title,
            timezone: base.zone,
            express: base.express,
            dates: keyed,
            max_places: base.title.length > 4 ? base.title.length : null,
            ...(base.percent !== undefined && { refund_protection_percent: base.percent / 100 }),
            pools: [{ name: 'Hall', capacity: 600, ...(kept > 0 && { kept: [{ reason: 'House', places: kept }] }) }],
            ticket_types: [
              ...types,
              ...(extra ? [{ name: 'Mug', price: 8, capacity: 4, extra }] : []),
              ...(seats ? [{ name: 'Seat', price: 3, seats, requires: [{ title: 'one', any_of: ['Kin'] }] }] : []),
            ],
            questions: [
              {
                osq_id: 'q',
                question_html: '<p>Q</p>',
                type: 'text' as const,
                before_or_after: 'after' as const,
                ...(asked && { tickets: asked }),
              },
            ],
          }))
      })
  return fc.tuple(event('one', 'house'), event('two', 'house'), fc.boolean()).map(([one, two, offers]) => ({
    format: 'foyer-catalogue-1' as const,
    organisers: [{ slug: 'house', name: 'House', ...SELLER }],
    events: [one, two] as CatalogueInput['events'],
    offers: offers
      ? [{ organiser: 'house', event: 'two', title: 'Off', kind: 'percent' as const, min_qty: 3, percent: 5 }]
      : [],
  }))
}
