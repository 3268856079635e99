import { expect, it } from 'vitest'
import { fill } from './fill.ts'

it('[DSP-02] whole numbers in a sentence get thousands separators; other values are unchanged', () => {
  expect(fill('{n} at most', { n: 1500 })).toBe('1,500 at most')
  expect(fill('{n} at most', { n: 999 })).toBe('999 at most')
  expect(fill('{n} km', { n: 1500.5 })).toBe('1500.5 km')
  expect(fill('{code}', { code: '123456' })).toBe('123456')
})
