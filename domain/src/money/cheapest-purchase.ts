import { type Minor, sum } from './money.ts'
import { addedToTickets, type SmallTotalTerms } from './small-total.ts'

/** A ticket type, as far as the cost of buying it depends on it. */
export type SoldType = {
  id: number
  organiserId: number
  /** The price of one ticket with its booking fee; the lowest one if buyers choose it. */
  unitMinor: Minor
  /** The fewest tickets that one order may have of it. */
  leastQty: number
  /** Postage of an order that contains it; 0 if nothing is posted. */
  postageMinor: Minor
  /** For each ticket that it requires, the types of which one must be in the order. */
  requires: readonly (readonly number[])[]
}

/** What an order costs that buys a type and nothing that can be avoided. */
export type Purchase = {
  qty: number
  unitMinor: Minor
  /** Postage of the type itself. */
  postageMinor: Minor
  /** Required tickets, with postage that is dearer than the type's own. */
  requiredMinor: Minor
  /** What the organiser's rule adds to a total that is too small for a card; negative if it is waived. */
  addedMinor: Minor
  totalMinor: Minor
}

/** Adds up a purchase, in minor units. */
export function purchaseOf(
  parts: Pick<Purchase, 'qty' | 'unitMinor' | 'postageMinor' | 'requiredMinor'>,
  small?: SmallTotalTerms,
): Purchase {
  const dueMinor = parts.qty * parts.unitMinor + parts.postageMinor + parts.requiredMinor
  const addedMinor = addedToTickets(dueMinor, small)
  return { ...parts, addedMinor, totalMinor: dueMinor + addedMinor }
}

/**
 * Returns the cheapest order that contains this type: its least quantity with booking fees, postage, the cheapest of the tickets
 * that it requires, and what a total too small for a card becomes. Every price shown before an order comes from here, because
 * the price shown must be the total of all that cannot be avoided (Digital Markets, Competition and Consumers Act 2024, s. 230;
 * Directive 2011/83/EU, art. 6(1)(e)). Offers and codes can only make it less. `others` are the types that can be bought, by
 * id. Without one that is required, the type can't be bought now, and its own cost is returned. Of very many ways to meet many
 * requirements, the cheapest of the first thousands is returned, so the order never costs more than that.
 */
export function cheapestPurchase(
  type: SoldType,
  others: ReadonlyMap<number, SoldType> = new Map(),
  small?: SmallTotalTerms,
): Purchase {
  const { leastQty: qty, unitMinor, postageMinor } = type
  const dueMinor = cheapestWith([type], others, Number.POSITIVE_INFINITY, { left: MOST_TRIES }) ?? costOf([type])
  return purchaseOf({ qty, unitMinor, postageMinor, requiredMinor: dueMinor - costOf([type]) }, small)
}

/** Tickets at their least quantities, and postage once per organiser: the dearest of the order, as `totalsOf` charges it. */
function costOf(types: readonly SoldType[]): Minor {
  const postage = new Map<number, Minor>()
  for (const { organiserId, postageMinor } of types)
    postage.set(organiserId, Math.max(postage.get(organiserId) ?? 0, postageMinor))
  return sum(types.map(({ unitMinor, leastQty }) => unitMinor * leastQty)) + sum([...postage.values()])
}

/** Bounds the work for a page, because types may have any number of requirements with fifty alternatives each. */
const MOST_TRIES = 5000

/** The cost of the cheapest order with at least these types; null if none that costs less than `below` is found. */
function cheapestWith(
  types: readonly SoldType[],
  others: ReadonlyMap<number, SoldType>,
  below: Minor,
  tries: { left: number },
): Minor | null {
  const costMinor = costOf(types)
  if (costMinor >= below || tries.left-- <= 0) return null
  const isIn = (id: number) => types.some((type) => type.id === id)
  const unmet = types.flatMap(({ requires }) => requires).find((ids) => !ids.some(isIn))
  if (!unmet) return costMinor
  let best: Minor | null = null
  for (const id of new Set(unmet)) {
    const other = others.get(id)
    if (other) best = cheapestWith([...types, other], others, best ?? below, tries) ?? best
  }
  return best
}

/** The cheapest of these purchases: the one that costs least, with the fewest tickets. Null for none. */
export const lowestPurchase = <Of extends Pick<Purchase, 'totalMinor' | 'qty'>>(purchases: readonly Of[]): Of | null =>
  purchases.reduce<Of | null>(
    (best, one) =>
      best === null || one.totalMinor < best.totalMinor || (one.totalMinor === best.totalMinor && one.qty < best.qty)
        ? one
        : best,
    null,
  )
