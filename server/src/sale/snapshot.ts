import type { PoolCount } from '@foyer/domain/basket/tickets-left.ts'
import { type CurrencyCode, currencyCode } from '@foyer/domain/money/money.ts'
import { type MoneyBasket, totalsOf } from '@foyer/domain/money/totals.ts'
import { cardProvider } from '@foyer/domain/payment/methods.ts'
import { cardMinimum } from '@foyer/domain/payment/minimum.ts'
import type { Kysely } from 'kysely'
import type { Database } from '../db/schema/types.generated.ts'
import { runBatch, runQuery } from '../db/transaction/batch.ts'
import { combine, onePerDb } from '../db/transaction/combine.ts'
import type { Db, Tx } from '../db/transaction/tx.ts'
import { ownAccountsOf, paidInto } from './paid-into.ts'
import { lockFreeSalesQuery, lockSaleQuery, type SaleRow } from './sale.ts'
import { mayBeSmall, smallTotalTermsOf } from './small-total.ts'
import { ORGANISER_COLUMNS, type SaleWithLines, saleRowsQuery } from './snapshot-rows.ts'
import { frozenTermsOf, lineAt, pricesOf, type Terms, typeTermsOf } from './terms.ts'

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

/** The same for a sale in the caller's version, which may differ from its row, and optionally under other terms. */
export async function snapshotOf(db: Reader, sale: SaleRow, terms?: Terms | null): Promise<Snapshot> {
  const row = (await runQuery(db, saleRowsQuery([sale.id]))).get(sale.id)!
  return snapshotFrom(db, { ...row, sale }, terms)
}

/** Locks a sale as `lockSale` does, then reads its snapshot. */
export async function lockSnapshot(tx: Tx, saleId: number): Promise<Snapshot> {
  const [, rows] = await runBatch(tx, lockSaleQuery(saleId), saleRowsQuery([saleId]))
  return snapshotFrom(tx, rows.get(saleId)!)
}

/** Locks those of several sales that no other transaction has locked, in the order of their ids, and reads their snapshots. */
export async function lockFreeSnapshots(tx: Tx, saleIds: readonly number[]): Promise<Map<number, Snapshot>> {
  const [free, rows] = await runBatch(tx, lockFreeSalesQuery(saleIds), saleRowsQuery(saleIds))
  const snapshots = new Map<number, Snapshot>()
  for (const id of free) snapshots.set(id, await snapshotFrom(tx, rows.get(id)!))
  return snapshots
}

/** Everything that depends on what an organiser can edit is read here, and only here: a held or paid sale keeps its terms. */
async function snapshotFrom(
  db: Reader,
  { sale, has, orderNumber, lines: liveLines }: SaleWithLines,
  terms: Terms | null = frozenTermsOf(sale),
) {
  const lines = terms === null ? liveLines : liveLines.map((line) => lineAt(terms, line))
  const liveVouchers = !has.vouchers
    ? []
    : await db
        .selectFrom('sale_vouchers as line')
        .innerJoin('gift_voucher_designs as design', 'design.id', 'line.design_id')
        .innerJoin('organisers as organiser', 'organiser.id', 'design.organiser_id')
        .select([
          'line.design_id as designId',
          'line.value_minor as valueMinor',
          'line.qty',
          'design.name',
          'design.valid_months as validMonths',
          ...ORGANISER_COLUMNS,
        ])
        .where('line.sale_id', '=', sale.id)
        .orderBy('line.added_at')
        .orderBy('line.value_minor')
        .execute()

  const vouchers =
    terms === null
      ? liveVouchers
      : liveVouchers.map((line) => ({ ...line, charityId: terms.charities?.[line.organiserId]?.id ?? null }))

  const codes = !has.codes
    ? []
    : await db
        .selectFrom('sale_codes as applied')
        .leftJoin('discount_codes as discount', 'discount.id', 'applied.discount_id')
        .leftJoin('issued_vouchers as voucher', 'voucher.id', 'applied.voucher_id')
        .leftJoin('gift_voucher_designs as design', 'design.id', 'voucher.design_id')
        .select([
          'applied.code',
          'applied.reserved_minor',
          'applied.discount_id',
          'applied.voucher_id',
          'discount.organiser_id as discount_organiser_id',
          'discount.event_id as discount_event_id',
          'discount.percent_bp',
          'discount.amount_minor',
          'voucher.balance_minor',
          'voucher.reserved_minor as voucher_reserved_minor',
          'design.organiser_id as voucher_organiser_id',
        ])
        .where('applied.sale_id', '=', sale.id)
        .orderBy('applied.applied_at')
        .orderBy('applied.code')
        .execute()

  const poolIds = lines.flatMap(({ poolId }) => (poolId === null ? [] : [poolId]))
  const pools = poolIds.length === 0 ? new Map<number, PoolCount>() : await poolsOf(db, poolIds)

  const organiserIds = [...new Set(lines.map((line) => line.organiserId))]
  const organisers = organisersOf({ lines, vouchers })
  const accounts =
    has.accounts && organisers.length > 0
      ? await ownAccountsOf(
          db,
          organisers.map(({ organiserId }) => organiserId),
        )
      : []
  const into = paidInto(organisers, accounts)
  const liveOffers =
    terms !== null || !has.offers
      ? []
      : await db.selectFrom('offers').selectAll().where('organiser_id', 'in', organiserIds).orderBy('id').execute()

  const money: MoneyBasket = {
    lines,
    vouchersBought: vouchers,
    discounts:
      terms?.discounts ??
      codes
        .filter((code) => code.discount_id !== null)
        .map((code) => ({
          code: code.code,
          organiserId: code.discount_organiser_id,
          eventId: code.discount_event_id,
          percentBp: code.percent_bp,
          amountMinor: code.amount_minor,
        })),
    offers: terms
      ? (terms.offers ?? [])
      : liveOffers.map((offer) => ({
          organiserId: offer.organiser_id,
          eventId: offer.event_id,
          kind: offer.kind,
          minQty: offer.min_qty,
          percentBp: offer.percent_bp,
        })),
    // A held sale spends what it has set aside; otherwise, what other sales have not.
    vouchers: codes
      .filter((code) => code.voucher_id !== null)
      .map((code) => ({
        code: code.code,
        organiserId: code.voucher_organiser_id!,
        balanceMinor:
          sale.held_until === null && sale.paid_at === null
            ? (code.balance_minor ?? 0) - (code.voucher_reserved_minor ?? 0)
            : code.reserved_minor,
      })),
    refundProtectionChosen: sale.refund_protection,
    donationMinor: sale.donation_minor,
    donationFeeMinor: sale.donation_fee_minor,
    // Once vouchers are set aside, what they pay is fixed.
    ...(sale.held_until === null &&
      sale.paid_at === null && {
        minimumMinor: cardMinimum(cardProvider({ ownProvider: into.provider }), currencyCode(sale.currency)),
      }),
  }

  let totals = totalsOf(money)
  const isBasket = sale.held_until === null && sale.paid_at === null
  const smallTotal =
    terms === null
      ? isBasket && mayBeSmall(totals.totalMinor)
        ? (await smallTotalTermsOf(db, [sale.id])).get(sale.id)
        : undefined
      : terms.smallTotal
  if (smallTotal) {
    money.smallTotal = smallTotal
    totals = totalsOf(money)
  }
  return { sale, has, orderNumber, lines, pools, vouchers, codes, money, terms, totals, paidInto: into }
}

async function poolsOf(db: Reader, ids: readonly number[]): Promise<Map<number, PoolCount>> {
  const rows = await db
    .selectFrom('pools')
    .select(['id', 'capacity', 'held', 'sold', 'kept'])
    .where('id', 'in', ids)
    .execute()
  return new Map(rows.map((pool) => [pool.id, pool]))
}

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
