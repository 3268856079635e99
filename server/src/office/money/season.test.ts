import { MONEY_GROUPS } from '@foyer/contract/calls/office/money.ts'
import type { OfficeReply } from '@foyer/contract/office/calls.ts'
import {
  groupNames,
  measureNames,
  moneyPage,
  paidColumns,
  paidHeads,
  paidNames,
  paidWays,
} from '@foyer/contract/office/money/messages.en.ts'
import { formatMinor } from '@foyer/domain/format/money.ts'
import { groupBy } from '@foyer/domain/group.ts'
import { type CurrencyCode, type Minor, sum } from '@foyer/domain/money/money.ts'
import { beforeAll, expect, it } from 'vitest'
import { ledgerDifferences } from '../../payment/ledger/ledger.ts'
import { pdfText } from '../../testing/pdf-text.ts'
import { useShop } from '../../testing/shop.ts'
import { openShift } from '../testing/counter.ts'
import { figuresOf, rowsOfCsv } from '../testing/figures.ts'
import { useNeighbour } from '../testing/neighbour.ts'
import { createStaff, inSession, type OfficeBrowser } from '../testing/office.ts'
import { openSeason, sellInSeason } from '../testing/season.ts'
import {
  currencyOf,
  isOwn,
  isWithin,
  type Measure,
  type Moved,
  monthOf,
  movedIn,
  ROW_OF,
  taxesIn,
  waysIn,
} from '../testing/season-figures.ts'
import { type SeasonOrder, seasonOrders } from '../testing/season-orders.ts'

/**
 * Every figure of the page about money and of its files, added up order by order. A figure, a column or a row that this test doesn't
 * know fails it.
 */

const shop = useShop('embedded')
useNeighbour(shop)
type Money = OfficeReply<'office_money'>
type By = (typeof MONEY_GROUPS)[number]

let season: Awaited<ReturnType<typeof openSeason>>
let orders: SeasonOrder[]
let browser: OfficeBrowser
const sales = new Map<string, number>()

beforeAll(async () => {
  season = await openSeason(shop())
  orders = seasonOrders(Object.keys(season.codes)[0]!)
  const shift = await openShift(shop(), { organiserId: season.organiserId })
  for (const order of orders) sales.set(order.key, (await sellInSeason(shop(), season, order, shift!.id)).saleId)
  await plantVouchers()
  await plantCodes((key) => sales.get(key)!)
  const { id: staffId, email } = await createStaff(shop(), season.organiserId, 'owner')
  browser = await inSession(shop(), { staffId, email })
})

/** What a gift voucher still buys: not if it was used up, voided, has expired, or is another organiser's. */
async function plantVouchers() {
  const { db, clock } = shop()
  const theirs = await db
    .insertInto('gift_voucher_designs')
    .values({ organiser_id: season.otherId, slug: 'theirs', name: 'Theirs', currency: 'GBP', values_minor: [900] })
    .returning('id')
    .executeTakeFirstOrThrow()
  const voucher = (balance_minor: number, more: object = {}) => ({
    code: `GIFT${balance_minor}`,
    design_id: season.design.id,
    currency: 'GBP',
    value_minor: 5000,
    balance_minor,
    expires_on: '2026-06-01',
    issued_at: clock.now(),
    ...more,
  })
  await db
    .insertInto('issued_vouchers')
    .values([
      voucher(3500),
      voucher(1200),
      voucher(0),
      voucher(701, { voided_at: clock.now() }),
      voucher(702, { expires_on: '2026-05-31' }),
      voucher(703, { design_id: theirs.id }),
      voucher(1900, { currency: 'EUR' }),
    ])
    .execute()
}

/** Codes that name no row of a report: a gift voucher's, and another organiser's. */
async function plantCodes(idOf: (key: string) => number) {
  const { db, clock } = shop()
  const { id } = await db
    .insertInto('discount_codes')
    .values({ code: `THEIRS${season.otherId}`, kind: 'percent', percent_bp: 1000, event_id: season.theirs.eventId })
    .returning('id')
    .executeTakeFirstOrThrow()
  const voucher = await db
    .selectFrom('issued_vouchers')
    .select('id')
    .where('code', '=', 'GIFT3500')
    .executeTakeFirstOrThrow()
  const applied_at = clock.now()
  await db
    .insertInto('sale_codes')
    .values([
      { sale_id: idOf('both'), code: `THEIRS${season.otherId}`, discount_id: id, applied_at },
      { sale_id: idOf('spent'), code: 'GIFT3500', voucher_id: voucher.id, applied_at },
    ])
    .execute()
}
const OWED: Record<string, Minor> = { GBP: 4700, EUR: 1900 }

const call = (name: Parameters<OfficeBrowser['call']>[0], body: object = {}) =>
  browser.call(name, { organiser_id: season.organiserId, ...body })
const see = async (body: object) => (await call('office_money', body)).body as unknown as Money

const MEASURES: (Measure | 'total')[] = [
  'tickets',
  'fees',
  'protection',
  'delivery',
  'donations',
  'vouchersSold',
  'vouchersUsed',
  'rounding',
  'refunded',
  'total',
]
const amountsOf = (moved: readonly Moved[]) => (name: Measure | 'total') =>
  sum(moved.filter(({ measure }) => name === 'total' || measure === name).map(({ minor }) => minor))

type Days = [string, string]
const PERIODS: Record<string, Days> = {
  'this month': ['2026-06-01', '2026-06-01'],
  May: monthOf('2026-05'),
  April: monthOf('2026-04'),
  'all of it': ['2026-01-01', '2026-12-31'],
  'the last day of May': ['2026-05-31', '2026-05-31'],
}
const movedOf = (currency: string, days: Days) =>
  movedIn(orders).filter(({ order, at }) => currencyOf(order) === currency && isWithin(at, days))

/** A table of the page: the columns that have an amount, the rows by name, and their sum. */
function salesOf(currency: string, days: Days, by: By) {
  const moved = movedOf(currency, days)
  const rows = groupBy(moved, (one) => ROW_OF[by](one, shop().clock.now()))
  const shown = MEASURES.filter(
    (name) => name === 'total' || [moved, ...rows.values()].some((some) => amountsOf(some)(name) !== 0),
  )
  return { moved, rows, shown }
}

/** How it was paid: the ways in their order, the columns that have an amount, and what is left. */
function paidTable(currency: string, days: Days) {
  const { ways, beside } = waysIn(orders, currency, days)
  const columns = Object.keys(paidColumns) as (keyof typeof paidColumns)[]
  const shown = columns.filter((column) => [...ways.values()].some((way) => way[column] !== 0))
  const rows = (Object.keys(paidWays) as (keyof typeof paidWays)[]).flatMap((way) => {
    const amounts = ways.get(way)
    return amounts ? [{ way, amounts: [...shown.map((column) => amounts[column]), sum(Object.values(amounts))] }] : []
  })
  const money = rows.filter(({ way }) => way !== 'voucher')
  return {
    heads: [paidHeads.way, ...shown.map((column) => paidColumns[column]), paidHeads.left],
    rows: rows.map(({ way, amounts }) => ({ label: paidWays[way], amounts })),
    total: [...shown, 'left'].map((_, i) => sum(money.map(({ amounts }) => amounts[i]!))),
    beside: (Object.keys(paidNames) as (keyof typeof paidNames)[]).flatMap((account) =>
      beside[account] === 0 ? [] : [{ label: paidNames[account], minor: beside[account] }],
    ),
  }
}

const taxRows = (currency: string, days: Days) =>
  [...taxesIn(orders, currency, days)]
    .toSorted(([a], [b]) => a - b)
    .map(([rate, { gross, tax, refunded, refundedTax }]) => ({
      label: `${rate / 100}%`,
      amounts: [gross, tax, refunded, refundedTax, tax - refundedTax],
    }))
    .filter(({ amounts }) => amounts.some((minor) => minor !== 0))

it('the season is one that the ledger check finds in order', async () => {
  // Its disputes and refunds that are on their way are open balances; all else must be booked as the shop books it.
  const ids = [...sales.values()]
  const all = await ledgerDifferences(shop().db)
  const found = all.filter(({ sale_id }) => ids.includes(sale_id)).map(({ what }) => what)
  expect(found.filter((what) => what.startsWith('entries') || what.startsWith('the lines differ'))).toEqual([])
})

it.each(Object.keys(PERIODS).flatMap((period) => MONEY_GROUPS.map((by) => [period, by] as const)))(
  'of %s, by %s: each figure is what its orders add up to',
  async (period, by) => {
    const days = PERIODS[period]!
    const reply = await see({ from: days[0], until: days[1], by })
    const expected: ReturnType<typeof figuresOf> = {}
    const put = (path: string, texts: readonly (string | number)[]) => {
      if (texts.length > 0) expected[path] = [...(expected[path] ?? []), ...texts]
    }
    for (const shown of reply.currencies) {
      const { currency, heads, rows } = shown
      const money = (minor: Minor) => formatMinor(minor, currency as CurrencyCode)
      const sales = salesOf(currency, days, by)
      expect(heads).toEqual([groupNames[by], ...sales.shown.map((name) => measureNames[name])])
      expect(rows.map(({ label }) => label).toSorted()).toEqual([...sales.rows.keys()].toSorted())
      const cells = (moved: readonly Moved[]) => sales.shown.map((name) => money(amountsOf(moved)(name)))
      put(
        'currencies[].rows[].cells[]',
        rows.flatMap(({ label }) => cells(sales.rows.get(label)!)),
      )
      put('currencies[].total[]', rows.length === 0 ? [] : cells(sales.moved))
      const taxes = taxRows(currency, days)
      expect(shown.taxes.map(({ label }) => label)).toEqual(taxes.map(({ label }) => label))
      put(
        'currencies[].taxes[].cells[]',
        taxes.flatMap(({ amounts }) => amounts.map(money)),
      )
      const paid = paidTable(currency, days)
      expect(shown.paid.heads).toEqual(paid.heads)
      expect(shown.paid.rows.map(({ label }) => label)).toEqual(paid.rows.map(({ label }) => label))
      put(
        'currencies[].paid.rows[].cells[]',
        paid.rows.flatMap(({ amounts }) => amounts.map(money)),
      )
      put('currencies[].paid.total[]', paid.total.map(money))
      expect(shown.beside.map(({ label }) => label)).toEqual(paid.beside.map(({ label }) => label))
      put(
        'currencies[].beside[].amount',
        paid.beside.map(({ minor }) => money(minor)),
      )
      put('currencies[].vouchers_owed', [money(OWED[currency]!)])
    }
    const given = groupBy(
      orders
        .filter((order) => (order.channel === 'complimentary' || order.how === 'free') && isWithin(order.at, days))
        .flatMap(({ lines }) => lines.filter((line) => isOwn(line) && line.list === 0)),
      ({ of }) => (of === 'entry' ? 'The Fair' : 'The Show'),
    )
    const left = [...given.values()].map((some) => sum(some.map(({ qty, back }) => qty - (back?.qty ?? 0))))
    put(
      'complimentary[].tickets',
      left.filter((tickets) => tickets > 0),
    )
    expect(reply.currencies.map(({ currency }) => currency)).toEqual(['EUR', 'GBP'])
    expect(figuresOf(reply)).toEqual(expected)
  },
)

/** The whole file: sales with every column, and below them taxes, ways of payment, what stands beside them, and vouchers. */
function fileOf(days: Days, by: By): string[][] {
  const major = (minor: Minor) => String(minor / 100)
  const hasDates = by === 'date' || by === 'type'
  const currencies = ['EUR', 'GBP']
  const sales = currencies.flatMap((currency) => {
    const { moved, rows } = salesOf(currency, days, by)
    const line = (label: string, of: readonly Moved[]) => [
      label,
      currency,
      ...MEASURES.map((name) => major(amountsOf(of)(name))),
    ]
    return [...[...rows].map(([label, of]) => line(label, of)), line(moneyPage.total, moved)]
  })
  const below = currencies.flatMap((currency) => {
    const line = (label: string, amounts: readonly Minor[]) => [label, currency, ...amounts.map(major)]
    const [taxes, paid] = [taxRows(currency, days), paidTable(currency, days)]
    const head = (label: string, ...columns: string[]) => [[''], [label, measureNames.currency, ...columns]]
    return [
      ...(taxes.length === 0
        ? []
        : head('Rate', 'Sold with tax', 'Tax', 'Refunded with tax', 'Tax refunded', 'Tax to pay')),
      ...taxes.map(({ label, amounts }) => line(label, amounts)),
      ...(paid.rows.length === 0 ? [] : head(paid.heads[0]!, ...paid.heads.slice(1))),
      ...paid.rows.map(({ label, amounts }) => line(label, amounts)),
      ...(paid.rows.length === 0 ? [] : [line(paidHeads.total, paid.total)]),
      ...(paid.beside.length === 0 ? [] : head(moneyPage['beside.title'], measureNames.total)),
      ...paid.beside.map(({ label, minor }) => line(label, [minor])),
      ...head(moneyPage['vouchers.title'], measureNames.total),
      line(moneyPage['vouchers.title'], [OWED[currency]!]),
    ]
  })
  const first = by === 'day' ? `${groupNames.day} (Europe/London)` : groupNames[by]
  if (hasDates) throw new Error('files by date have more columns')
  return [[first, measureNames.currency, ...MEASURES.map((name) => measureNames[name])], ...sales, ...below]
}

/** Rows of sales are in the order of their names here; the order on the page has a test of its own. */
const inOrder = (rows: readonly string[][]) => rows.map((row) => row.join('|')).toSorted()

it.each(['event', 'channel', 'code', 'day'] as const)('a file by %s has each figure', async (by) => {
  for (const days of Object.values(PERIODS)) {
    const file = rowsOfCsv((await call('export_money', { from: days[0], until: days[1], by })).raw.body)
    const expected = fileOf(days, by).map(([label, ...rest]) =>
      by === 'day' && /^\d\d\//.test(label!) ? [label!.split('/').toReversed().join('-'), ...rest] : [label!, ...rest],
    )
    expect(inOrder(file), days.join()).toEqual(inOrder(expected))
  }
})

it.each(['2026-04', '2026-05', '2026-06'])(
  'the statement of %s has all of that month, its last hour included',
  async (month) => {
    const days = monthOf(month)
    const csv = rowsOfCsv((await call('money_statement', { month, format: 'csv' })).raw.body)
    expect(inOrder(csv)).toEqual(inOrder(fileOf(days, 'event')))
    const { base64 } = (await call('money_statement', { month, format: 'pdf' })).body
    const text = pdfText(Buffer.from(String(base64), 'base64'))
    for (const currency of ['EUR', 'GBP']) {
      const money = (minor: Minor) => formatMinor(minor, currency as CurrencyCode)
      const { moved, rows, shown } = salesOf(currency, days, 'event')
      for (const of of [moved, ...rows.values()])
        for (const name of shown) expect(text, `${currency} ${name}`).toContain(money(amountsOf(of)(name)))
      const paid = paidTable(currency, days)
      for (const { amounts } of [...paid.rows, { amounts: paid.beside.map(({ minor }) => minor) }])
        for (const minor of amounts.filter((one) => one !== 0)) expect(text).toContain(money(minor))
      // The last column of the taxes is what is due.
      for (const { label, amounts } of taxRows(currency, days))
        expect(text.replaceAll(/\s+/g, ' ')).toContain(`${label} ${money(amounts.at(-1)!)}`)
    }
  },
)
