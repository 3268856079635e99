import type { OfficeReply } from '@foyer/contract/office/calls.ts'
import { beforeAll, expect, it } from 'vitest'
import { countStatements } from '../../testing/count-statements.ts'
import { createEvent } from '../../testing/fixtures/catalogue.ts'
import { useShop } from '../../testing/shop.ts'
import { createStaff, inSession } from '../testing/office.ts'
import { createOrder } from '../testing/order.ts'

/** The list of people: who they are, what each holds, and what reading them costs. */

const shop = useShop('embedded')
type People = OfficeReply<'office_people'>
type Buyer = { name?: string; email?: string; minutes?: number }

let otherId: number
beforeAll(async () => {
  otherId = (await createEvent(shop().db)).organiserId
})

async function createOrganiser() {
  const { db, clock } = shop()
  const { organiserId } = await createEvent(db)
  const { id: staffId, email } = await createStaff(shop(), organiserId, 'owner')
  const browser = await inSession(shop(), { staffId, email })
  const see = async (filter: object = {}) =>
    (await browser.call('office_people', { organiser_id: organiserId, ...filter })).body as unknown as People
  const addOrder = ({ minutes = 0, ...buyer }: Buyer = {}, to = organiserId) =>
    createOrder(db, { organiserId: to, now: new Date(clock.now().getTime() + minutes * 60_000), ...buyer })
  const shown = async (filter?: object) =>
    (await see(filter)).people.map(({ name, email: address, n, rows }) => [name, address, n, rows])
  return { see, shown, addOrder }
}

it('has one row a person, with the tickets of all their orders, the newest first', async () => {
  const organiser = await createOrganiser()
  const { db } = shop()
  const ada = { name: 'Ada', email: 'ada@example.org' }
  const first = await organiser.addOrder({ ...ada, minutes: 1 })
  await organiser.addOrder({ name: 'Bob', email: 'bob@example.org', minutes: 2 })
  const second = await organiser.addOrder({ ...ada, minutes: 3 })
  await organiser.addOrder({ ...ada, minutes: 9 }, otherId)
  expect(await organiser.shown()).toEqual([
    ['Ada', 'ada@example.org', 2, 2],
    ['Bob', 'bob@example.org', 1, 1],
  ])
  expect((await organiser.see()).rows.map(({ order_id }) => order_id).slice(0, 2)).toEqual([
    second.orderId,
    first.orderId,
  ])
  // By the tickets of the filter alone: a newer one outside it hides nobody.
  expect(await organiser.shown({ event_id: first.eventId })).toEqual([['Ada', 'ada@example.org', 1, 1]])
  // What was refunded is listed and not counted.
  await db.updateTable('tickets').set({ status: 'void' }).where('sale_id', '=', second.orderId).execute()
  expect((await organiser.shown())[0]).toEqual(['Ada', 'ada@example.org', 1, 2])
  // A ticket that somebody else holds now.
  await db
    .updateTable('tickets')
    .set({ holder_name: 'Cy', holder_email: 'cy@example.org' })
    .where('sale_id', '=', first.orderId)
    .execute()
  expect(await organiser.shown()).toEqual([
    ['Ada', 'ada@example.org', 0, 1],
    ['Bob', 'bob@example.org', 1, 1],
    ['Cy', 'cy@example.org', 1, 1],
  ])
})

it('tells those apart who bought at the counter without an address', async () => {
  const organiser = await createOrganiser()
  await organiser.addOrder({ name: 'Walk-in', email: '' })
  await organiser.addOrder({ name: '', email: '' })
  expect(await organiser.shown()).toEqual([
    ['', '', 1, 1],
    ['Walk-in', '', 1, 1],
  ])
})

it('has each person on one page only, however many orders they have', async () => {
  const organiser = await createOrganiser()
  for (let n = 0; n < 110; n++) await organiser.addOrder({ email: `p${n % 55}@example.org`, minutes: n })
  const first = await organiser.see()
  const second = await organiser.see({ before: first.next })
  expect([first.people.length, second.people.length, second.next]).toEqual([50, 5, ''])
  expect(new Set([...first.people, ...second.people].map(({ email }) => email)).size).toBe(55)
  expect([...first.people, ...second.people].every(({ rows }) => rows === 2)).toBe(true)
})

it('asks as many statements for 100 people as for one', async () => {
  const counted: number[] = []
  for (const people of [1, 10, 100]) {
    const organiser = await createOrganiser()
    for (let n = 0; n < people; n++) await organiser.addOrder()
    await organiser.see()
    counted.push(await countStatements(() => organiser.see()))
  }
  expect(counted[0]).toBeGreaterThan(0)
  expect(new Set(counted).size, counted.join(', ')).toBe(1)
})
