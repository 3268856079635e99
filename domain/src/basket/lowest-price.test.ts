import { describe, expect, it } from 'vitest'
import { lowestPrice } from './lowest-price.ts'

const ticket = (total_from: number, more: Partial<Parameters<typeof lowestPrice>[0][number]> = {}) => ({
  sale: 'open' as const,
  extra: false,
  requires: [],
  sold_out: false,
  total_from,
  left: 9,
  min_per_customer: 1,
  ...more,
})
const adult = ticket(16.5)
const child = ticket(8.8, { requires: ['an Adult ticket'] })

describe('lowestPrice', () => {
  it('returns the lowest price of tickets that admit on their own', () =>
    expect(lowestPrice([adult, child])).toEqual({ total: 16.5, qty: 1 }))
  it('considers tickets that require another only if there are no others', () =>
    expect(lowestPrice([child])).toEqual({ total: 8.8, qty: 1 }))
  it('ignores sold-out, past and extra types', () => {
    const parking = ticket(4, { extra: true })
    const early = ticket(10, { sale: 'over' })
    const stalls = ticket(12, { sold_out: true })
    expect(lowestPrice([parking, early, stalls, adult])).toEqual({ total: 16.5, qty: 1 })
  })
  it('says for how many tickets the total is, and ignores types with fewer left than that', () => {
    const pair = ticket(24.95, { min_per_customer: 2 })
    expect(lowestPrice([pair, ticket(5, { min_per_customer: 4, left: 3 })])).toEqual({ total: 24.95, qty: 2 })
  })
  it('is null when nothing is left', () => expect(lowestPrice([ticket(5, { sold_out: true })])).toBeNull())
})
