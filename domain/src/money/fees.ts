import { type Minor, roundHalfUp } from './money.ts'

export type DonationFeeTerms = {
  baseFeeMinor: Minor
  /** Hundredths of a percent of the donation. */
  bookingFeeBp: number
  bookingFeeIncludesVat: boolean
  /** Hundredths of a percent of the fee. */
  bookingFeeVatBp: number
  bookingFeeCapMinor: Minor | null
}

/**
 * What a donation of `amount` pence costs on top (DON-11..13, OPEN-63): base fee plus a percentage of the amount, VAT added
 * on that fee where the charity's terms say so, then the cap; rounded half up to a penny once, at the end.
 */
export function donationFee(amount: Minor, terms: DonationFeeTerms): Minor {
  if (amount <= 0) return 0
  const fee = terms.baseFeeMinor + (amount * terms.bookingFeeBp) / 10_000
  const withVat = terms.bookingFeeIncludesVat ? fee * (1 + terms.bookingFeeVatBp / 10_000) : fee
  // Six decimals of a penny are kept before rounding, so that 0.1 + 0.2 arithmetic cannot tip a half.
  const rounded = roundHalfUp(Number(withVat.toFixed(6)))
  return terms.bookingFeeCapMinor === null ? rounded : Math.min(rounded, terms.bookingFeeCapMinor)
}
