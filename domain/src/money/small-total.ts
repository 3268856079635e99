import type { Minor } from './money.ts'

/** How an organiser handles a total that is too small for a card. With `refuse`, it can't be paid by card. */
export const SMALL_TOTAL_RULES = ['refuse', 'round_up', 'waive', 'donation'] as const

export type SmallTotalTerms = {
  rule: Exclude<(typeof SMALL_TOTAL_RULES)[number], 'refuse'>
  /** The smallest amount the card provider takes. */
  minimumMinor: Minor
  /** The charity that receives the donation, if the rule is `donation`. */
  charityId: number | null
}

/** The effect of a rule on a total. It applies to the price of tickets, never to gift vouchers in the basket. */
export type SmallTotal = Pick<SmallTotalTerms, 'rule' | 'charityId'> & { amountMinor: Minor }

/**
 * What the rule adds to a total of tickets that is too small for a card; negative if it is waived. 0 if the total is large enough
 * or nothing is done about it.
 */
export function addedToTickets(totalMinor: Minor, terms: SmallTotalTerms | undefined): Minor {
  if (!terms || totalMinor <= 0 || totalMinor >= terms.minimumMinor) return 0
  return terms.rule === 'waive' ? -totalMinor : terms.minimumMinor - totalMinor
}

/** Applies the rule to the total of a basket. Undefined if the total is large enough or the rule can't apply. */
export function smallTotalOf(
  terms: SmallTotalTerms | undefined,
  basket: { totalMinor: Minor; donationMinor: Minor; ticketsDueMinor: Minor; buysVouchers: boolean },
): SmallTotal | undefined {
  const { totalMinor, donationMinor, ticketsDueMinor, buysVouchers } = basket
  const addedMinor = addedToTickets(totalMinor, terms)
  if (!terms || addedMinor === 0 || buysVouchers || ticketsDueMinor <= 0) return undefined
  const { rule, charityId } = terms
  // The buyer's own donation is neither waived nor topped up.
  if (rule !== 'round_up' && donationMinor > 0) return undefined
  return { rule, charityId, amountMinor: Math.abs(addedMinor) }
}

/** The amount added to the total; negative if it is waived. */
export const addedBy = (small: Pick<SmallTotal, 'rule' | 'amountMinor'> | undefined): Minor =>
  small === undefined ? 0 : small.rule === 'waive' ? -small.amountMinor : small.amountMinor
