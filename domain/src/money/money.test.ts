import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  CURRENCIES,
  type CurrencyCode,
  currencyCode,
  isCurrency,
  isExactAmount,
  roundHalfUp,
  share,
  sum,
  toMajor,
  toMinor,
} from './money.ts'

const minors = fc.integer({ min: -1e12, max: 1e12 })

const CODES = Object.keys(CURRENCIES) as CurrencyCode[]

it.each(CODES)('every amount in %s survives conversion to major units and back, through JSON too', (currency) => {
  fc.assert(
    fc.property(minors, (minor) => toMinor(JSON.parse(JSON.stringify(toMajor(minor, currency))), currency) === minor),
  )
})

it.each<[number, CurrencyCode, number]>([
  [10.505, 'GBP', 1051],
  [1.005, 'EUR', 101],
  [0.1 + 0.2, 'USD', 30],
  [19.99, 'GBP', 1999],
  [1.115, 'GBP', 112],
  [-1.005, 'GBP', -101],
  [0, 'GBP', 0],
  [1500, 'JPY', 1500],
  [10.5, 'JPY', 11],
  [0, 'JPY', 0],
])('%d in %s is %i minor units', (major, currency, minor) => expect(toMinor(major, currency)).toBe(minor))

it('has no more decimals than its currency', () => {
  expect([10.5, 10.55, 0].map((major) => isExactAmount(major, 'GBP'))).toEqual([true, true, true])
  expect([10.505, Number.NaN].map((major) => isExactAmount(major, 'EUR'))).toEqual([false, false])
  expect([1500, 10.5].map((major) => isExactAmount(major, 'JPY'))).toEqual([true, false])
})

it('a stored currency is a known one, or the default', () => {
  expect([currencyCode(null), currencyCode('JPY')]).toEqual(['GBP', 'JPY'])
  expect(() => currencyCode('CHF')).toThrow('CHF')
})

it('zero is never negative', () => {
  for (const n of [-0.4, -0, 0, 0.4]) expect(Object.is(roundHalfUp(n), 0)).toBe(true)
  expect(Object.is(toMinor(-0.001, 'GBP'), 0)).toBe(true)
})

it('halves round away from zero', () => {
  expect([0.5, 1.5, 2.5, -0.5, -1.5, 0.49].map(roundHalfUp)).toEqual([1, 2, 3, -1, -2, 0])
})

describe('share', () => {
  it('is the exact fraction, rounded half up', () => {
    const exact = (amount: number, bp: number) => Number((2n * BigInt(amount) * BigInt(bp) + 10_000n) / 20_000n)
    fc.assert(
      fc.property(fc.nat(1e10), fc.nat(10_000), (amount, bp) => share(amount, bp) === exact(amount, bp)),
      { numRuns: 1000 },
    )
  })
  it('of 125 pence at 10 % is 13', () => expect(share(125, 1000)).toBe(13))
})

it('accepts only currencies of the shop, and no property name of an object', () => {
  expect(['GBP', 'EUR', 'USD', 'JPY', 'gbp', 'CHF', 'toString', ''].map(isCurrency)).toEqual([
    true,
    true,
    true,
    true,
    false,
    false,
    false,
    false,
  ])
  expect(sum([])).toBe(0)
})
