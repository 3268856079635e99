import type { Line } from '../sale/line.ts'
import { aboveMaxPlaces, isBelowMinimum } from './quantity.ts'
import { missingRequirements } from './requirements.ts'

export type ReserveFacts = {
  loading: boolean
  /** A typed quantity is not stored yet: the debounce or the server's response is pending. */
  quantityPending: boolean
  updating: boolean
  /** With the quantities the buyer sees; a quantity below its minimum is never stored. */
  lines: readonly Pick<Line, 'ticketTypeId' | 'eventId' | 'requirements' | 'qty' | 'minPerCustomer' | 'placesLimit'>[]
}

/**
 * What disables the reserve button, in display order, each with its message key. The server checks the stored basket again
 * with reserveRefusal, which shares isBelowMinimum and missingRequirements with this table.
 */
export const BLOCKS_RESERVING = {
  loading: { hint: 'loading', when: (f: ReserveFacts) => f.loading },
  quantityPending: { hint: 'basket.waitingForUpdate', when: (f: ReserveFacts) => f.quantityPending },
  updating: { hint: 'basket.waitingForUpdate', when: (f: ReserveFacts) => f.updating },
  requiredMissing: {
    hint: 'basket.requiredMissing',
    when: (f: ReserveFacts) => missingRequirements(f.lines).length > 0,
  },
  belowMinimum: {
    hint: 'basket.belowMinimum',
    when: (f: ReserveFacts) => f.lines.some((line) => isBelowMinimum(line.qty, line)),
  },
  aboveMaxPlaces: {
    hint: 'basket.aboveMaxPlaces',
    when: (f: ReserveFacts) => aboveMaxPlaces(f.lines) !== null,
  },
} as const

export type ReserveBlock = keyof typeof BLOCKS_RESERVING

/** The first thing that blocks reserving, or null when the basket can be reserved. */
export function reserveBlock(facts: ReserveFacts): ReserveBlock | null {
  for (const [name, block] of Object.entries(BLOCKS_RESERVING)) if (block.when(facts)) return name as ReserveBlock
  return null
}
