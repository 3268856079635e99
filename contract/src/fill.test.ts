import { expect, it } from 'vitest'
import { fill, joined } from './fill.ts'

it('[DSP-02] whole numbers in a sentence get thousands separators; other values are unchanged', () => {
  expect(fill('{n} at most', { n: 1500 })).toBe('1,500 at most')
  expect(fill('{n} at most', { n: 999 })).toBe('999 at most')
  expect(fill('{n} km', { n: 1500.5 })).toBe('1500.5 km')
  expect(fill('{code}', { code: '123456' })).toBe('123456')
})

it('a name that is read from right to left is isolated, so that it leaves the rest of the sentence in place', () => {
  expect(fill('{name}, {n} tickets', { name: 'עומר', n: 12 })).toBe('\u2068עומר\u2069, 12 tickets')
  expect(fill('For {name}', { name: 'محمد' })).toBe('For \u2068محمد\u2069')
  expect(fill('For {name}', { name: 'Łukasz' })).toBe('For Łukasz')
})

it('texts one after another are those that are there, each isolated like a value of a sentence', () => {
  expect(joined(['Adult', '', null, false, undefined, 'A 1'], ', ')).toBe('Adult, A 1')
  expect(joined(['דוד', '12', 'שרה'], ' · ')).toBe('\u2068דוד\u2069 · 12 · \u2068שרה\u2069')
})
