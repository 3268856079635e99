import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { bestSeats } from './best-seats.ts'
import type { SeatKind } from './kinds.ts'
import { companionsAlone, type PartyRow, partyWithSpace, seatsOfKinds } from './party.ts'

const KINDS = { w: 'wheelchair', c: 'companion', x: 'standard', r: 'standard' } as const

/**
 * Rows as drawn: `x` is free, `r` too but with a restricted view, `w` a free wheelchair space, `c` a free companion seat, `.` is taken,
 * and a space is a number that does not exist. The seat 203 is in row 3, number 4.
 */
const hall = (...rows: string[]): PartyRow[] =>
  rows.map((row, r) => ({
    section: '',
    name: String(r + 1),
    seats: [...row].flatMap((seat, n) =>
      seat === ' '
        ? []
        : [
            {
              id: r * 100 + n,
              number: n + 1,
              free: seat !== '.',
              restricted: seat === 'r',
              kind: KINDS[seat as keyof typeof KINDS] ?? 'standard',
            },
          ],
    ),
  }))

describe('[41] a party with a wheelchair', () => {
  it('gets the space, the companion seat beside it and the nearest seats', () => {
    expect(partyWithSpace(hall('xxxx', 'xwcxxx'), 4)).toEqual([101, 102, 103, 104])
    expect(partyWithSpace(hall('xxxx', '.wc.'), 4)).toEqual([101, 102, 0, 1])
    expect(partyWithSpace(hall('w'), 1)).toEqual([0])
    expect(partyWithSpace(hall('xcw'), 2), 'on either side').toEqual([2, 1])
  })

  it('prefers a space with a companion seat beside it, and is given none that is elsewhere', () => {
    expect(partyWithSpace(hall('wxx', 'wcx'), 2)).toEqual([100, 101])
    expect(partyWithSpace(hall('w cx'), 2), 'over a gap').toEqual([0, 3])
    expect(partyWithSpace(hall('w.xx', 'cc'), 3)).toEqual([0, 2, 3])
  })

  it('sits where its others are together, with a full view if there are enough', () => {
    expect(partyWithSpace(hall('wcx.x', '.', 'wcxx'), 4)).toEqual([200, 201, 202, 203])
    expect(partyWithSpace(hall('wcrrx', 'xx'), 4)).toEqual([0, 1, 100, 101])
    expect(partyWithSpace(hall('wcrr'), 4)).toEqual([0, 1, 2, 3])
  })

  it('is told that there is no space, or too few seats', () => {
    expect(partyWithSpace(hall('xxcxx'), 2)).toBeNull()
    expect(partyWithSpace(hall('wc.'), 3)).toBeNull()
  })
})

describe('[41] seats of random halls', () => {
  const row = fc.string({ unit: fc.constantFrom('x', 'x', 'x', 'w', 'c', 'r', '.', ' '), maxLength: 9 })
  const choices = fc.record({
    // The first two make clear that numbers are not odd or even only.
    rows: fc.array(
      row.map((seats) => `..${seats}`),
      { maxLength: 4 },
    ),
    people: fc.integer({ min: 1, max: 6 }),
  })
  const RUNS = { numRuns: 5000 }
  const at = (rows: string[], id: number) => rows[Math.floor(id / 100)]![id % 100]!
  const count = (rows: string[], signs: string) => [...rows.join('')].filter((seat) => signs.includes(seat)).length

  it('are a space, at most one companion seat and that beside it, and ordinary ones; nobody is refused who fits', () => {
    fc.assert(
      fc.property(choices, ({ rows, people }) => {
        const seats = partyWithSpace(hall(...rows), people)
        const isBeside = (n: number, text: string) => text[n - 1] === 'c' || text[n + 1] === 'c'
        const hasPair = rows.some((text) => [...text].some((seat, n) => seat === 'w' && isBeside(n, text)))
        const companions = people > 1 && hasPair ? 1 : 0
        const fits = count(rows, 'w') > 0 && count(rows, 'xr') >= people - 1 - companions
        expect(seats !== null).toBe(fits)
        if (seats === null) return
        expect(new Set(seats).size).toBe(people)
        expect(at(rows, seats[0]!)).toBe('w')
        const [companion, ...others] = companions === 1 ? seats.slice(1) : [undefined, ...seats.slice(1)]
        if (companion !== undefined) {
          expect(at(rows, companion)).toBe('c')
          expect(Math.abs(companion - seats[0]!)).toBe(1)
        }
        expect(others.filter((id) => !'xr'.includes(at(rows, id)))).toEqual([])
      }),
      RUNS,
    )
  })

  it('of the others are not split while so many with a full view are side by side', () => {
    fc.assert(
      fc.property(choices, ({ rows, people }) => {
        const seats = partyWithSpace(hall(...rows), people)
        if (seats === null) return
        const others = seats.filter((id) => 'xr'.includes(at(rows, id)))
        const hasRun = rows.some((text) => (text.match(/x+/g) ?? []).some(({ length }) => length >= others.length))
        if (others.length > 0 && hasRun) expect(others.at(-1)! - others[0]!).toBe(others.length - 1)
      }),
      RUNS,
    )
  })

  it('that are the best are restricted only if too few others are free', () => {
    fc.assert(
      fc.property(choices, ({ rows, people }) => {
        const plain = hall(...rows).map((row) => ({
          ...row,
          seats: row.seats.map(({ kind, ...seat }) => ({ ...seat, free: seat.free && kind === 'standard' })),
        }))
        const seats =
          bestSeats(
            plain,
            Array.from({ length: people }, () => 1),
          )?.flat() ?? []
        if (count(rows, 'x') >= people) expect(seats.map((id) => at(rows, id))).toEqual(seats.map(() => 'x'))
      }),
      RUNS,
    )
  })
})

describe('[41] a ticket of a wheelchair space', () => {
  it('gets seats of the same kinds, or none', () => {
    expect(seatsOfKinds(hall('xxw', 'xwcx'), ['wheelchair'])).toEqual([2])
    expect(seatsOfKinds(hall('xxw', 'xwcx'), ['companion'])).toEqual([102])
    expect(seatsOfKinds(hall('wcxx'), ['standard', 'standard'])).toEqual([2, 3])
    expect(seatsOfKinds(hall('xx.c'), ['wheelchair'])).toBeNull()
    expect(seatsOfKinds(hall('wcxx'), ['companion', 'standard', 'wheelchair'])).toEqual([0, 1, 2])
    expect(seatsOfKinds(hall('wcxx'), ['wheelchair', 'standard']), 'a companion seat is not an ordinary one').toBeNull()
  })

  it('has one companion of its date', () => {
    const place = (date: number, kind: SeatKind, forCompanion = false) => ({ date, kind, forCompanion })
    const [space, companion] = [place(1, 'wheelchair'), place(1, 'companion', true)]
    expect(companionsAlone([space, companion, place(1, 'standard')])).toBe(0)
    expect(companionsAlone([space, companion, companion])).toBe(1)
    expect(companionsAlone([space, place(2, 'companion', true), companion])).toBe(1)
    expect(companionsAlone([place(1, 'companion')]), 'a companion seat at another price').toBe(0)
  })
})
