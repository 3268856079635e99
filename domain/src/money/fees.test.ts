import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { LIMITS } from '../limits.ts'
import { type DonationFeeTerms, donationFee } from './fees.ts'

const TERMS: DonationFeeTerms = {
  baseFeeMinor: 20,
  bookingFeeBp: 250,
  bookingFeeIncludesVat: false,
  bookingFeeVatBp: 2000,
  bookingFeeCapMinor: null,
}

const anyTerms = fc.record<DonationFeeTerms>({
  baseFeeMinor: fc.nat(5_000),
  bookingFeeBp: fc.nat(10_000),
  bookingFeeIncludesVat: fc.boolean(),
  bookingFeeVatBp: fc.nat(10_000),
  bookingFeeCapMinor: fc.option(fc.nat(50_000)),
})
const anyDonation = fc.integer({ min: 1, max: LIMITS.maxDonationMinor })

/** The same fee in exact fractions with the denominator 10^8, rounded half up once. */
function exactFee(amount: number, terms: DonationFeeTerms): number {
  const fee = BigInt(terms.baseFeeMinor) * 10_000n + BigInt(amount) * BigInt(terms.bookingFeeBp)
  const withVat = fee * (10_000n + (terms.bookingFeeIncludesVat ? BigInt(terms.bookingFeeVatBp) : 0n))
  const rounded = Number((2n * withVat + 100_000_000n) / 200_000_000n)
  return terms.bookingFeeCapMinor === null ? rounded : Math.min(rounded, terms.bookingFeeCapMinor)
}

describe('donation fee', () => {
  it('[DON-11] is the base fee plus a percentage of the amount', () => {
    expect(donationFee(1000, TERMS)).toBe(20 + 25)
    expect(donationFee(1000, { ...TERMS, baseFeeMinor: 0 })).toBe(25)
    expect(donationFee(1000, { ...TERMS, bookingFeeBp: 0 })).toBe(20)
  })

  it('[DON-12] adds VAT on the fee only where the terms include it', () => {
    expect(donationFee(1000, { ...TERMS, bookingFeeIncludesVat: true })).toBe(54)
    expect(donationFee(1000, { ...TERMS, bookingFeeIncludesVat: false, bookingFeeVatBp: 5000 })).toBe(45)
  })

  it('[DON-13] never exceeds the cap, VAT included, even a cap of 0', () => {
    expect(donationFee(100_000, { ...TERMS, bookingFeeCapMinor: 500 })).toBe(500)
    expect(donationFee(1000, { ...TERMS, bookingFeeIncludesVat: true, bookingFeeCapMinor: 50 })).toBe(50)
    expect(donationFee(1000, { ...TERMS, bookingFeeCapMinor: 0 })).toBe(0)
    expect(donationFee(100_000, TERMS)).toBe(2520)
    fc.assert(
      fc.property(anyDonation, anyTerms, fc.nat(50_000), (amount, terms, cap) => {
        expect(donationFee(amount, { ...terms, bookingFeeCapMinor: cap })).toBeLessThanOrEqual(cap)
      }),
    )
  })

  it('[DON-11] [DON-12] [DON-13] is exact to the penny for every donation and all terms', () => {
    fc.assert(
      fc.property(anyDonation, anyTerms, (amount, terms) => {
        expect(donationFee(amount, terms)).toBe(exactFee(amount, terms))
      }),
      { numRuns: 5000 },
    )
  })

  it('rounds once, at the end', () => {
    // 251.49999... pence: rounding to six decimals first would make it 252
    const hair = { ...TERMS, baseFeeMinor: 0, bookingFeeBp: 254, bookingFeeIncludesVat: true, bookingFeeVatBp: 1999 }
    expect(donationFee(8252, hair)).toBe(251)
    const half = { ...TERMS, baseFeeMinor: 0, bookingFeeBp: 5000 }
    expect(donationFee(1, half)).toBe(1)
  })

  it('is 0 without a donation', () => expect([0, -1].map((n) => donationFee(n, TERMS))).toEqual([0, 0]))
})
