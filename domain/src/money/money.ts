/**
 * Money is an integer count of minor units (pence, cents) of one currency; on the wire the documents want plain
 * numbers of major units ("under 2000", donation options), so the contract converts at its edge with these.
 */
export type Minor = number

/**
 * Decimals and sign of every currency the shop sells in. A table, because the runtime's own answer differs from what
 * payment providers expect for some currencies.
 */
export const CURRENCIES = {
  GBP: { symbol: '£', decimals: 2 },
  EUR: { symbol: '€', decimals: 2 },
  USD: { symbol: '$', decimals: 2 },
} as const satisfies Record<string, { symbol: string; decimals: number }>

export type CurrencyCode = keyof typeof CURRENCIES

export const isCurrency = (code: string): code is CurrencyCode => Object.hasOwn(CURRENCIES, code)

/** Pence to pounds: 1050 -> 10.5. Exact for every amount below 2^53 pence, as a decimal of at most 2 places. */
export const toMajor = (minor: Minor): number => minor / 100

/** Pounds to pence, rounded half up: 10.505 -> 1051, as a person who writes decimals would (1.005 is 101, not 100). */
export const toMinor = (major: number): Minor => roundHalfUp(Number((major * 100).toFixed(6)))

/** Half goes up, away from zero for debts: 0.5 -> 1, -0.5 -> -1. Adding 0 turns -0, which is not the same text, into 0. */
export const roundHalfUp = (n: number): number => Math.sign(n) * Math.round(Math.abs(n)) + 0

/** `bp` hundredths of a percent of an amount, rounded half up to a minor unit: 10% (1000) of 1.25 is 0.13. */
export const share = (amount: Minor, bp: number): Minor => roundHalfUp((amount * bp) / 10_000)

export const sum = (amounts: readonly Minor[]): Minor => amounts.reduce((a, b) => a + b, 0)
