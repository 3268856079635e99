import { expect, it } from 'vitest'
import { seatsText } from './seats.ts'

it('formats seats by area, row and number', () => {
  expect(seatsText(['Stalls A3', 'Stalls A4'])).toBe('Stalls, row A, seats 3 and 4')
  expect(seatsText(['A6'])).toBe('Row A, seat 6')
  expect(seatsText(['A1', 'A2', 'B1'])).toBe('Row A, seats 1 and 2; row B, seat 1')
  expect(seatsText(['Stalls C1 (wheelchair space)', 'Stalls C2 (companion seat)', 'Stalls C3'])).toBe(
    'Stalls, row C, seats 1 (wheelchair space), 2 (companion seat) and 3',
  )
  expect(seatsText(['12', '13'])).toBe('Seats 12 and 13')
})
