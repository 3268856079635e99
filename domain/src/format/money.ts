import { toMinor } from '../money/money.ts'

const grouped = (digits: string) => digits.replace(/\B(?=(\d{3})+$)/g, ',')

/**
 * Money as the buyer reads it (DSP-01, OPEN-88): major units, two decimals, thousands separators, the currency's sign in
 * front and a minus before that. formatMoney(1234.5, '£') is '£1,234.50', formatMoney(-5, '£') is '-£5.00'.
 */
export function formatMoney(major: number, symbol: string): string {
  const minor = toMinor(Math.abs(major))
  const [whole, decimals] = (minor / 100).toFixed(2).split('.') as [string, string]
  // an amount that rounds to nothing owes nobody a minus
  return `${major < 0 && minor > 0 ? '-' : ''}${symbol}${grouped(whole)}.${decimals}`
}

/** A whole number with thousands separators (DSP-02): 12500 is '12,500'. */
export const formatNumber = (whole: number): string => (whole < 0 ? '-' : '') + grouped(Math.abs(whole).toFixed(0))
