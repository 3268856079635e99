import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { allocate, type Counter, type Demand, type HoldRequest } from './allocate.ts'

/** Counters of ticket types without a pool, by type. */
const left = (...free: [type: number, count: number][]) => new Map(free.map(([type, n]) => [type, { free: n }]))
const NONE = { free: 0 }

const request = (
  counters: ReadonlyMap<number, Counter>,
  saleId: number,
  ...demands: [ticketTypeId: number, qty: number][]
): HoldRequest => ({
  saleId,
  demands: demands.map(([ticketTypeId, qty]) => ({
    ticketTypeId,
    qty,
    counters: [{ counter: counters.get(ticketTypeId) ?? NONE, places: 1 }],
  })),
})

describe('allocate', () => {
  it('serves in order, and leaves what the first do not get to the next', () => {
    const stock = left([7, 3])
    const { outcome, taken } = allocate([
      request(stock, 1, [7, 2]),
      request(stock, 2, [7, 2]),
      request(stock, 3, [7, 1]),
    ])
    expect([...outcome]).toEqual([
      [1, { ok: true }],
      [2, { ok: false, short: [{ ticketTypeIds: [7], left: 1 }] }],
      [3, { ok: true }],
    ])
    expect([...taken]).toEqual([[stock.get(7), 3]])
  })

  it('serves a basket completely or not at all', () => {
    const { outcome, taken } = allocate([request(left([7, 10], [8, 4]), 1, [7, 1], [8, 5])])
    expect(outcome.get(1)).toEqual({ ok: false, short: [{ ticketTypeIds: [8], left: 4 }] })
    expect(taken.size).toBe(0)
  })

  it('adds up lines of one type first', () => {
    expect(allocate([request(left([7, 5]), 1, [7, 3], [7, 3])]).outcome.get(1)).toMatchObject({ ok: false })
    expect([...allocate([request(left([7, 5]), 1, [7, 3], [7, 2])]).taken.values()]).toEqual([5])
  })

  it('has nothing of an unknown type, and never a negative number left', () => {
    const stock = left([7, -2])
    const unknown = { ticketTypeId: 9, qty: 1, counters: [{ counter: { free: 0 }, places: 1 }] }
    const [known] = request(stock, 1, [7, 1]).demands
    expect(allocate([{ saleId: 1, demands: [unknown, known!] }]).outcome.get(1)).toEqual({
      ok: false,
      short: [
        { ticketTypeIds: [9], left: 0 },
        { ticketTypeIds: [7], left: 0 },
      ],
    })
  })
})

describe('allocate with a pool', () => {
  const hall = { free: 5 }
  const of = (ticketTypeId: number, qty: number, { own = null as Counter | null, places = 1 } = {}): Demand => ({
    ticketTypeId,
    qty,
    counters: [...(own ? [{ counter: own, places: 1 }] : []), { counter: hall, places }],
  })
  const one = (...demands: Demand[]) => allocate([{ saleId: 1, demands }]).outcome.get(1)

  it('counts Adult and Child of one hall together, within and across baskets', () => {
    expect(one(of(1, 3), of(2, 2))).toEqual({ ok: true })
    expect(one(of(1, 3), of(2, 3))).toEqual({ ok: false, short: [{ ticketTypeIds: [1, 2], left: 5 }] })
    const { outcome } = allocate([
      { saleId: 1, demands: [of(1, 3)] },
      { saleId: 2, demands: [of(2, 3)] },
      { saleId: 3, demands: [of(2, 2)] },
    ])
    expect([...outcome.values()].map(({ ok }) => ok)).toEqual([true, false, true])
  })

  it('checks the type’s limit as well, and reports the smaller number', () => {
    expect(one(of(1, 3, { own: { free: 2 } }))).toEqual({ ok: false, short: [{ ticketTypeIds: [1], left: 2 }] })
    expect(one(of(1, 6, { own: { free: 2 } }))).toEqual({ ok: false, short: [{ ticketTypeIds: [1], left: 2 }] })
    expect(one(of(1, 6, { own: { free: 9 } }))).toEqual({ ok: false, short: [{ ticketTypeIds: [1], left: 5 }] })
  })

  it('takes as many places of the pool as a ticket admits', () => {
    expect(one(of(3, 1, { places: 4 }), of(1, 1))).toEqual({ ok: true })
    expect(one(of(3, 2, { places: 4 }))).toEqual({ ok: false, short: [{ ticketTypeIds: [3], left: 1 }] })
    expect(one(of(3, 1, { places: 4 }), of(1, 2))).toEqual({ ok: false, short: [{ ticketTypeIds: [3, 1], left: 5 }] })
  })
})

/** A shop of four types, two pools and any counters; type 0 has no pool. */
const shops = fc.record({
  own: fc.array(fc.option(fc.nat(30), { nil: null }), { minLength: 4, maxLength: 4 }),
  pools: fc.array(fc.nat(40), { minLength: 2, maxLength: 2 }),
  poolOf: fc.array(fc.constantFrom(null, 0, 1), { minLength: 4, maxLength: 4 }),
  places: fc.array(fc.integer({ min: 1, max: 4 }), { minLength: 4, maxLength: 4 }),
  baskets: fc.array(
    fc.array(fc.record({ type: fc.nat(3), qty: fc.integer({ min: 1, max: 6 }) }), { minLength: 1, maxLength: 5 }),
    { maxLength: 30 },
  ),
})

describe('allocate, for random requests', () => {
  it('never oversells a type or pool, and refuses nobody who could be served', () => {
    fc.assert(
      fc.property(shops, ({ own, pools, poolOf, places, baskets }) => {
        const owns = own.map((free, type) => ({ free: free ?? (poolOf[type] === null ? 0 : Number.POSITIVE_INFINITY) }))
        const halls = pools.map((free) => ({ free }))
        const requests = baskets.map(
          (lines, saleId): HoldRequest => ({
            saleId,
            demands: lines.map(({ type, qty }) => {
              const pool = poolOf[type] ?? null
              return {
                ticketTypeId: type,
                qty,
                counters: [
                  { counter: owns[type]!, places: 1 },
                  ...(pool === null ? [] : [{ counter: halls[pool]!, places: places[type]! }]),
                ],
              }
            }),
          }),
        )
        const { outcome, taken } = allocate(requests)
        expect(halls.map(({ free }) => free)).toEqual(pools)

        // The plain rule, counted type by type and pool by pool.
        const restOwn = owns.map(({ free }) => free)
        const restPool = [...pools]
        baskets.forEach((lines, saleId) => {
          const triedOwn = [...restOwn]
          const triedPool = [...restPool]
          for (const { type, qty } of lines) {
            triedOwn[type]! -= qty
            const pool = poolOf[type] ?? null
            if (pool !== null) triedPool[pool]! -= qty * places[type]!
          }
          const fits = [...triedOwn, ...triedPool].every((rest) => rest >= 0)
          const allocation = outcome.get(saleId)!
          expect(allocation.ok).toBe(fits)
          if (fits) {
            restOwn.splice(0, 4, ...triedOwn)
            restPool.splice(0, 2, ...triedPool)
          } else if (!allocation.ok) {
            expect(allocation.short.length).toBeGreaterThan(0)
            for (const { left: rest } of allocation.short) expect(rest).toBeGreaterThanOrEqual(0)
          }
        })
        owns.forEach((counter, type) => {
          expect(counter.free - (taken.get(counter) ?? 0)).toBe(restOwn[type])
        })
        halls.forEach((counter, pool) => {
          expect(counter.free - (taken.get(counter) ?? 0)).toBe(restPool[pool])
        })
      }),
      { numRuns: 500 },
    )
  })
})
