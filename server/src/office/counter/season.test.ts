import { formatMinor } from '@foyer/domain/format/money.ts'
import { shownOrderNumber } from '@foyer/domain/format/order-number.ts'
import { sum } from '@foyer/domain/money/money.ts'
import { beforeAll, expect, it } from 'vitest'
import { useShop } from '../../testing/shop.ts'
import { openShift } from '../testing/counter.ts'
import { figuresOf } from '../testing/figures.ts'
import { useNeighbour } from '../testing/neighbour.ts'
import { createStaff, inSession, type OfficeBrowser } from '../testing/office.ts'
import { adder } from '../testing/planted-event.ts'
import { openSeason, sellInSeason } from '../testing/season.ts'
import { plantAround } from '../testing/season-around.ts'
import { PARTS, type SeasonOrder, seasonOrders } from '../testing/season-orders.ts'

/** Every figure of the counter's page, against the plain list of a season's orders. A figure that this test doesn't know fails it. */

const shop = useShop('embedded')
useNeighbour(shop)

let season: Awaited<ReturnType<typeof openSeason>>
let orders: SeasonOrder[]
let counter: OfficeBrowser
const sales = new Map<string, Awaited<ReturnType<typeof sellInSeason>>>()
const idOf = (key: string): number => sales.get(key)!.saleId
const numberOf = (key: string) => shownOrderNumber(orders.find((order) => order.key === key)!.number)

beforeAll(async () => {
  season = await openSeason(shop())
  orders = seasonOrders(Object.keys(season.codes)[0]!)
  const { organiserId } = season
  const person = await createStaff(shop(), organiserId, 'box_office')
  const own = await openShift(shop(), { organiserId, staffId: person.id })
  const another = await openShift(shop(), { organiserId })
  for (const order of orders) sales.set(order.key, await sellInSeason(shop(), season, order, own!.id))
  // Another person's shift at the same counter.
  const theirs = { ...orders.find(({ key }) => key === 'notes')!, key: 'desk', number: 'B0000001' }
  orders.push(theirs)
  sales.set('desk', await sellInSeason(shop(), season, theirs, another!.id))
  await plantAround(shop(), season, sales)
  counter = await inSession(shop(), { staffId: person.id, email: person.email })
})

/** How many tickets of a type are sold and not given back. */
const ticketsLeft = (type: 'adult' | 'child') =>
  sum(
    orders
      .filter(({ isUnpaid }) => !isUnpaid)
      .flatMap(({ lines }) => lines.filter(({ of }) => of === type).map(({ qty, back }) => qty - (back?.qty ?? 0))),
  )

/** Refunds that wait to be handed back: only the first is due at this counter, in its currency. */
async function plantOwed() {
  const { db, clock } = shop()
  const add = adder(db)
  const at = { created_at: clock.now(), updated_at: clock.now() }
  const refund = async (key: string, amount_minor: number, status: 'queued' | 'pending', payment_id?: number) =>
    add('refunds', {
      payment_id: payment_id ?? sales.get(key)!.payments[0]!,
      sale_id: idOf(key),
      amount_minor,
      reason: 'staff',
      status,
      idempotency_key: `owed-${key}-${status}`,
      ...at,
    })
  const inEuros = await add('payments', {
    sale_id: idOf('entry'),
    provider: 'cash',
    amount_minor: 444,
    currency: 'EUR',
    status: 'paid',
    idempotency_key: 'owed-in-euros',
    ...at,
  })
  await refund('notes', 333, 'queued')
  await refund('notes', 222, 'pending')
  await refund('web', 111, 'queued')
  await refund('theirs', 555, 'queued')
  await refund('entry', 444, 'queued', inEuros.id)
}

it('[42] the counter has the places, prices and sum of what is chosen, its own shift’s sales, and what is to be handed back', async () => {
  await plantOwed()
  const { show, types } = season
  const placesOf = async (name: 'adult' | 'child') => {
    const stock = shop().db.selectFrom('stock').select('held').where('ticket_type_id', '=', types[name].ticket_type_id)
    return 100 - (await stock.executeTakeFirstOrThrow()).held - ticketsLeft(name)
  }
  const inShift = ['guest', 'other', 'lent', 'reader', 'notes', 'cash'].map(
    (key) => orders.find((one) => one.key === key)!,
  )
  const totals = inShift.map(({ lines: all }) =>
    sum(all.flatMap((line) => PARTS.map((part) => (line[part] ?? 0) + (line.added?.[part] ?? 0)))),
  )
  const [adult, child] = [types.adult.ticket_type_id, types.child.ticket_type_id]
  const about = { organiser_id: season.organiserId, date_id: show.dateId, chosen: `${adult}x2-${child}x1` }
  const see = async () => (await counter.call('office_counter', about)).body
  // With a waiver to sign, nothing can be chosen here.
  expect(await see()).toMatchObject({ total_minor: 0, types: [{ online_only: true }, { online_only: true }] })
  await shop().db.deleteFrom('waiver_signatures').execute()
  await shop().db.deleteFrom('waivers').where('event_id', '=', show.eventId).execute()
  const body = await see()
  expect((body.sold as { number: string }[]).map(({ number }) => number)).toEqual(
    inShift.map(({ key }) => numberOf(key)),
  )
  expect((body.owed as { number: string }[]).map(({ number }) => number)).toEqual([numberOf('notes')])
  const { 'types[].most': most, ...figures } = figuresOf({ ...body, halls: null })
  expect(most).toHaveLength(2)
  expect(figures).toEqual({
    'types[].left': [await placesOf('adult'), await placesOf('child')],
    'types[].house': [0, 0],
    'types[].price': ['£21.50', '£21.50'],
    'types[].chosen': [2, 1],
    total: ['£64.50'],
    total_minor: [6450],
    'cash[].label': ['£65.00', '£70.00', '£80.00', '£100.00'],
    'cash[].change': ['£0.50', '£5.50', '£15.50', '£35.50'],
    'sold[].total': totals.map((minor) => formatMinor(minor, 'GBP')),
    'owed[].amount': ['£3.33'],
  })
})
