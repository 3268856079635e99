import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { amountProblem, maxAmount, parseAmount } from './chosen-amount.ts'

const PRICE = { minMinor: 500, suggestedMinor: 1200 }
const problemOf = (typed: string) => amountProblem(parseAmount(typed, 'GBP'), PRICE, 'GBP')?.code ?? null

describe('a price chosen by the buyer', () => {
  it.each([
    ['5', null],
    ['5.00', null],
    ['1,250.50', null],
    ['10000', null],
    ['4.99', 'amount_below_min'],
    ['0', 'amount_below_min'],
    ['10000.01', 'amount_above_max'],
    ['999999999', 'amount_above_max'],
    ['', 'bad_amount'],
    ['-1', 'bad_amount'],
    ['0.001', 'bad_amount'],
    ['1e9', 'bad_amount'],
    ['NaN', 'bad_amount'],
    ['Infinity', 'bad_amount'],
    ['0x10', 'bad_amount'],
    ['٥', 'bad_amount'],
    ['12 000', 'bad_amount'],
  ])('parses %j as %j', (typed, problem) => expect(problemOf(typed)).toBe(problem))

  it.each([Number.NaN, Number.POSITIVE_INFINITY, -1, -0.5, 600.5, 2 ** 53, null])('refuses %s', (amount) =>
    expect(amountProblem(amount, PRICE, 'GBP')?.code).toBe('bad_amount'),
  )

  it('has no decimals in yen', () => {
    const inYen = (typed: string) => amountProblem(parseAmount(typed, 'JPY'), PRICE, 'JPY')?.code ?? null
    expect(['500', '499', '600.5'].map(inYen)).toEqual([null, 'amount_below_min', 'bad_amount'])
  })

  it('always accepts the organiser’s suggestion', () => {
    fc.assert(
      fc.property(fc.nat(2 ** 40), fc.nat(2 ** 40), (a, b) => {
        const price = { minMinor: Math.min(a, b), suggestedMinor: Math.max(a, b) }
        expect(amountProblem(price.suggestedMinor, price, 'GBP')).toBeNull()
        expect(amountProblem(price.minMinor, price, 'GBP')).toBeNull()
        expect(amountProblem(maxAmount(price, 'GBP') + 1, price, 'GBP')).toEqual({
          code: 'amount_above_max',
          limitMinor: maxAmount(price, 'GBP'),
        })
      }),
    )
  })
})
