import type { CatalogueEvent } from '../../format/format.ts'
import type { SeatPlan } from '../foyer.ts'
import type { WantedPool } from './pools.ts'
import type { HeldSeat } from './seats.ts'
import { tooLow, usedOf } from './stock.ts'

export type HeldType = {
  id: number
  date_id: number
  name: string
  capacity: number | null
  held: number
  sold: number
  pool_id: number | null
  pool_places: number
  seated: boolean
  extra: boolean
  /** An earlier file left the type out. */
  closed: boolean
  seats: HeldSeat[]
}

export type WantedType = {
  /** Its position in the file's list of ticket types; `date` is its position in the list of dates. */
  index: number
  date: number
  sort: number
  /** Null if only the pool limits the type. */
  capacity: number | null
  seats: SeatPlan[]
  /** Its position in the list of wanted pools; -1 without one. */
  pool: number
  held: HeldType | undefined
}

/** Returns problems with stock: a file cannot take back tickets that are sold or reserved. */
export function stockProblems(
  event: CatalogueEvent,
  type: WantedType,
  pools: readonly WantedPool[],
): { path: PropertyKey[]; why: string }[] {
  const { held, capacity, index } = type
  if (held === undefined) return []
  const pool = pools[type.pool]
  const { name, extra } = event.ticket_types[index]!
  const labels = new Set(type.seats.map(({ label }) => label))
  const lost = held.seats.filter((seat) => seat.taken && !labels.has(seat.label))
  // Sold seats can't move between a type and a pool, or to another pool.
  const seats = held.seats.length > 0 ? 'its own' : held.seated ? held.pool_id : null
  const wantedSeats = type.seats.length > 0 ? 'its own' : pool && pool.seats.length > 0 ? (pool.held?.id ?? 0) : null
  return [
    ...(capacity !== null && capacity < usedOf(held)
      ? [
          {
            path: ['ticket_types', index, type.seats.length > 0 ? 'seats' : 'capacity'],
            why: tooLow(name, capacity, held),
          },
        ]
      : []),
    ...(lost.length > 0
      ? [
          {
            path: ['ticket_types', index, 'seats'],
            why: `"${name}" must keep the seats that are sold or reserved: ${lost.map(({ label }) => label).join(', ')}`,
          },
        ]
      : []),
    ...(usedOf(held) > 0 && extra !== held.extra
      ? [
          {
            path: ['ticket_types', index, 'extra'],
            why: `"${name}" has been sold ${extra ? 'as a ticket' : 'as an extra'}, which cannot change now`,
          },
        ]
      : []),
    ...(usedOf(held) > 0 && typeof seats === 'number' && event.ticket_types[index]!.places !== held.pool_places
      ? [
          {
            path: ['ticket_types', index, 'places'],
            why: `"${name}" has been sold with ${held.pool_places} ${held.pool_places === 1 ? 'seat' : 'seats'} each, which cannot change now`,
          },
        ]
      : []),
    ...(usedOf(held) > 0 && seats !== wantedSeats
      ? [
          {
            path: ['ticket_types', index],
            why: `"${name}" has been sold ${seats === null ? 'without seats' : typeof seats === 'number' ? 'with the seats of a pool' : 'with seats'}, which cannot change now`,
          },
        ]
      : []),
  ]
}
