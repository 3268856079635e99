import { channels } from '@foyer/contract/office/lists/messages.en.ts'
import {
  groupNames,
  measureNames,
  moneyPage,
  paidNames,
  withoutGroup,
} from '@foyer/contract/office/money/messages.en.ts'
import { addDays } from '@foyer/domain/format/calendar-days.ts'
import { dayOf, instantAt } from '@foyer/domain/format/dates.ts'
import { formatMinor } from '@foyer/domain/format/money.ts'
import { currencyCode, type Minor, toMajor } from '@foyer/domain/money/money.ts'
import type { Db, Tx } from '../../db/transaction/tx.ts'
import { type TaxReportRow, taxReport } from '../../payment/ledger/tax-report.ts'
import type { Cell } from '../download/csv.ts'
import { tableFile } from '../download/table-file.ts'
import { grantOf, type OfficeContext, type OfficeHandlers } from '../handle.ts'
import {
  complimentaryOf,
  type Group,
  type Labels,
  MEASURES,
  type Measures,
  moneyReport,
  paidOf,
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
  paid: { label: string; minor: Minor }[]
  vouchersMinor: Minor
}

/** The figures of a period, by currency. People limited to some events don't see figures that belong to no event. */
export async function booksOf(db: Db | Tx, ctx: OfficeContext, scope: Scope, by: Group): Promise<Books[]> {
  const { organiserId } = scope
  const rows = await moneyReport(db, scope, by, LABELS)
  const seesWholeOrganiser = scope.eventIds === null
  const taxes = seesWholeOrganiser ? await taxReport(db, scope.from, scope.to, organiserId) : []
  const paid = seesWholeOrganiser ? await paidOf(db, scope) : []
  const owed = seesWholeOrganiser ? await vouchersOwed(db, organiserId, ctx.now) : []
  const currencies = new Set([...rows, ...taxes, ...paid, ...owed].map(({ currency }) => currency))
  return [...currencies].toSorted().map((currency) => {
    const currencyRows = rows.filter((row) => row.currency === currency)
    return {
      currency,
      rows: currencyRows,
      total: sumOf(currencyRows),
      taxes: taxes.filter((row) => row.currency === currency),
      paid: paid.flatMap((row) =>
        row.currency === currency
          ? [{ label: paidNames[row.account as keyof typeof paidNames], minor: row.minor }]
          : [],
      ),
      vouchersMinor: owed.find((balance) => balance.currency === currency)?.minor ?? 0,
    }
  })
}

/** The columns to show: the total, and those that have an amount. */
export const shownMeasures = (total: Measures, rows: readonly ReportRow[]): (keyof Measures)[] =>
  MEASURES.filter((name) => name === 'total' || rows.some(({ measures }) => measures[name] !== 0) || total[name] !== 0)

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
      currencies: books.map(({ currency, rows, total, taxes, paid, vouchersMinor }) => {
        const shown = shownMeasures(total, rows)
        const money = (minor: Minor) => formatMinor(minor, currencyCode(currency))
        const cells = (measures: Measures) => shown.map((name) => money(measures[name]))
        return {
          currency,
          heads: [groupNames[by], ...shown.map((name) => measureNames[name])],
          rows: rows.map(({ label, measures }) => ({ label, cells: cells(measures) })),
          total: rows.length === 0 ? [] : cells(total),
          taxes: taxes.map((row) => ({ label: rateOf(row), cells: taxAmounts(row).map(money) })),
          paid: paid.map(({ label, minor }) => ({ label, amount: money(minor) })),
          vouchers_owed: vouchersMinor === 0 ? '' : money(vouchersMinor),
        }
      }),
    }
  },
}

/** The table of a period with all columns, for a file. */
export function tableOf(books: readonly Books[], by: Group): Cell[][] {
  const heads = [groupNames[by], measureNames.currency, ...MEASURES.map((name) => measureNames[name])]
  const line = (label: string, currency: string, measures: Measures): Cell[] => [
    label,
    currency,
    ...MEASURES.map((name) => toMajor(measures[name], currencyCode(currency))),
  ]
  return [
    heads,
    ...books.flatMap(({ currency, rows, total }) => [
      ...rows.map(({ label, measures }) => line(label, currency, measures)),
      line(moneyPage.total, currency, total),
    ]),
  ]
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
