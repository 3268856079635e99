import { ERRORS } from '@foyer/contract/errors.ts'
import { fill } from '@foyer/contract/fill.ts'
import { checkout, refusals } from '@foyer/contract/messages.en.ts'
import { LIMITS } from '@foyer/domain/limits.ts'

/** What the rules need to know of a basket line at the moment of the reserve. */
export type ReserveLine = {
  ticket_type_id: number
  event_title: string
  ticket_name: string
  qty: number
  min_per_customer: number
  max_can_reserve: number | null
  event_status: string
  on_sale_from: Date | null
  starts_at: Date
  ends_at: Date | null
  /** Each entry is one need, met by any of its ticket types. */
  requires: readonly { title: string; any_of: readonly number[] }[]
}

/**
 * Why these lines may not be reserved, in the words the buyer reads; null when they may. The same rules the basket page shows
 * (BSK-27, BSK-36, BSK-39), asked again where it counts. `alreadyBought` are ticket types of the user's earlier orders.
 */
export function whyNotReservable(
  lines: readonly ReserveLine[],
  alreadyBought: ReadonlySet<number>,
  now: Date,
): string | null {
  const here = new Set(lines.map((line) => line.ticket_type_id))
  for (const line of lines) {
    const over = (line.ends_at ?? line.starts_at) < now
    const early = line.on_sale_from !== null && line.on_sale_from > now
    if (line.event_status !== 'published' || over || early) return `${line.event_title}: ${ERRORS.not_on_sale[1]}`
    const most = Math.min(line.max_can_reserve ?? LIMITS.maxTicketsPerLine, LIMITS.maxTicketsPerLine)
    if (line.qty > most) return ERRORS.quantity_above_max[1].replace('{n}', String(most))
    if (line.qty < line.min_per_customer)
      return ERRORS.quantity_below_min[1].replace('{n}', String(line.min_per_customer))
    const missing = line.requires.find(({ any_of }) => !any_of.some((id) => here.has(id) || alreadyBought.has(id)))
    if (missing) return `${checkout['warning.requiredTickets']} ${missing.title}`
  }
  return null
}

/** What a buyer is told when stock did not reach: which tickets, and how many there still are. */
export const soldOutText = (names: readonly { name: string; left: number }[]): string =>
  names
    .map(({ name, left }) => (left > 0 ? fill(refusals.fewLeft, { left, name }) : fill(refusals.soldOut, { name })))
    .join(' ')
