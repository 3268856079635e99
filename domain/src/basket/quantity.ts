import { LIMITS } from '../limits.ts'
import type { Line } from '../sale/line.ts'

/** How many of one ticket type a basket can hold. */
export type QuantityRules = Pick<Line, 'maxCanReserve' | 'minPerCustomer'>

/** The maximum of one ticket type in one basket: the organiser's maximum, limited to the shop's own. */
export const maxPerBasket = ({ maxCanReserve }: Pick<Line, 'maxCanReserve'>): number =>
  Math.min(maxCanReserve ?? LIMITS.maxTicketsPerLine, LIMITS.maxTicketsPerLine)

/** Above the organiser's maximum, which the organiser has lowered since. */
export const isAboveMaximum = ({ qty, maxCanReserve }: Pick<Line, 'qty' | 'maxCanReserve'>): boolean =>
  maxCanReserve !== null && qty > maxCanReserve

/** A line that counts towards its event's maximum of places. */
export type PlacesLine = Pick<Line, 'eventId' | 'qty' | 'placesLimit'>

/** Returns an event's maximum of places if these lines have more; null if they do not. */
export function aboveMaxPlaces(lines: readonly PlacesLine[]): number | null {
  const wanted = new Map<number, number>()
  for (const { eventId, qty, placesLimit } of lines) {
    if (!placesLimit) continue
    const places = (wanted.get(eventId) ?? 0) + qty * placesLimit.each
    // guard: places-per-customer
    if (places > placesLimit.most) return placesLimit.most
    wanted.set(eventId, places)
  }
  return null
}

/** A minimum of 1 means that there is none. */
export const isBelowMinimum = (quantity: number, { minPerCustomer }: Pick<Line, 'minPerCustomer'>): boolean =>
  minPerCustomer > 1 && quantity < minPerCustomer

export type QuantityEdit =
  /** Not a whole number of at least 1: nothing is sent, and the field returns to its last valid value. */
  | { kind: 'invalid' }
  /** Sent as it is. */
  | { kind: 'ok'; quantity: number }
  /** More than the maximum: reduced to it, with a warning, and sent. */
  | { kind: 'cut'; quantity: number; max: number }
  /** Fewer than the minimum: a warning, nothing is sent, and the basket cannot be reserved. */
  | { kind: 'below_min'; quantity: number; min: number }

/** The result of typing a quantity. */
export function editQuantity(typed: string | number, rules: QuantityRules): QuantityEdit {
  const text = String(typed).trim()
  const requested = /^\d+$/.test(text) ? Number(text) : 0
  if (requested < 1 || !Number.isSafeInteger(requested)) return { kind: 'invalid' }
  const max = rules.maxCanReserve
  const quantity = max === null ? requested : Math.min(requested, max)
  if (isBelowMinimum(quantity, rules)) return { kind: 'below_min', quantity, min: rules.minPerCustomer }
  return max !== null && requested > max ? { kind: 'cut', quantity, max } : { kind: 'ok', quantity }
}

/** The warning shown for a stored line before the buyer edits it. */
export function storedWarning(line: Pick<Line, 'qty'> & QuantityRules): { kind: 'max' | 'min'; n: number } | null {
  if (line.maxCanReserve !== null && isAboveMaximum(line)) return { kind: 'max', n: line.maxCanReserve }
  return isBelowMinimum(line.qty, line) ? { kind: 'min', n: line.minPerCustomer } : null
}
