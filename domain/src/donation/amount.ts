import { LIMITS } from '../limits.ts'
import { parseAmount } from '../money/chosen-amount.ts'
import { type CurrencyCode, type Minor, toMinor } from '../money/money.ts'

/** What a buyer has chosen: one of the presets or an amount of their own, never both. */
export type DonationChoice = { presetMinor: Minor | null; custom: string }

/** The choice after a press on a preset, which clears a typed amount. */
export const choosePreset = (presetMinor: Minor): DonationChoice => ({ presetMinor, custom: '' })

/** The choice after typing an amount, which deselects the preset. */
export const typeCustom = (text: string): DonationChoice => ({ presetMinor: null, custom: text })

/** The chosen amount in minor units; null if nothing is chosen, or the typed text is not an amount. */
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
