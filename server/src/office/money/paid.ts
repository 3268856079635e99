import { paidColumns, paidHeads, paidNames, paidWays } from '@foyer/contract/office/money/messages.en.ts'
import type { Minor } from '@foyer/domain/money/money.ts'
import { BANK_PROVIDERS } from '@foyer/domain/payment/providers.ts'
import { type RawBuilder, sql } from 'kysely'
import type { Db, Tx } from '../../db/transaction/tx.ts'
import type { Scope } from './report.ts'

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

/**
 * The way of `payment`: by its instalments, its provider, and whether a card was taken at the counter. What organisers owe each other
 * of a plan is of no single payment.
 */
const WAY: RawBuilder<Way> = sql`case
  when payment.purpose in ('plan_first', 'plan_instalment') or moved.movement = 'plan_shared' then 'plan'
  when payment.id is null then 'other' when payment.provider = 'cash' then 'cash'
  when payment.provider = 'other' then 'other' when payment.provider in (${sql.join(BANK_PROVIDERS.map(sql.lit))}) then 'bank'
  when counter.how = 'reader' and payment.purpose = 'sale' then 'reader' else payment.provider end`

/** The column of an account's movements, null for those that stand beside the ways of payment. */
const COLUMN: RawBuilder<Column> = sql`case moved.account when 'captured' then 'received' when 'refunded' then 'refunded'
  when 'refunded_elsewhere' then 'elsewhere' when 'refunded_to_vouchers' then 'toVouchers' when 'disputed' then 'disputed'
  when 'gift_vouchers_redeemed' then case when moved.movement in ('sale', 'change') then 'received' else 'refunded' end end`

/**
 * How an organiser's sales were paid in a period, by currency and way of payment, from the ledger. The ways without gift vouchers, what
 * is to come and what disputes lost add up to what was earned.
 */
export async function paidOf(
  db: Db | Tx,
  { organiserId, from, to }: Pick<Scope, 'organiserId' | 'from' | 'to'>,
): Promise<Map<string, Paid>> {
  type Row = { currency: string; way: Way; column: Column | null; account: string; minor: number }
  const { rows } = await sql<Row>`
    with moved as (
      select currency, account, movement, payment_id, amount_minor as minor from ledger_entries
      where organiser_id = ${organiserId} and at >= ${from} and at < ${to} and account in ('captured', 'refunded',
        'refunded_elsewhere', 'refunded_to_vouchers', 'disputed', 'dispute_losses', 'gift_vouchers_redeemed', 'receivable',
        'platform_fees')
      union all
      ${disputeSharesOf({ organiserId, from, to })})
    select moved.currency, case moved.account when 'gift_vouchers_redeemed' then 'voucher' else ${WAY} end as way, ${COLUMN} as column,
      min(moved.account) as account, sum(case moved.account when 'platform_fees' then -moved.minor else moved.minor end)::bigint as minor
    from moved left join payments payment on payment.id = moved.payment_id
      left join counter_sales counter on counter.sale_id = payment.sale_id
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

/**
 * The organiser's part of what disputes took beyond what was owed to the buyer, where earlier versions named no organiser for it: it is
 * shared as the disputed payment was received, with running sums, so that the parts of all organisers add up to the penny.
 */
const disputeSharesOf = ({ organiserId, from, to }: Pick<Scope, 'organiserId' | 'from' | 'to'>) => sql`
  select lost.currency, lost.account, lost.movement, lost.payment_id,
    round(lost.amount_minor * part.until / part.whole) - round(lost.amount_minor * (part.until - part.minor) / part.whole) as minor
  from ledger_entries lost
  cross join lateral (
    select organiser_id, sum(amount_minor) as minor, sum(sum(amount_minor)) over (order by organiser_id) as until,
      sum(sum(amount_minor)) over () as whole
    from ledger_entries captured where captured.sale_id = lost.sale_id and captured.payment_id = lost.payment_id
      and captured.account = 'captured' group by organiser_id) part
  where lost.sale_id in (select payment.sale_id from disputes join payments payment on payment.id = disputes.payment_id)
    and lost.organiser_id is null and lost.account in ('disputed', 'dispute_losses') and lost.at >= ${from} and lost.at < ${to}
    and part.organiser_id = ${organiserId} and part.whole <> 0`

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
