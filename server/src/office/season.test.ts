import { formatMinor } from '@foyer/domain/format/money.ts'
import { shownOrderNumber } from '@foyer/domain/format/order-number.ts'
import { sum } from '@foyer/domain/money/money.ts'
import { beforeAll, expect, it } from 'vitest'
import { useShop } from '../testing/shop.ts'
import { openShift } from './testing/counter.ts'
import { figuresOf, rowsOfCsv } from './testing/figures.ts'
import { useNeighbour } from './testing/neighbour.ts'
import { createStaff, inSession, type OfficeBrowser } from './testing/office.ts'
import { adder } from './testing/planted-event.ts'
import { openSeason, sellInSeason } from './testing/season.ts'
import { plantAround } from './testing/season-around.ts'
import { currencyOf, isOwn, isTicket, isWithin } from './testing/season-figures.ts'
import { PARTS, type SeasonLine, type SeasonOrder, seasonOrders } from './testing/season-orders.ts'

/**
 * Every figure that staff read outside the page about money, each against the plain list of a season's orders. A figure that this test
 * doesn't know fails it.
 */

const shop = useShop('embedded')
useNeighbour(shop)
const DAY = 86_400_000

let season: Awaited<ReturnType<typeof openSeason>>
let orders: SeasonOrder[]
let browser: OfficeBrowser
let counter: OfficeBrowser
let shiftId: number
const sales = new Map<string, Awaited<ReturnType<typeof sellInSeason>>>()
const idOf = (key: string): number => sales.get(key)!.saleId
const numberOf = (key: string) => shownOrderNumber(orders.find((order) => order.key === key)!.number)

beforeAll(async () => {
  season = await openSeason(shop())
  orders = seasonOrders(Object.keys(season.codes)[0]!)
  const { organiserId } = season
  const person = await createStaff(shop(), organiserId, 'box_office')
  shiftId = (await openShift(shop(), { organiserId, staffId: person.id }))!.id
  const another = await openShift(shop(), { organiserId })
  for (const order of orders) sales.set(order.key, await sellInSeason(shop(), season, order, shiftId))
  // Another person's shift at the same counter.
  const desk = orders.find(({ key }) => key === 'notes')!
  const theirs = { ...desk, key: 'desk', number: 'B0000001', email: 'desk@example.org' }
  orders.push(theirs)
  sales.set('desk', await sellInSeason(shop(), season, theirs, another!.id))
  await plantAround(shop(), season, sales)
  const owner = await createStaff(shop(), organiserId, 'owner')
  browser = await inSession(shop(), { staffId: owner.id, email: owner.email })
  counter = await inSession(shop(), { staffId: person.id, email: person.email })
})

const see = async (name: Parameters<OfficeBrowser['call']>[0], body: object = {}, as = browser) => {
  const reply = await as.call(name, { organiser_id: season.organiserId, ...body })
  expect(reply.status, JSON.stringify(reply.body)).toBe(200)
  return reply.body
}

type Own = { order: SeasonOrder; line: SeasonLine }
const lines = (): Own[] =>
  orders.flatMap((order) => (order.isUnpaid ? [] : order.lines.filter(isOwn).map((line) => ({ order, line }))))
const leftOf = ({ line: { qty, back } }: Own) => qty - (back?.qty ?? 0)
const ofShow = ({ line: { of } }: Own) => of === 'adult' || of === 'child' || of === 'late'
/** The date of "late" is cancelled. */
const takesPlace = ({ line: { of } }: Own) => of !== 'late'
/** What is kept of prices and booking fees. */
const takings = (some: readonly Own[]) =>
  sum(
    some.map(({ line }) => {
      const paid = (line.net ?? 0) + (line.fee ?? 0) + (line.added?.net ?? 0) + (line.added?.fee ?? 0)
      return paid - (line.back?.net ?? 0) - (line.back?.fee ?? 0)
    }),
  )
const ticketsLeft = (some: readonly Own[]) =>
  sum(
    some
      .filter(({ line }) => isTicket(line))
      .filter(takesPlace)
      .map(leftOf),
  )

it('Home has today’s sales beside those of a week ago up to this time, and each of what needs attention once', async () => {
  const now = shop().clock.now()
  const lastWeek = new Date(now.getTime() - 7 * DAY).toISOString()
  const sold = lines().filter(({ line }) => line.of !== 'donation')
  const today = sold.filter(({ order }) => isWithin(order.at, ['2026-06-01', '2026-06-01']))
  const before = sold.filter(({ order }) => isWithin(order.at, ['2026-05-25', '2026-05-25']) && order.at <= lastWeek)
  const taken = (some: readonly Own[]) =>
    (['EUR', 'GBP'] as const).map((currency) =>
      formatMinor(takings(some.filter(({ order }) => currencyOf(order) === currency)), currency),
    )
  const signed: Record<string, number> = { web: 1, other: 2 }
  const unsigned = orders.map((order) => {
    const holding = ticketsLeft(lines().filter((own) => own.order === order && ofShow(own)))
    return Math.max(0, holding - (signed[order.key] ?? 0))
  })
  const daysAgo = (from: number, until: number) =>
    sold.filter(({ order }) => {
      const days = (now.getTime() - new Date(order.at).getTime()) / DAY
      return days < from && days >= until
    })
  const body = await see('office_home')
  const list = await see('office_orders')
  const total = (list.keys as string[]).indexOf('total')
  expect((body.needs as { kind: string }[]).map(({ kind }) => kind)).toEqual([
    'disputes',
    'refunds',
    'cancelled',
    'emails',
    'plans',
    'waivers',
    'waiting',
    'gift_aid',
  ])
  const showSold = ticketsLeft(lines().filter(ofShow))
  expect(figuresOf(body)).toEqual({
    'today[].now': taken(today),
    'today[].before': taken(before),
    sold_today: [ticketsLeft(today)],
    sold_before: [ticketsLeft(before)],
    'lately[].now': taken(daysAgo(30, 0)),
    'lately[].before': taken(daysAgo(60, 30)),
    'orders[].total': (list.rows as { cells: string[] }[]).slice(0, 5).map(({ cells }) => cells[total]),
    // The refunds of "reader" and "broken" failed.
    'needs[].n': [1, 2, 1, 1, 1, sum(unsigned), 1, 1],
    'needs[].orders[].note': ['£19.99, answer within 8 days, by Tue 9 Jun 2026'],
    'dates[].sold': [showSold, 0],
    'dates[].held': [2, 0],
    'dates[].capacity': [200, 0],
    'dates[].left': [200 - 2 - showSold, 0],
  })
})

it('the list of events and an event count tickets, orders and takings of dates that take place', async () => {
  const [show, fair] = [lines().filter(ofShow), lines().filter(({ line }) => line.of === 'entry')]
  expect(figuresOf(await see('office_events'))).toEqual({
    'events[].dates': [1, 1],
    'events[].sold': [ticketsLeft(show), ticketsLeft(fair)],
    'events[].capacity': [200, 100],
    'events[].takings': [formatMinor(takings(show), 'GBP'), formatMinor(takings(fair), 'EUR')],
  })
  const event = await see('office_event', { event_id: season.show.eventId })
  const days = (event.days as { day: string }[]).map(({ day }) =>
    ticketsLeft(show.filter(({ order }) => isWithin(order.at, [day, day]))),
  )
  expect([days.length, days.at(-1)]).toEqual([30, ticketsLeft(show.filter(({ order }) => order.at > '2026-05-31T23'))])
  expect(figuresOf({ ...event, qr: null })).toEqual({
    sold: [ticketsLeft(show)],
    capacity: [200],
    held: [2],
    house_seats: [0],
    waiting: [1],
    orders: [new Set(show.filter(takesPlace).map(({ order }) => order.key)).size],
    takings: [formatMinor(takings(show), 'GBP')],
    'dates[].sold': [ticketsLeft(show), 0],
    'dates[].held': [2, 0],
    'dates[].left': [200 - 2 - ticketsLeft(show), 0],
    'dates[].admitted': [1, 0],
    'days[].sold': days,
  })
})

it('referrals count the visits of an event’s links, and the orders and tickets that they brought', async () => {
  expect(figuresOf(await see('office_referrals', { event_id: season.show.eventId }))).toEqual({
    visits: [9],
    orders: [1],
    tickets: [2],
    'people[].visits': [7, 2],
    'people[].orders': [1, 0],
    'people[].tickets': [2, 0],
  })
})

it('Gift Aid adds up what is ready, what lacks something, what waits for a bank, and what was returned after a claim', async () => {
  expect(figuresOf(await see('office_gift_aid'))).toEqual({
    'charities[].ready.n': [1],
    'charities[].ready.total': ['£10.00'],
    'charities[].ready.worth': ['£2.50'],
    'charities[].ready.files': [1],
    'charities[].incomplete.n': [1],
    'charities[].incomplete.total': ['£6.00'],
    'charities[].waiting.n': [1],
    'charities[].waiting.total': ['£7.00'],
    'charities[].deduct': ['£0.50'],
    'ready[].amount': ['£10.00'],
    'incomplete[].amount': ['£6.00'],
    to_ask: [1],
    'claims[].lines': [1],
    'claims[].total': ['£9.00'],
    'claims[].tax': ['£2.25'],
    'claims[].box2': ['£1.30'],
    'claims[].refunded_since': ['£2.00'],
  })
})

/** What cancelling these types would give back. */
function previewOf(types: readonly string[]) {
  const all = orders.filter(({ isUnpaid }) => !isUnpaid)
  const isOpen = ({ qty, back }: SeasonLine) => qty > (back?.qty ?? 0)
  const affected = all.flatMap((order) => {
    const some = order.lines.filter((line) => types.includes(line.of) && isOpen(line))
    return some.length === 0 ? [] : [{ order, some }]
  })
  const remaining = (line: SeasonLine) =>
    sum(PARTS.map((part) => (line[part] ?? 0) + (line.added?.[part] ?? 0) - (line.back?.[part] ?? 0)))
  // What a plan still has to pay isn't given back.
  const backOf = ({ order, some }: (typeof affected)[number]) =>
    Math.max(0, sum(some.map(remaining)) - (order.key === 'plan' ? 1500 : 0))
  const providers = new Map<string, { orders: number; minor: number }>()
  for (const one of affected)
    for (const provider of new Set(one.order.payments.map((payment) => payment.provider))) {
      if (provider === 'free') continue
      const known = providers.get(provider) ?? { orders: 0, minor: 0 }
      providers.set(provider, {
        orders: known.orders + 1,
        minor: known.minor + Math.min(backOf(one), keptBy(one.order, provider)),
      })
    }
  return {
    orders: affected.length,
    people: new Set(affected.map(({ order }) => order.email)).size,
    tickets: sum(affected.flatMap(({ some }) => some.map(({ qty, back }) => qty - (back?.qty ?? 0)))),
    back: formatMinor(sum(affected.map(backOf)), 'GBP'),
    with_voucher: affected.filter(({ some }) => some.some(({ voucher = 0, back }) => voucher > (back?.voucher ?? 0)))
      .length,
    mixed: affected.filter(({ order, some }) =>
      order.lines.some((line) => line.of !== 'donation' && isOpen(line) && !some.includes(line)),
    ).length,
    plans: affected.filter(({ order }) => order.key === 'plan').length,
    by_provider: [...providers].toSorted(([a], [b]) => a.localeCompare(b)).map(([, of]) => of),
  }
}

/** What a provider took for an order, less what went back to it. The first payment takes every refund. */
function keptBy({ lines: of, payments }: SeasonOrder, provider: string) {
  const money = (amounts: Partial<SeasonLine>) => sum(PARTS.map((part) => amounts[part] ?? 0)) - (amounts.voucher ?? 0)
  return sum(
    payments.map((payment, n) => {
      if (payment.provider !== provider || (payment.status ?? 'paid') !== 'paid') return 0
      const paid =
        payment.minor ?? sum(of.map((line) => money(payment.purpose === 'ticket_change' ? (line.added ?? {}) : line)))
      const returned = of.map(({ back }) => (back && back.way === undefined ? money(back) : 0))
      return paid - (n === 0 ? sum(returned) : 0)
    }),
  )
}

it.each(['the whole event', 'its cancelled date'])(
  'the page that cancels %s counts what would go back, and what became of each order',
  async (which) => {
    const isDate = which === 'its cancelled date'
    const { by_provider, ...preview } = previewOf(isDate ? ['late'] : ['adult', 'child', 'late'])
    const body = await see('office_cancel', {
      event_id: season.show.eventId,
      ...(isDate && { date_id: season.types.late.date_id }),
    })
    const outcomes = (body.outcomes as { number: string; outcome: string }[]).map(({ number, outcome }) => [
      number,
      outcome,
    ])
    expect(outcomes).toEqual([
      [numberOf('storm'), 'person'],
      [numberOf('broken'), 'failed'],
      [numberOf('rain'), 'waiting'],
      [numberOf('slow'), 'on_its_way'],
      [numberOf('soaked'), 'refunded'],
      [numberOf('early'), 'before'],
    ])
    expect((body.late as { state: string }[]).map(({ state }) => state)).toEqual(['at_bank', 'returned'])
    const stopped = (body.outcomes as { number: string; plan_stopped: boolean }[]).filter((one) => one.plan_stopped)
    expect(stopped.map(({ number }) => number)).toEqual([numberOf('slow')])
    expect(figuresOf(body)).toEqual({
      ...Object.fromEntries(Object.entries(preview).map(([name, figure]) => [name, [figure]])),
      'by_provider[].orders': by_provider.map((of) => of.orders),
      'by_provider[].amount': by_provider.map(({ minor }) => formatMinor(minor, 'GBP')),
      held: [isDate ? 1 : 2],
      paying: [1],
      'left.held': [1],
      'left.orders': [1],
      'left.blocked': [1],
      'outcomes[].amount': ['£0.00', '£0.00', '£16.00', '£16.00', '£12.00', '£0.00'],
      'outcomes[].voucher': ['£4.00'],
      'late[].amount': ['£20.00', '£20.00'],
    })
  },
)

it('a shift has what its own sales took and gave back, and its close the difference', async () => {
  const taken = {
    'shift.taken[].sales': [2, 1, 1, 2],
    'shift.taken[].tickets': [3, 1, 1, 3],
    'shift.taken[].taken': ['£31.11', '£9.90', '£0.00', '£60.00'],
    'shift.taken[].back': ['−£20.00', '−£2.50'],
    'shift.float': ['£50.00'],
    'shift.expected': ['£61.11'],
  }
  expect(figuresOf(await see('office_shift', {}, counter))).toEqual(taken)
  expect((await counter.call('close_shift', { organiser_id: season.organiserId, counted: '60' })).status).toBe(200)
  const closed = {
    ...taken,
    'shift.counted': ['£60.00'],
    'shift.difference': ['−£1.11'],
    'earlier[].difference': ['−£1.11'],
  }
  expect(figuresOf(await see('office_shift', { shift_id: shiftId }, counter))).toEqual(closed)
})

/** A payout of the whole shop, and one of another organiser. */
async function plantOtherPayouts() {
  const { db, clock } = shop()
  const now = clock.now()
  const account = await adder(db)('payment_accounts', {
    organiser_id: season.otherId,
    provider: 'stripe',
    external_id: 'acct_theirs',
    created_at: now,
    updated_at: now,
  })
  for (const [external_id, account_id] of [
    ['po_shop', null],
    ['po_theirs', account.id],
  ] as const)
    await adder(db)('payouts', {
      provider: 'stripe',
      account_id,
      external_id,
      status: 'paid',
      amount_minor: 100,
      currency: 'GBP',
      arrives_at: now,
      created_at: now,
      fetched_at: now,
    })
}

it('a payout has its payments, refunds, disputes and fees with their signs, beside our books', async () => {
  const { db, clock } = shop()
  const add = adder(db)
  const now = clock.now()
  const { organiserId } = season
  const account = await add('payment_accounts', {
    organiser_id: organiserId,
    provider: 'stripe',
    external_id: 'acct_own',
    created_at: now,
    updated_at: now,
  })
  for (const key of ['won', 'april', 'web', 'processing', 'plan', 'credit'])
    await db.updateTable('payments').set({ account_id: account.id }).where('sale_id', '=', idOf(key)).execute()
  const payout = await add('payouts', {
    provider: 'stripe',
    account_id: account.id,
    external_id: 'po_1',
    status: 'paid',
    amount_minor: 9000,
    currency: 'GBP',
    arrives_at: now,
    created_at: now,
    fetched_at: now,
  })
  const paymentOf = (key: string) => `pi-${key}-${idOf(key)}-0`
  const rows = [
    ['payment', 2800, 58, 'won', null, null],
    ['payment', 1799, 33, 'april', null, 'other_amount'],
    ['payment', 2000, 41, 'processing', null, 'other_state'],
    // Of another provider, with the same number.
    ['payment', 4500, 70, 'credit', null, 'unknown_payment'],
    // Paid into the shop's own account.
    ['payment', 2600, 71, 'partly', null, 'unknown_payment'],
    ['refund', -2050, 0, 'web', 1, null],
    ['refund', -199, 0, 'april', 2, 'other_amount'],
    ['refund', -100, 0, 'web', 9, 'unknown_refund'],
    // One that the bank returned.
    ['refund', 300, 0, 'web', 8, null],
    ['refund', -77, 0, null, null, 'unknown_payment'],
    ['dispute', -2000, 1500, 'won', null, null],
    ['dispute', -10, 0, null, null, 'unknown_payment'],
    ['fee', -210, 0, null, null, null],
    ['other', 55, 5, null, null, null],
  ] as const
  for (const [n, [kind, amount_minor, fee_minor, key, line]] of rows.entries())
    await add('payout_lines', {
      payout_id: payout.id,
      external_id: `txn_${String(n).padStart(2, '0')}`,
      kind,
      amount_minor,
      fee_minor,
      provider_payment_id: key === null ? null : paymentOf(key),
      provider_refund_id: line === null ? null : `re-${key}-${idOf(key!)}-${line}`,
      at: now,
    })
  await plantOtherPayouts()
  const all = (await see('office_payouts')) as { payouts: { payout_id: number }[] }
  expect(all.payouts.map(({ payout_id }) => payout_id)).toEqual([payout.id])
  const money = (minor: number) => formatMinor(minor, 'GBP')
  const amounts = (...kinds: string[]) => sum(rows.filter(([kind]) => kinds.includes(kind)).map(([, minor]) => minor))
  const fees = sum(rows.map(([, , fee]) => fee))
  const inBooks = rows.map(([, , , key, , problem]) => (problem === 'unknown_payment' ? null : key))
  const shown = figuresOf(await see('office_payouts', { payout_id: payout.id }))
  expect(shown).toEqual({
    'payouts[].gross': [money(amounts('payment'))],
    'payouts[].refunds': [money(amounts('refund'))],
    'payouts[].other': [money(amounts('dispute', 'other'))],
    'payouts[].fees': [money(amounts('fee') - fees)],
    'payouts[].net': ['£90.00'],
    'payouts[].orders': [new Set(inBooks.filter((key) => key !== null)).size],
    'payouts[].problems': [rows.filter(([, , , , , problem]) => problem !== null).length],
    'payouts[].missing': [money(9000 - amounts('payment', 'refund', 'dispute', 'other', 'fee') + fees)],
    'lines[].amount': rows.map(([, minor]) => money(minor)),
    'lines[].fee': rows.map(([, , fee]) => money(-fee)),
    'lines[].net': rows.map(([, minor, fee]) => money(minor - fee)),
  })
  const { lines: seen } = (await see('office_payouts', { payout_id: payout.id })) as {
    lines: { problem: string | null }[]
  }
  expect(seen.map(({ problem }) => problem)).toEqual(rows.map(([, , , , , problem]) => problem))
  const file = rowsOfCsv(
    (await browser.call('export_payout', { organiser_id: organiserId, payout_id: payout.id })).raw.body,
  )
  const kinds = { payment: 'Payment', refund: 'Refund', dispute: 'Dispute', fee: 'Fee', other: 'Other' }
  const problems = {
    unknown_payment: 'This payment is not in our books',
    unknown_refund: 'This refund is not in our books',
    other_amount: 'Our books have another amount',
    other_state: 'It is not paid in our books',
  }
  const major = (minor: number) => String(minor / 100)
  expect(file).toEqual([
    ['Date (Europe/London)', 'Item', 'Order', 'Currency', 'Amount', 'Fee', 'Paid out', 'Difference'],
    ...rows.map(([kind, minor, fee, , , problem], n) => {
      const key = inBooks[n]
      // A payment that isn't over has no order.
      const order = key === null ? '' : key === 'processing' ? 'Another organiser’s' : numberOf(key!)
      const why = problem === null ? '' : problems[problem]
      return ['2026-06-01', kinds[kind], order, 'GBP', major(minor), major(-fee), major(minor - fee), why]
    }),
    ['Total', '', '', 'GBP', '', '', '90', ''],
  ])
})
