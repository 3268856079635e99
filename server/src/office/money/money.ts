import { fill } from '@foyer/contract/fill.ts'
import { channels, lists } from '@foyer/contract/office/lists/messages.en.ts'
import {
  groupNames,
  measureNames,
  moneyPage,
  paidHeads,
  paidNames,
  withoutGroup,
} from '@foyer/contract/office/money/messages.en.ts'
import { addDays } from '@foyer/domain/format/calendar-days.ts'
import { dayOf, instantAt } from '@foyer/domain/format/dates.ts'
import { formatMinor } from '@foyer/domain/format/money.ts'
import { currencyCode, type Minor, toMajor } from '@foyer/domain/money/money.ts'
import { usualPeriods } from '@foyer/domain/office/periods.ts'
import type { Db, Tx } from '../../db/transaction/tx.ts'
import { type TaxReportRow, taxReport } from '../../payment/ledger/tax-report.ts'
import { type Cell, dayCell, headIn, timeCell } from '../download/csv.ts'
import { tableFile } from '../download/table-file.ts'
import { grantOf, type OfficeContext, type OfficeHandlers } from '../handle.ts'
import { type Beside, type Paid, paidOf, type WayRow, wayTable } from './paid.ts'
import {
  complimentaryOf,
  type Group,
  type Labels,
  MEASURES,
  type Measures,
  moneyReport,
  type ReportRow,
  type Scope,
  sumOf,
  vouchersOwed,
} from './report.ts'

const LABELS: Labels = {
  ...withoutGroup,
  channel: (name) => (channels as Record<string, string>)[name] ?? name,
}

/** The period asked for, or this month so far. Days are London's, as everywhere in the accounts. */
function scopeOf(
  ctx: OfficeContext,
  { from, until }: { from: string; until: string },
): Scope & { days: [string, string] } {
  const { organiserId, eventIds } = grantOf(ctx)
  const today = dayOf(ctx.now)
  const first = from || `${(until || today).slice(0, 7)}-01`
  const last = until || (today > first ? today : first)
  return {
    organiserId,
    eventIds,
    days: [first, last],
    from: instantAt(first, '00:00'),
    to: instantAt(addDays(last, 1), '00:00'),
  }
}

export type Books = {
  currency: string
  rows: ReportRow[]
  total: Measures
  taxes: TaxReportRow[]
  ways: WayRow[]
  beside: Beside[]
  vouchersMinor: Minor
}

/** The figures of a period, by currency. People limited to some events don't see figures that belong to no event. */
export async function booksOf(db: Db | Tx, ctx: OfficeContext, scope: Scope, by: Group): Promise<Books[]> {
  const { organiserId } = scope
  const rows = await moneyReport(db, scope, by, LABELS)
  const seesWholeOrganiser = scope.eventIds === null
  const taxes = seesWholeOrganiser ? await taxReport(db, scope.from, scope.to, organiserId) : []
  const paid: ReadonlyMap<string, Paid> = seesWholeOrganiser ? await paidOf(db, scope) : new Map()
  const owed = seesWholeOrganiser ? await vouchersOwed(db, organiserId, ctx.now) : []
  const currencies = new Set([...paid.keys(), ...[...rows, ...taxes, ...owed].map(({ currency }) => currency)])
  return [...currencies].toSorted().map((currency) => {
    const currencyRows = rows.filter((row) => row.currency === currency)
    return {
      currency,
      rows: currencyRows,
      total: sumOf(currencyRows),
      taxes: taxes.filter((row) => row.currency === currency),
      ways: paid.get(currency)?.ways ?? [],
      beside: paid.get(currency)?.beside ?? [],
      vouchersMinor: owed.find((balance) => balance.currency === currency)?.minor ?? 0,
    }
  })
}

/** The columns to show: the total, and those that have an amount. */
export const shownMeasures = (total: Measures, rows: readonly ReportRow[]): (keyof Measures)[] =>
  MEASURES.filter((name) => name === 'total' || rows.some(({ measures }) => measures[name] !== 0) || total[name] !== 0)

const TAX_HEADS = [
  moneyPage['tax.rate'],
  moneyPage['tax.gross'],
  moneyPage['tax.tax'],
  moneyPage['tax.refunded'],
  moneyPage['tax.refundedTax'],
  moneyPage['tax.due'],
]
export const rateOf = ({ rateBp }: { rateBp: number }): string => `${rateBp / 100}%`
export const taxAmounts = (row: TaxReportRow): Minor[] => [
  row.grossMinor,
  row.taxMinor,
  row.refundedMinor,
  row.refundedTaxMinor,
  row.taxMinor - row.refundedTaxMinor,
]

export const officeMoney: OfficeHandlers['office_money'] = {
  async read({ from, until, by }, ctx) {
    const { days, ...scope } = scopeOf(ctx, { from, until })
    const books = await booksOf(ctx.deps.db, ctx, scope, by)
    const complimentary = await complimentaryOf(ctx.deps.db, scope)
    return {
      complimentary: complimentary.map(({ title, tickets }) => ({ label: title, tickets })),
      from: days[0],
      until: days[1],
      by,
      month: days[1].slice(0, 7),
      periods: usualPeriods(dayOf(ctx.now)),
      currencies: books.map(({ currency, rows, total, taxes, ways, beside, vouchersMinor }) => {
        const shown = shownMeasures(total, rows)
        const money = (minor: Minor) => formatMinor(minor, currencyCode(currency))
        const paid = wayTable(ways)
        const cells = (measures: Measures) => shown.map((name) => money(measures[name]))
        return {
          currency,
          heads: [groupNames[by], ...shown.map((name) => measureNames[name])],
          rows: rows.map(({ label, measures }) => ({ label, cells: cells(measures) })),
          total: rows.length === 0 ? [] : cells(total),
          taxes: taxes.map((row) => ({ label: rateOf(row), cells: taxAmounts(row).map(money) })),
          paid: {
            heads: paid.heads,
            rows: paid.rows.map(({ label, amounts }) => ({ label, cells: amounts.map(money) })),
            total: paid.total.map(money),
          },
          beside: beside.map(({ account, minor }) => ({ label: paidNames[account], amount: money(minor) })),
          vouchers_owed: vouchersMinor === 0 ? '' : money(vouchersMinor),
        }
      }),
    }
  },
}

/** The figures of a period for a file: the table of sales with all columns, and below it taxes and ways of payment. */
export function tableOf(books: readonly Books[], by: Group): Cell[][] {
  const hasDates = by === 'date' || by === 'type'
  const first = by === 'day' ? headIn(groupNames.day) : groupNames[by === 'date' ? 'event' : by]
  const dateHeads = hasDates ? [groupNames.date, fill(lists.zone, { column: groupNames.date })] : []
  const heads = [first, ...dateHeads, measureNames.currency, ...MEASURES.map((name) => measureNames[name])]
  const datesOf = ({ starts }: Pick<ReportRow, 'starts'>): Cell[] => {
    if (!hasDates) return []
    return starts === null
      ? ['', '']
      : [starts.allDay ? dayCell(starts.at, starts.zone) : timeCell(starts.at, starts.zone), starts.zone]
  }
  const sales = (label: Cell, row: Pick<ReportRow, 'starts' | 'measures'>, currency: string): Cell[] => {
    const [, ...amounts] = line(
      '',
      currency,
      MEASURES.map((name) => row.measures[name]),
    )
    return [label, ...datesOf(row), ...amounts]
  }
  const line = (label: string, currency: string, amounts: readonly Minor[]): Cell[] => [
    label,
    currency,
    ...amounts.map((minor) => toMajor(minor, currencyCode(currency))),
  ]
  return [
    heads,
    ...books.flatMap(({ currency, rows, total }) => [
      ...rows.map((row) => sales(by === 'day' ? { day: row.key } : row.name, row, currency)),
      sales(moneyPage.total, { starts: null, measures: total }, currency),
    ]),
    ...books.flatMap(belowSales),
  ]

  function belowSales({ currency, taxes, ways, beside, vouchersMinor }: Books): Cell[][] {
    const paid = wayTable(ways)
    const withCurrency = ([label, ...columns]: readonly string[]) => [[], [label!, measureNames.currency, ...columns]]
    const amount = [measureNames.total]
    return [
      ...(taxes.length === 0 ? [] : withCurrency(TAX_HEADS)),
      ...taxes.map((row) => line(rateOf(row), currency, taxAmounts(row))),
      ...(ways.length === 0 ? [] : withCurrency(paid.heads)),
      ...paid.rows.map(({ label, amounts }) => line(label, currency, amounts)),
      ...(ways.length === 0 ? [] : [line(paidHeads.total, currency, paid.total)]),
      ...(beside.length === 0 ? [] : withCurrency([moneyPage['beside.title'], ...amount])),
      ...beside.map(({ account, minor }) => line(paidNames[account], currency, [minor])),
      ...(vouchersMinor === 0 ? [] : withCurrency([moneyPage['vouchers.title'], ...amount])),
      ...(vouchersMinor === 0 ? [] : [line(moneyPage['vouchers.title'], currency, [vouchersMinor])]),
    ]
  }
}

export async function* inOneBatch(rows: Cell[][]): AsyncGenerator<Cell[][]> {
  yield rows
}

export const exportMoney: OfficeHandlers['export_money'] = {
  async change(tx: Tx, { from, until, by, format }, ctx) {
    const { days, ...scope } = scopeOf(ctx, { from, until })
    const books = await booksOf(tx, ctx, scope, by)
    return {
      ...tableFile(`money-${days[0]}-to-${days[1]}-by-${by}`, format, inOneBatch(tableOf(books, by)), null),
      log: { subject: ['money', scope.organiserId], after: { from: days[0], until: days[1], by, format } },
    }
  },
}
