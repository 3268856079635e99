import type { CurrencyCode, Minor } from '../money/money.ts'
import type { SMALL_TOTAL_RULES, SmallTotalTerms } from '../money/small-total.ts'
import { CARD_PROVIDERS, type CardProvider, cardFacts } from './providers.ts'

/** The highest minimum of any provider in any currency. */
export const LARGEST_CARD_MINIMUM: Minor = Math.max(
  ...CARD_PROVIDERS.flatMap((provider) => Object.values(cardFacts(provider).minimum)),
)

/** The smallest amount, in minor units, that a provider takes by card. */
export const cardMinimum = (provider: CardProvider, currency: CurrencyCode): Minor =>
  cardFacts(provider).minimum[currency]

/** Whether this rule of an organiser changes totals. */
export const changesTotals = (rule: (typeof SMALL_TOTAL_RULES)[number]): rule is 'round_up' | 'waive' =>
  rule === 'round_up' || rule === 'waive'

/**
 * What an organiser's rule does to a total that is too small for their card provider. Undefined for `refuse`, and for `donation`,
 * which changes no total: the donation step offers a box to tick.
 */
export const smallTotalTerms = (
  { rule, provider }: { rule: (typeof SMALL_TOTAL_RULES)[number]; provider: CardProvider },
  currency: CurrencyCode,
): SmallTotalTerms | undefined =>
  changesTotals(rule) ? { rule, minimumMinor: cardMinimum(provider, currency), charityId: null } : undefined
