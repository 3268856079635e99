import type { CurrencyCode, Minor } from '../money/money.ts'
import type { SMALL_TOTAL_RULES, SmallTotalTerms } from '../money/small-total.ts'

/**
 * The smallest amount that each provider takes by card, as their documentation has it (docs.stripe.com/currencies,
 * developer.squareup.com/docs/payment-minimums).
 */
const CARD_MINIMUM: Record<'stripe' | 'square', Record<CurrencyCode, Minor>> = {
  stripe: { GBP: 30, EUR: 50, USD: 50, JPY: 50 },
  square: { GBP: 1, EUR: 1, USD: 1, JPY: 1 },
}

/** The highest minimum of any provider in any currency. */
export const LARGEST_CARD_MINIMUM: Minor = Math.max(...Object.values(CARD_MINIMUM).flatMap((own) => Object.values(own)))

/** The smallest amount, in minor units, that a provider takes by card. */
export const cardMinimum = (provider: 'stripe' | 'square', currency: CurrencyCode): Minor =>
  CARD_MINIMUM[provider][currency]

/** Whether this rule of an organiser changes totals. */
export const changesTotals = (rule: (typeof SMALL_TOTAL_RULES)[number]): rule is 'round_up' | 'waive' =>
  rule === 'round_up' || rule === 'waive'

/**
 * What an organiser's rule does to a total that is too small for their card provider. Undefined for `refuse`, and for `donation`,
 * which changes no total: the donation step offers a box to tick.
 */
export const smallTotalTerms = (
  { rule, provider }: { rule: (typeof SMALL_TOTAL_RULES)[number]; provider: 'stripe' | 'square' },
  currency: CurrencyCode,
): SmallTotalTerms | undefined =>
  changesTotals(rule) ? { rule, minimumMinor: cardMinimum(provider, currency), charityId: null } : undefined
