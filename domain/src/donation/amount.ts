import { LIMITS } from '../limits.ts'
import { type Minor, toMinor } from '../money/money.ts'

/** What a buyer has chosen: one of the presets (major units) or an amount of their own, never both. */
export type DonationChoice = { preset: number | null; custom: string }

/** DON-09 */
export const choosePreset = (amount: number): DonationChoice => ({ preset: amount, custom: '' })
/** DON-10 */
export const typeCustom = (text: string): DonationChoice => ({ preset: null, custom: text })

/**
 * A typed amount in pence: in steps of 0.01 (DON-04), with or without thousands separators. '1,250.5' is 125050; '12.345',
 * '12,5' and 'ten' are null.
 */
export function parseAmount(text: string): Minor | null {
  const match = /^(\d{1,9}|\d{1,3}(?:,\d{3}){1,2})(?:\.(\d{0,2}))?$/.exec(text.trim())
  return match ? Number(match[1]!.replaceAll(',', '')) * 100 + Number((match[2] ?? '').padEnd(2, '0')) : null
}

export const chosenMinor = ({ preset, custom }: DonationChoice): Minor | null =>
  preset === null ? parseAmount(custom) : toMinor(preset)

/** Why this donation cannot be taken, as a code of errors.ts; null when it can (DON-07, DON-08). */
export function donationProblem(amount: Minor | null): 'donation_too_small' | 'donation_too_big' | null {
  if (amount === null || !(amount >= LIMITS.minDonationMinor)) return 'donation_too_small'
  return amount > LIMITS.maxDonationMinor ? 'donation_too_big' : null
}
