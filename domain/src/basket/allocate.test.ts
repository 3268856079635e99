import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { allocate, type HoldRequest } from './allocate.ts'

const left = (...free: [type: number, count: number][]) => new Map(free)
const request = (saleId: number, ...demands: [ticketTypeId: number, qty: number][]): HoldRequest => ({
  saleId,
  demands: demands.map(([ticketTypeId, qty]) => ({ ticketTypeId, qty })),
})

describe('allocate', () => {
  it('serves first come first, and what the first do not get stays for the next', () => {
    const { outcome, taken } = allocate([request(1, [7, 2]), request(2, [7, 2]), request(3, [7, 1])], left([7, 3]))
    expect([...outcome]).toEqual([
      [1, { ok: true }],
      [2, { ok: false, short: [{ ticketTypeId: 7, left: 1 }] }],
      [3, { ok: true }],
    ])
    expect(taken).toEqual(left([7, 3]))
  })

  it('gives a basket all of it or nothing', () => {
    const { outcome, taken } = allocate([request(1, [7, 1], [8, 5])], left([7, 10], [8, 4]))
    expect(outcome.get(1)).toEqual({ ok: false, short: [{ ticketTypeId: 8, left: 4 }] })
    expect(taken.size).toBe(0)
  })

  it('adds up lines of one type before it looks', () => {
    expect(allocate([request(1, [7, 3], [7, 3])], left([7, 5])).outcome.get(1)).toMatchObject({ ok: false })
    expect(allocate([request(1, [7, 3], [7, 2])], left([7, 5])).taken).toEqual(left([7, 5]))
  })

  it('has nothing of a type nobody knows, and never less than nothing', () =>
    expect(allocate([request(1, [9, 1], [7, 1])], left([7, -2])).outcome.get(1)).toEqual({
      ok: false,
      short: [
        { ticketTypeId: 9, left: 0 },
        { ticketTypeId: 7, left: 0 },
      ],
    }))

  it('never oversells, whoever wants whatever, and turns nobody away who could be served', () => {
    const demands = fc.array(fc.record({ ticketTypeId: fc.nat(3), qty: fc.integer({ min: 1, max: 6 }) }), {
      minLength: 1,
      maxLength: 5,
    })
    const wishes = fc
      .array(demands, { maxLength: 30 })
      .map((all) => all.map((d, i): HoldRequest => ({ saleId: i, demands: d })))
    const stock = fc.array(fc.tuple(fc.nat(3), fc.nat(30))).map((free) => new Map(free))
    fc.assert(
      fc.property(wishes, stock, (all, free) => {
        const before = new Map(free)
        const { outcome, taken } = allocate(all, free)
        expect(free).toEqual(before)

        const rest = new Map(free)
        for (const { saleId, demands } of all) {
          const wanted = new Map<number, number>()
          for (const d of demands) wanted.set(d.ticketTypeId, (wanted.get(d.ticketTypeId) ?? 0) + d.qty)
          const fits = [...wanted].every(([type, qty]) => (rest.get(type) ?? 0) >= qty)
          expect(outcome.get(saleId)!.ok).toBe(fits)
          if (fits) for (const [type, qty] of wanted) rest.set(type, (rest.get(type) ?? 0) - qty)
        }
        for (const [type, count] of taken) expect(count).toBe((free.get(type) ?? 0) - (rest.get(type) ?? 0))
        for (const count of rest.values()) expect(count).toBeGreaterThanOrEqual(0)
      }),
      { numRuns: 300 },
    )
  })
})
