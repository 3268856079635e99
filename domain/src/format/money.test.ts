import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { CURRENCIES, type CurrencyCode } from '../money/money.ts'
import { decimalText, formatMinor, formatMoney } from './money.ts'

describe('formatMoney', () => {
  it.each<[number, CurrencyCode, string]>([
    [0, 'GBP', '£0.00'],
    [5, 'GBP', '£5.00'],
    [10.5, 'EUR', '€10.50'],
    [999.99, 'GBP', '£999.99'],
    [1000, 'USD', '$1,000.00'],
    [1234567.891, 'GBP', '£1,234,567.89'],
    [1.005, 'GBP', '£1.01'],
    [0.1 + 0.2, 'GBP', '£0.30'],
    [-5, 'GBP', '−£5.00'],
    [-1234.5, 'GBP', '−£1,234.50'],
    [-0.001, 'GBP', '£0.00'],
    [-0, 'GBP', '£0.00'],
    [1234567, 'JPY', '¥1,234,567'],
    [0, 'JPY', '¥0'],
    [-500, 'JPY', '−¥500'],
  ])('[DSP-01] formats %d in %s as %s', (major, currency, text) => expect(formatMoney(major, currency)).toBe(text))

  it.each(Object.keys(CURRENCIES) as CurrencyCode[])(
    '[DSP-01] every amount in %s can be read back exactly',
    (currency) => {
      const { symbol, decimals } = CURRENCIES[currency]
      const pattern = new RegExp(`^−?\\${symbol}\\d{1,3}(,\\d{3})*${decimals > 0 ? `\\.\\d{${decimals}}` : ''}$`)
      fc.assert(
        fc.property(fc.integer({ min: -1e11, max: 1e11 }), (minor) => {
          const text = formatMinor(minor, currency)
          expect(text).toMatch(pattern)
          expect(Number(text.replace(symbol, '').replace(/[,.]/g, '').replace('−', '-'))).toBe(minor)
        }),
      )
    },
  )
})

it.each<[number, CurrencyCode, string]>([
  [1050, 'GBP', '10.50'],
  [5, 'EUR', '0.05'],
  [1234567, 'USD', '12345.67'],
  [1050, 'JPY', '1050'],
])('formats %i minor units of %s in plain digits as %s', (minor, currency, text) =>
  expect(decimalText(minor, currency)).toBe(text),
)
