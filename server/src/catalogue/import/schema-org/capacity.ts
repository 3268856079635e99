import type { Json } from '../read-file.ts'
import { isNode, listOf, type Node, property, shortened, textsOf } from './values.ts'

/** Numbers of tickets and places, as listings give them. */

const MAX_CAPACITY = 1_000_000

export type Count = { count: number | null; unread: string | null }

/** Reads a number of places: 200, "200", "1,200", {"value": 200} or {"maxValue": 200}. `unread` is what is no such number. */
export function countOf(value: Json | undefined): Count {
  const [given] = listOf(value)
  if (given === undefined) return { count: null, unread: null }
  const written = isNode(given) ? (property(given, 'value') ?? property(given, 'maxValue') ?? given) : given
  const text = textsOf(written)[0] ?? ''
  const digits = /^\d{1,3}(?:[,.' ]\d{3})+$/.test(text) ? text.replace(/\D/g, '') : text
  const count = /^\d+(?:\.0+)?$/.test(digits) ? Number(digits) : Number.NaN
  return Number.isInteger(count)
    ? { count: Math.min(count, MAX_CAPACITY), unread: null }
    : { count: null, unread: shortened(text || JSON.stringify(given), 60) }
}

/** Where an event says how many places it has; the number that is left counts more than the whole. */
const ATTENDANCE = ['remainingAttendeeCapacity', 'maximumPhysicalAttendeeCapacity', 'maximumAttendeeCapacity'] as const
const VIRTUAL = ['remainingAttendeeCapacity', 'maximumVirtualAttendeeCapacity', 'maximumAttendeeCapacity'] as const

/**
 * The places of a whole event, which its tickets share; null if not given. The hall counts for an event that is online too,
 * because its places are the ones that can be sold twice.
 */
export function placesOf(event: Node, place: Node | null, isOnlineOnly: boolean, notes: string[]): number | null {
  const read = (node: Node, keys: readonly string[]): number | null => {
    const counts = keys.map((key) => ({ key, ...countOf(property(node, key)) }))
    for (const { key, unread } of counts)
      if (unread !== null) notes.push(`its ${key} "${unread}" is not a number of places and was left out`)
    return counts.find(({ count }) => count !== null)?.count ?? null
  }
  const own = read(event, isOnlineOnly ? VIRTUAL : ATTENDANCE)
  if (own !== null || place === null) return own
  const ofPlace = read(place, ['maximumAttendeeCapacity'])
  if (ofPlace !== null)
    notes.push(`its places are those of "${shortened(textsOf(place)[0] ?? 'its place', 100)}": ${ofPlace}`)
  return ofPlace
}
