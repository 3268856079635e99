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
  // Whole numbers up to the one division, so that no half is tipped by the way fractions are stored.
  const feeBp = terms.baseFeeMinor * 10_000 + amount * terms.bookingFeeBp
  const vatBp = terms.bookingFeeIncludesVat ? terms.bookingFeeVatBp : 0
  const rounded = roundHalfUp((feeBp * (10_000 + vatBp)) / 100_000_000)
  return terms.bookingFeeCapMinor === null ? rounded : Math.min(rounded, terms.bookingFeeCapMinor)
}
