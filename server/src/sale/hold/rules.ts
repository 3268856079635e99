import { ERRORS } from '@foyer/contract/errors.ts'
import { fill } from '@foyer/contract/fill.ts'
import { checkout, refusals } from '@foyer/contract/messages.en.ts'
import { LIMITS } from '@foyer/domain/limits.ts'

/** What the rules need to know of a ticket type at the moment of the reserve. */
export type ReserveType = {
  id: number
  event_title: string
  name: string
  min_per_customer: number
  max_can_reserve: number | null
  event_status: string
  on_sale_from: Date | null
  starts_at: Date
  ends_at: Date | null
  /** Each entry is one need, met by any of its ticket types. */
  requires: readonly { title: string; any_of: readonly number[] }[]
}

/** A basket line; lines of one ticket type share what is known of it. */
export type ReserveLine = { qty: number; type: ReserveType }

/**
 * Why these lines may not be reserved, in the words the buyer reads; null when they may. The same rules the basket page shows
 * (BSK-27, BSK-36, BSK-39), asked again where it counts. `alreadyBought` are ticket types of the user's earlier orders.
 */
export function whyNotReservable(
  lines: readonly ReserveLine[],
  alreadyBought: ReadonlySet<number>,
  now: Date,
): string | null {
  const here = new Set(lines.map(({ type }) => type.id))
  for (const { type, qty } of lines) {
    const over = (type.ends_at ?? type.starts_at) < now
    const early = type.on_sale_from !== null && type.on_sale_from > now
    if (type.event_status !== 'published' || over || early) return `${type.event_title}: ${ERRORS.not_on_sale[1]}`
    const most = Math.min(type.max_can_reserve ?? LIMITS.maxTicketsPerLine, LIMITS.maxTicketsPerLine)
    if (qty > most) return ERRORS.quantity_above_max[1].replace('{n}', String(most))
    if (qty < type.min_per_customer) return ERRORS.quantity_below_min[1].replace('{n}', String(type.min_per_customer))
    const missing = type.requires.find(({ any_of }) => !any_of.some((id) => here.has(id) || alreadyBought.has(id)))
    if (missing) return `${checkout['warning.requiredTickets']} ${missing.title}`
  }
  return null
}

/** What a buyer is told when stock did not reach: which tickets, and how many there still are. */
export const soldOutText = (names: readonly { name: string; left: number }[]): string =>
  names
    .map(({ name, left }) => (left > 0 ? fill(refusals.fewLeft, { left, name }) : fill(refusals.soldOut, { name })))
    .join(' ')
