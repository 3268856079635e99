import fc from 'fast-check'
import { expect, it } from 'vitest'
import { sum } from './money.ts'
import { prorate } from './prorate.ts'

function expectSplit(total: number, weights: number[], expected: number[]) {
  expect(prorate(total, weights)).toEqual(expected)
  expect(sum(expected)).toBe(total) // no penny lost
}

it('splits evenly', () => expectSplit(100, [1, 1], [50, 50]))
it('splits with a remainder', () => expectSplit(100, [1, 1, 1], [34, 33, 33]))
it('gives left-over pennies to the largest remainders', () => expectSplit(10, [50, 30, 19], [5, 3, 2]))
// 10/6 and 40/6 leave the same remainder of four sixths, but not in floating point
it('breaks ties in order, however large the parts', () => expectSplit(10, [1, 4, 1], [2, 7, 1]))
it('gives nothing to a weight of 0', () => expectSplit(7, [0, 3, 0, 4], [0, 3, 0, 4]))
it('returns nothing for no parts', () => {
  expect(prorate(100, [0, 0])).toEqual([0, 0])
  expect(prorate(100, [])).toEqual([])
  expect(prorate(0, [1, 2])).toEqual([0, 0])
})

const amounts = fc.nat(10_000_000)
const weights = fc.array(fc.oneof(fc.constant(0), fc.nat(1_000_000)), { minLength: 1, maxLength: 20 })

it('loses no penny, and stays within one of the exact share', () => {
  fc.assert(
    fc.property(amounts, weights, (total, ws) => {
      const whole = sum(ws)
      fc.pre(whole > 0)
      const parts = prorate(total, ws)
      expect(sum(parts)).toBe(total)
      for (const [i, part] of parts.entries()) {
        // part < share + 1 and part > share - 1, in whole numbers
        const exact = BigInt(total) * BigInt(ws[i]!)
        expect(BigInt(part) * BigInt(whole) - exact < BigInt(whole)).toBe(true)
        expect(exact - BigInt(part) * BigInt(whole) < BigInt(whole)).toBe(true)
        if (ws[i] === 0) expect(part).toBe(0)
      }
    }),
    { numRuns: 500 },
  )
})

it('takes no more off a line than it has', () => {
  fc.assert(
    fc.property(amounts, weights, (total, lines) => {
      const parts = prorate(Math.min(total, sum(lines)), lines)
      for (const [i, part] of parts.entries()) expect(part).toBeLessThanOrEqual(lines[i]!)
    }),
  )
})
