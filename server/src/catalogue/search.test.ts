import { expect, it } from 'vitest'
import { finds } from './search.ts'

it.each([
  ['', true],
  ['gala', true],
  ['GALA autumn', true],
  ['lodz', true],
  ['cafe muller', true],
  ['CAFÉ', true],
  ['strasse', true],
  ['rockn', false],
  ["rock 'n", true],
  ['%', false],
  ['gala winter', false],
  ['city-varieties', true],
])('finds %j: %s', (typed, found) => {
  expect(
    finds(typed, ['Autumn Gala', 'Łódź Ensemble', 'Café Müller', 'Hauptstraße', 'Rock ’n’ Roll', 'City  Varieties']),
  ).toBe(found)
})
