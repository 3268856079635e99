import { paidColumns, paidHeads, paidNames, paidWays } from '@foyer/contract/office/money/messages.en.ts'
import type { Minor } from '@foyer/domain/money/money.ts'
import { type RawBuilder, sql } from 'kysely'
import type { Db, Tx } from '../../db/transaction/tx.ts'
import { type Period, paidIn } from '../../payment/ledger/sums.ts'

/** A way of payment, as its row is named. Gift vouchers bring no money: it came when they were sold. */
export type Way = keyof typeof paidWays
/** What happened to money of a way of payment: received, or taken back. Amounts that went out are negative. */
export type Column = keyof typeof paidColumns
export type WayRow = { way: Way; amounts: Record<Column, Minor> }
/** What stands beside the ways of payment. */
export type Beside = { account: keyof typeof paidNames; minor: Minor }
export type Paid = { ways: WayRow[]; beside: Beside[] }

const WAYS = Object.keys(paidWays) as Way[]
const COLUMNS = Object.keys(paidColumns) as Column[]
const BESIDE = Object.keys(paidNames) as Beside['account'][]

/** The column of an account's movements, null for those that stand beside the ways of payment. */
const COLUMN: RawBuilder<Column> = sql`case moved.account when 'captured' then 'received' when 'refunded' then 'refunded'
  when 'refunded_elsewhere' then 'elsewhere' when 'refunded_to_vouchers' then 'toVouchers' when 'disputed' then 'disputed'
  when 'gift_vouchers_redeemed' then case when moved.sold then 'received' else 'refunded' end end`

/**
 * How an organiser's sales were paid in a period, by currency and way of payment, from the ledger. The ways without gift vouchers, what
 * is to come and what disputes lost add up to what was earned.
 */
export async function paidOf(db: Db | Tx, period: Period): Promise<Map<string, Paid>> {
  type Row = { currency: string; way: Way; column: Column | null; account: string; minor: number }
  const { rows } = await sql<Row>`
    select moved.currency, case moved.account when 'gift_vouchers_redeemed' then 'voucher' else moved.way end as way, ${COLUMN} as column,
      min(moved.account) as account, sum(case moved.account when 'platform_fees' then -moved.minor else moved.minor end)::bigint as minor
    from (${paidIn(period)}) moved
    group by 1, 2, 3, case when ${COLUMN} is null then moved.account end order by 1`.execute(db)
  const currencies = [...new Set(rows.map(({ currency }) => currency))]
  return new Map(
    currencies.map((currency) => [currency, paidFrom(rows.filter((row) => row.currency === currency))] as const),
  )

  function paidFrom(own: readonly Row[]): Paid {
    const sumOf = (matches: (row: Row) => boolean): Minor =>
      own.reduce((sum, row) => (matches(row) ? sum + row.minor : sum), 0)
    const ways = WAYS.map((way) => ({
      way,
      amounts: Object.fromEntries(
        COLUMNS.map((column) => [column, sumOf((row) => row.way === way && row.column === column)]),
      ) as Record<Column, Minor>,
    }))
    const beside = BESIDE.map((account) => ({
      account,
      minor: sumOf((row) => row.column === null && row.account === account),
    }))
    return {
      ways: ways.filter(({ amounts }) => COLUMNS.some((column) => amounts[column] !== 0)),
      beside: beside.filter(({ minor }) => minor !== 0),
    }
  }
}

/** What is left of each way: all its columns together. */
export const leftOf = ({ amounts }: Pick<WayRow, 'amounts'>): Minor =>
  COLUMNS.reduce((sum, column) => sum + amounts[column], 0)

/** The ways of payment with their total, which leaves out gift vouchers. */
export function wayTable(ways: readonly WayRow[]) {
  const money = ways.filter(({ way }) => way !== 'voucher')
  const shown = COLUMNS.filter((column) => ways.some(({ amounts }) => amounts[column] !== 0))
  const amountsOf = ({ amounts }: Pick<WayRow, 'amounts'>) => [
    ...shown.map((column) => amounts[column]),
    leftOf({ amounts }),
  ]
  const totals = Object.fromEntries(
    COLUMNS.map((column) => [column, money.reduce((sum, { amounts }) => sum + amounts[column], 0)]),
  ) as Record<Column, Minor>
  return {
    heads: [paidHeads.way, ...shown.map((column) => paidColumns[column]), paidHeads.left],
    rows: ways.map((row) => ({ label: paidWays[row.way], amounts: amountsOf(row) })),
    total: amountsOf({ amounts: totals }),
  }
}
