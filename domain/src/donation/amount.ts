import { LIMITS } from '../limits.ts'
import { CURRENCIES, type CurrencyCode, type Minor, toMinor } from '../money/money.ts'

/** What a buyer has chosen: one of the presets or an amount of their own, never both. */
export type DonationChoice = { presetMinor: Minor | null; custom: string }

export const choosePreset = (presetMinor: Minor): DonationChoice => ({ presetMinor, custom: '' })
export const typeCustom = (text: string): DonationChoice => ({ presetMinor: null, custom: text })

/**
 * A typed amount in minor units, with or without thousands separators and with no more decimals than the currency has. In
 * pounds '1,250.5' is 125050; '12.345', '12,5' and 'ten' are null.
 */
export function parseAmount(text: string, currency: CurrencyCode): Minor | null {
  const match = /^(\d{1,9}|\d{1,3}(?:,\d{3}){1,2})(?:\.(\d*))?$/.exec(text.trim())
  if (!match || (match[2] ?? '').length > CURRENCIES[currency].decimals) return null
  return toMinor(Number(`${match[1]!.replaceAll(',', '')}.${match[2] || '0'}`), currency)
}

export const chosenMinor = ({ presetMinor, custom }: DonationChoice, currency: CurrencyCode): Minor | null =>
  presetMinor ?? parseAmount(custom, currency)

/** Why this donation cannot be taken, as a code of errors.ts; null when it can. The minimum is one unit of the currency. */
export function donationProblem(
  amount: Minor | null,
  currency: CurrencyCode,
): 'donation_too_small' | 'donation_too_big' | null {
  if (amount === null || !(amount >= toMinor(LIMITS.minDonation, currency))) return 'donation_too_small'
  return amount > toMinor(LIMITS.maxDonation[currency], currency) ? 'donation_too_big' : null
}
