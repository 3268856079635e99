/** How many of each ticket type a sale requests. Several demands for one type are added together. */
export type HoldRequest = { saleId: number; demands: readonly { ticketTypeId: number; qty: number }[] }
export type Allocation = { ok: true } | { ok: false; short: { ticketTypeId: number; left: number }[] }

/**
 * Allocates the remaining stock, first come first served: a basket gets everything it requests or nothing, and stock that it
 * does not get stays for the next one (promise 1). `left` maps ticket type to free count and is not changed. `taken` in the
 * result is the total of each type allocated.
 */
export function allocate(
  requests: readonly HoldRequest[],
  left: ReadonlyMap<number, number>,
): { outcome: Map<number, Allocation>; taken: Map<number, number> } {
  const taken = new Map<number, number>()
  const outcome = new Map<number, Allocation>()
  const stillLeft = (type: number) => (left.get(type) ?? 0) - (taken.get(type) ?? 0)
  for (const { saleId, demands } of requests) {
    const wanted = new Map<number, number>()
    for (const { ticketTypeId, qty } of demands) wanted.set(ticketTypeId, (wanted.get(ticketTypeId) ?? 0) + qty)
    const short = [...wanted]
      // guard: stock-counted
      .filter(([ticketTypeId, qty]) => stillLeft(ticketTypeId) < qty)
      .map(([ticketTypeId]) => ({ ticketTypeId, left: Math.max(0, stillLeft(ticketTypeId)) }))
    if (short.length > 0) {
      outcome.set(saleId, { ok: false, short })
      continue
    }
    for (const [ticketTypeId, qty] of wanted) taken.set(ticketTypeId, (taken.get(ticketTypeId) ?? 0) + qty)
    outcome.set(saleId, { ok: true })
  }
  return { outcome, taken }
}
