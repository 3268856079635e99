import { expect, it } from 'vitest'
import { formatNumber } from './number.ts'

it.each([
  [0, '0'],
  [999, '999'],
  [1000, '1,000'],
  [12345678, '12,345,678'],
  [-4200, '-4,200'],
])('[DSP-02] formats %d as %s', (n, text) => expect(formatNumber(n)).toBe(text))
