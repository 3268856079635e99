import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { bestSeats } from './best-seats.ts'
import { type RuleRow, type SingleSeatRule, singleSeatLeft } from './single-seat.ts'

/**
 * Rows as drawn: `x` is free, `.` is taken, `o` is a free seat of another category, and a space is a number that does not exist. The
 * seat 203 is in row 3, number 4.
 */
const hall = (...rows: string[]): RuleRow[] =>
  rows.map((row, r) => ({
    section: '',
    name: String(r + 1),
    seats: [...row].flatMap((seat, n) =>
      seat === ' ' ? [] : [{ id: r * 100 + n, number: n + 1, free: seat !== '.', isOwn: seat !== 'o' }],
    ),
  }))
const left = (rows: RuleRow[], chosen: number[], rule: SingleSeatRule = 'inside') =>
  singleSeatLeft(rows, new Set(chosen), rule)

describe('a choice that leaves a seat alone', () => {
  it('is refused inside a row, with the nearest seats that leave none alone', () => {
    expect(left(hall('.xxxxx.'), [2, 3])).toEqual({ lone: 1, instead: [1, 2] })
    expect(left(hall('.xxx.', 'xxxx'), [1, 2])).toEqual({ lone: 3, instead: [101, 102] })
  })

  it('is refused beside an aisle only if the event says so', () => {
    expect(left(hall('xxxxxx'), [1, 2])).toBeNull()
    expect(left(hall('xxxxxx'), [1, 2], 'aisles')).toEqual({ lone: 0, instead: [0, 1] })
    expect(left(hall('xxx xxxx'), [0, 1], 'aisles')?.lone).toBe(2)
    expect(left(hall('xxx xxxx'), [0, 1])).toBeNull()
    expect(left(hall('.xxxxx.'), [2, 3], 'off')).toBeNull()
  })

  it('is allowed if the seat was alone before, and if no other choice in the section avoids it', () => {
    expect(left(hall('.x.xxxx'), [3, 4])).toBeNull()
    expect(left(hall('.xxx.'), [1, 2]), 'three left, two wanted').toBeNull()
    const balcony = hall('', 'xxxx').map((row) => ({ ...row, section: 'Balcony' }))
    expect(left([...hall('.xxx.'), ...balcony], [1, 2])).toBeNull()
  })

  it('is allowed for one person, and for the last tenth of a section', () => {
    expect(left(hall('.xx.xx'), [1])).toBeNull()
    const full = '.'.repeat(46)
    expect(left(hall(`.xxx.xx${full}`), [1, 2]), '5 of 53').toBeNull()
    expect(left(hall(`.xxx.xx.x${full}`), [1, 2]), '6 of 55').toMatchObject({ lone: 3 })
  })

  it('counts seats of other categories as free', () => {
    expect(left(hall('.xxxo', 'xxxx'), [1, 2])).toBeNull()
    expect(left(hall('.xxxo', 'xxxx'), [1, 2], 'aisles')).toBeNull()
  })
})

const HALL = fc
  .array(fc.string({ unit: fc.constantFrom('x', 'x', 'x', '.', 'o', ' '), minLength: 1, maxLength: 12 }), {
    minLength: 1,
    maxLength: 5,
  })
  .map((rows) => hall(...rows))

/** Free seats left alone, counted from the drawing: by their neighbouring numbers, of which rows of `HALL` skip some. */
function loneIn(rows: RuleRow[], chosen: ReadonlySet<number>, rule: SingleSeatRule): number[] {
  return rows.flatMap(({ seats }) => {
    const step = Math.max(1, Math.min(...seats.slice(1).map(({ number }, n) => number - seats[n]!.number)))
    const at = (number: number) => seats.find((seat) => seat.number === number)
    // A seat is next to the one whose number is the usual step away.
    const isTaken = (seat: RuleRow['seats'][number]) => seat.isOwn && (!seat.free || chosen.has(seat.id))
    return seats
      .filter((seat) => seat.isOwn && !isTaken(seat))
      .filter(({ number }) => {
        const sides = [at(number - step), at(number + step)]
        if (sides.some((side) => side !== undefined && !isTaken(side))) return false
        const taken = sides.filter((side) => side !== undefined).length
        return rule === 'aisles' ? taken > 0 : taken === 2
      })
      .map(({ id }) => id)
  })
}

const RULE = fc.constantFrom<SingleSeatRule>('inside', 'aisles')

it('over 10,000 halls: a refusal names a new lone seat, and seats that are free, side by side and leave none alone', () => {
  fc.assert(
    fc.property(HALL, RULE, fc.integer({ min: 1, max: 5 }), fc.nat(), (rows, rule, size, seed) => {
      const free = rows.flatMap(({ seats }) => seats.filter((seat) => seat.free && seat.isOwn).map(({ id }) => id))
      const start = free.length === 0 ? 0 : seed % free.length
      const chosen = new Set(free.slice(start, start + size))
      const refused = singleSeatLeft(rows, chosen, rule)
      const before = loneIn(rows, new Set(), rule)
      const made = loneIn(rows, chosen, rule).filter((id) => !before.includes(id))
      if (refused === null) return
      expect(chosen.size).toBeGreaterThan(1)
      expect(made).toContain(refused.lone)
      expect(refused.instead).toHaveLength(chosen.size)
      for (const id of refused.instead) expect(free).toContain(id)
      expect(loneIn(rows, new Set(refused.instead), rule).filter((id) => !before.includes(id))).toEqual([])
      expect(singleSeatLeft(rows, new Set(refused.instead), rule), 'what it offers is allowed').toBeNull()
    }),
    { numRuns: 10_000 },
  )
})

it('over 10,000 halls: the seats that the shop chooses side by side are never refused', () => {
  fc.assert(
    fc.property(HALL, RULE, fc.integer({ min: 2, max: 5 }), (rows, rule, size) => {
      const own = rows.map((row) => ({ ...row, seats: row.seats.map((seat) => ({ ...seat, isOwn: true })) }))
      const best = bestSeats(
        own,
        Array.from({ length: size }, () => 1),
      )?.flat()
      fc.pre(best !== undefined)
      const refused = singleSeatLeft(own, new Set(best), rule)
      if (rule === 'aisles') expect(refused).toBeNull()
      else expect(refused === null || loneIn(own, new Set(best), 'aisles').length > 0).toBe(true)
    }),
    { numRuns: 10_000 },
  )
})
