import { expect, it } from 'vitest'
import { gapsOf } from './gaps.ts'
import { compareRowNames, seatsInOrder } from './hall.ts'

it.each<[number[], number[]]>([
  [[1, 2, 3], []],
  [[5, 6, 8, 9], [8]],
  [
    [1, 2, 30, 32],
    [30, 32],
  ],
  [[1, 3, 5, 9], [9]],
  [[0, 0], []],
  [[4], []],
])('a row with the numbers %j has a gap before %j', (numbers, after) => {
  const gaps = gapsOf(numbers.map((number) => ({ number })))
  expect(numbers.filter((_, i) => gaps[i])).toEqual(after)
})

it('orders rows by their names as they stand in a hall', () => {
  const rows = ['A', 'B', 'Z', 'AA', 'AB', 'BB']
  expect([...rows].reverse().sort(compareRowNames)).toEqual(rows)
  expect(['10', '2', '1'].sort(compareRowNames)).toEqual(['1', '2', '10'])
  expect(['A10', 'A2', 'A', 'B1'].sort(compareRowNames)).toEqual(['A', 'A2', 'A10', 'B1'])
  expect(['B', '3', ''].sort(compareRowNames)).toEqual(['', '3', 'B'])
})

it('orders seats as they stand in a hall: sections as the plan names them, row 2 before row 10, seat 9 before seat 10', () => {
  const seats = ['Stalls/10/1', 'Stalls/2/10', 'Balcony/1/1', 'Stalls/2/9', 'Stalls/1/1'].map((label) => {
    const [section, row, number] = label.split('/') as [string, string, string]
    return { label, section, row, number: Number(number) }
  })
  expect(seatsInOrder(seats).map(({ label }) => label)).toEqual([
    'Stalls/1/1',
    'Stalls/2/9',
    'Stalls/2/10',
    'Stalls/10/1',
    'Balcony/1/1',
  ])
})
