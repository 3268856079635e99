import { describe, expect, it } from 'vitest'
import { seatsOf } from '../../../catalogue/import/seat-plan.ts'
import { putValue } from './kinds.ts'
import { pretixPlan } from './pretix-plan.ts'
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

const seatsOfPlan = (typed: string, name: string) => pretixPlan(typed, name)?.seats

const THEATRE = plan(
  {
    name: 'Ground floor',
    rows: [row('A', [1, 2, 4], 'Stalls'), row('B', [3, 2, 1], 'Stalls'), row('C', [5, 7], 'Circle')],
  },
  { name: 'Balcony', rows: [row('A', [1, 2], 'Circle')] },
)

describe('[41] a seating plan in pretix’s format', () => {
  it('is pasted as numbered seats: each seat once, with gaps where numbers are missing', () => {
    expect(seatsText(seatsOfPlan(THEATRE, 'Everything'))).toBe(
      'Ground floor: A 1-4 without 3\nGround floor: B 1-3\nGround floor: C 5-7 without 6\nBalcony: A 1-2',
    )
    expect(seatsIn(THEATRE, 'Everything')).toEqual(seatsOfPlan(THEATRE, 'Everything'))
  })

  it('gives a price of the name of a category only its seats', () => {
    expect(seatsText(seatsOfPlan(THEATRE, ' circle'))).toBe('Ground floor: C 5-7 without 6\nBalcony: A 1-2')
  })

  it('with one zone names no section, and with seats that have no numbers becomes a list of labels', () => {
    const one = plan({ name: 'Hall', rows: [row('A', [1, 2], 'Stalls')] })
    expect(seatsText(seatsOfPlan(one, ''))).toBe('A 1-2')
    const tables = plan({ name: 'Hall', rows: [row('1', [1, '2a'], 'Stalls'), row('', ['Box'], 'Stalls')] })
    expect(seatsOfPlan(tables, '')).toEqual(['1-1', '1-2a', 'Box'])
    expect(seatsOf(seatsOfPlan(tables, '') as string[]).map(({ label }) => label)).toEqual(['1-1', '1-2a', 'Box'])
  })

  it('proposes kinds of seats from the names of categories, and takes spaces and companions among those of a price', () => {
    const seats = ['Wheelchair', 'Wheelchair companion', 'Stalls', 'Stalls', 'Restricted view', 'Circle']
    const accessible = plan({
      name: 'Hall',
      rows: [{ ...row('A', [], ''), seats: seats.map((category, n) => seat(n + 1, category)) }],
    })
    expect(pretixPlan(accessible, 'Stalls')).toEqual({
      seats: { sections: [{ rows: [{ row: 'A', from: 1, to: 4 }] }] },
      marks: { wheelchair: ['A1'], companion: ['A2'] },
    })
    expect(pretixPlan(accessible, 'Everything')?.marks).toEqual({
      wheelchair: ['A1'],
      companion: ['A2'],
      restricted_view: [{ note: 'Restricted view', seats: ['A5'] }],
    })
    const value = { name: 'Stalls' }
    putValue({ path: 'seats', kind: 'seats', label: '' }, value, accessible, {
      currency: 'GBP',
      dateKeys: [],
      typeNames: [],
    })
    expect(value).toMatchObject({ seat_marks: { wheelchair: ['A1'], companion: ['A2'] } })
  })

  it.each(['{', '{"zones": 1}', 'A 1-20', '[]'])('%s isn’t one', (typed) => {
    expect(pretixPlan(typed, '')).toBeNull()
  })
})
