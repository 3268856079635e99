/**
 * An integer number of minor units (pence, cents; the yen has no smaller unit) of one currency. The wire carries plain numbers
 * of major units, as the documents require; the functions below convert.
 */
export type Minor = number

/**
 * Sign and number of decimals of every currency the shop sells in. A table, because the runtime's data differs from what
 * payment providers expect for some currencies.
 */
export const CURRENCIES = {
  GBP: { symbol: '£', decimals: 2 },
  EUR: { symbol: '€', decimals: 2 },
  USD: { symbol: '$', decimals: 2 },
  JPY: { symbol: '¥', decimals: 0 },
} as const satisfies Record<string, { symbol: string; decimals: number }>

export type CurrencyCode = keyof typeof CURRENCIES
export type Currency = { symbol: string; code: CurrencyCode }

/** The currency of a sale or row that has none yet. */
export const DEFAULT_CURRENCY: CurrencyCode = 'GBP'

export const isCurrency = (code: string): code is CurrencyCode => Object.hasOwn(CURRENCIES, code)

/** A currency as stored, null for none yet. A code outside the table is a data error and throws. */
export function currencyCode(stored: string | null): CurrencyCode {
  const code = stored ?? DEFAULT_CURRENCY
  if (!isCurrency(code)) throw new Error(`not a currency of this shop: ${code}`)
  return code
}

/** A currency with the sign it is shown with. */
export const currencyInfo = (code: CurrencyCode): Currency => ({ symbol: CURRENCIES[code].symbol, code })

const unitsPerMajor = (currency: CurrencyCode): number => 10 ** CURRENCIES[currency].decimals

/** 1050 pence is 10.5 pounds, 1050 yen is 1050 yen. Exact for every amount below 2^53 minor units. */
export const toMajor = (minor: Minor, currency: CurrencyCode): number => minor / unitsPerMajor(currency)

/** Rounded half up on the written decimals: 10.505 pounds is 1051 pence, 1.005 is 101 and not 100. */
export const toMinor = (major: number, currency: CurrencyCode): Minor =>
  roundHalfUp(Number((major * unitsPerMajor(currency)).toFixed(6)))

/** Whether an amount can be paid in this currency: 10.5 pounds can, 10.505 pounds and 10.5 yen cannot. */
export const isExactAmount = (major: number, currency: CurrencyCode): boolean =>
  toMajor(toMinor(major, currency), currency) === major

/** Rounds halves away from zero: 0.5 -> 1, -0.5 -> -1. Adding 0 turns -0, which prints differently, into 0. */
export const roundHalfUp = (n: number): number => Math.sign(n) * Math.round(Math.abs(n)) + 0

/** `bp` hundredths of a percent of an amount, rounded half up to a minor unit: 10% (1000) of 1.25 is 0.13. */
export const share = (amount: Minor, bp: number): Minor => roundHalfUp((amount * bp) / 10_000)

/** The sum of amounts of one currency; 0 for none. */
export const sum = (amounts: readonly Minor[]): Minor => amounts.reduce((a, b) => a + b, 0)
