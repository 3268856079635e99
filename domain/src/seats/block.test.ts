import { expect, it } from 'vitest'
import { blockFrom } from './block.ts'
import type { HallRow } from './hall.ts'

/** Rows as drawn: `x` is free. The seat 12 is in row 2, number 3. */
const hall = (...rows: string[]): HallRow[] =>
  rows.map((row, r) => ({
    section: '',
    name: String(r + 1),
    seats: [...row].map((seat, n) => ({ id: r * 10 + n, number: n + 1, free: seat === 'x' })),
  }))

it('the block of a seat comes along upwards, or downwards where the row ends', () => {
  expect(blockFrom(hall('xxxxx'), 1, 3)).toEqual([1, 2, 3])
  expect(blockFrom(hall('xxxxx'), 4, 3)).toEqual([2, 3, 4])
  expect(blockFrom(hall('xxx.x'), 1, 2)).toEqual([1, 2])
  expect(blockFrom(hall('xxx.x'), 2, 2)).toEqual([1, 2])
})

it('the nearest others come along if there are too few beside it', () => {
  expect(blockFrom(hall('xx.xx', 'xxxxx'), 0, 4)).toEqual([0, 1, 3, 4])
  expect(blockFrom(hall('x....', 'xxxxx'), 0, 3)).toEqual([0, 10, 11])
})

it('a block has fewer seats if there are no more, and none without its first', () => {
  expect(blockFrom(hall('xx.'), 0, 3)).toEqual([0, 1])
  expect(blockFrom(hall('xx.'), 2, 1)).toEqual([])
  expect(blockFrom(hall('xx.'), 99, 1)).toEqual([])
})
