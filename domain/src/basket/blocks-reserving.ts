import { isBelowMinimum } from './quantity.ts'
import { missingRequirements, type RequiringLine } from './requirements.ts'

export type ReserveFacts = {
  loading: boolean
  /** A quantity was typed and is not stored yet: it waits for the debounce or for the server's answer. */
  quantityPending: boolean
  updating: boolean
  /** With the quantities as the buyer sees them: one below its minimum is never stored. */
  tickets: readonly (RequiringLine & { qty: number; min_per_customer: number })[]
}

/**
 * What keeps a basket from being reserved, in the order in which it is told, each with the sentence that says so: the same row
 * disables the button, words the hint and refuses the call.
 */
export const BLOCKS_RESERVING = {
  /** BSK-43 */
  loading: { hint: 'loading', when: (f: ReserveFacts) => f.loading },
  /** BSK-44 */
  quantity_pending: { hint: 'basket.waitingForUpdate', when: (f: ReserveFacts) => f.quantityPending },
  /** BSK-45 */
  updating: { hint: 'basket.waitingForUpdate', when: (f: ReserveFacts) => f.updating },
  /** BSK-46 */
  required_missing: {
    hint: 'basket.requiredMissing',
    when: (f: ReserveFacts) => missingRequirements(f.tickets).length > 0,
  },
  /** BSK-41 */
  below_minimum: {
    hint: 'basket.belowMinimum',
    when: (f: ReserveFacts) => f.tickets.some((line) => isBelowMinimum(line.qty, line)),
  },
} as const

export type ReserveBlock = keyof typeof BLOCKS_RESERVING

/** The first thing that blocks reserving, or null when the basket may be reserved. */
export function reserveBlock(facts: ReserveFacts): ReserveBlock | null {
  for (const [name, block] of Object.entries(BLOCKS_RESERVING)) if (block.when(facts)) return name as ReserveBlock
  return null
}

/** The same for a basket as the server stores it, where nothing is loading or half typed. */
export const storedReserveBlock = (tickets: ReserveFacts['tickets']): ReserveBlock | null =>
  reserveBlock({ loading: false, quantityPending: false, updating: false, tickets })
