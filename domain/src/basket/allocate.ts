/** Who wants how many of which ticket type. Several demands for one type count together. */
export type HoldRequest = { saleId: number; demands: readonly { ticketTypeId: number; qty: number }[] }
export type Allocation = { ok: true } | { ok: false; short: { ticketTypeId: number; left: number }[] }

/**
 * Shares out what is left of each ticket type, first come first served: a basket gets all it asks for or nothing, and what
 * it does not get stays for the next in line (promise 1). `left` maps ticket type to free count; it is not changed. The
 * answer's `taken` says how much of each type the winners take together.
 */
export function allocate(
  wishes: readonly HoldRequest[],
  left: ReadonlyMap<number, number>,
): { outcome: Map<number, Allocation>; taken: Map<number, number> } {
  const taken = new Map<number, number>()
  const outcome = new Map<number, Allocation>()
  const stillLeft = (type: number) => (left.get(type) ?? 0) - (taken.get(type) ?? 0)
  for (const { saleId, demands } of wishes) {
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
