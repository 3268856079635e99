export type RequiringLine = {
  ticket_id: number
  required_tickets: readonly { ids: readonly number[]; title: string }[]
}

/**
 * The titles of the tickets that must be bought as well, each once (BSK-27). Every entry is one need, and any one of its ids in
 * the basket meets it (OPEN-39).
 */
export function missingRequirements(tickets: readonly RequiringLine[]): string[] {
  const inBasket = new Set(tickets.map((line) => line.ticket_id))
  const missing = tickets
    .flatMap((line) => line.required_tickets)
    .filter((need) => !need.ids.some((id) => inBasket.has(id)))
  return [...new Set(missing.map((need) => need.title))]
}
