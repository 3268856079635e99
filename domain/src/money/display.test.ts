import { describe, expect, it } from 'vitest'
import { absorbsBookingFees, bookingFeeTotal, displayedPrice, hidesBookingFees, isFree } from './display.ts'

describe('a ticket price', () => {
  it('[DSP-07] of 0 or less is free, whatever the fee', () =>
    expect([1000, 1, 0, -1].map((priceMinor) => isFree({ priceMinor }))).toEqual([false, false, true, true]))

  it.each([
    [true, false, 1120],
    [true, true, 1010],
    [false, false, 1010],
    [false, true, 1010],
  ])('[DSP-08] with fees absorbed %s, hidden by the event %s: %d', (absorbed, hideBookingFee, shown) =>
    expect(displayedPrice({ priceMinor: 1010, bookingFeeMinor: 110, hideBookingFee }, absorbed)).toBe(shown),
  )
})

describe('the booking fee total', () => {
  const SALE = {
    totalMinor: 66_40,
    vouchersAppliedMinor: 10_00,
    offersMinor: 5_00,
    deliveryMinor: 2_50,
    refundProtectionMinor: 4_10,
    donationMinor: 20_00,
    lines: [{ priceMinor: 15_20, qty: 2, discountMinor: 3_30 }],
    vouchers: [{ valueMinor: 25_00, qty: 1 }],
  }

  it('[DSP-09] is the basket total and vouchers less everything that is not a fee', () =>
    // 66.40 + 10 + 5 - 2.50 - 4.10 - 20 - (30.40 - 3.30) - 25
    expect(bookingFeeTotal(SALE)).toBe(2_70))

  it('[DSP-09] counts refund protection only when it is chosen', () =>
    expect(bookingFeeTotal({ ...SALE, refundProtectionMinor: 0 })).toBe(6_80))

  it('[DSP-09] is never negative', () => expect(bookingFeeTotal({ ...SALE, totalMinor: 0 })).toBe(0))

  const lines = (...hidden: boolean[]) => ({ lines: hidden.map((hideBookingFee) => ({ hideBookingFee })) })

  it('[DSP-10] is hidden if all events hide fees', () => {
    expect(hidesBookingFees(lines(true, true))).toBe(true)
    expect(hidesBookingFees(lines(true, false))).toBe(false)
    expect(hidesBookingFees(lines())).toBe(false)
  })

  it('[DSP-11] is absorbed if all tickets absorb and there are no vouchers', () => {
    const of = (absorb: boolean[], vouchers: number) =>
      absorbsBookingFees({
        lines: absorb.map((absorbFee) => ({ absorbFee })),
        vouchers: Array.from({ length: vouchers }),
      })
    expect(of([true, true], 0)).toBe(true)
    expect(of([true, false], 0)).toBe(false)
    expect(of([true], 1)).toBe(false)
    expect(of([], 0)).toBe(false)
  })
})
