/**
 * A limit on tickets: the stock of one ticket type, the places of a pool that several types share, or the quota of an
 * access code or of a price tier.
 */
export type Counter = { readonly free: number; readonly ofCode?: true; readonly ofTier?: true }

/** One line of a basket, the counters its tickets are taken from, and how many places of each one ticket takes. */
export type Demand = {
  ticketTypeId: number
  qty: number
  counters: readonly { counter: Counter; places: number }[]
}

/** What a sale requests. Demands that share a counter are added together. */
export type HoldRequest = { saleId: number; demands: readonly Demand[] }

/** Ticket types that run short, and how much is left: tickets of the one type, or places that the types share. */
export type Shortage = { ticketTypeIds: readonly number[]; left: number; ofCode?: true; ofTier?: true }
export type Allocation = { ok: true } | { ok: false; short: readonly Shortage[] }

/**
 * Allocates the remaining stock, first come first served: a basket gets everything it requests or nothing, and stock that it
 * does not get stays for the next one (promise 1). All counters of a demand must allow it. Counters are not changed. `taken`
 * in the result is the total taken from each counter.
 */
export function allocate(requests: readonly HoldRequest[]): {
  outcome: Map<number, Allocation>
  taken: Map<Counter, number>
} {
  const taken = new Map<Counter, number>()
  const outcome = new Map<number, Allocation>()
  const stillLeft = (counter: Counter) => counter.free - (taken.get(counter) ?? 0)
  for (const { saleId, demands } of requests) {
    const requested = new Map<Counter, number>()
    for (const { qty, counters } of demands)
      for (const { counter, places } of counters) requested.set(counter, (requested.get(counter) ?? 0) + qty * places)
    const lacking = [...requested]
      // guard: stock-counted
      .filter(([counter, places]) => stillLeft(counter) < places)
      .map(([counter]) => counter)
    if (lacking.length > 0) {
      outcome.set(saleId, { ok: false, short: shortages(demands, lacking, stillLeft) })
      continue
    }
    for (const [counter, places] of requested) taken.set(counter, (taken.get(counter) ?? 0) + places)
    outcome.set(saleId, { ok: true })
  }
  return { outcome, taken }
}

/**
 * One shortage for each set of types; a type that lacks several counters has what the smallest of them leaves. A tier counts
 * only if nothing else is short, because the tickets can be had at the next price.
 */
function shortages(
  demands: readonly Demand[],
  lacking: readonly Counter[],
  stillLeft: (counter: Counter) => number,
): Shortage[] {
  const found = new Map<string, Shortage>()
  const stock = lacking.filter(({ ofTier }) => !ofTier)
  for (const counter of stock.length > 0 ? stock : lacking) {
    const own = demands.flatMap(({ ticketTypeId, counters }) =>
      counters.filter((need) => need.counter === counter).map(({ places }) => ({ ticketTypeId, places })),
    )
    const ticketTypeIds = [...new Set(own.map(({ ticketTypeId }) => ticketTypeId))]
    const free = Math.max(0, stillLeft(counter))
    const left = ticketTypeIds.length === 1 ? Math.floor(free / own[0]!.places) : free
    const key = ticketTypeIds.join()
    const before = found.get(key)
    if (before === undefined || left < before.left)
      found.set(key, {
        ticketTypeIds,
        left,
        ...(counter.ofCode && { ofCode: true }),
        ...(counter.ofTier && { ofTier: true }),
      })
  }
  return [...found.values()]
}
