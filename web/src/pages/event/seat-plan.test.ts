import { expect, it } from 'vitest'
import { sampleSeat } from '../../testing/events.ts'
import { groupSeats, seatInDirection } from './seat-plan.ts'

it('groups seats into sections and rows in their order, and a row by number', () => {
  const seats = [sampleSeat('A10'), sampleSeat('A2'), sampleSeat('B1'), { ...sampleSeat('A1'), section: 'Circle' }]
  expect(
    groupSeats(seats).map(({ name, rows }) => [name, rows.map((row) => row.seats.map((seat) => seat.label))]),
  ).toEqual([
    ['Stalls', [['A2', 'A10'], ['B1']]],
    ['Circle', [['A1']]],
  ])
})

const HOUSE = [
  [sampleSeat('A1'), sampleSeat('A2'), sampleSeat('A3')],
  [sampleSeat('B1'), sampleSeat('B2')],
]
const seatLabelled = (label: string) => HOUSE.flat().find((seat) => seat.label === label)!

it.each([
  ['A1', 'ArrowRight', 'A2'],
  ['A2', 'ArrowLeft', 'A1'],
  ['A2', 'ArrowDown', 'B2'],
  ['A3', 'ArrowDown', 'B2'],
  ['B1', 'ArrowUp', 'A1'],
  ['A2', 'Home', 'A1'],
  ['A1', 'End', 'A3'],
  ['A3', 'ArrowRight', 'A3'],
  ['A1', 'ArrowLeft', undefined],
  ['A1', 'ArrowUp', undefined],
  ['B1', 'ArrowDown', undefined],
  ['A1', 'Enter', undefined],
])('from %s the key %s moves to %s', (from, key, to) => {
  expect(seatInDirection(key, HOUSE, seatLabelled(from))?.label).toBe(to)
})
