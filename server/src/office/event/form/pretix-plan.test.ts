import { describe, expect, it } from 'vitest'
import { seatsOf } from '../../../catalogue/import/foyer.ts'
import { pretixSeats } from './pretix-plan.ts'
import { seatsIn, seatsText } from './typed-lines.ts'

const at = { x: 0, y: 0 }
const seat = (n: number | string, category: string) => ({
  seat_guid: `g-${n}-${category}`,
  uuid: `u-${n}`,
  seat_number: String(n),
  position: at,
  category,
})
const row = (row_number: string, numbers: readonly (number | string)[], category: string) => ({
  row_number,
  row_number_position: 'both',
  position: at,
  seats: numbers.map((number) => seat(number, category)),
})
const plan = (...zones: { name: string; rows: object[] }[]) =>
  JSON.stringify({
    name: 'Old Theatre',
    categories: [
      { name: 'Stalls', color: '#7f4a91' },
      { name: 'Circle', color: '#56a0d3' },
    ],
    zones: zones.map((zone) => ({ ...zone, position: at, areas: [] })),
    size: { width: 600, height: 400 },
  })

const THEATRE = plan(
  {
    name: 'Ground floor',
    rows: [row('A', [1, 2, 4], 'Stalls'), row('B', [3, 2, 1], 'Stalls'), row('C', [5, 7], 'Circle')],
  },
  { name: 'Balcony', rows: [row('A', [1, 2], 'Circle')] },
)

describe('[41] a seating plan in pretix’s format', () => {
  it('is pasted as numbered seats: each seat once, with gaps where numbers are missing', () => {
    expect(seatsText(pretixSeats(THEATRE, 'Everything'))).toBe(
      'Ground floor: A 1-4 without 3\nGround floor: B 1-3\nGround floor: C 5-7 without 6\nBalcony: A 1-2',
    )
    expect(seatsIn(THEATRE, 'Everything')).toEqual(pretixSeats(THEATRE, 'Everything'))
  })

  it('gives a price of the name of a category only its seats', () => {
    expect(seatsText(pretixSeats(THEATRE, ' circle'))).toBe('Ground floor: C 5-7 without 6\nBalcony: A 1-2')
  })

  it('with one zone names no section, and with seats that have no numbers becomes a list of labels', () => {
    const one = plan({ name: 'Hall', rows: [row('A', [1, 2], 'Stalls')] })
    expect(seatsText(pretixSeats(one, ''))).toBe('A 1-2')
    const tables = plan({ name: 'Hall', rows: [row('1', [1, '2a'], 'Stalls'), row('', ['Box'], 'Stalls')] })
    expect(pretixSeats(tables, '')).toEqual(['1-1', '1-2a', 'Box'])
    expect(seatsOf(pretixSeats(tables, '') as string[]).map(({ label }) => label)).toEqual(['1-1', '1-2a', 'Box'])
  })

  it.each(['{', '{"zones": 1}', 'A 1-20', '[]'])('%s isn’t one', (typed) => {
    expect(pretixSeats(typed, '')).toBeNull()
  })
})
