import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { isCurrency, roundHalfUp, share, sum, toMajor, toMinor } from './money.ts'

const minors = fc.integer({ min: -1e12, max: 1e12 })

it('pence survive the way to pounds and back, through JSON too', () => {
  fc.assert(fc.property(minors, (minor) => toMinor(JSON.parse(JSON.stringify(toMajor(minor)))) === minor))
})

it.each([
  [10.505, 1051],
  [1.005, 101],
  [0.1 + 0.2, 30],
  [19.99, 1999],
  [1.115, 112],
  [-1.005, -101],
  [0, 0],
])('%d pounds are %i pence', (major, minor) => expect(toMinor(major)).toBe(minor))

it('nothing is never minus nothing', () => {
  for (const n of [-0.4, -0, 0, 0.4]) expect(Object.is(roundHalfUp(n), 0)).toBe(true)
  expect(Object.is(toMinor(-0.001), 0)).toBe(true)
})

it('halves go away from zero', () => {
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

it('knows the currencies the shop sells in, and no property of an object', () => {
  expect(['GBP', 'EUR', 'USD', 'gbp', 'JPY', 'toString', ''].map(isCurrency)).toEqual([
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
