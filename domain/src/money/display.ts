import type { Line } from '../sale/line.ts'
import type { Sale } from '../sale/sale.ts'
import { type Minor, sum } from './money.ts'
import { addedBy } from './small-total.ts'

/** Only the price counts, not the fee. */
export const isFree = ({ priceMinor }: Pick<Line, 'priceMinor'>): boolean => priceMinor <= 0

/** The price shown for one ticket: absorbed fees are included unless the event hides them. */
export const displayedPrice = (
  line: Pick<Line, 'priceMinor' | 'bookingFeeMinor' | 'hideBookingFee'>,
  allBookingFeesAreAbsorbed: boolean,
): Minor =>
  allBookingFeesAreAbsorbed && !line.hideBookingFee ? line.priceMinor + line.bookingFeeMinor : line.priceMinor

/** The price of one ticket with every fee that no other line shows: a hidden fee still has to be paid. */
export const priceWithHiddenFee = (
  line: Pick<Line, 'priceMinor' | 'bookingFeeMinor' | 'hideBookingFee'>,
  allBookingFeesAreAbsorbed: boolean,
  feesAreHidden: boolean,
): Minor => (feesAreHidden ? line.priceMinor + line.bookingFeeMinor : displayedPrice(line, allBookingFeesAreAbsorbed))

type FeeFacts = Pick<
  Sale,
  | 'totalMinor'
  | 'vouchersAppliedMinor'
  | 'offersMinor'
  | 'deliveryMinor'
  | 'refundProtectionMinor'
  | 'donationMinor'
  | 'smallTotal'
> & {
  lines: readonly Pick<Line, 'priceMinor' | 'qty' | 'discountMinor'>[]
  vouchers: readonly { valueMinor: Minor; qty: number }[]
}

/** All booking fees of the sale: its total without everything that is not a fee. Never less than 0. */
export function bookingFeeTotal(sale: FeeFacts): Minor {
  const fees =
    sale.totalMinor +
    sale.vouchersAppliedMinor +
    sale.offersMinor -
    sale.deliveryMinor -
    sale.refundProtectionMinor -
    sale.donationMinor -
    addedBy(sale.smallTotal) -
    sum(sale.lines.map((line) => line.priceMinor * line.qty - line.discountMinor)) -
    sum(sale.vouchers.map((line) => line.valueMinor * line.qty))
  return Math.max(0, fees)
}

/** A sale without tickets hides nothing, because the fee of a donation is shown nowhere else. */
export const hidesBookingFees = ({ lines }: { lines: readonly Pick<Line, 'hideBookingFee'>[] }): boolean =>
  lines.length > 0 && lines.every((line) => line.hideBookingFee)

/** Whether the organisers pay all booking fees; never true with a gift voucher in the sale. */
export const absorbsBookingFees = (sale: {
  lines: readonly Pick<Line, 'absorbFee'>[]
  vouchers: readonly unknown[]
}): boolean => sale.lines.length > 0 && sale.vouchers.length === 0 && sale.lines.every((line) => line.absorbFee)
