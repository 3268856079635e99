import { describe, expect, it } from 'vitest'
import { nextPrice, type PriceTier, priceInForce } from './price-tiers.ts'

const NOW = new Date('2027-01-10T12:00:00Z')
const at = (hours: number) => new Date(NOW.getTime() + hours * 3_600_000)
const tier = (priceMinor: number, left: number | null, until: Date | null = null): PriceTier => ({
  priceMinor,
  left,
  until,
})

describe('a tiered price', () => {
  it('is the first tier that has not ended, and then the type’s own price', () => {
    const tiers = [tier(1000, null, at(1)), tier(1200, null, at(2))]
    const prices = [0, 1, 2].map((hours) => priceInForce(tiers, 1500, 1, at(hours)).priceMinor)
    expect(prices, 'a tier ends at its instant').toEqual([1000, 1200, 1500])
    expect([0, 1, 2].map((hours) => nextPrice(tiers, 1500, at(hours)))).toEqual([1200, 1500, null])
  })

  it('is the same for a whole line: a tier must have room for all its tickets', () => {
    const tiers = [tier(1000, 2), tier(1100, 3)]
    const prices = [1, 2, 3, 4].map((qty) => priceInForce(tiers, 1200, qty, NOW).priceMinor)
    expect(prices).toEqual([1000, 1000, 1100, 1200])
    expect(priceInForce([tier(1000, 0)], 1200, 1, NOW)).toEqual({ priceMinor: 1200, tier: null })
  })

  it('ends by time or quantity, whichever comes first', () => {
    expect(priceInForce([tier(1000, 0, at(1))], 1200, 1, NOW).priceMinor).toBe(1200)
    expect(priceInForce([tier(1000, 5, at(-1))], 1200, 1, NOW).priceMinor).toBe(1200)
    expect(priceInForce([tier(1000, 5, at(1))], 1200, 1, NOW).priceMinor).toBe(1000)
  })

  it('skips used-up tiers for the next price', () => {
    expect(nextPrice([tier(1000, 1), tier(1100, 0), tier(1200, 9)], 1500, NOW)).toBe(1200)
    expect(nextPrice([], 1500, NOW)).toBeNull()
  })
})
