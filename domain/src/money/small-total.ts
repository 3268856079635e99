import type { Minor } from './money.ts'

/** What an organiser does about a total that is too small for a card: nothing, so that it can't be paid by card. */
export const SMALL_TOTAL_RULES = ['refuse', 'round_up', 'waive', 'donation'] as const

export type SmallTotalTerms = {
  rule: Exclude<(typeof SMALL_TOTAL_RULES)[number], 'refuse'>
  /** The smallest amount the card provider takes. */
  minimumMinor: Minor
  /** Where the rule is a donation: to this charity. */
  charityId: number | null
}

/** What such a rule changes in a total. It applies to what the organisers' tickets cost, never to a gift voucher that is bought. */
export type SmallTotal = Pick<SmallTotalTerms, 'rule' | 'charityId'> & { amountMinor: Minor }

/** What the rule changes in this total; undefined if the total is enough, or the rule can't apply. */
export function smallTotalOf(
  terms: SmallTotalTerms | undefined,
  basket: { totalMinor: Minor; donationMinor: Minor; ticketsDueMinor: Minor; buysVouchers: boolean },
): SmallTotal | undefined {
  const { totalMinor, donationMinor, ticketsDueMinor, buysVouchers } = basket
  if (!terms || totalMinor <= 0 || totalMinor >= terms.minimumMinor) return undefined
  if (buysVouchers || ticketsDueMinor <= 0) return undefined
  const { rule, charityId, minimumMinor } = terms
  // What the buyer gives to a charity is neither waived nor topped up.
  if (rule !== 'round_up' && donationMinor > 0) return undefined
  return { rule, charityId, amountMinor: rule === 'waive' ? totalMinor : minimumMinor - totalMinor }
}

/** The amount that is added to the total; below zero what is taken off it. */
export const addedBy = (small: Pick<SmallTotal, 'rule' | 'amountMinor'> | undefined): Minor =>
  small === undefined ? 0 : small.rule === 'waive' ? -small.amountMinor : small.amountMinor
