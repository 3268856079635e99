import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { formatMoney, formatNumber } from './money.ts'

describe('formatMoney', () => {
  it.each([
    [0, '£', '£0.00'],
    [5, '£', '£5.00'],
    [10.5, '€', '€10.50'],
    [999.99, '£', '£999.99'],
    [1000, '$', '$1,000.00'],
    [1234567.891, '£', '£1,234,567.89'],
    [1.005, '£', '£1.01'],
    [0.1 + 0.2, '£', '£0.30'],
    [-5, '£', '-£5.00'],
    [-1234.5, '£', '-£1,234.50'],
    [-0.001, '£', '£0.00'],
    [-0, '£', '£0.00'],
    [12.5, 'CHF ', 'CHF 12.50'],
  ])('[DSP-01] %d with %s is %s', (major, symbol, text) => expect(formatMoney(major, symbol)).toBe(text))

  it('[DSP-01] shows every amount so that it reads back to the penny', () => {
    fc.assert(
      fc.property(fc.integer({ min: -1e11, max: 1e11 }), (minor) => {
        const text = formatMoney(minor / 100, '£')
        expect(text).toMatch(/^-?£\d{1,3}(,\d{3})*\.\d{2}$/)
        expect(Number(text.replace(/[£,.]/g, ''))).toBe(minor)
      }),
    )
  })
})

it.each([
  [0, '0'],
  [999, '999'],
  [1000, '1,000'],
  [12345678, '12,345,678'],
  [-4200, '-4,200'],
])('[DSP-02] %d is shown as %s', (n, text) => expect(formatNumber(n)).toBe(text))
