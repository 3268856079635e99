import { CURRENCIES, type CurrencyCode, type Minor, toMajor, toMinor } from '../money/money.ts'
import { grouped } from './number.ts'

/**
 * Money as the buyer reads it: major units with the currency's decimals, thousands separators, its sign in front and a minus
 * before that. formatMoney(1234.5, 'GBP') is '£1,234.50', formatMoney(1234, 'JPY') is '¥1,234'.
 */
export function formatMoney(major: number, currency: CurrencyCode): string {
  const { symbol, decimals } = CURRENCIES[currency]
  const minor = toMinor(Math.abs(major), currency)
  const [whole, fraction] = toMajor(minor, currency).toFixed(decimals).split('.') as [string, string | undefined]
  // an amount that rounds to zero has no minus
  return `${major < 0 && minor > 0 ? '-' : ''}${symbol}${grouped(whole)}${fraction ? `.${fraction}` : ''}`
}

/** The same for an amount in minor units: formatMinor(1050, 'GBP') is '£10.50'. */
export const formatMinor = (minor: Minor, currency: CurrencyCode): string =>
  formatMoney(toMajor(minor, currency), currency)

/** An amount as plain digits, as providers and schema.org take it: decimalText(1050, 'GBP') is '10.50'. */
export const decimalText = (minor: Minor, currency: CurrencyCode): string =>
  toMajor(minor, currency).toFixed(CURRENCIES[currency].decimals)
