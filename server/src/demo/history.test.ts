import { expect, it } from 'vitest'
import { loadDemoIfEmpty } from '../catalogue/demo/load.ts'
import { compareBooks } from '../payment/ledger/compare.ts'
import { ledgerDifferences } from '../payment/ledger/ledger.ts'
import { seededRandom } from '../random.ts'
import { openShopWithVendors } from '../testing/vendors.ts'
import { CLOUDED_OVER, earlierSeason } from './earlier-events.ts'
import { makeHistory } from './history.ts'
import { inventPeople } from './people.ts'
import { type OnSale, seasonOf } from './season.ts'
import { workOf } from './write.ts'

const NOW = new Date('2026-11-23T09:00:00Z')
/** Of the orders that `npm start` makes: enough for one of everything. */
const SHARE = 0.3

it('three months of orders, refunds, admissions and donations, each at its time, in books that agree', async () => {
  const season = earlierSeason(NOW)
  const shop = await openShopWithVendors('embedded', { start: season.at.toISOString() })
  const { db, clock, deps } = shop
  await loadDemoIfEmpty(db, NOW, season)
  const made = await makeHistory({ ...deps, app: shop.app, vendorUrl: shop.url, work: workOf(deps) }, NOW, SHARE)
  expect(made.orders).toBeGreaterThan(40)
  expect(clock.now()).toEqual(NOW)

  const orders = await db
    .selectFrom('sales')
    .select(['paid_at', 'cancelled_at'])
    .where('paid_at', 'is not', null)
    .execute()
  expect(orders.length).toBeGreaterThan(made.orders)
  const weeks = new Set(
    orders.map(({ paid_at }) => Math.floor((NOW.getTime() - paid_at!.getTime()) / (7 * 86_400_000))),
  )
  expect(weeks.size).toBeGreaterThan(10)
  expect(orders.filter(({ cancelled_at }) => cancelled_at !== null).length).toBeGreaterThan(0)

  const tickets = await db
    .selectFrom('tickets as ticket')
    .innerJoin('ticket_types as type', 'type.id', 'ticket.ticket_type_id')
    .innerJoin('event_dates as date', 'date.id', 'type.date_id')
    .innerJoin('events as event', 'event.id', 'type.event_id')
    .select(['ticket.status', 'ticket.admitted_at', 'date.starts_at', 'date.status as date_status', 'event.slug'])
    .execute()
  const past = tickets.filter(({ starts_at, status }) => starts_at < NOW && status === 'valid')
  expect(past.filter(({ admitted_at }) => admitted_at !== null).length).toBeGreaterThan(past.length * 0.7)
  expect(tickets.filter(({ starts_at, admitted_at }) => starts_at > NOW && admitted_at !== null)).toEqual([])
  const clouded = tickets.filter(({ slug, date_status }) => slug === CLOUDED_OVER.slug && date_status === 'cancelled')
  expect(clouded.length).toBeGreaterThan(0)
  expect(clouded.filter(({ status }) => status === 'valid')).toEqual([])
  expect(await db.selectFrom('gift_aid_declarations').select('sale_id').execute()).not.toEqual([])

  const channels = await db.selectFrom('orders').select('channel').distinct().orderBy('channel').execute()
  expect(channels.map(({ channel }) => channel)).toEqual(['complimentary', 'counter', 'online'])
  const shifts = await db.selectFrom('counter_shifts').selectAll().execute()
  expect(shifts).toHaveLength(6)
  expect(shifts.filter(({ closed_at }) => closed_at === null)).toEqual([])
  expect(shifts.map(({ counted_minor, expected_minor }) => counted_minor! - expected_minor!)).toContain(-200)
  const ways = await db.selectFrom('payments').select('provider').distinct().execute()
  expect(ways.map(({ provider }) => provider)).toEqual(expect.arrayContaining(['stripe', 'cash', 'other']))
  const vouchers = await db.selectFrom('issued_vouchers').selectAll().where('sale_id', 'is not', null).execute()
  expect(vouchers.length).toBeGreaterThan(3)
  expect(vouchers.some(({ balance_minor, value_minor }) => balance_minor < value_minor)).toBe(true)
  const paid = await db.selectFrom('plan_instalments').select('id').where('status', '=', 'paid').execute()
  const plans = await db.selectFrom('payment_plans').select('sale_id').execute()
  expect(plans.length).toBeGreaterThan(3)
  expect(paid.length).toBeGreaterThan(plans.length)
  const waiting = await db.selectFrom('waiting').select('id').where('state', '=', 'waiting').execute()
  expect(waiting.length).toBeGreaterThan(2)
  const mailings = await db.selectFrom('mailings').select('state').orderBy('id').execute()
  expect(mailings.map(({ state }) => state).sort()).toEqual(['done', 'done', 'draft'])
  for (const table of ['mailing_people', 'order_notes', 'transfers', 'gift_aid_claims', 'feedback'] as const)
    expect(await db.selectFrom(table).selectAll().execute(), table).not.toEqual([])
  expect(await db.selectFrom('staff').select('id').where('ended_at', 'is', null).execute()).toEqual([])

  expect(await ledgerDifferences(db)).toEqual([])
  expect(await compareBooks(deps, 100)).toEqual([])
  await shop.close()
}, 400_000)

it('the same seed gives the same season, in the order of time, within what a date has left', () => {
  const date = (dateId: number, days: number) => ({
    dateId,
    startsAt: new Date(NOW.getTime() + days * 86_400_000),
    types: [{ ticketId: dateId * 10, name: 'Free seat', left: 30 }],
  })
  const catalogue = (): OnSale[] => [
    {
      slug: 'lunchtime-music-this-season',
      eventId: 1,
      organiserId: 1,
      isCharity: false,
      dates: [date(1, -40), date(2, -5), date(3, 4)],
    },
  ]
  const season = () => seasonOf(seededRandom(7), inventPeople(seededRandom(7), 20), catalogue(), NOW)
  const visits = season()
  expect(visits).toEqual(season())
  expect(visits.length).toBeGreaterThan(20)
  expect(visits.map(({ at }) => at.getTime())).toEqual(visits.map(({ at }) => at.getTime()).toSorted((a, b) => a - b))
  for (const id of [1, 2, 3]) {
    const sold = visits.flatMap(({ tickets }) => tickets).filter(({ ticketId }) => ticketId === id * 10)
    expect(sold.reduce((total, { quantity }) => total + quantity, 0)).toBeLessThanOrEqual(26)
  }
  expect(visits.filter(({ at }) => at >= NOW)).toEqual([])
})
