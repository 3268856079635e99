import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { saveCatalogue } from '../../../catalogue/import/save.ts'
import { inTx } from '../../../db/transaction/tx.ts'
import { createEvent } from '../../../testing/fixtures/catalogue.ts'
import { openShop } from '../../../testing/shop.ts'
import { managerOf, sentBy } from '../../testing/full-organiser.ts'

let shop: Awaited<ReturnType<typeof openShop>>
beforeAll(async () => {
  shop = await openShop('embedded')
})
afterAll(() => shop.close())

/** An event on two dates, whose Adult and Child share a hall. */
async function hallEvent(slug: string) {
  const { organiserId } = await createEvent(shop.db, { currency: 'GBP' })
  const { slug: organiser } = await shop.db
    .selectFrom('organisers')
    .select('slug')
    .where('id', '=', organiserId)
    .executeTakeFirstOrThrow()
  const event = {
    slug,
    organiser,
    title: 'Spring gala',
    currency: 'GBP' as const,
    status: 'published' as const,
    dates: [{ starts: '2027-05-01T19:00' }, { starts: '2027-05-02T19:00' }],
    pools: [{ name: 'Hall', capacity: 80, kept: [{ reason: 'Press', places: 2 }] }],
    ticket_types: [
      { name: 'Adult', price: 12, pool: 'Hall', min_price: 5, places: 2 },
      { name: 'Child', price: 6, pool: 'Hall', capacity: 10, requires: [{ title: 'An adult', any_of: ['Adult'] }] },
      { name: 'Box', price: 40, capacity: 4, visibility: 'staff' as const, sale_until: '2027-04-30' },
      { name: 'Old', price: 1, capacity: 4, archived: true },
    ],
  }
  const file = { format: 'foyer-catalogue-1' as const, events: [event] }
  const written = await inTx(shop.db, (tx) => saveCatalogue(tx, file, shop.clock.now()))
  if (!written.ok) throw new Error(JSON.stringify(written.problems))
  return managerOf(shop, organiserId, written.events[0]!)
}

describe('the table of ticket types', () => {
  it('[39.2] has a row each with price, sales, period and state, grouped by the places that they share', async () => {
    const { open, about } = await hallEvent('gala-table')
    const types = sql`select id from ticket_types where event_id = ${about.event_id} and name = 'Child'`
    await sql`update stock set sold = 9, held = 1 where ticket_type_id in (${types})`.execute(shop.db)
    const { table, parts, row } = await open('tickets', '')
    expect([parts, row]).toEqual([[], ''])
    expect(table).toEqual({
      dates: 2,
      groups: [
        {
          places: { row: 'pools|Hall', name: 'Hall', capacity: 80, sold: 18, of: 160, kept: 2 },
          types: [
            {
              row: 'ticket_types|Adult',
              name: 'Adult',
              price: '£5.00 or more',
              facts: ['£12.00 suggested', 'Takes 2 places'],
              sold: 0,
              of: null,
              period: '',
              state: 'on_sale',
            },
            {
              row: 'ticket_types|Child',
              name: 'Child',
              price: '£6.00',
              facts: ['Only together with Adult'],
              sold: 18,
              of: 20,
              period: '',
              state: 'sold_out',
            },
          ],
        },
        {
          places: null,
          types: [
            expect.objectContaining({ name: 'Box', period: expect.stringMatching(/^Until .*30 Apr/), state: 'staff' }),
            expect.objectContaining({ name: 'Old', of: 8, state: 'archived' }),
          ],
        },
      ],
    })
  })

  it('[39.2] opens one row, whose form saves it and leaves the others as they are', async () => {
    const { open, send, about } = await hallEvent('gala-row')
    const typesNow = () =>
      shop.db
        .selectFrom('ticket_types')
        .select(['id', 'name', 'price_minor', 'archived'])
        .where('event_id', '=', about.event_id)
        .orderBy('id')
        .execute()
    const before = await typesNow()
    const form = await open('tickets', 'ticket_types|Child')
    expect(form.parts).toHaveLength(1)
    expect(Object.keys(sentBy(form)).every((name) => name.startsWith('ticket_types.0.'))).toBe(true)
    const more = { row: 'ticket_types|Child' }
    const { body } = await send(form, { 'ticket_types.0.name': 'Under 16', 'ticket_types.0.price': '7' }, more)
    expect(body).toMatchObject({ success: true, next: expect.stringMatching(/section=tickets$/) })
    expect(await typesNow()).toEqual(
      before.map((type) => (type.name === 'Child' ? { ...type, name: 'Under 16', price_minor: 700 } : type)),
    )
    expect((await open('tickets', 'ticket_types|Child')).row).toBe('')
  })

  it('[39.2] adds one row, and two people who each save a row keep both', async () => {
    const { open, send } = await hallEvent('gala-two')
    const [adult, child, fresh] = await Promise.all(
      ['ticket_types|Adult', 'ticket_types|Child', 'new|ticket_types'].map((row) => open('tickets', row)),
    )
    expect((await send(adult!, { 'ticket_types.0.price': '13' })).status).toBe(200)
    expect((await send(child!, { 'ticket_types.0.price': '7' })).status).toBe(200)
    const typed = { 'ticket_types.0.name': 'Student', 'ticket_types.0.price': '8', 'ticket_types.0.pool': 'Hall' }
    expect((await send(fresh!, typed)).status).toBe(200)
    const { table } = await open('tickets', '')
    const prices = table!.groups.flatMap(({ types }) => types.map(({ name, facts, price }) => [name, price, ...facts]))
    expect(prices).toEqual([
      ['Adult', '£5.00 or more', '£13.00 suggested', 'Takes 2 places'],
      ['Child', '£7.00', 'Only together with Adult'],
      ['Student', '£8.00'],
      ['Box', '£40.00'],
      ['Old', '£1.00'],
    ])
  })

  it('[39.2] tells a problem of another row without putting it at a field of the open one', async () => {
    const { open, send } = await hallEvent('gala-other')
    const form = await open('tickets', 'pools|Hall')
    const { status, body } = await send(form, { 'pools.0.remove': '1' })
    expect(status).toBe(400)
    expect(Object.keys(body.problems as object)).toEqual(['f[ticket_types.other.pool]'])
  })
})
