/** A place in the line of a date: how many tickets are wanted, of any one of these types, the preferred type first. */
export type PlaceInLine = { id: number; qty: number; ticketTypeIds: readonly number[] }

/** An offer to someone on the waiting list: tickets of one type. */
export type PlaceOffer = { id: number; ticketTypeId: number; qty: number }

/**
 * Returns the first in line whose number of tickets is free of a type they accept. Those who want more than that are passed
 * over and keep their place. `free`: the tickets of each type that may be offered.
 */
export function nextOffer(line: readonly PlaceInLine[], free: ReadonlyMap<number, number>): PlaceOffer | null {
  for (const { id, qty, ticketTypeIds } of line) {
    const ticketTypeId = ticketTypeIds.find((type) => (free.get(type) ?? 0) >= qty)
    if (ticketTypeId !== undefined) return { id, ticketTypeId, qty }
  }
  return null
}

/** A ticket type of a date, with what is free of it when nothing is kept for the line. */
export type CountedType = {
  id: number
  /** Whether someone is waiting for it, its list is open, and it is on sale. */
  wanted: boolean
  /** Of its own counter; null if its pool alone limits it. */
  ownFree: number | null
  /** Its free tickets are kept for the list at present. */
  listed: boolean
  pool: { id: number; places: number; free: number; unsold: number; listed: boolean } | null
}

/** How many tickets of a type may be offered. */
export const freeOf = ({ ownFree, pool }: Pick<CountedType, 'ownFree' | 'pool'>): number =>
  Math.max(
    0,
    Math.min(
      ownFree ?? Number.POSITIVE_INFINITY,
      pool === null ? Number.POSITIVE_INFINITY : Math.floor(pool.free / pool.places),
    ),
  )

/**
 * Which counters keep what is free for the line: the counter of a type that someone waits for, and in a pool the one that has
 * sold out. A pool whose children’s tickets have sold out goes on selling to adults.
 */
export function listedCounters(types: readonly CountedType[]): { types: Set<number>; pools: Set<number> } {
  const wanted = types.filter((type) => type.wanted)
  const own = wanted.filter(
    ({ pool, ownFree, listed }) => pool === null || (ownFree !== null && (listed || ownFree <= 0)),
  )
  const ids = new Set(own.map(({ id }) => id))
  const pools = wanted.flatMap(({ id, pool }) => {
    if (pool === null) return []
    const left = ids.has(id) ? pool.unsold : pool.free
    return pool.listed || left < pool.places ? [pool.id] : []
  })
  return { types: ids, pools: new Set(pools) }
}
