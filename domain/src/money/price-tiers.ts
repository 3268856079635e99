import type { Minor } from './money.ts'

/** An earlier price of a ticket type. It ends at `until`, or when its tickets are taken, whichever comes first. */
export type PriceTier = {
  priceMinor: Minor
  until: Date | null
  /** How many tickets are left at this price; null for any number. */
  left: number | null
}

export type Price<Tier> = { priceMinor: Minor; tier: Tier | null }

/**
 * Returns the price of each of `qty` tickets now: the first tier that has not ended and is good for all of them, otherwise the
 * type's price. All tickets of a line cost the same.
 */
export function priceInForce<Tier extends PriceTier>(
  tiers: readonly Tier[],
  priceMinor: Minor,
  qty: number,
  now: Date,
): Price<Tier> {
  // guard: price-tier-in-time
  const tier = tiers.find(({ until, left }) => (until === null || until > now) && (left === null || left >= qty))
  return tier ? { priceMinor: tier.priceMinor, tier } : { priceMinor, tier: null }
}

/** Returns the price that follows the one in force for `qty` tickets; null if no tier is in force. */
export function nextPrice(tiers: readonly PriceTier[], priceMinor: Minor, now: Date, qty = 1): Minor | null {
  const { tier } = priceInForce(tiers, priceMinor, qty, now)
  if (tier === null) return null
  const later = tiers.slice(tiers.indexOf(tier) + 1)
  return priceInForce(later, priceMinor, qty, now).priceMinor
}
