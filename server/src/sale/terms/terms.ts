import type { DonationFeeTerms } from '@foyer/domain/money/fees.ts'
import type { Minor } from '@foyer/domain/money/money.ts'
import type { SmallTotalTerms } from '@foyer/domain/money/small-total.ts'
import type { TaxRates } from '@foyer/domain/money/tax.ts'
import type { Discount, Offer } from '@foyer/domain/money/totals.ts'
import type { PlanOption } from '@foyer/domain/payment/plan.ts'
import type { Line } from '@foyer/domain/sale/line.ts'
import type { SaleRow } from '../sale.ts'

/** A charity that an organiser collects for, and the fee on its donations. */
export type CharityTerms = DonationFeeTerms & { id: number }

/**
 * The terms a buyer was shown when they reserved. What is absent did not exist then: no protection, no offer, no plan. A
 * simple sale has none of it, so that a reserve writes little.
 */
export type Terms = {
  /** Refund protection rates by ticket type. */
  protectionBp?: Record<number, number>
  /** The rates are of the price after offers and codes. Absent in terms from before, whose rates are of list price and fee. */
  protectionOfNet?: true
  /** The cool-off in hours by event. */
  coolOff?: Record<number, number>
  /** What posting costs by ticket type. */
  deliveryMinor?: Record<number, Minor>
  /** Tax rates by ticket type, of registered organisers. */
  tax?: Record<number, TaxRates>
  offers?: Offer[]
  /** In the order the buyer applied the codes. */
  discounts?: Discount[]
  /** By organiser. */
  charities?: Record<number, CharityTerms>
  plans?: PlanOption[]
  /** What happens to a total that is too small for a card. */
  smallTotal?: SmallTotalTerms
  /** Price and booking fee by ticket type. Only in payments: those of a hold are in `holds`. */
  prices?: Record<number, [priceMinor: Minor, bookingFeeMinor: Minor]>
}

/**
 * Returns the terms of a held or paid sale; null for a basket, which has live terms, and for sales held or paid in the
 * previous version. Every hold has another start, so that terms of an earlier hold never count.
 */
export function frozenTermsOf(sale: Pick<SaleRow, 'terms' | 'terms_from' | 'held_from' | 'paid_at'>): Terms | null {
  const from = sale.paid_at ?? sale.held_from
  // guard: terms-frozen
  const counts = from !== null && sale.terms_from?.getTime() === from.getTime()
  return counts ? (sale.terms as Terms | null) : null
}

/** What the terms of a sale decide about a line. */
export type TermedLine = Pick<Line, 'priceMinor' | 'bookingFeeMinor'> & {
  refundProtectionBp: number | null
  coolOffHours: number | null
  deliveryCostMinor: Minor
  taxRates: TaxRates | null
  charityId: number | null
}

type OfType = Pick<Line, 'ticketTypeId'> & { organiserId: number; eventId: number }

/** Returns a line under these terms. */
export function lineAt(terms: Terms, line: TermedLine, { ticketTypeId, organiserId, eventId }: OfType): TermedLine {
  const [priceMinor, bookingFeeMinor] = terms.prices?.[ticketTypeId] ?? [line.priceMinor, line.bookingFeeMinor]
  return {
    priceMinor,
    bookingFeeMinor,
    refundProtectionBp: terms.protectionBp?.[ticketTypeId] ?? null,
    coolOffHours: terms.coolOff?.[eventId] ?? null,
    deliveryCostMinor: terms.deliveryMinor?.[ticketTypeId] ?? 0,
    taxRates: terms.tax?.[ticketTypeId] ?? null,
    charityId: terms.charities?.[organiserId]?.id ?? null,
  }
}

/** The terms of a line as it was read. */
export type LineTerms = OfType &
  Pick<TermedLine, 'refundProtectionBp' | 'coolOffHours' | 'deliveryCostMinor' | 'taxRates'>

/** Returns the terms of the lines that are stored by ticket type. Leaves out null and 0. */
export function typeTermsOf(
  lines: readonly LineTerms[],
): Pick<Terms, 'protectionBp' | 'protectionOfNet' | 'coolOff' | 'deliveryMinor' | 'tax'> {
  const terms: ReturnType<typeof typeTermsOf> = {}
  for (const { ticketTypeId, eventId, refundProtectionBp, coolOffHours, deliveryCostMinor, taxRates } of lines) {
    if (refundProtectionBp !== null) terms.protectionBp = { ...terms.protectionBp, [ticketTypeId]: refundProtectionBp }
    if (coolOffHours !== null) terms.coolOff = { ...terms.coolOff, [eventId]: coolOffHours }
    if (deliveryCostMinor !== 0) terms.deliveryMinor = { ...terms.deliveryMinor, [ticketTypeId]: deliveryCostMinor }
    if (taxRates !== null) terms.tax = { ...terms.tax, [ticketTypeId]: taxRates }
  }
  if (terms.protectionBp) terms.protectionOfNet = true
  return terms
}

/** The price and booking fee of each ticket type of these lines, in minor units, as the terms store them. */
export const pricesOf = (
  lines: readonly Pick<Line, 'ticketTypeId' | 'priceMinor' | 'bookingFeeMinor'>[],
): NonNullable<Terms['prices']> =>
  Object.fromEntries(
    lines.map(({ ticketTypeId, priceMinor, bookingFeeMinor }) => [ticketTypeId, [priceMinor, bookingFeeMinor]]),
  )

/** Returns a gift voucher in the basket under these terms. */
export const voucherAt = <T extends { organiserId: number; charityId: number | null }>(terms: Terms, line: T): T => ({
  ...line,
  charityId: terms.charities?.[line.organiserId]?.id ?? null,
})
