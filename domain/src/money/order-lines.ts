import { type Minor, sum } from './money.ts'
import { prorate, prorateSigned } from './prorate.ts'
import { addedBy } from './small-total.ts'
import type { MoneyBasket, Totals } from './totals.ts'

/** What one line of an order consists of. The buyer pays `paidForLine`. */
export type LineMoney = {
  qty: number
  /** At the list price; offers and discounts come off it. */
  listMinor: Minor
  offerMinor: Minor
  discountMinor: Minor
  netMinor: Minor
  feeMinor: Minor
  protectionMinor: Minor
  deliveryMinor: Minor
  /** What gift vouchers paid of it. */
  voucherMinor: Minor
  /** What was added because the total was too small for a card; negative if it was waived. */
  roundingMinor: Minor
}

/** What the buyer pays for a line with money. */
export const paidForLine = (line: Pick<LineMoney, (typeof PAID_PARTS)[number] | 'voucherMinor'>): Minor =>
  sum(PAID_PARTS.map((part) => line[part])) - line.voucherMinor

const PAID_PARTS = ['netMinor', 'feeMinor', 'protectionMinor', 'deliveryMinor', 'roundingMinor'] as const

/**
 * Splits the totals of a basket over its ticket lines, in line order, to the penny. The delivery charge of an organiser is split
 * over its posted lines by their tickets, what gift vouchers paid over the organiser's lines by what these cost, and a rounding
 * over all lines by what is left to pay for them.
 */
export function ticketLinesOf(basket: MoneyBasket, totals: Totals): LineMoney[] {
  const lines = basket.lines.map((line, i): LineMoney => {
    const listMinor = line.priceMinor * line.qty
    const offerMinor = totals.offerOfLine[i]!
    const discountMinor = totals.discountOfLine[i]!
    return {
      qty: line.qty,
      listMinor,
      offerMinor,
      discountMinor,
      netMinor: listMinor - offerMinor - discountMinor,
      feeMinor: line.bookingFeeMinor * line.qty,
      protectionMinor: basket.refundProtectionChosen ? totals.protectionOfLine[i]! : 0,
      deliveryMinor: 0,
      voucherMinor: 0,
      roundingMinor: 0,
    }
  })
  for (const organiserId of new Set(basket.lines.map((line) => line.organiserId))) {
    const isOwn = (i: number) => basket.lines[i]!.organiserId === organiserId
    const chargeMinor = Math.max(...basket.lines.map((line, i) => (isOwn(i) ? line.deliveryCostMinor : 0)))
    const postedQty = basket.lines.map((line, i) => (isOwn(i) && line.deliveryCostMinor > 0 ? line.qty : 0))
    for (const [i, minor] of prorate(chargeMinor, postedQty).entries()) if (isOwn(i)) lines[i]!.deliveryMinor = minor
    // After the delivery charge, which vouchers pay too.
    const dueMinor = lines.map((line, i) => (isOwn(i) ? paidForLine(line) : 0))
    const vouchersMinor = vouchersOf(organiserId, basket, totals)
    for (const [i, minor] of prorate(vouchersMinor, dueMinor).entries()) if (isOwn(i)) lines[i]!.voucherMinor = minor
  }
  // A donation is a line of its own.
  if (totals.smallTotal && totals.smallTotal.rule !== 'donation')
    for (const [i, minor] of prorateSigned(addedBy(totals.smallTotal), lines.map(paidForLine)).entries())
      lines[i]!.roundingMinor = minor
  return lines
}

/** What an organiser's gift vouchers pay of a basket. */
const vouchersOf = (organiserId: number, { vouchers }: MoneyBasket, { vouchersApplied }: Totals): Minor =>
  sum(vouchers.map((voucher) => (voucher.organiserId === organiserId ? (vouchersApplied[voucher.code] ?? 0) : 0)))

/**
 * What `count` tickets of a line of `qty` are worth, when `before` of them have been refunded: an equal share of each part, so
 * that ticket by ticket nothing is lost and nothing returned twice.
 */
export function shareOfLine<Part extends string>(
  parts: Record<Part, Minor>,
  { qty, before, count }: { qty: number; before: number; count: number },
): Record<Part, Minor> {
  const each = Array.from({ length: qty }, () => 1)
  return Object.fromEntries(
    (Object.entries(parts) as [Part, Minor][]).map(([part, minor]) => [
      part,
      sum(prorateSigned(minor, each).slice(before, before + count)),
    ]),
  ) as Record<Part, Minor>
}
