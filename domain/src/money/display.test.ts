import { describe, expect, it } from 'vitest'
import { absorbsBookingFees, bookingFeeTotal, displayedPrice, hidesBookingFees, isFree } from './display.ts'

describe('a ticket price', () => {
  it('[DSP-07] of 0 or less is free, whatever the fee', () =>
    expect([10, 0.01, 0, -1].map((price) => isFree({ price }))).toEqual([false, false, true, true]))

  it.each([
    [true, false, 11.2],
    [true, true, 10.1],
    [false, false, 10.1],
    [false, true, 10.1],
  ])('[DSP-08] all fees absorbed %s, hidden by the event %s: %d', (absorbed, event_hide_booking_fee, shown) =>
    expect(displayedPrice({ price: 10.1, booking_fee: 1.1, event_hide_booking_fee }, absorbed)).toBe(shown),
  )
})

describe('the booking fee total', () => {
  const CHECKOUT = {
    basket_total: 66.4,
    gift_vouchers_applied_total: 10,
    offers_applied_total: 5,
    delivery_cost: 2.5,
    refund_protection: 1 as const,
    refund_protection_cost: 4.1,
    donation: { amount_before_booking_fee: 20 },
    tickets: [{ price: 15.2, qty: 2, discount_amount: 3.3 }],
    gift_vouchers: [{ value: 25, qty: 1 }],
  }

  it('[DSP-09] is the basket total and what paid for it, without everything that is no fee', () =>
    // 66.40 + 10 + 5 - 2.50 - 4.10 - 20 - (30.40 - 3.30) - 25
    expect(bookingFeeTotal(CHECKOUT)).toBe(2.7))

  it('[DSP-09] counts refund protection only when it is chosen', () =>
    expect(bookingFeeTotal({ ...CHECKOUT, refund_protection: 0 })).toBe(6.8))

  it('[DSP-09] is never below nothing', () => expect(bookingFeeTotal({ ...CHECKOUT, basket_total: 0 })).toBe(0))

  const lines = (...hidden: boolean[]) => ({
    tickets: hidden.map((event_hide_booking_fee) => ({ event_hide_booking_fee })),
  })

  it('[DSP-10] is hidden if all events hide fees', () => {
    expect(hidesBookingFees(lines(true, true))).toBe(true)
    expect(hidesBookingFees(lines(true, false))).toBe(false)
    expect(hidesBookingFees(lines())).toBe(false)
  })

  it('[DSP-11] is absorbed if all tickets absorb and there are no vouchers', () => {
    const of = (absorb: boolean[], vouchers: number) =>
      absorbsBookingFees({
        tickets: absorb.map((absorb_fee) => ({ absorb_fee })),
        gift_vouchers: Array.from({ length: vouchers }),
      })
    expect(of([true, true], 0)).toBe(true)
    expect(of([true, false], 0)).toBe(false)
    expect(of([true], 1)).toBe(false)
    expect(of([], 0)).toBe(false)
  })
})
