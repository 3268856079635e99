import type { PoolCount } from '@foyer/domain/basket/tickets-left.ts'
import { currencyCode } from '@foyer/domain/money/money.ts'
import type { MoneyBasket } from '@foyer/domain/money/totals.ts'
import { cardProvider } from '@foyer/domain/payment/methods.ts'
import { cardMinimum } from '@foyer/domain/payment/minimum.ts'
import type { Kysely } from 'kysely'
import type { Database } from '../../db/schema/types.generated.ts'
import type { PaidInto } from '../order/paid-into.ts'
import type { SaleRow } from '../sale.ts'
import type { Terms } from '../terms/terms.ts'
import { ORGANISER_COLUMNS } from './snapshot-rows.ts'

/** The less common parts of a snapshot, each read only for the sales that have it. */
type Reader = Pick<Kysely<Database>, 'selectFrom'>

/** Reads the gift vouchers in a basket, in the order in which they were added. */
export const readVouchers = (db: Reader, saleId: number) =>
  db
    .selectFrom('sale_vouchers as line')
    .innerJoin('gift_voucher_designs as design', 'design.id', 'line.design_id')
    .innerJoin('organisers as organiser', 'organiser.id', 'design.organiser_id')
    .select([
      'line.design_id as designId',
      'line.value_minor as valueMinor',
      'line.qty',
      'design.name',
      'design.valid_months as validMonths',
      'design.max_qty as maxQty',
      ...ORGANISER_COLUMNS,
    ])
    .where('line.sale_id', '=', saleId)
    .orderBy('line.added_at')
    .orderBy('line.value_minor')
    .execute()

/** Reads the discount codes and gift vouchers applied to a sale, in the order in which they were applied. */
export const readCodes = (db: Reader, saleId: number) =>
  db
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
    .where('applied.sale_id', '=', saleId)
    .orderBy('applied.applied_at')
    .orderBy('applied.code')
    .execute()

/** Reads the shared pools of these lines, by id. */
export async function readPools(
  db: Reader,
  lines: readonly { poolId: number | null }[],
): Promise<Map<number, PoolCount>> {
  const ids = lines.flatMap(({ poolId }) => (poolId === null ? [] : [poolId]))
  if (ids.length === 0) return new Map()
  const rows = await db
    .selectFrom('pools')
    .select(['id', 'capacity', 'held', 'sold', 'kept'])
    .where('id', 'in', ids)
    .execute()
  return new Map(rows.map((pool) => [pool.id, pool]))
}

/** Reads the offers of these lines' organisers as they are now. */
export const readOffers = (db: Reader, lines: readonly { organiserId: number }[]) =>
  db
    .selectFrom('offers')
    .selectAll()
    .where('organiser_id', 'in', [...new Set(lines.map(({ organiserId }) => organiserId))])
    .orderBy('id')
    .execute()

/** Whether the sale is neither held nor paid, so that it has live terms. */
export const isBasket = (sale: Pick<SaleRow, 'held_until' | 'paid_at'>): boolean =>
  sale.held_until === null && sale.paid_at === null

type Code = Awaited<ReturnType<typeof readCodes>>[number]
type Offer = Awaited<ReturnType<typeof readOffers>>[number]

/** What the money rules calculate with. Discounts and offers are those of the terms, or the live ones of a sale without terms. */
export function moneyBasketOf(
  sale: SaleRow,
  parts: {
    lines: MoneyBasket['lines']
    vouchers: MoneyBasket['vouchersBought']
    codes: readonly Code[]
    offers: readonly Offer[]
    terms: Terms | null
    paidInto: Pick<PaidInto, 'provider'>
  },
): MoneyBasket {
  const { lines, vouchers, codes, offers, terms, paidInto } = parts
  return {
    lines,
    vouchersBought: vouchers,
    discounts: terms?.discounts ?? discountsOf(codes),
    offers: terms ? (terms.offers ?? []) : offersOf(offers),
    vouchers: vouchersApplied(sale, codes),
    refundProtectionChosen: sale.refund_protection,
    ...(terms?.protectionBp && !terms.protectionOfNet && { refundProtectionOf: 'list_price_and_fee' }),
    donationMinor: sale.donation_minor,
    donationFeeMinor: sale.donation_fee_minor,
    // Once vouchers are set aside, what they pay is fixed.
    ...(isBasket(sale) && {
      minimumMinor: cardMinimum(cardProvider({ ownProvider: paidInto.provider }), currencyCode(sale.currency)),
    }),
  }
}

const discountsOf = (codes: readonly Code[]): MoneyBasket['discounts'] =>
  codes
    .filter((code) => code.discount_id !== null)
    .map((code) => ({
      code: code.code,
      organiserId: code.discount_organiser_id,
      eventId: code.discount_event_id,
      percentBp: code.percent_bp,
      amountMinor: code.amount_minor,
    }))

const offersOf = (offers: readonly Offer[]): MoneyBasket['offers'] =>
  offers.map((offer) => ({
    organiserId: offer.organiser_id,
    eventId: offer.event_id,
    kind: offer.kind,
    minQty: offer.min_qty,
    percentBp: offer.percent_bp,
  }))

/** A held sale spends what it has set aside; otherwise, what other sales have not. */
const vouchersApplied = (sale: SaleRow, codes: readonly Code[]): MoneyBasket['vouchers'] =>
  codes
    .filter((code) => code.voucher_id !== null)
    .map((code) => ({
      code: code.code,
      organiserId: code.voucher_organiser_id!,
      balanceMinor: isBasket(sale)
        ? (code.balance_minor ?? 0) - (code.voucher_reserved_minor ?? 0)
        : code.reserved_minor,
    }))
