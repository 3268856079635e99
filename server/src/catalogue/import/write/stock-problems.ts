import type { CatalogueEvent } from '../../format/format.ts'
import type { MarkedSeat } from '../seat-plan.ts'
import type { PlannedPool } from './pools.ts'
import type { StoredSeat } from './seats.ts'
import { tooLowText, usedOf } from './stock.ts'

export type StoredType = {
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
  seats: StoredSeat[]
}

export type PlannedType = {
  /** Its position in the file's list of ticket types; `date` is its position in the list of dates. */
  index: number
  date: number
  sort: number
  /** Null if only the pool limits the type. */
  capacity: number | null
  seats: MarkedSeat[]
  /** Its position in the list of wanted pools; -1 without one. */
  pool: number
  stored: StoredType | undefined
}

/** Returns problems with stock: a file cannot take back tickets that are sold or reserved. */
export function stockProblems(
  event: CatalogueEvent,
  type: PlannedType,
  pools: readonly PlannedPool[],
): { path: PropertyKey[]; why: string }[] {
  const { stored, capacity, index } = type
  if (stored === undefined) return []
  const pool = pools[type.pool]
  const { name, extra } = event.ticket_types[index]!
  const labels = new Set(type.seats.map(({ label }) => label))
  const missingSeats = stored.seats.filter((seat) => seat.taken && !labels.has(seat.label))
  // Sold seats can't move between a type and a pool, or to another pool.
  const storedSeatsOf = stored.seats.length > 0 ? 'its own' : stored.seated ? stored.pool_id : null
  const plannedSeatsOf =
    type.seats.length > 0 ? 'its own' : pool && pool.seats.length > 0 ? (pool.stored?.id ?? 0) : null
  return [
    ...(capacity !== null && capacity < usedOf(stored)
      ? [
          {
            path: ['ticket_types', index, type.seats.length > 0 ? 'seats' : 'capacity'],
            why: tooLowText(name, capacity, stored),
          },
        ]
      : []),
    ...(missingSeats.length > 0
      ? [
          {
            path: ['ticket_types', index, 'seats'],
            why: `"${name}" must keep the seats that are sold or reserved: ${missingSeats.map(({ label }) => label).join(', ')}`,
          },
        ]
      : []),
    ...(usedOf(stored) > 0 && extra !== stored.extra
      ? [
          {
            path: ['ticket_types', index, 'extra'],
            why: `"${name}" has been sold ${extra ? 'as a ticket' : 'as an extra'}, which cannot change now`,
          },
        ]
      : []),
    ...(usedOf(stored) > 0 &&
    typeof storedSeatsOf === 'number' &&
    event.ticket_types[index]!.places !== stored.pool_places
      ? [
          {
            path: ['ticket_types', index, 'places'],
            why: `"${name}" has been sold with ${stored.pool_places} ${stored.pool_places === 1 ? 'seat' : 'seats'} each, which cannot change now`,
          },
        ]
      : []),
    ...(usedOf(stored) > 0 && storedSeatsOf !== plannedSeatsOf
      ? [
          {
            path: ['ticket_types', index],
            why: `"${name}" has been sold ${storedSeatsOf === null ? 'without seats' : typeof storedSeatsOf === 'number' ? 'with the seats of a pool' : 'with seats'}, which cannot change now`,
          },
        ]
      : []),
  ]
}
