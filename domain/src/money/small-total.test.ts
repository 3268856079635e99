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

it('rounds up, waives or tops up a total below the minimum', () => {
  expect(totalOf([20], { smallTotal: TERMS })).toBe(30)
  expect(totalOf([20], { smallTotal: { ...TERMS, rule: 'waive' } })).toBe(0)
  expect(totalOf([20], { smallTotal: { ...TERMS, rule: 'donation', charityId: 5 } })).toBe(30)
  expect(totalOf([20], {})).toBe(20)
})

it('leaves sufficient totals, free tickets and bought gift vouchers alone', () => {
  expect([[30], [0], []].map((prices) => totalOf(prices, { smallTotal: TERMS }))).toEqual([30, 0, 0])
  const vouchersBought = [{ valueMinor: 10, qty: 1 }]
  expect(totalOf([10], { smallTotal: { ...TERMS, rule: 'waive' }, vouchersBought })).toBe(20)
  expect(totalOf([], { smallTotal: TERMS, vouchersBought })).toBe(10)
})

it('a donation by the buyer is neither waived nor topped up, and can make a total sufficient', () => {
  const given = { donationMinor: 5 }
  expect(totalOf([20], { smallTotal: { ...TERMS, rule: 'waive' }, ...given })).toBe(25)
  expect(totalOf([20], { smallTotal: { ...TERMS, rule: 'donation', charityId: 5 }, ...given })).toBe(25)
  expect(totalOf([20], { smallTotal: TERMS, ...given })).toBe(30)
  expect(totalOf([20], { smallTotal: TERMS, donationMinor: 100 })).toBe(120)
})

it('lines add up to the total for every rule', () =>
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

it('splits a negative amount like a positive one', () => {
  expect(prorateSigned(-10, [1, 2])).toEqual([-3, -7])
  expect(prorateSigned(-3, [-1, 0, -2])).toEqual([-1, 0, -2])
})

it('a rule requires something it can apply to', () =>
  expect(
    smallTotalOf(TERMS, { totalMinor: 20, donationMinor: 20, ticketsDueMinor: 0, buysVouchers: false }),
  ).toBeUndefined())

it('a plan requires each of its payments to be chargeable', () =>
  expect([89, 90].map((total) => canChargePlan(total, { payments: 3 }, 'GBP'))).toEqual([false, true]))
