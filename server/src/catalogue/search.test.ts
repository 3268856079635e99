import { expect, it } from 'vitest'
import { folded } from './search.ts'

it.each([
  ['GALA  autumn', 'gala autumn'],
  ['Łódź', 'lodz'],
  ['Café Müller', 'cafe muller'],
  ['Hauptstraße', 'hauptstrasse'],
  ['Rock ’n’ Roll', "rock 'n' roll"],
  ['City-Varieties', 'city varieties'],
])('reads %s as %s', (text, read) => expect(folded(text)).toBe(read))
