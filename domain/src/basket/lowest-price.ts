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

/** The lowest price, with all fees, at which someone can come, for "from £16.50"; null when nothing is left. */
export function lowestPrice(
  tickets: readonly (OnOffer & { sold_out: boolean; all_in_price: number })[],
): number | null {
  const prices = soldOnTheirOwn(tickets).flatMap((ticket) => (ticket.sold_out ? [] : [ticket.all_in_price]))
  return prices.length > 0 ? Math.min(...prices) : null
}
