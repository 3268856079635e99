import { expect, it } from 'vitest'
import { kindsFor, leftOnSeats, typesForKind } from './kinds.ts'

it('[41] a seat is sold first at the type that is meant for its kind, and others keep their order', () => {
  const types = [
    { name: 'Adult' },
    { name: 'Companion', seat_kinds: ['companion'] },
    { name: 'Child', seat_kinds: ['standard', 'companion'] },
    { name: 'Student', seat_kinds: ['standard'] },
  ]
  const namesFor = (kind: Parameters<typeof typesForKind>[1]) => typesForKind(types, kind).map(({ name }) => name)
  expect(namesFor('companion')).toEqual(['Companion', 'Adult', 'Child'])
  expect(namesFor('standard')).toEqual(['Adult', 'Child', 'Student'])
  expect(namesFor('wheelchair')).toEqual(['Adult'])
})

it('[41] a changed ticket keeps its wheelchair space among more or fewer places', () => {
  expect(kindsFor(['standard', 'wheelchair'], 1)).toEqual(['wheelchair'])
  expect(kindsFor(['wheelchair'], 3)).toEqual(['wheelchair', 'standard', 'standard'])
  expect(kindsFor([], 2)).toEqual(['standard', 'standard'])
})

it('[41] what is left for everybody is counted without wheelchair spaces and companion seats', () => {
  const free = ['standard', 'standard', 'standard', 'wheelchair', 'companion'] as const
  expect(leftOnSeats(free, { takes: null, places: 1 })).toEqual({ all: 5, ordinary: 3 })
  expect(leftOnSeats(free, { takes: ['standard'], places: 2 })).toEqual({ all: 1, ordinary: 1 })
  expect(leftOnSeats(free, { takes: ['companion'], places: 1 })).toEqual({ all: 1, ordinary: 1 })
})
