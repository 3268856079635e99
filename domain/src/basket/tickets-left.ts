/** How many of a ticket type there are, and how many are taken. Without a capacity, its pool alone limits it. */
export type StockCount = { capacity: number | null; held: number; sold: number }

/** Capacity that several ticket types share. `kept`: the places that are not for sale. */
export type PoolCount = { capacity: number; held: number; sold: number; kept: number }

/** What is left of a ticket type. `capacity` is the limit that applies, in tickets. */
export type TicketsLeft = {
  /** Neither held nor sold. */
  free: number
  /** Not sold: other buyers may still release what they hold. */
  unsold: number
  capacity: number
}

/**
 * What is left of a ticket type, by its own limit and by its pool's, in tickets of `places` places each. Never
 * negative.
 */
export function ticketsLeft(
  { capacity, held, sold }: StockCount,
  shared: { pool: PoolCount; places: number } | null,
): TicketsLeft {
  const own = capacity ?? Number.POSITIVE_INFINITY
  const inTickets = (count: number) => (shared === null ? count : Math.floor(count / shared.places))
  const pool = shared === null ? null : shared.pool
  const places = pool === null ? Number.POSITIVE_INFINITY : pool.capacity - pool.kept
  return {
    free: Math.max(0, Math.min(own - held - sold, inTickets(places - (pool?.held ?? 0) - (pool?.sold ?? 0)))),
    unsold: Math.max(0, Math.min(own - sold, inTickets(places - (pool?.sold ?? 0)))),
    capacity: Math.min(own, inTickets(places)),
  }
}
