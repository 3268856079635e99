import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { bestSeats } from './best-seats.ts'
import type { HallRow } from './hall.ts'

/** Rows as drawn: `x` is free, `.` is taken, and a space is a number that does not exist. The seat 203 is in row 3, number 4. */
const hall = (...rows: string[]): HallRow[] =>
  rows.map((row, r) => ({ section: '', name: String(r + 1), seats: seatsOf(row, r) }))
const seatsOf = (row: string, r: number) =>
  [...row].flatMap((seat, n) => (seat === ' ' ? [] : [{ id: r * 100 + n, number: n + 1, free: seat === 'x' }]))
const ones = (count: number) => Array.from({ length: count }, () => 1)
const party = (rows: HallRow[], size: number) => bestSeats(rows, ones(size))?.flat()

describe('the best seats', () => {
  it('are side by side, in the nearest row and in its middle', () => {
    expect(party(hall('xxxxxxxx', 'xxxxxxxx'), 2)).toEqual([3, 4])
    expect(party(hall('xx.x', 'xxxx'), 4)).toEqual([100, 101, 102, 103])
    expect(party(hall('x'), 1)).toEqual([0])
  })

  it('leave no single seat where another choice avoids it', () => {
    expect(party(hall('xxx', 'xx'), 2)).toEqual([100, 101])
    expect(party(hall('xxxx.'), 2), 'not the two in the middle').toEqual([2, 3])
    expect(party(hall('x.xx.'), 1), 'a seat that was single before').toEqual([0])
  })

  it('may leave one where no other choice is side by side', () => {
    expect(party(hall('xxx', 'x.x'), 2)).toEqual([0, 1])
  })

  it('are not side by side across a missing number', () => {
    expect(party(hall('xx xx', '.xxxx.'), 4)).toEqual([101, 102, 103, 104])
  })

  it('are neighbours in a row of odd numbers', () => {
    const odd = [1, 3, 5, 7].map((number) => ({ id: number, number, free: true }))
    expect(bestSeats([{ section: '', name: 'A', seats: odd }], [4])).toEqual([[1, 3, 5, 7]])
  })

  it('are in as few and as even pieces as possible, in rows behind each other, with nobody alone', () => {
    expect(party(hall('xxxx', '....', 'xxx.', 'xxx.'), 6)).toEqual([200, 201, 202, 300, 301, 302])
    expect(party(hall('x.xx.x', 'x.xx.x'), 4)).toEqual([2, 3, 102, 103])
    expect(party(hall('x.xxx.x', '.......', '...xx..'), 5)).toEqual([2, 3, 4, 203, 204])
  })

  it('are any if somebody has to be alone', () => {
    expect(party(hall('x.x', '.x.'), 3)).toEqual([0, 2, 101])
    expect(party(hall('xx.x'), 3)).toEqual([0, 1, 3])
  })

  it('keep the people of each ticket together, if not those of all', () => {
    expect(bestSeats(hall('xxxxxx'), [2, 4])).toEqual([
      [0, 1],
      [2, 3, 4, 5],
    ])
    expect(bestSeats(hall('xx.', 'x.xxxx'), [2, 4])).toEqual([
      [0, 1],
      [102, 103, 104, 105],
    ])
    expect(bestSeats(hall('xxxxx', 'xxxx'), [4, 1, 4])).toEqual([[100, 101, 102, 103], [4], [0, 1, 2, 3]])
  })

  it('are not those that others take', () => {
    expect(bestSeats(hall('xxxx'), [2], new Set([1]))).toEqual([[2, 3]])
    expect(bestSeats(hall('xxxx'), [2], new Set([0, 1, 2]))).toBeNull()
  })

  it('take the sections in the order of the plan and the rows by their names: 2 before 10, Z before AA', () => {
    const row = (id: number, section: string, name: string) => ({
      section,
      name,
      seats: [{ id, number: 1, free: true }],
    })
    const rows = [row(1, 'Stalls', 'AA'), row(2, 'Stalls', 'Z'), row(3, 'Balcony', '10'), row(4, 'Balcony', '2')]
    expect([1, 2, 3, 4].map((count) => party(rows, count)?.at(-1))).toEqual([2, 1, 4, 3])
  })

  it('are none for nobody', () => {
    expect(bestSeats([], [])).toEqual([])
    expect(bestSeats(hall('.'), [1])).toBeNull()
  })
})

describe('the best seats of random halls', () => {
  // The first two make clear that numbers are not odd or even only.
  const row = fc.string({ unit: fc.constantFrom('x', 'x', 'x', '.', ' '), maxLength: 9 }).map((seats) => `..${seats}`)
  const choices = fc.record({ rows: fc.array(row, { maxLength: 5 }), size: fc.integer({ min: 1, max: 9 }) })
  const RUNS = { numRuns: 10_000 }

  /** The free seats side by side, as text shows them. */
  const runsOf = (rows: string[]) => rows.flatMap((text) => text.match(/x+/g) ?? []).map(({ length }) => length)
  /** The fewest runs that seat so many, with at least two in each; infinity if somebody is alone. */
  function fewest(runs: number[], size: number): number {
    let least = [0, ...Array.from({ length: size }, () => Number.POSITIVE_INFINITY)]
    for (const length of runs) {
      const without = least
      least = without.map((count, seated) => {
        const shares = Array.from({ length: Math.max(0, Math.min(length, seated) - 1) }, (_, n) => n + 2)
        return Math.min(count, ...shares.map((share) => without[seated - share]! + 1))
      })
    }
    return least[size]!
  }
  const withoutSeats = (rows: string[], seats: readonly number[]) =>
    rows.map((text, r) => [...text].map((seat, n) => (seats.includes(r * 100 + n) ? '.' : seat)).join(''))
  const single = (rows: string[]) => runsOf(rows).filter((length) => length === 1).length
  const piecesOf = (rows: string[], seats: readonly number[]) =>
    runsOf(rows.map((text, r) => [...text].map((_, n) => (seats.includes(r * 100 + n) ? 'x' : '.')).join('')))

  it('are free and as many as wanted, and nobody is refused while so many are free', () => {
    fc.assert(
      fc.property(
        choices,
        fc.array(fc.integer({ min: 1, max: 4 }), { minLength: 1, maxLength: 4 }),
        ({ rows }, sizes) => {
          const free = hall(...rows).flatMap(({ seats }) => seats.filter((seat) => seat.free).map(({ id }) => id))
          const chosen = bestSeats(hall(...rows), sizes)
          const total = sizes.reduce((sum, size) => sum + size, 0)
          expect(chosen?.map(({ length }) => length) ?? null).toEqual(free.length < total ? null : sizes)
          const ids = chosen?.flat() ?? []
          expect(new Set(ids).size).toBe(ids.length)
          expect(ids.filter((id) => !free.includes(id))).toEqual([])
        },
      ),
      RUNS,
    )
  })

  it('are never split while so many are free side by side, and else in the fewest pieces, with nobody alone if possible', () => {
    fc.assert(
      fc.property(choices, ({ rows, size }) => {
        const chosen = party(hall(...rows), size)
        if (chosen === undefined) return
        const pieces = piecesOf(rows, chosen)
        const runs = runsOf(rows)
        if (runs.some((length) => length >= size)) expect(pieces).toHaveLength(1)
        else if (fewest(runs, size) < Number.POSITIVE_INFINITY) {
          expect(pieces).toHaveLength(fewest(runs, size))
          expect(Math.min(...pieces)).toBeGreaterThan(1)
        }
      }),
      RUNS,
    )
  })

  it('leave no single seat where another choice side by side avoids it', () => {
    fc.assert(
      fc.property(choices, ({ rows, size }) => {
        const chosen = party(hall(...rows), size)
        if (chosen === undefined || !runsOf(rows).some((length) => length >= size)) return
        const newlyLeft = (seats: readonly number[]) => {
          const [own] = seats
          const wasSingle = size === 1 && isSingle(rows[Math.floor(own! / 100)]!, own! % 100)
          return single(withoutSeats(rows, seats)) - single(rows) + (wasSingle ? 1 : 0)
        }
        const others = rows.flatMap((text, r) =>
          [...text].flatMap((_, n) =>
            /^x+$/.test(text.slice(n, n + size)) && n + size <= text.length
              ? [Array.from({ length: size }, (_, i) => r * 100 + n + i)]
              : [],
          ),
        )
        expect(newlyLeft(chosen)).toBe(Math.min(...others.map(newlyLeft)))
      }),
      RUNS,
    )
  })
  const isSingle = (text: string, n: number) => text[n - 1] !== 'x' && text[n + 1] !== 'x'
})
