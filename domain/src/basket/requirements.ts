import type { Line, TicketRequirement } from '../sale/line.ts'

/** The requirements of these lines that neither the basket nor the given earlier purchases meet, one per title. */
export function missingRequirements(
  lines: readonly Pick<Line, 'ticketTypeId' | 'requirements'>[],
  alreadyBought: ReadonlySet<number> = new Set(),
): string[] {
  const inBasket = new Set(lines.map((line) => line.ticketTypeId))
  const isMet = ({ ids }: TicketRequirement) => ids.some((id) => inBasket.has(id) || alreadyBought.has(id))
  const missing = lines.flatMap((line) => line.requirements).filter((requirement) => !isMet(requirement))
  return [...new Set(missing.map(({ title }) => title))]
}
