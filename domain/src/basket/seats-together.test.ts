import { expect, it } from 'vitest'
import { type FreeSeat, seatsTogether } from './seats-together.ts'

/** Rows as drawn: a dot is a seat that is taken. */
const freeSeats = (...rows: string[]): FreeSeat[] =>
  rows.flatMap((row, r) =>
    [...row].flatMap((seat, place) =>
      seat === '.' ? [] : [{ id: r * 100 + place, section: '', row: String(r), place }],
    ),
  )

it('chooses adjacent seats in the first row that has them', () => {
  expect(seatsTogether(freeSeats('xx.x', 'xxxx'), [3])).toEqual([[100, 101, 102]])
  expect(seatsTogether(freeSeats('.xxx', 'xxxx'), [3])).toEqual([[1, 2, 3]])
})

it('chooses one row if none has adjacent seats', () => {
  expect(seatsTogether(freeSeats('x.x', 'x.x.x'), [3])).toEqual([[100, 102, 104]])
})

it('seats several groups side by side, or at least each together', () => {
  expect(seatsTogether(freeSeats('xxxxxx'), [2, 4])).toEqual([
    [0, 1],
    [2, 3, 4, 5],
  ])
  expect(seatsTogether(freeSeats('xx.', 'x.xxxx'), [2, 4])).toEqual([
    [0, 1],
    [102, 103, 104, 105],
  ])
})

it('seats a group anywhere if nothing else is free, and nobody if too few are', () => {
  expect(seatsTogether(freeSeats('x', 'x', 'x'), [3])).toEqual([[0, 100, 200]])
  expect(seatsTogether(freeSeats('xx'), [3])).toBeNull()
  expect(seatsTogether([], [])).toEqual([[]].slice(1))
})
