import { randomUUID } from 'node:crypto'
import type { OfficeCallName } from '@foyer/contract/office/paths.ts'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createKeyOwner, program } from '../../api/testing/programs.ts'
import { importText } from '../../catalogue/import/import.ts'
import { createEvent, SELLER } from '../../testing/fixtures/catalogue.ts'
import { openShop } from '../../testing/shop.ts'
import { createStaff, inSession } from '../testing/office.ts'

let shop: Awaited<ReturnType<typeof openShop>>
beforeAll(async () => {
  shop = await openShop('embedded')
})
afterAll(() => shop.close())

/** Sold and held of each date, for `Adult`, `Child` and the pool `Room` of `Group`. */
const USED = {
  past: { Adult: [1, 0], Child: [0, 0], Group: [2, 0] },
  ahead: { Adult: [2, 1], Child: [3, 0], Group: [0, 2] },
  cancelled: { Adult: [60, 10], Child: [20, 5], Group: [9, 0] },
} as const
type DateName = keyof typeof USED

let made = 0
/** An event with a past date, one in two days and a cancelled one, with orders and a waiting list on each, and a manager in the office. */
async function createThreeDates() {
  const { db, clock } = shop
  const now = clock.now()
  const at = (days: number) => new Date(now.getTime() + days * 86_400_000).toISOString().slice(0, 16)
  const slug = `three-dates-${++made}`
  const file = {
    format: 'foyer-catalogue-1',
    organisers: [{ slug, name: 'House', ...SELLER }],
    events: [
      {
        slug,
        organiser: slug,
        title: 'Three dates',
        dates: [
          { key: 'past', starts: at(-2) },
          { key: 'ahead', starts: at(2) },
          { key: 'cancelled', starts: at(3) },
        ],
        pools: [{ name: 'Room', capacity: 10 }],
        ticket_types: [
          { name: 'Adult', price: 8, capacity: 80 },
          { name: 'Child', price: 4, capacity: 30 },
          { name: 'Group', price: 20, pool: 'Room' },
        ],
      },
    ],
  }
  expect((await importText(db, 'three.json', JSON.stringify(file), now)).refused).toEqual([])
  const event = await db
    .selectFrom('events')
    .select(['id', 'organiser_id'])
    .where('slug', '=', slug)
    .executeTakeFirstOrThrow()
  const dates = await db
    .selectFrom('event_dates')
    .select('id')
    .where('event_id', '=', event.id)
    .orderBy('starts_at')
    .execute()
  const dateIds = { past: dates[0]!.id, ahead: dates[1]!.id, cancelled: dates[2]!.id }
  await db.updateTable('event_dates').set({ status: 'cancelled' }).where('id', '=', dateIds.cancelled).execute()
  for (const [date, types] of Object.entries(USED))
    for (const [name, [sold, held]] of Object.entries(types)) await use(date as DateName, name, sold, held)
  for (const date of ['past', 'ahead', 'cancelled'] as const)
    await db
      .insertInto('waiting')
      .values({
        kind: 'place',
        event_id: event.id,
        date_id: dateIds[date],
        email: `${date}-${made}@example.org`,
        qty: 1,
        joined_at: now,
      })
      .execute()
  const { id: staffId, email } = await createStaff(shop, event.organiser_id, 'manager')
  const office = await inSession(shop, { staffId, email })
  const about = { organiser_id: event.organiser_id, event_id: event.id }
  const read = async (name: OfficeCallName, more: object = {}) => (await office.call(name, { ...about, ...more })).body

  async function use(date: DateName, name: string, sold: number, held: number) {
    const type = await db
      .selectFrom('ticket_types')
      .select(['id', 'pool_id'])
      .where('date_id', '=', dateIds[date])
      .where('name', '=', name)
      .executeTakeFirstOrThrow()
    await db.updateTable('stock').set({ sold, held }).where('ticket_type_id', '=', type.id).execute()
    if (sold > 0) await buy(type.id, date, sold)
  }

  async function buy(typeId: number, date: DateName, qty: number) {
    const { id: sale_id } = await db
      .insertInto('sales')
      .values({ reference: randomUUID(), currency: 'GBP', paid_at: now, created_at: now, updated_at: now })
      .returning('id')
      .executeTakeFirstOrThrow()
    const order = { number: randomUUID().slice(0, 8), name: 'Ada', email: 'a@example.org', phone: '' }
    await db
      .insertInto('orders')
      .values({ sale_id, ...order, currency: 'GBP', total_minor: qty * 100, paid_at: now })
      .execute()
    await db
      .insertInto('order_lines')
      .values({
        sale_id,
        line: 1,
        kind: 'ticket',
        organiser_id: event.organiser_id,
        event_id: event.id,
        date_id: dateIds[date],
        ticket_type_id: typeId,
        qty,
        list_minor: qty * 100,
        net_minor: qty * 100,
        paid_at: now,
      })
      .execute()
  }
  return { ...about, dateIds, read, use }
}

it('the list of events and an event’s page count past dates and no cancelled one', async () => {
  const { read } = await createThreeDates()
  // 1 + 2 Adult, 3 Child, 2 Group; 80 + 30 of Adult and Child and 10 in the room, on two dates.
  expect((await read('office_events')).events).toEqual([
    expect.objectContaining({ sold: 8, capacity: 240, dates: 2, state: 'on_sale' }),
  ])
  const page = await read('office_event')
  expect(page).toMatchObject({ sold: 8, capacity: 240, held: 3, orders: 4, waiting: 2 })
  expect(page.dates).toMatchObject([
    { is_past: true, sold: 3, held: 0, left: 79 + 30 + 8 },
    { is_cancelled: false, sold: 5, held: 3, left: 77 + 27 + 8 },
    { is_cancelled: true, sold: 0, held: 0, left: 0 },
  ])
  const days = page.days as { sold: number }[]
  expect(days.reduce((sum, { sold }) => sum + sold, 0)).toBe(8)
})

it('an event whose only date ahead is full is sold out, whatever past and cancelled dates have left', async () => {
  const { read, use } = await createThreeDates()
  await use('ahead', 'Adult', 80, 0)
  await use('ahead', 'Child', 30, 0)
  expect((await read('office_events')).events).toMatchObject([{ state: 'on_sale' }])
  await use('ahead', 'Group', 0, 10)
  expect((await read('office_events')).events).toMatchObject([{ state: 'sold_out' }])
  expect(await read('office_event')).toMatchObject({ state: 'sold_out' })
})

it('nothing of a cancelled event counts', async () => {
  const { read, event_id } = await createThreeDates()
  await shop.db.updateTable('events').set({ status: 'cancelled' }).where('id', '=', event_id).execute()
  expect((await read('office_events')).events).toMatchObject([{ sold: 0, capacity: 0, dates: 0 }])
  expect(await read('office_event')).toMatchObject({ sold: 0, capacity: 0, held: 0, orders: 0, waiting: 0 })
})

it('the home page counts today’s tickets and the next days without a cancelled date', async () => {
  const { read } = await createThreeDates()
  const home = await read('office_home')
  expect(home.sold_today).toBe(8)
  expect(home.dates).toMatchObject([
    { is_cancelled: false, sold: 5, held: 3, capacity: 120, left: 112 },
    { is_cancelled: true, sold: 0, held: 0, capacity: 0, left: 0 },
  ])
})

type FormRow = { note: string; fields: { name: string; effect: string }[] }
type FormPart = { list: string; rows: FormRow[] }

it('the form says of a ticket type and a pool what all dates have sold, and how low the capacity of one can be', async () => {
  const { read } = await createThreeDates()
  const parts = (await read('office_event_form', { section: 'tickets', row: 'all' })).parts as FormPart[]
  const rows = (list: string) =>
    parts
      .find((part) => part.list === list)!
      .rows.map(({ note, fields }) => ({
        note,
        effect: fields.find(({ name }) => name.endsWith('capacity'))!.effect,
      }))
  // The cancelled date has 70 Adult, which aren't refunded yet: an import could not set a lower capacity.
  expect(rows('ticket_types')).toEqual([
    {
      note: 'On all dates together: 3 sold, 1 in baskets',
      effect: expect.stringContaining('3 sold and 1 in baskets: the lowest possible for each date is 70.'),
    },
    {
      note: 'On all dates together: 3 sold, 0 in baskets',
      effect: expect.stringContaining('3 sold and 0 in baskets: the lowest possible for each date is 25.'),
    },
    { note: 'On all dates together: 2 sold, 2 in baskets', effect: expect.stringContaining('lowest') },
  ])
})

it('the API counts nothing on a cancelled date', async () => {
  const { organiser_id, event_id } = await createThreeDates()
  const key = await (await createKeyOwner(shop, organiser_id)).key('reader')
  const { body } = await program(shop.app, key)(`events/${event_id}/`)
  const figures = body.dates.map(({ ticket_types }: { ticket_types: Record<string, unknown>[] }) =>
    ticket_types.map(({ name, capacity, sold, held, left }) => [name, capacity, sold, held, left]),
  )
  expect(figures).toEqual([
    [
      ['Adult', 80, 1, 0, 79],
      ['Child', 30, 0, 0, 30],
      ['Group', null, 2, 0, 8],
    ],
    [
      ['Adult', 80, 2, 1, 77],
      ['Child', 30, 3, 0, 27],
      ['Group', null, 0, 2, 8],
    ],
    [
      ['Adult', 0, 0, 0, 0],
      ['Child', 0, 0, 0, 0],
      ['Group', 0, 0, 0, 0],
    ],
  ])
})

it('the form says of an event of one date what a new price and capacity do to what is sold and in baskets', async () => {
  const { organiserId, eventId, ticketId } = await createEvent(shop.db, { tickets: [{ capacity: 20 }] })
  const { date_id } = await shop.db
    .selectFrom('ticket_types')
    .select('date_id')
    .where('id', '=', ticketId)
    .executeTakeFirstOrThrow()
  const hall = { event_id: eventId, event_date_id: date_id, name: 'Hall', capacity: 20, sold: 4, held: 3, kept: 2 }
  await shop.db.insertInto('pools').values(hall).execute()
  await shop.db.updateTable('stock').set({ sold: 4, held: 3 }).where('ticket_type_id', '=', ticketId).execute()
  const { id: staffId, email } = await createStaff(shop, organiserId, 'manager')
  const office = await inSession(shop, { staffId, email })
  const about = { organiser_id: organiserId, event_id: eventId, section: 'tickets', row: 'all' }
  const parts = (await office.call('office_event_form', about)).body.parts as FormPart[]
  const effectOf = (list: string, name: string) =>
    parts.find((part) => part.list === list)!.rows[0]!.fields.find((field) => field.name.endsWith(`.${name}`))!.effect
  expect(effectOf('ticket_types', 'price')).toBe(
    '4 sold and 3 in baskets: they keep their price. A new one is for everyone who reserves from now on.',
  )
  expect(effectOf('pools', 'capacity')).toBe('4 sold and 3 in baskets, 2 kept: the lowest possible is 9.')
})
