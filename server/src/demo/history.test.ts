import { expect, it } from 'vitest'
import { buildApp } from '../app.ts'
import { loadDemoIfEmpty } from '../catalogue/demo/load.ts'
import { makeMetrics } from '../metrics.ts'
import { compareBooks } from '../payment/ledger/compare.ts'
import { ledgerDifferences } from '../payment/ledger/ledger.ts'
import { comparedLines } from '../payment/ledger/payouts.ts'
import { seededRandom } from '../random.ts'
import { plainDocuments } from '../testing/pages.ts'
import { openShopWithVendors } from '../testing/vendors/vendors.ts'
import { CLOUDED_OVER, earlierSeason } from './earlier-events.ts'
import { makeHistory } from './history.ts'
import { inventPeople } from './people.ts'
import { type OnSale, seasonOf } from './season.ts'
import { workOf } from './write.ts'

const NOW = new Date('2026-11-23T09:00:00Z')
/** The share of the orders of `npm start`: enough to have each kind once. */
const SHARE = 0.3

it('three months of orders, refunds, admissions and donations at their times, with books that agree', async () => {
  const season = earlierSeason(NOW)
  const shop = await openShopWithVendors('embedded', {
    start: season.at.toISOString(),
    // A webhook may send to this machine.
    env: { PUBLIC_URL: 'http://localhost:3000' },
  })
  const { db, clock, deps } = shop
  await loadDemoIfEmpty(db, NOW, season)
  const moveVendors = () => fetch(`${shop.url}/control/tick`, { method: 'POST' })
  // Some buyers come by a link, so it needs pages; a second application in the same process needs its own metrics.
  const app = await buildApp({ ...deps, metrics: makeMetrics() }, plainDocuments())
  const history = { ...deps, app, vendorUrl: shop.url, work: workOf(deps), moveVendors }
  const made = await makeHistory(history, NOW, SHARE)
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
  const declarations = await db.selectFrom('gift_aid_declarations').select('claimable').execute()
  expect(new Set(declarations.map(({ claimable }) => claimable)), 'some without an address').toEqual(
    new Set([true, false]),
  )
  const late = await db
    .selectFrom('mails')
    .select('id')
    .where('status', '=', 'sent')
    .whereRef('sent_at', '>', 'queued_at')
    .execute()
  expect(late).toEqual([])

  const channels = await db.selectFrom('orders').select('channel').distinct().orderBy('channel').execute()
  expect(channels.map(({ channel }) => channel)).toEqual(['complimentary', 'counter', 'online'])
  const voided = await db
    .selectFrom('orders')
    .innerJoin('sales', 'sales.id', 'orders.sale_id')
    .select('orders.sale_id')
    .where('channel', '=', 'counter')
    .where('cancelled_at', 'is not', null)
    .execute()
  expect(voided, 'one buyer at the counter chose the wrong night').toHaveLength(1)
  const goodwill = await db.selectFrom('refunds').select('id').where('amount_minor', '=', 250).execute()
  expect(goodwill.length).toBeGreaterThan(0)
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
  const devices = await db.selectFrom('door_devices').select('paired_at').execute()
  expect(devices).toHaveLength(2)
  expect(devices.filter(({ paired_at }) => paired_at === null)).toEqual([])
  const entries = await db
    .selectFrom('admissions')
    .select(['kind', 'outcome'])
    .where('device_id', 'is not', null)
    .execute()
  expect(new Set(entries.map(({ kind, outcome }) => `${kind} ${outcome}`))).toEqual(
    new Set(['in admitted', 'in already_admitted', 'undo undone']),
  )
  const referred = await db.selectFrom('sales').select('referred_by').where('referred_by', 'is not', null).execute()
  expect(new Set(referred.map(({ referred_by }) => referred_by)).size).toBeGreaterThan(2)
  const byBuyers = await db.selectFrom('sale_events').select('id').where('kind', '=', 'returned_by_buyer').execute()
  expect(byBuyers.length).toBeGreaterThan(0)
  const payouts = await db.selectFrom('payouts').select(['provider', 'created_at']).execute()
  expect(new Set(payouts.map(({ provider }) => provider))).toEqual(new Set(['stripe', 'square']))
  expect(new Set(payouts.map(({ created_at }) => created_at.toISOString().slice(0, 7))).size).toBeGreaterThan(1)
  const lines = await comparedLines(
    db,
    (await db.selectFrom('payouts').select('id').execute()).map(({ id }) => id),
  )
  expect([...lines.values()].flat().filter(({ problem }) => problem !== null)).toEqual([])
  const messages = await db.selectFrom('webhook_messages').select('delivered_at').execute()
  expect(messages.filter(({ delivered_at }) => delivered_at !== null)).not.toEqual([])
  const soon = await db
    .selectFrom('event_dates as date')
    .innerJoin('events as event', 'event.id', 'date.event_id')
    .innerJoin('ticket_types as type', 'type.date_id', 'date.id')
    .innerJoin('stock', 'stock.ticket_type_id', 'type.id')
    .select(['event.organiser_id', 'stock.sold', 'date.starts_at'])
    .where('date.starts_at', '>', NOW)
    .where('date.starts_at', '<', new Date(NOW.getTime() + 7 * 86_400_000))
    .execute()
  expect(new Set(soon.filter(({ sold }) => sold > 0).map(({ organiser_id }) => organiser_id)).size).toBeGreaterThan(3)
  expect(soon.map(({ starts_at }) => starts_at.toISOString().slice(0, 10))).toContain('2026-11-23')
  for (const table of [
    'api_keys',
    'mailing_people',
    'order_notes',
    'transfers',
    'gift_aid_claims',
    'feedback',
  ] as const)
    expect(await db.selectFrom(table).selectAll().execute(), table).not.toEqual([])
  expect(await db.selectFrom('staff').select('id').where('ended_at', 'is', null).execute()).toEqual([])

  expect(await ledgerDifferences(db)).toEqual([])
  expect(await compareBooks(deps, 100)).toEqual({ differences: [], unreached: [] })
  await app.close()
  await shop.close()
}, 400_000)

it('the same seed gives the same history, in order of time, within the capacity', () => {
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
