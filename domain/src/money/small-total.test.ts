import fc from 'fast-check'
import { expect, it } from 'vitest'
import { canChargePlan } from '../payment/plan.ts'
import { sum } from './money.ts'
import { paidForLine, ticketLinesOf } from './order-lines.ts'
import { prorateSigned } from './prorate.ts'
import { addedBy, type SmallTotalTerms, smallTotalOf } from './small-total.ts'
import { type MoneyBasket, totalsOf } from './totals.ts'

const TERMS: SmallTotalTerms = { rule: 'round_up', minimumMinor: 30, charityId: null }
const basketOf = (prices: readonly number[], over: Partial<MoneyBasket> = {}): MoneyBasket => ({
  lines: prices.map((priceMinor, i) => ({
    ticketTypeId: i,
    eventId: 1,
    organiserId: i % 2,
    qty: 1,
    priceMinor,
    bookingFeeMinor: 0,
    refundProtectionBp: null,
    deliveryCostMinor: 0,
  })),
  vouchersBought: [],
  discounts: [],
  offers: [],
  vouchers: [],
  refundProtectionChosen: false,
  donationMinor: 0,
  donationFeeMinor: 0,
  ...over,
})
const totalOf = (prices: readonly number[], over: Partial<MoneyBasket>) => totalsOf(basketOf(prices, over)).totalMinor

it('a total below the minimum is rounded up, waived, or topped up by a donation', () => {
  expect(totalOf([20], { smallTotal: TERMS })).toBe(30)
  expect(totalOf([20], { smallTotal: { ...TERMS, rule: 'waive' } })).toBe(0)
  expect(totalOf([20], { smallTotal: { ...TERMS, rule: 'donation', charityId: 5 } })).toBe(30)
  expect(totalOf([20], {})).toBe(20)
})

it('a total that is enough, free tickets and gift vouchers that are bought stay as they are', () => {
  expect([[30], [0], []].map((prices) => totalOf(prices, { smallTotal: TERMS }))).toEqual([30, 0, 0])
  const vouchersBought = [{ valueMinor: 10, qty: 1 }]
  expect(totalOf([10], { smallTotal: { ...TERMS, rule: 'waive' }, vouchersBought })).toBe(20)
  expect(totalOf([], { smallTotal: TERMS, vouchersBought })).toBe(10)
})

it('what the buyer gives is neither waived nor topped up, and makes a total enough', () => {
  const given = { donationMinor: 5 }
  expect(totalOf([20], { smallTotal: { ...TERMS, rule: 'waive' }, ...given })).toBe(25)
  expect(totalOf([20], { smallTotal: { ...TERMS, rule: 'donation', charityId: 5 }, ...given })).toBe(25)
  expect(totalOf([20], { smallTotal: TERMS, ...given })).toBe(30)
  expect(totalOf([20], { smallTotal: TERMS, donationMinor: 100 })).toBe(120)
})

it('the lines of the order add up to the total, whatever the rule adds or takes off', () =>
  fc.assert(
    fc.property(
      fc.array(fc.integer({ min: 0, max: 12 }), { maxLength: 4 }),
      fc.constantFrom('round_up' as const, 'waive' as const),
      (prices, rule) => {
        const basket = basketOf(prices, { smallTotal: { ...TERMS, rule } })
        const totals = totalsOf(basket)
        const lines = ticketLinesOf(basket, totals)
        expect(sum(lines.map(paidForLine))).toBe(totals.totalMinor)
        expect(sum(lines.map(({ roundingMinor }) => roundingMinor))).toBe(addedBy(totals.smallTotal))
        expect(lines.every((line) => paidForLine(line) >= 0)).toBe(true)
      },
    ),
  ))

it('a negative amount is split like its size', () => {
  expect(prorateSigned(-10, [1, 2])).toEqual([-3, -7])
  expect(prorateSigned(-3, [-1, 0, -2])).toEqual([-1, 0, -2])
})

it('a rule needs something to apply to', () =>
  expect(
    smallTotalOf(TERMS, { totalMinor: 20, donationMinor: 20, ticketsDueMinor: 0, buysVouchers: false }),
  ).toBeUndefined())

it('a plan is only offered where each of its payments can be charged', () =>
  expect([89, 90].map((total) => canChargePlan(total, { payments: 3 }, 'GBP'))).toEqual([false, true]))
