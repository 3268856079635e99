import { CURRENCIES, type CurrencyCode, type Minor, toMajor, toMinor } from '../money/money.ts'
import { language } from './language.ts'
import { grouped } from './number.ts'

const FIXED_SPACE = '\u00a0'

/**
 * Money as the buyer reads it: major units with the currency's decimals, thousands separators, its sign in front and a minus
 * before that. formatMoney(1234.5, 'GBP') is '£1,234.50', formatMoney(1234, 'JPY') is '¥1,234'; in French, '1 234,50 £'.
 */
export function formatMoney(major: number, currency: CurrencyCode): string {
  const { symbol, decimals } = CURRENCIES[currency]
  const minor = toMinor(Math.abs(major), currency)
  const [whole, fraction] = toMajor(minor, currency).toFixed(decimals).split('.') as [string, string | undefined]
  // an amount that rounds to zero has no minus
  const minus = major < 0 && minor > 0 ? '−' : ''
  if (language() === 'fr') return `${minus}${grouped(whole)}${fraction ? `,${fraction}` : ''}${FIXED_SPACE}${symbol}`
  return `${minus}${symbol}${grouped(whole)}${fraction ? `.${fraction}` : ''}`
}

/** The same for an amount in minor units: formatMinor(1050, 'GBP') is '£10.50'. */
export const formatMinor = (minor: Minor, currency: CurrencyCode): string =>
  formatMoney(toMajor(minor, currency), currency)

/** An amount as plain digits, as providers and schema.org take it: decimalText(1050, 'GBP') is '10.50'. */
export const decimalText = (minor: Minor, currency: CurrencyCode): string =>
  toMajor(minor, currency).toFixed(CURRENCIES[currency].decimals)
