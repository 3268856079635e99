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
 * The fee on a donation: a base fee plus a percentage of the amount, with VAT added where the charity's terms say so, and
 * then the cap. Rounded half up once, at the end.
 */
export function donationFee(amount: Minor, terms: DonationFeeTerms): Minor {
  if (amount <= 0) return 0
  // Whole numbers until the single division, so that floating-point errors cannot change how a half is rounded.
  const feeBp = terms.baseFeeMinor * 10_000 + amount * terms.bookingFeeBp
  const vatBp = terms.bookingFeeIncludesVat ? terms.bookingFeeVatBp : 0
  const rounded = roundHalfUp((feeBp * (10_000 + vatBp)) / 100_000_000)
  return terms.bookingFeeCapMinor === null ? rounded : Math.min(rounded, terms.bookingFeeCapMinor)
}
