import { describe, expect, it } from 'vitest'
import { CROWD, type Rates, simulate } from './simulate.ts'

const RATES: Rates = { pages: 500, baskets: 400, reserves: 3000, refusals: 4000, orders: 80 }
const SMALL = { ...CROWD, buyers: 5000, tickets: 400 }

describe('simulate', () => {
  it('never sells more than there is, and is deterministic', () => {
    const result = simulate(RATES, 1, SMALL)
    expect(result.sold).toBeLessThanOrEqual(SMALL.tickets)
    expect(result.allSoldAfter).toBeGreaterThan(result.allHeldAfter)
    expect(simulate(RATES, 1, SMALL)).toEqual(result)
  })

  it('holds all tickets sooner with more machines when the pages are slow', () => {
    const slow = { ...RATES, pages: 50, baskets: 40 }
    expect(simulate(slow, 8, SMALL).allHeldAfter).toBeLessThan(simulate(slow, 1, SMALL).allHeldAfter)
  })
})
