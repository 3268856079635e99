import type { PricedLine } from '../sale/line.ts'
import { type Minor, share, sum } from './money.ts'
import { prorate } from './prorate.ts'
import { addedBy, type SmallTotal, type SmallTotalTerms, smallTotalOf } from './small-total.ts'

export type Discount = {
  code: string
  /** Null means any. */
  organiserId: number | null
  eventId: number | null
  percentBp: number | null
  amountMinor: Minor | null
}

export type Offer = {
  organiserId: number
  eventId: number | null
  kind: 'cheapest_free' | 'percent'
  /** Tickets needed: in each full group one ticket is free, or from this number up a percentage comes off. */
  minQty: number
  percentBp: number | null
}

export type VoucherCredit = { code: string; organiserId: number; balanceMinor: Minor }

/** What the total of a basket depends on. */
export type MoneyBasket = {
  lines: readonly PricedLine[]
  vouchersBought: readonly { valueMinor: Minor; qty: number }[]
  /** In the order the buyer applied them. */
  discounts: readonly Discount[]
  offers: readonly Offer[]
  vouchers: readonly VoucherCredit[]
  refundProtectionChosen: boolean
  /** What refund protection is a share of: the price after offers and codes, unless the sale was reserved under other terms. */
  refundProtectionOf?: 'list_price_and_fee'
  donationMinor: Minor
  donationFeeMinor: Minor
  /** The smallest amount a card is charged. Set while vouchers are not set aside yet. */
  minimumMinor?: Minor
  /** How a total that is too small for a card is handled; absent if there is no rule. */
  smallTotal?: SmallTotalTerms
}

export type Totals = {
  /** What offers take off each line, in line order. */
  offerOfLine: Minor[]
  /** What codes take off each line, in line order. */
  discountOfLine: Minor[]
  /** What each discount code takes off; 0 for a code that applies to nothing in this basket. */
  discounts: Record<string, Minor>
  offersMinor: Minor
  ticketsMinor: Minor
  bookingFeesMinor: Minor
  vouchersBoughtMinor: Minor
  deliveryMinor: Minor
  /** Whether something in the basket can be covered. */
  hasRefundProtection: boolean
  /** What refund protection costs or would cost; part of the total only when chosen. */
  refundProtectionMinor: Minor
  /** The same by line. */
  protectionOfLine: Minor[]
  donationMinor: Minor
  donationFeeMinor: Minor
  /** What each gift voucher code pays. */
  vouchersApplied: Record<string, Minor>
  vouchersAppliedMinor: Minor
  /** What gift vouchers keep, so that no amount is left that is too small to pay. */
  keptForMinimumMinor: Minor
  /** What the organiser's rule adds to or waives from a total that is too small for a card; absent if it doesn't apply. */
  smallTotal?: SmallTotal
  /** What the buyer pays now. */
  totalMinor: Minor
}

const fits = (line: PricedLine, to: { organiserId: number | null; eventId: number | null }) =>
  (to.organiserId === null || to.organiserId === line.organiserId) &&
  (to.eventId === null || to.eventId === line.eventId)

/** What an offer takes off each line: the cheapest tickets of the full groups, or a percentage of each line. */
function offerOfLines(offer: Offer, lines: readonly PricedLine[]): Minor[] {
  const eligible = lines.map((line) => !line.isExtra && fits(line, offer))
  const qty = sum(lines.map((line, i) => (eligible[i] ? line.qty : 0)))
  if (qty < offer.minQty) return lines.map(() => 0)
  if (offer.kind === 'percent')
    return lines.map((line, i) => (eligible[i] ? share(line.priceMinor * line.qty, offer.percentBp ?? 0) : 0))

  let free = Math.floor(qty / offer.minQty)
  const off = lines.map(() => 0)
  const cheapestFirst = lines.map((line, i) => ({ line, i })).sort((a, b) => a.line.priceMinor - b.line.priceMinor)
  for (const { line, i } of cheapestFirst) {
    if (!eligible[i]) continue
    const units = Math.min(free, line.qty)
    off[i] = units * line.priceMinor
    free -= units
  }
  return off
}

/**
 * Every amount of a basket, calculated from its lines, so that the total is the sum of what the buyer sees. Offers come off
 * first, then codes in the order applied, each limited to what is left of a line's price, and last gift vouchers, which pay
 * only what their own organiser is owed and never leave an amount that is too small to pay. Booking fees are never
 * discounted. No amount is negative.
 */
export function totalsOf(basket: MoneyBasket): Totals {
  const { lines } = basket
  const remaining = lines.map((line) => line.priceMinor * line.qty)

  const offerOfLine = lines.map(() => 0)
  for (const offer of basket.offers)
    for (const [i, wanted] of offerOfLines(offer, lines).entries()) {
      const off = Math.min(wanted, remaining[i]!)
      offerOfLine[i]! += off
      remaining[i]! -= off
    }

  const discountOfLine = lines.map(() => 0)
  const discounts: Record<string, Minor> = {}
  for (const discount of basket.discounts) {
    const open = lines.map((line, i) => (fits(line, discount) ? remaining[i]! : 0))
    const off =
      discount.percentBp !== null
        ? open.map((amount) => share(amount, discount.percentBp!))
        : prorate(Math.min(discount.amountMinor ?? 0, sum(open)), open)
    for (const [i, amount] of off.entries()) {
      discountOfLine[i]! += amount
      remaining[i]! -= amount
    }
    discounts[discount.code] = sum(off)
  }

  const fees = lines.map((line) => line.bookingFeeMinor * line.qty)
  // Of what a claim returns: what is left of the price. Booking fees are kept.
  const covered =
    basket.refundProtectionOf === 'list_price_and_fee'
      ? lines.map((line, i) => line.priceMinor * line.qty + fees[i]!)
      : remaining
  const protection = lines.map(({ refundProtectionBp }, i) => share(covered[i]!, refundProtectionBp ?? 0))
  // One delivery charge per organiser: the highest among its posted lines.
  const delivery = new Map<number, Minor>()
  for (const line of lines)
    delivery.set(line.organiserId, Math.max(delivery.get(line.organiserId) ?? 0, line.deliveryCostMinor))

  const owed = new Map<number, Minor>(delivery)
  for (const [i, line] of lines.entries()) {
    const protectionDue = basket.refundProtectionChosen ? protection[i]! : 0
    owed.set(line.organiserId, (owed.get(line.organiserId) ?? 0) + remaining[i]! + fees[i]! + protectionDue)
  }
  const vouchersApplied: Record<string, Minor> = {}
  for (const voucher of basket.vouchers) {
    const open = owed.get(voucher.organiserId) ?? 0
    const paid = Math.min(open, voucher.balanceMinor)
    vouchersApplied[voucher.code] = paid
    owed.set(voucher.organiserId, open - paid)
  }

  const ticketsMinor = sum(lines.map((line) => line.priceMinor * line.qty))
  const offersMinor = sum(offerOfLine)
  const bookingFeesMinor = sum(fees)
  const vouchersBoughtMinor = sum(basket.vouchersBought.map((v) => v.valueMinor * v.qty))
  const deliveryMinor = sum([...delivery.values()])
  const refundProtectionMinor = sum(protection)
  // Without the donation, which the buyer chooses after vouchers have been set aside.
  const beforeVouchersMinor =
    ticketsMinor -
    sum(discountOfLine) -
    offersMinor +
    bookingFeesMinor +
    vouchersBoughtMinor +
    deliveryMinor +
    (basket.refundProtectionChosen ? refundProtectionMinor : 0)
  const remainderMinor = beforeVouchersMinor - sum(Object.values(vouchersApplied))
  const keptForMinimumMinor = keepForMinimum(vouchersApplied, remainderMinor, basket.minimumMinor ?? 0)
  const vouchersAppliedMinor = sum(Object.values(vouchersApplied))
  const givenMinor = basket.donationMinor + basket.donationFeeMinor
  const dueMinor = beforeVouchersMinor - vouchersAppliedMinor + givenMinor
  const smallTotal = smallTotalOf(basket.smallTotal, {
    totalMinor: dueMinor,
    donationMinor: givenMinor,
    ticketsDueMinor: dueMinor - givenMinor - vouchersBoughtMinor,
    buysVouchers: basket.vouchersBought.length > 0,
  })

  return {
    offerOfLine,
    discountOfLine,
    discounts,
    offersMinor,
    ticketsMinor,
    bookingFeesMinor,
    vouchersBoughtMinor,
    deliveryMinor,
    hasRefundProtection: refundProtectionMinor > 0,
    refundProtectionMinor,
    protectionOfLine: protection,
    donationMinor: basket.donationMinor,
    donationFeeMinor: basket.donationFeeMinor,
    vouchersApplied,
    vouchersAppliedMinor,
    keptForMinimumMinor,
    ...(smallTotal && { smallTotal }),
    totalMinor: dueMinor + addedBy(smallTotal),
  }
}

/**
 * Lets vouchers pay less, the last one first, until the remainder reaches the minimum. Each still pays something. Changes
 * nothing where that is not enough. Returns what the vouchers keep.
 */
function keepForMinimum(applied: Record<string, Minor>, remainderMinor: Minor, minimumMinor: Minor): Minor {
  const missing = minimumMinor - remainderMinor
  const canKeep = sum(Object.values(applied).map((paid) => Math.max(0, paid - 1)))
  if (remainderMinor <= 0 || missing <= 0 || canKeep < missing) return 0
  let rest = missing
  for (const code of Object.keys(applied).reverse()) {
    const reduction = Math.min(rest, Math.max(0, applied[code]! - 1))
    applied[code]! -= reduction
    rest -= reduction
  }
  return missing
}
