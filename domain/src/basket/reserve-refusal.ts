import type { Line } from '../sale/line.ts'
import { isOnSale, type SaleWindow } from './on-sale.ts'
import { aboveMaxPlaces, isBelowMinimum, maxPerBasket, type PlacesLine } from './quantity.ts'
import { missingRequirements } from './requirements.ts'

/** The part of a line that reserving depends on. */
export type ReservableLine = Pick<Line, 'ticketTypeId' | 'qty' | 'minPerCustomer' | 'maxCanReserve' | 'requirements'> &
  PlacesLine &
  SaleWindow & { eventTitle: string; accessCode?: { id: number; maxPerOrder: number | null } | null }

export type ReserveRefusal =
  | { code: 'not_on_sale'; eventTitle: string }
  | { code: 'quantity_above_max'; n: number }
  | { code: 'quantity_below_min'; n: number }
  | { code: 'required_missing'; titles: string[] }
  | { code: 'access_code_max'; n: number }
  | { code: 'places_above_max'; n: number }

/** The number of tickets in a basket that one access code unlocked. */
const byCode = (lines: readonly Pick<ReservableLine, 'qty' | 'accessCode'>[], id: number): number =>
  lines.reduce((sum, { qty, accessCode }) => sum + (accessCode?.id === id ? qty : 0), 0)

/**
 * Why these lines cannot be reserved; null when they can. The same rules as on the basket page, checked again when the buyer
 * reserves. `alreadyBought`: the ticket types of the buyer's earlier orders. `isSold`: whether a type is on sale where it is bought.
 */
export function reserveRefusal(
  lines: readonly ReservableLine[],
  alreadyBought: ReadonlySet<number>,
  now: Date,
  isSold: (window: SaleWindow, now: Date) => boolean = isOnSale,
): ReserveRefusal | null {
  const inBasket = new Set(lines.map((line) => line.ticketTypeId))
  const has = new Set([...alreadyBought, ...inBasket])
  for (const line of lines) {
    if (!isSold(line, now)) return { code: 'not_on_sale', eventTitle: line.eventTitle }
    const max = maxPerBasket(line)
    if (line.qty > max) return { code: 'quantity_above_max', n: max }
    if (isBelowMinimum(line.qty, line)) return { code: 'quantity_below_min', n: line.minPerCustomer }
    const maxByCode = line.accessCode?.maxPerOrder ?? null
    // guard: access-code-per-order
    if (maxByCode !== null && byCode(lines, line.accessCode!.id) > maxByCode)
      return { code: 'access_code_max', n: maxByCode }
  }
  const titles = missingRequirements(lines, has)
  if (titles.length > 0) return { code: 'required_missing', titles }
  const above = aboveMaxPlaces(lines)
  return above === null ? null : { code: 'places_above_max', n: above }
}
