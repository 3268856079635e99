import { DAY_MS } from '@foyer/domain/format/calendar-days.ts'
import type { Db } from '../db/transaction/tx.ts'
import { cancelEvent } from '../payment/cancel/event.ts'
import { fetchPayouts } from '../payment/ledger/payouts.ts'
import { refundOrder } from '../payment/refund/order.ts'
import { type Random, seededRandom } from '../random.ts'
import { counterActions, readerAction } from './counter.ts'
import { openDoors, openDoorsWithDevice } from './doors.ts'
import { CLOUDED_OVER } from './earlier-events.ts'
import { integrationAction } from './integrations.ts'
import { noteOn, officeActions } from './office-actions.ts'
import { inventPeople } from './people.ts'
import { returnByBuyer } from './returning.ts'
import { type OnSale, SEASON_MS, seasonOf, type Visit, VOUCHERS_OF } from './season.ts'
import { type Staff, staffOf } from './staff.ts'
import { PLAY_OF_THIS_WEEK } from './this-week.ts'
import type { HistoryDeps, TimedAction } from './timed-action.ts'
import { type MadeOrder, makeOrder } from './visit.ts'
import { waitingActions } from './waiting-list.ts'

const SEED = 1974
const PEOPLE = 240
/** One in this many buyers shares their link. */
const SHARES_LINK = 4
/** One in this many buyers comes by a shared link, if their event has one. */
const COMES_BY_LINK = 3
/** How long before it starts the doors open. */
const DOORS_OPEN_MS = 36 * 60_000
/** How far the vendors' clock may be behind. */
const VENDORS_LAG_MS = DAY_MS / 4

/**
 * Makes the orders, refunds, admissions and donations of the three months before `now`, each at its own time, by the calls
 * and functions that buyers and staff use. Returns how many orders there are.
 * A `share` below 1 makes fewer.
 */
export async function makeHistory(deps: HistoryDeps, now: Date, share = 1): Promise<{ orders: number }> {
  const random = seededRandom(SEED)
  const catalogue = await eventsOnSale(deps.db)
  const people = inventPeople(random, PEOPLE)
  const visits = seasonOf(random, people, catalogue, now, share, await designOf(deps.db))
  const from = new Date(now.getTime() - SEASON_MS)
  deps.clock.set(from)
  const staff = await staffOf(deps, { from, address: OFFICE_ADDRESS })
  const made = new Map<Visit, MadeOrder>()
  await runInOrder(deps, [
    ...orderActions(deps, visits, { staff, made, now }),
    ...doorActions(deps, catalogue, { random, staff, now }),
    readerAction(staff, new Date(from.getTime() + DAY_MS)),
    ...counterActions(catalogue, { random, staff, vendorUrl: deps.vendorUrl, now }),
    ...officeActions(deps, { catalogue, staff, now }),
    integrationAction(staff, { vendorUrl: deps.vendorUrl, now }),
    ...waitingActions(deps, { catalogue, people, now }),
    ...nightlyActions(deps, from, now),
  ])
  deps.clock.set(now)
  await deps.moveVendors(null)
  await deps.work()
  // The nightly tasks sent them hours late, and after the events of that day.
  for (const table of ['mails', 'text_messages'] as const)
    await deps.db
      .updateTable(table)
      .set((eb) => ({ sent_at: eb.ref('queued_at') }))
      .where('status', '=', 'sent')
      .execute()
  await fetchPayouts(deps)
  await staff.leave(now)
  return { orders: made.size }
}

/** The orders of buyers, who add them to `made`, and what happens to some of them later. */
function orderActions(
  deps: HistoryDeps,
  visits: readonly Visit[],
  { staff, made, now }: { staff: Staff; made: Map<Visit, MadeOrder>; now: Date },
): TimedAction[] {
  const links = new Map<string, string>()
  return visits.flatMap((visit, n) => [
    {
      at: visit.at,
      run: async () => {
        const link = n % COMES_BY_LINK === 0 ? links.get(visit.slug) : undefined
        const order = await makeOrder(deps, visit, { remoteAddress: addressOf(n), link })
        if (order === null) return
        made.set(visit, order)
        if (n % SHARES_LINK === 0 && visit.tickets.length > 0) links.set(visit.slug, await sharedLink(order))
      },
    },
    ...(visit.later && visit.later.at < now
      ? [{ at: visit.later.at, run: () => runFollowUp(deps, staff, visit, made.get(visit)) }]
      : []),
  ])
}

/** The doors of past dates, one of which is cancelled instead. */
function doorActions(
  deps: HistoryDeps,
  catalogue: readonly OnSale[],
  { random, staff, now }: { random: Random; staff: Staff; now: Date },
): TimedAction[] {
  const past = catalogue.flatMap(({ slug, dates }) =>
    dates.map((date, i) => ({ slug, i, ...date })).filter(({ startsAt }) => startsAt < now),
  )
  return past.map(({ slug, i, dateId, startsAt }) => {
    if (slug === CLOUDED_OVER.slug && i === CLOUDED_OVER.date)
      return {
        at: new Date(startsAt.getTime() - 0.3 * DAY_MS),
        run: () => cancelEvent(deps, { slug, dateId }),
      }
    const door = { slug, dateId, startsAt }
    if (slug === PLAY_OF_THIS_WEEK)
      return {
        at: new Date(startsAt.getTime() - DOORS_OPEN_MS),
        run: () => openDoorsWithDevice(deps, random, staff, door),
      }
    return { at: startsAt, run: () => openDoors(deps, random, door) }
  })
}

/** The night's tasks, as in a running shop. */
const nightlyActions = (deps: HistoryDeps, from: Date, now: Date): TimedAction[] =>
  Array.from({ length: Math.ceil((now.getTime() - from.getTime()) / DAY_MS - 0.5) }, (_, day) => ({
    at: new Date(from.getTime() + (day + 0.5) * DAY_MS),
    run: () => deps.work(),
  }))

/** Runs the actions by their times. The vendors' clock follows, never far behind. */
async function runInOrder(deps: HistoryDeps, actions: readonly TimedAction[]): Promise<void> {
  let vendorsAt = 0
  for (const { at, run } of actions.toSorted((a, b) => a.at.getTime() - b.at.getTime())) {
    deps.clock.set(at)
    if (at.getTime() - vendorsAt > VENDORS_LAG_MS) {
      vendorsAt = at.getTime()
      await deps.moveVendors(at)
    }
    await run()
  }
}

/** The page of the event by the link that a buyer shares with friends. */
async function sharedLink({ browser }: MadeOrder): Promise<string> {
  const { pathname, search } = new URL(String((await browser.call('get_reward_referrer_link')).body.link))
  return pathname + search
}

const OFFICE_ADDRESS = '203.0.113.7'

/** Addresses of a network that is kept for documentation, so that no limit takes the buyers for one. */
const addressOf = (n: number): string => `198.51.${100 + Math.floor(n / 250)}.${1 + (n % 250)}`

async function runFollowUp(
  deps: HistoryDeps,
  staff: Staff,
  { later, slug, person }: Visit,
  order: MadeOrder | undefined,
): Promise<void> {
  if (order === undefined) return
  const { reference } = order
  if (later?.act === 'refund') await refundOrder(deps, { reference, what: 'whole' })
  if (later?.act === 'goodwill') await refundOrder(deps, { reference, what: 'amount', amountMinor: 250 })
  if (later?.act === 'return') await returnByBuyer(deps, order, person.email)
  if (later?.act === 'note') await noteOn(deps.db, staff, { reference, slug })
}

/** The design of the theatre's gift vouchers. */
async function designOf(db: Db): Promise<number | null> {
  const found = await db
    .selectFrom('gift_voucher_designs as design')
    .innerJoin('organisers as organiser', 'organiser.id', 'design.organiser_id')
    .select('design.id')
    .where('organiser.slug', '=', VOUCHERS_OF)
    .executeTakeFirst()
  return found?.id ?? null
}

async function eventsOnSale(db: Db): Promise<OnSale[]> {
  const rows = await db
    .selectFrom('ticket_types as type')
    .innerJoin('event_dates as date', 'date.id', 'type.date_id')
    .innerJoin('events as event', 'event.id', 'type.event_id')
    .innerJoin('organisers as organiser', 'organiser.id', 'event.organiser_id')
    .leftJoin('stock', 'stock.ticket_type_id', 'type.id')
    .select([
      'event.id as event_id',
      'event.slug',
      'organiser.id as organiser_id',
      'organiser.charity_id',
      'date.id as date_id',
      'date.starts_at',
      'type.id as ticket_id',
      'type.name',
      'stock.capacity',
    ])
    .orderBy('event.id')
    .orderBy('date.starts_at')
    .orderBy('type.id')
    .execute()
  const events = new Map<string, OnSale>()
  for (const row of rows) {
    const event = events.get(row.slug) ?? {
      slug: row.slug,
      eventId: row.event_id,
      organiserId: row.organiser_id,
      isCharity: row.charity_id !== null,
      dates: [],
    }
    events.set(row.slug, event)
    let date = event.dates.at(-1)
    if (date?.dateId !== row.date_id) {
      date = { dateId: row.date_id, startsAt: row.starts_at, types: [] }
      event.dates.push(date)
    }
    date.types.push({ ticketId: row.ticket_id, name: row.name, left: row.capacity ?? 40 })
  }
  return [...events.values()]
}
