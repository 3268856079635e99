import { type CurrencyCode, currencyCode, type Minor } from '@foyer/domain/money/money.ts'
import { type MoneyBasket, totalsOf } from '@foyer/domain/money/totals.ts'
import type { Kysely } from 'kysely'
import type { Database } from '../../db/schema/types.generated.ts'
import { runBatch, runQuery } from '../../db/transaction/batch.ts'
import { combine, onePerDb } from '../../db/transaction/combine.ts'
import type { Db, Tx } from '../../db/transaction/tx.ts'
import { ownAccountsOf, paidInto } from '../order/paid-into.ts'
import { lockFreeSalesQuery, lockSaleQuery, type SaleRow } from '../sale.ts'
import { mayBeSmall, smallTotalTermsOf } from '../terms/small-total.ts'
import { frozenTermsOf, pricesOf, type Terms, typeTermsOf, voucherAt } from '../terms/terms.ts'
import { isBasket, moneyBasketOf, readCodes, readOffers, readPools, readVouchers } from './snapshot-parts.ts'
import { lineFrom, type SaleWithLines, saleRowsQuery } from './snapshot-rows.ts'

type Reader = Pick<Kysely<Database>, 'selectFrom' | 'getExecutor'>

/**
 * Reads everything that determines what a sale holds and costs. Views, rules and payments derive from it. Null for an
 * unknown sale.
 */
export async function readSnapshot(db: Reader, saleId: number): Promise<Snapshot | null> {
  const row = (await runQuery(db, saleRowsQuery([saleId]))).get(saleId)
  return row ? snapshotFrom(db, row) : null
}

/** Reads the sales that are wanted at the same moment in one statement, which costs little more than for one. */
const combinedRows = onePerDb((db) =>
  combine(
    async (saleIds: number[]) => {
      const rows = await runQuery(db, saleRowsQuery([...new Set(saleIds)]))
      return saleIds.map((id) => rows.get(id))
    },
    { maxBatch: 50, maxQueue: 20_000 },
  ),
)

/** The same outside a transaction, together with the sales of other requests. */
export async function readSharedSnapshot(db: Db, saleId: number): Promise<Snapshot | null> {
  const row = await combinedRows(db)(saleId)
  return row ? snapshotFrom(db, row) : null
}

/** The same with the sale's row as the caller has it, which may not be stored yet, and optionally under other terms. */
export async function snapshotOf(db: Reader, sale: SaleRow, terms?: Terms | null): Promise<Snapshot> {
  const row = (await runQuery(db, saleRowsQuery([sale.id]))).get(sale.id)!
  return snapshotFrom(db, { ...row, sale }, terms)
}

/** Locks a sale as `lockSale` does, then reads its snapshot. */
export async function lockSnapshot(tx: Tx, saleId: number): Promise<Snapshot> {
  const [, rows] = await runBatch(tx, lockSaleQuery(saleId), saleRowsQuery([saleId]))
  return snapshotFrom(tx, rows.get(saleId)!)
}

/** Locks the sales that no other transaction has locked, in id order, and returns their snapshots. */
export async function lockFreeSnapshots(tx: Tx, saleIds: readonly number[]): Promise<Map<number, Snapshot>> {
  const [free, rows] = await runBatch(tx, lockFreeSalesQuery(saleIds), saleRowsQuery(saleIds))
  const snapshots = new Map<number, Snapshot>()
  for (const id of free) snapshots.set(id, await snapshotFrom(tx, rows.get(id)!))
  return snapshots
}

/**
 * Makes a snapshot from a sale's rows and reads the less common parts that it has. This is the only place that reads what organisers
 * can edit, so that a held or paid sale keeps its terms.
 */
export async function snapshotFrom(
  db: Reader,
  { sale, has, orderNumber, lines: lineRows }: SaleWithLines,
  terms: Terms | null = frozenTermsOf(sale),
) {
  const lines = lineRows.map((row) => lineFrom(row, terms))
  const liveVouchers = has.vouchers ? await readVouchers(db, sale.id) : []
  const vouchers = terms === null ? liveVouchers : liveVouchers.map((line) => voucherAt(terms, line))
  const codes = has.codes ? await readCodes(db, sale.id) : []
  const pools = await readPools(db, lines)
  const organisers = organisersOf({ lines, vouchers })
  const accounts = await accountsOf(db, has.accounts ? organisers : [])
  const into = paidInto(organisers, accounts)
  const liveOffers = terms === null && has.offers ? await readOffers(db, lines) : []
  const money = moneyBasketOf(sale, { lines, vouchers, codes, offers: liveOffers, terms, paidInto: into })
  const totals = await totalsAt(db, sale, money, terms)
  return { sale, has, orderNumber, lines, pools, vouchers, codes, money, terms, totals, paidInto: into }
}

const accountsOf = async (db: Reader, organisers: readonly { organiserId: number }[]) =>
  organisers.length === 0
    ? []
    : ownAccountsOf(
        db,
        organisers.map(({ organiserId }) => organiserId),
      )

/** The totals of a sale. Adds the terms for a total that is too small for a card to `money`, if the sale has them. */
async function totalsAt(db: Reader, sale: SaleRow, money: MoneyBasket, terms: Terms | null) {
  const totals = totalsOf(money)
  const smallTotal = terms === null ? await liveSmallTotal(db, sale, totals.totalMinor) : terms.smallTotal
  if (!smallTotal) return totals
  money.smallTotal = smallTotal
  return totalsOf(money)
}

const liveSmallTotal = async (db: Reader, sale: SaleRow, totalMinor: Minor) =>
  isBasket(sale) && mayBeSmall(totalMinor) ? (await smallTotalTermsOf(db, [sale.id])).get(sale.id) : undefined

export type Snapshot = Awaited<ReturnType<typeof snapshotFrom>>
export type SnapshotLine = Snapshot['lines'][number]

/** Returns the terms of this snapshot with its prices, for a payment that is begun under them. */
export const termsOf = ({ terms, lines, money }: Snapshot): Terms => ({
  ...(terms ?? typeTermsOf(lines)),
  offers: [...money.offers],
  discounts: [...money.discounts],
  ...(money.smallTotal && { smallTotal: money.smallTotal }),
  prices: pricesOf(lines),
})

/** The one currency of the sale. */
export const currencyOf = ({ sale }: Pick<Snapshot, 'sale'>): CurrencyCode => currencyCode(sale.currency)

/** Returns the organisers of everything in the basket, in basket order, without duplicates. */
export function organisersOf({ lines, vouchers }: Pick<Snapshot, 'lines' | 'vouchers'>) {
  const byId = new Map<number, SnapshotLine | Snapshot['vouchers'][number]>()
  for (const line of [...lines, ...vouchers]) if (!byId.has(line.organiserId)) byId.set(line.organiserId, line)
  return [...byId.values()]
}

/** Whether an event of the sale, or its date, has been cancelled. */
/** Cancelled or postponed: nothing more is bought. */
export const isCalledOff = ({ lines }: { lines: readonly { eventStatus: string }[] }): boolean =>
  lines.some(({ eventStatus }) => eventStatus === 'cancelled' || eventStatus === 'postponed')

export const hasCancelledEvent = ({ lines }: { lines: readonly { eventStatus: string }[] }): boolean =>
  lines.some(({ eventStatus }) => eventStatus === 'cancelled')

export const isEmpty = ({ lines, vouchers }: Pick<Snapshot, 'lines' | 'vouchers'>): boolean =>
  lines.length === 0 && vouchers.length === 0

/**
 * Whether the sale needs the address step: posted tickets need an address, and gift vouchers the names of sender and
 * recipient.
 */
export const needsDeliveryAddress = ({ lines, vouchers }: Pick<Snapshot, 'lines' | 'vouchers'>): boolean =>
  vouchers.length > 0 || needsPostalAddress({ lines })

/** Whether anything goes by post; gift vouchers go by email. */
export const needsPostalAddress = ({ lines }: Pick<Snapshot, 'lines'>): boolean =>
  lines.some((line) => line.deliveredByPost)
