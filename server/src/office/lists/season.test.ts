import type { OfficeReply } from '@foyer/contract/office/calls.ts'
import {
  channels,
  columnNames,
  holderStates,
  orderStates,
  lists as t,
} from '@foyer/contract/office/lists/messages.en.ts'
import { localIso, niceDate, shortPast } from '@foyer/domain/format/dates.ts'
import { formatMinor } from '@foyer/domain/format/money.ts'
import { shownOrderNumber } from '@foyer/domain/format/order-number.ts'
import { sum } from '@foyer/domain/money/money.ts'
import { ENDED_DISPUTES, LOST_DISPUTES } from '@foyer/domain/payment/dispute.ts'
import { beforeAll, expect, it } from 'vitest'
import { useShop } from '../../testing/shop.ts'
import { openShift } from '../testing/counter.ts'
import { figuresOf, rowsOfCsv } from '../testing/figures.ts'
import { useNeighbour } from '../testing/neighbour.ts'
import { createStaff, inSession, type OfficeBrowser } from '../testing/office.ts'
import { adder } from '../testing/planted-event.ts'
import { openSeason, sellInSeason } from '../testing/season.ts'
import { currencyOf, isOwn, isTicket, paidFor } from '../testing/season-figures.ts'
import { type SeasonLine, type SeasonOrder, seasonOrders } from '../testing/season-orders.ts'

/**
 * Every column of the tables of orders and of people, on the page and in their files, for every order of a season. Beside each value that
 * a column shows there is one that it must leave out. A column that this test doesn't know fails it.
 */

const shop = useShop('embedded')
useNeighbour(shop)
type Table = OfficeReply<'office_orders'>

let season: Awaited<ReturnType<typeof openSeason>>
let orders: SeasonOrder[]
let browser: OfficeBrowser
let code: string
const saleIds = new Map<string, number>()

beforeAll(async () => {
  season = await openSeason(shop())
  code = Object.keys(season.codes)[0]!
  orders = seasonOrders(code)
  const shift = await openShift(shop(), { organiserId: season.organiserId })
  for (const order of orders) saleIds.set(order.key, (await sellInSeason(shop(), season, order, shift!.id)).saleId)
  await plantDetails()
  const { id: staffId, email } = await createStaff(shop(), season.organiserId, 'owner')
  browser = await inSession(shop(), { staffId, email })
})

const idOf = (key: string): number => saleIds.get(key)!
const CONSENTED = '2026-05-02T22:30:00Z'
const ADMITTED = '2026-06-01T09:05:00Z'

/** What some orders have beside their lines, and what only looks like it. */
async function plantDetails() {
  const { db, clock } = shop()
  const add = adder(db)
  const now = clock.now()
  const { types, show, organiserId, otherId, charityId } = season
  await db
    .updateTable('ticket_types')
    .set({ delivered_by_post: true })
    .where('id', '=', types.child.ticket_type_id)
    .execute()
  const address = {
    first_name: 'Ada',
    last_name: 'Byron',
    address_2: '',
    postcode: 'LS1 1AA',
    country: 'United Kingdom',
  }
  for (const [key, kind, address_1] of [
    ['family', 'delivery', '12 High Street'],
    ['family', 'billing', '1 Bank Row'],
    // Nothing of these is posted.
    ['won', 'delivery', '3 Not Posted'],
    ['credit', 'billing', '4 Not Posted'],
  ] as const)
    await add('sale_addresses', { sale_id: idOf(key), kind, address_1, town: 'Leeds', ...address })
  for (const [key, granted, more] of [
    ['web', false, {}],
    ['web', true, { given_at: new Date(CONSENTED) }],
    ['family', true, {}],
    ['family', false, {}],
    ['won', true, { organiser_id: otherId }],
    ['plan', true, { pending: true }],
    ['april', true, { kind: 'newsletter', organiser_id: null }],
  ] as const)
    await add('consents', {
      email: `${key}@example.org`,
      kind: 'organiser',
      organiser_id: organiserId,
      granted,
      wording: 'News',
      source: 'test',
      given_at: now,
      ...more,
    })
  const waiver = await add('waivers', {
    event_id: show.eventId,
    title: 'Risks',
    terms_html: '<p>Yours.</p>',
    version: 2,
  })
  const elsewhere = await add('waivers', {
    event_id: season.theirs.eventId,
    title: 'Theirs',
    terms_html: '<p>Theirs.</p>',
  })
  for (const [key, waiver_id, waiver_version, name] of [
    ['web', waiver.id, 2, 'Ann'],
    ['web', waiver.id, 1, 'Bob'],
    ['both', elsewhere.id, 1, 'Cy'],
    ['family', waiver.id, 2, 'Di'],
    ['family', waiver.id, 2, 'Ed'],
    ['family', waiver.id, 2, 'Flo'],
  ] as const)
    await add('waiver_signatures', {
      sale_id: idOf(key),
      waiver_id,
      waiver_version,
      name,
      signed_by: name,
      signature_kind: 'typed',
      signature: name,
      signed_at: now,
    })
  const theirCode = await add('discount_codes', {
    code: `THEIRS${otherId}`,
    kind: 'percent',
    percent_bp: 1000,
    event_id: season.theirs.eventId,
  })
  for (const key of ['web', 'both'])
    await add('sale_codes', { sale_id: idOf(key), code: theirCode.code, discount_id: theirCode.id, applied_at: now })
  for (const [key, cancelled_at] of [
    ['family', null],
    ['disputed', now],
    // A declaration without its donation.
    ['plan', null],
  ] as const)
    await add('gift_aid_declarations', {
      sale_id: idOf(key),
      charity_id: charityId,
      donation_minor: 1000,
      uk_taxpayer: true,
      own_money: true,
      not_gambling: true,
      wording: 'Yes',
      wording_version: '1',
      donor_name: 'Ada Byron',
      address_1: '12 High Street',
      postcode: 'LS1 1AA',
      uk_based: true,
      claimable: true,
      declared_at: now,
      cancelled_at,
    })
  // Admitted: a valid ticket, one that was refunded since, and another organiser's.
  for (const [key, instance, type] of [
    ['family', 1, 'child'],
    ['web', 0, 'adult'],
    ['both', 0, 'place'],
  ] as const)
    await db
      .updateTable('tickets')
      .set({ admitted_at: new Date(ADMITTED) })
      .where('sale_id', '=', idOf(key))
      .where('ticket_type_id', '=', types[type].ticket_type_id)
      .where('instance', '=', instance)
      .execute()
  const seats = await Promise.all(
    ['A1', 'A2'].map((label, n) =>
      add('seats', { ticket_type_id: types.adult.ticket_type_id, label, row_name: 'A', seat_number: n + 1 }),
    ),
  )
  await db.updateTable('tickets').set({ seat_id: seats[1]!.id }).where('sale_id', '=', idOf('won')).execute()
  const questions = []
  for (const [n, event] of [show, season.theirs].entries())
    questions.push(
      await add('questions', {
        event_id: event.eventId,
        osq_id: String(n),
        question_html: `<p>Question ${n}?</p>`,
        type: 'text',
        before_or_after: 'before',
      }),
    )
  for (const [key, n, type, instance, answer] of [
    ['family', 0, 'child', 0, 'Nuts'],
    ['family', 0, 'child', null, 'Both'],
    ['both', 1, 'place', 0, 'Secret'],
  ] as const)
    await add('question_answers', {
      sale_id: idOf(key),
      key: `${key}-${type}-${instance}`,
      question_id: questions[n]!.id,
      ticket_type_id: types[type].ticket_type_id,
      instance,
      answer,
      before_or_after: 'before',
      answered_at: now,
    })
}

const call = (name: Parameters<OfficeBrowser['call']>[0], body: object = {}) =>
  browser.call(name, { organiser_id: season.organiserId, ...body })

/** The table with every column, in the order in which they are listed. */
async function wholeTable(list: 'orders' | 'people') {
  const { columns } = (await call(`office_${list}`)).body as unknown as Table
  await call('choose_columns', { list, columns: columns.map(({ key }) => key) })
  return (await call(`office_${list}`)).body as unknown as Table
}

const ownLines = ({ lines }: SeasonOrder) => lines.filter(isOwn)
const money = (order: SeasonOrder, minor: number) => formatMinor(minor, currencyOf(order))
const backOf = (order: SeasonOrder) => sum(ownLines(order).map(({ back = {} }) => paidFor(back)))
const totalOf = (order: SeasonOrder) => sum(ownLines(order).map((line) => paidFor(line) + paidFor(line.added ?? {})))
const keptProtection = (order: SeasonOrder) =>
  sum(ownLines(order).map(({ protection = 0, back }) => protection - (back?.protection ?? 0)))
const validOf = (lines: readonly SeasonLine[]) => sum(lines.map(({ qty, back }) => qty - (back?.qty ?? 0)))
const localTime = (at: string) => localIso(new Date(at), 'Europe/London').replace('T', ' ').slice(0, 16)
const nameOf = ({ of, qty }: SeasonLine): string => {
  if (of === 'gift') return 'A night out'
  if (of === 'donation') return 'The Trust'
  const [type, title] = {
    adult: ['Adult', 'The Show'],
    child: ['Child', 'The Show'],
    late: ['Late', 'The Show'],
    entry: ['Entry', 'The Fair'],
    place: ['Place', 'Their Night'],
  }[of] as [string, string]
  return `${qty} × ${type}, ${title}`
}
function stateOf(order: SeasonOrder): keyof typeof orderStates {
  const statuses = (order.disputes ?? []).map(({ status }) => status.toLowerCase())
  if (statuses.some((status) => !(ENDED_DISPUTES as readonly string[]).includes(status))) return 'disputed'
  if (statuses.some((status) => (LOST_DISPUTES as readonly string[]).includes(status))) return 'dispute_lost'
  if (ownLines(order).every(({ of, qty, back }) => of === 'donation' || back?.qty === qty)) return 'refunded'
  return backOf(order) > 0 ? 'part_refunded' : 'paid'
}
const WAIVERS: Record<string, number> = { web: 1, family: 2 }
/** The waiver is the show's. */
const needing = (order: SeasonOrder) =>
  validOf(ownLines(order).filter(({ of }) => ['adult', 'child', 'late'].includes(of)))

type Row = { order: SeasonOrder; line: SeasonLine; instance: number }
/** A value on the page, and the cells of a file where they differ. */
type Value = string | { page: string; file: (string | number)[] }
const amount = (order: SeasonOrder, minor: number): Value => ({ page: money(order, minor), file: [minor / 100] })
const time = (at: string | null, page: string): Value => ({ page, file: [at === null ? '' : localTime(at)] })

type Columns<Of> = Partial<Record<keyof typeof columnNames, (of: Of) => Value>>
const OF_ORDER: Columns<SeasonOrder> = {
  number: ({ number }) => shownOrderNumber(number),
  paid: ({ at }) => time(at, shortPast(new Date(at), new Date(ADMITTED))),
  name: ({ name }) => name,
  email: ({ email }) => email,
  phone: ({ phone = '' }) => ({ page: phone, file: [/^0[\d]+$/.test(phone) ? `'${phone}` : phone] }),
  channel: ({ channel = 'online' }) => channels[channel],
  address: ({ key }) => (key === 'family' ? 'Ada Byron, 12 High Street, Leeds, LS1 1AA, United Kingdom' : ''),
  protection: (order) => amount(order, keptProtection(order)),
  consent: ({ key }) => (key === 'web' ? t.yes : t.no),
  consented: ({ key }) => (key === 'web' ? { page: '02/05/2026', file: ['2026-05-02'] } : ''),
  waivers: (order) => {
    const of = needing(order)
    return of === 0 ? '' : `${Math.min(of, WAIVERS[order.key] ?? 0)} of ${of}`
  },
  currency: currencyOf,
}

const ORDERS: Columns<SeasonOrder> = {
  ...OF_ORDER,
  what: (order) => ownLines(order).map(nameOf).join('; '),
  total: (order) => amount(order, totalOf(order)),
  refunded: (order) => amount(order, backOf(order)),
  state: (order) => orderStates[stateOf(order)],
  answerBy: (order) => {
    const [at = null] = stateOf(order) === 'disputed' ? (order.disputes ?? []).map(({ dueAt }) => dueAt ?? null) : []
    return time(at, at === null ? '' : niceDate(new Date(at)))
  },
  codes: ({ codes = [] }) => codes.join(', '),
  giftAid: ({ key }) => (key === 'family' ? t.yes : t.no),
  admitted: (order) => {
    const valid = validOf(ownLines(order).filter(isTicket))
    return valid === 0 ? '' : `${order.key === 'family' ? 1 : 0} of ${valid}`
  },
  answers: ({ key }) => ({
    page: key === 'family' ? 'Question 0?: Nuts; Question 0?: Both' : '',
    file: [key === 'family' ? 'Nuts; Both' : ''],
  }),
}

const PEOPLE: Columns<Row> = {
  ...(Object.fromEntries(
    Object.entries(OF_ORDER).map(([key, of]) => [key, ({ order }: Row) => of(order)]),
  ) as Columns<Row>),
  holder: ({ order, instance }) => `${order.name} ${instance + 1}`,
  holderEmail: ({ order }) => order.email,
  ticket: ({ line }) =>
    nameOf(line)
      .replace(/^\d+ × /, '')
      .split(', ')[0]!,
  event: ({ line }) => nameOf(line).split(', ')[1]!,
  date: ({ line }) => {
    const [at, zone] = (
      {
        late: ['2026-06-05T12:00:00Z', 'Europe/London'],
        entry: ['2026-07-01T12:00:00Z', 'Europe/Paris'],
      } as Record<string, [string, string]>
    )[line.of] ?? ['2026-06-04T12:00:00Z', 'Europe/London']
    return {
      // Outside the zone of the shop, a time names its zone.
      page: niceDate(new Date(at), zone) + (zone === 'Europe/Paris' ? ' GMT+2' : ''),
      file: [localIso(new Date(at), zone).replace('T', ' ').slice(0, 16), zone],
    }
  },
  seat: ({ order }) => (order.key === 'won' ? 'A2' : ''),
  state: ({ order, line, instance }) => {
    if (instance < (line.back?.qty ?? 0)) return holderStates.void
    return order.key === 'family' && instance === 1 ? holderStates.admitted : holderStates.valid
  },
  admittedAt: ({ order, instance }) => {
    const isIn = (order.key === 'family' && instance === 1) || (order.key === 'web' && instance === 0)
    return isIn
      ? { page: niceDate(new Date(ADMITTED)), file: [localTime(ADMITTED), 'Europe/London'] }
      : { page: '', file: ['', ''] }
  },
  answers: ({ order, instance }) => {
    if (order.key !== 'family') return ''
    return instance === 0
      ? { page: 'Question 0?: Nuts; Question 0?: Both', file: ['Nuts; Both'] }
      : { page: 'Question 0?: Both', file: ['Both'] }
  },
}

const shown = (value: Value) => (typeof value === 'string' ? value : value.page)
const filed = (value: Value) => (typeof value === 'string' ? [value] : value.file.map(String))

const ownOrders = () =>
  orders
    .filter((order) => !order.isUnpaid && ownLines(order).length > 0)
    .toSorted((a, b) => Date.parse(b.at) - Date.parse(a.at) || idOf(b.key) - idOf(a.key))
const tickets = (): Row[] =>
  ownOrders().flatMap((order) =>
    ownLines(order)
      .filter(isTicket)
      .flatMap((line) => Array.from({ length: line.qty }, (_, instance) => ({ order, line, instance })))
      .toReversed(),
  )

/** Compares a table, column by column, with what it should have. */
async function expectTable<Of>(list: 'orders' | 'people', columns: Columns<Of>, rows: readonly Of[]) {
  const { heads, rows: found, columns: known } = await wholeTable(list)
  expect(known.map(({ key }) => key).toSorted()).toEqual(Object.keys(columns).toSorted())
  expect(found).toHaveLength(rows.length)
  const [head, ...lines] = rowsOfCsv((await call(`export_${list}`)).raw.body)
  expect(lines).toHaveLength(rows.length)
  let at = 0
  for (const { key } of known as { key: keyof typeof columnNames }[]) {
    const values = rows.map((row) => columns[key]!(row))
    const i = heads.indexOf(columnNames[key])
    expect([key, found.map(({ cells }) => cells[i])]).toEqual([key, values.map(shown)])
    const width = filed(values[0]!).length
    // Each question of a file has a column of its own, and the file of all events names none.
    expect([key, lines.map((line) => line.slice(at, at + width))]).toEqual([key, values.map(filed)])
    at += width
  }
  expect(head).toHaveLength(at)
}

it('each column of orders has what the order has, and nothing of others', () =>
  expectTable('orders', ORDERS, ownOrders()))

it('disputed orders are listed with the day to answer by, which is not a column of all orders', async () => {
  await call('choose_columns', { list: 'orders', columns: ['number'] })
  const headsOf = async (state: string) => ((await call('office_orders', { state })).body as unknown as Table).heads
  expect(await headsOf('disputed')).toEqual([columnNames.number, columnNames.answerBy])
  expect(await headsOf('')).toEqual([columnNames.number])
})

it('each column of people has what the ticket has, and nothing of others', () =>
  expectTable('people', PEOPLE, tickets()))

it('an order’s page has what each of its own lines cost and got back, and what banks dispute of an order that is not shared', async () => {
  for (const order of ownOrders()) {
    const body = (await call('office_order', { order_id: idOf(order.key) })).body
    const own = ownLines(order)
    const disputes = own.length < order.lines.length ? [] : (order.disputes ?? [])
    const put = (path: string, texts: readonly (string | number)[]) => (texts.length === 0 ? {} : { [path]: texts })
    const paid = own.map((line) => paidFor(line) + paidFor(line.added ?? {}))
    const backs = own.map((line) => (line.back ? paidFor(line.back) : 0))
    const inMoney = (minors: readonly number[]) => minors.map((minor) => money(order, minor))
    const isBack = (_: unknown, i: number) => backs[i] !== 0
    const refunded = backOf(order)
    // What a ticket is worth, what can be refunded, payments and their history have tests of their own.
    const others = { payments: [], timeline: [], facts: [], refundable: '' }
    const lines = (body.lines as { tickets: object[] }[]).map((line) => ({ ...line, tickets: line.tickets.length }))
    expect([order.key, figuresOf({ ...body, ...others, lines })]).toEqual([
      order.key,
      {
        total: [money(order, totalOf(order))],
        ...put('refunded', refunded === 0 ? [] : [money(order, refunded)]),
        ...put('left', refunded === 0 ? [] : [money(order, totalOf(order) - refunded)]),
        'lines[].qty': own.map(({ qty }) => qty),
        'lines[].refunded_qty': own.map((line) => line.back?.qty ?? 0),
        'lines[].paid': inMoney(paid),
        'lines[].tickets': own.map((line) => (isTicket(line) ? line.qty : 0)),
        ...put('lines[].refunded', inMoney(backs.filter(isBack))),
        ...put('lines[].left', inMoney(paid.map((minor, i) => minor - backs[i]!).filter(isBack))),
        ...put('disputes[].amount', inMoney(disputes.map(({ minor }) => minor))),
        // From 1 June, 12:00, to 9 June, 22:00.
        ...put(
          'disputes[].days_left',
          disputes.flatMap(({ dueAt }) => (dueAt === undefined ? [] : [8])),
        ),
      },
    ])
    expect(body.state).toBe(stateOf(order))
  }
})

it('an order’s page shows the notes, codes, waivers and answers that are its own and the organiser’s', async () => {
  const { db, clock } = shop()
  const add = adder(db)
  const now = clock.now()
  const { organiserId, otherId } = season
  for (const [key, organiser_id, words, ended_at] of [
    ['family', organiserId, 'Brings a pram', null],
    ['family', organiserId, 'Paid by cheque', now],
    ['both', otherId, 'Theirs', null],
    ['both', organiserId, 'Ours', null],
  ] as const)
    await add('order_notes', { sale_id: idOf(key), organiser_id, words, at_door: true, written_at: now, ended_at })
  const seen = async (key: string) => {
    const { body } = await call('office_order', { order_id: idOf(key) })
    const { notes, facts, answers } = body as unknown as OfficeReply<'office_order'>
    return [
      notes.map(({ words }) => words),
      facts.map(({ text }) => text).toSorted(),
      answers.map(({ label, text }) => `${label}: ${text}`),
    ]
  }
  const at = niceDate(now)
  expect(await seen('web')).toEqual([[], [`Ann, ${at}`, `Bob, ${at}`, code].toSorted(), []])
  expect(await seen('both')).toEqual([['Ours'], [], []])
  expect(await seen('family')).toEqual([
    ['Brings a pram'],
    [
      'Ada Byron, 1 Bank Row, Leeds, LS1 1AA, United Kingdom',
      'Ada Byron, 12 High Street, Leeds, LS1 1AA, United Kingdom',
      'Ada Byron, £10.00, can be claimed',
      `Di, ${at}`,
      `Ed, ${at}`,
      `Flo, ${at}`,
    ],
    ['Question 0? (1): Nuts', 'Question 0?: Both'],
  ])
})
