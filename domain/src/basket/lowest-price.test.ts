import { describe, expect, it } from 'vitest'
import { lowestPrice } from './lowest-price.ts'

const ticket = (all_in_price: number, more: Partial<Parameters<typeof lowestPrice>[0][number]> = {}) => ({
  sale: 'open' as const,
  extra: false,
  requires: [],
  sold_out: false,
  all_in_price,
  ...more,
})
const adult = ticket(16.5)
const child = ticket(8.8, { requires: ['an Adult ticket'] })

describe('lowestPrice', () => {
  it('returns the lowest price of tickets that admit on their own', () =>
    expect(lowestPrice([adult, child])).toBe(16.5))
  it('considers tickets that require another only if there are no others', () => expect(lowestPrice([child])).toBe(8.8))
  it('ignores sold-out, past and extra types', () => {
    const parking = ticket(4, { extra: true })
    const early = ticket(10, { sale: 'over' })
    const stalls = ticket(12, { sold_out: true })
    expect(lowestPrice([parking, early, stalls, adult])).toBe(16.5)
  })
  it('is null when nothing is left', () => expect(lowestPrice([ticket(5, { sold_out: true })])).toBeNull())
})
