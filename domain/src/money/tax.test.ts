import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { sum } from './money.ts'
import { taxOfLine, taxRefunded, taxWithin } from './tax.ts'

const minor = fc.integer({ min: 0, max: 100_000_000 })
const rate = fc.constantFrom(0, 210, 500, 550, 700, 1000, 1350, 1900, 2000, 2100, 2500, 10_000)

describe('the tax included in an amount', () => {
  it.each([
    [1200, 2000, 200],
    [1000, 2000, 167],
    [999, 2000, 167],
    [3, 2000, 1],
    [2, 2000, 0],
    [1050, 500, 50],
    [1055, 550, 55],
    [1500, 1000, 136],
    [1, 10_000, 1],
    [1200, 0, 0],
    [0, 2000, 0],
    [-3, 2000, -1],
    [-20, 2000, -3],
    [-2, 2000, 0],
  ])('of %i at %i hundredths of a percent is %i', (gross, bp, tax) => expect(taxWithin(gross, bp)).toBe(tax))

  it('is exactly amount x rate / (100 + rate), rounded half up', () =>
    fc.assert(
      fc.property(minor, rate, (gross, bp) => {
        const [a, b] = [BigInt(gross) * BigInt(bp), BigInt(10_000 + bp)]
        expect(BigInt(taxWithin(gross, bp))).toBe((2n * a + b) / (2n * b))
      }),
    ))

  it('never falls as the amount grows', () =>
    fc.assert(
      fc.property(minor, rate, (gross, bp) => {
        expect(taxWithin(gross + 1, bp)).toBeGreaterThanOrEqual(taxWithin(gross, bp))
      }),
    ))
})

describe('the tax included in a line', () => {
  const line = fc.record({
    netMinor: minor,
    feeMinor: minor,
    protectionMinor: minor,
    deliveryMinor: minor,
    roundingMinor: fc.integer({ min: -50, max: 50 }),
  })
  const rates = fc.record({ net: rate, fee: rate, protection: rate, delivery: rate })

  it('is 0 for an unregistered organiser', () =>
    fc.assert(
      fc.property(line, (money) => {
        expect(taxOfLine(money, null)).toEqual([])
      }),
    ))

  it('has each part at its own rate, including 0, and skips parts that cost nothing', () => {
    const money = { netMinor: 1000, feeMinor: 120, protectionMinor: 60, deliveryMinor: 0, roundingMinor: -3 }
    expect(taxOfLine(money, { net: 500, fee: 2000, protection: 0, delivery: 2000 })).toEqual([
      { part: 'net', rateBp: 500, grossMinor: 1000, taxMinor: 48 },
      { part: 'fee', rateBp: 2000, grossMinor: 120, taxMinor: 20 },
      { part: 'protection', rateBp: 0, grossMinor: 60, taxMinor: 0 },
      { part: 'rounding', rateBp: 500, grossMinor: -3, taxMinor: 0 },
    ])
  })

  it('is refunded with any parts in any steps, leaving the tax of what is kept', () =>
    fc.assert(
      fc.property(
        line,
        rates,
        fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { maxLength: 6 }),
        (money, bp, steps) => {
          for (const part of taxOfLine(money, bp)) {
            let refunded = 0
            const returned: number[] = []
            for (const step of [...steps, 1]) {
              const before = taxRefunded(part, refunded)
              refunded += Math.trunc((part.grossMinor - refunded) * step)
              returned.push(taxRefunded(part, refunded) - before)
              expect(part.taxMinor - sum(returned)).toBe(taxWithin(part.grossMinor - refunded, part.rateBp))
            }
            for (const tax of returned) expect(tax * Math.sign(part.grossMinor)).toBeGreaterThanOrEqual(0)
            expect(sum(returned)).toBe(part.taxMinor)
          }
        },
      ),
    ))
})
