import { lowestPurchase } from '../money/cheapest-purchase.ts'

type OnOffer = { sale: 'not_yet' | 'open' | 'over'; extra: boolean; requires: readonly string[] }

/**
 * Returns the tickets that admit on their own; those that require another count only if there is nothing else. Those whose
 * sale is over and extras do not count.
 */
export function soldOnTheirOwn<T extends OnOffer>(tickets: readonly T[]): readonly T[] {
  const selling = tickets.filter(({ sale, extra }) => sale !== 'over' && !extra)
  const alone = selling.filter(({ requires }) => requires.length === 0)
  return alone.length > 0 ? alone : selling
}

/**
 * The total of the cheapest order with which someone can come, in the unit of `total_from`, and for how many tickets it is: for
 * "From £24.95 for 2". Null when nothing is left.
 */
export function lowestPrice(
  tickets: readonly (OnOffer & { sold_out: boolean; left: number; total_from: number; min_per_customer: number })[],
): { total: number; qty: number } | null {
  const lowest = lowestPurchase(
    soldOnTheirOwn(tickets)
      .filter(({ sold_out, left, min_per_customer }) => !sold_out && left >= min_per_customer)
      .map((ticket) => ({ totalMinor: ticket.total_from, qty: ticket.min_per_customer })),
  )
  return lowest && { total: lowest.totalMinor, qty: lowest.qty }
}
