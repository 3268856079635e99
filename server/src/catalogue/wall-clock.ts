import { Temporal } from 'temporal-polyfill'

export type Moment = { at: Date; dateOnly: boolean; offsetMinutes: number | null }

const WRITTEN =
  /^(\d{4})-?(\d{1,2})-?(\d{1,2})(?:[T ]\s*(\d{1,2}):(\d{2})(?::(\d{2})(?:[.,]\d+)?)?\s*(?:(Z)|([+-])(\d{2}):?(\d{2})?)?)?$/i

/** Kiribati has the largest offset from UTC. */
const FARTHEST_OFFSET_MINUTES = 14 * 60

/**
 * Parses a written time to an instant. Without an offset it means the wall clock of `zone`; an hour that summer time skips
 * or repeats is read as a correctly set clock would have shown it. A date alone is the start of that day, or its last second
 * for an end. Null for an invalid date (30 February).
 */
export function parseWallClock(local: string, zone: string, dateAloneMeans: 'start' | 'end' = 'start'): Moment | null {
  const parts = WRITTEN.exec(local.trim())
  if (!parts) return null
  const [, year, month, day, hour, minute, second, zulu, sign, offsetHours, offsetMinutes] = parts
  const dateOnly = hour === undefined
  const ofDay = dateOnly && dateAloneMeans === 'end' ? { hour: 23, minute: 59, second: 59 } : null
  try {
    const wall = Temporal.PlainDateTime.from(
      {
        year: Number(year),
        month: Number(month),
        day: Number(day),
        ...(ofDay ?? { hour: Number(hour ?? 0), minute: Number(minute ?? 0), second: Number(second ?? 0) }),
      },
      { overflow: 'reject' },
    )
    const offset = zulu
      ? 0
      : sign
        ? (sign === '-' ? -1 : 1) * (Number(offsetHours) * 60 + Number(offsetMinutes ?? 0))
        : null
    if (offset !== null && Math.abs(offset) > FARTHEST_OFFSET_MINUTES) return null
    const ms =
      offset === null
        ? wall.toZonedDateTime(zone).epochMilliseconds
        : wall.toZonedDateTime('UTC').epochMilliseconds - offset * 60_000
    return { at: new Date(ms), dateOnly, offsetMinutes: zulu ? null : offset }
  } catch (error) {
    if (error instanceof RangeError) return null
    throw error
  }
}

/**
 * A local time that a clock change makes ambiguous: it occurs `twice` or `never`; then `instead` is the time that a correctly
 * set clock shows. Null for any other time, and for one with an offset.
 */
export function clockChangeAt(
  local: string,
  zone: string,
): { how: 'twice' } | { how: 'never'; instead: string } | null {
  const written = parseWallClock(local, zone)
  if (written === null || written.dateOnly || /(?:Z|[+-]\d{2}:?\d{2})$/i.test(local.trim().slice(11))) return null
  // A person may type 2027-3-5 or 20270305, which Temporal doesn't read.
  const wall = Temporal.PlainDateTime.from(parseWallClock(local, 'UTC')!.at.toISOString().slice(0, 19))
  const [one, other] = [
    wall.toZonedDateTime(zone, { disambiguation: 'earlier' }),
    wall.toZonedDateTime(zone, { disambiguation: 'later' }),
  ]
  if (one.epochMilliseconds === other.epochMilliseconds) return null
  if (one.toPlainDateTime().equals(wall)) return { how: 'twice' }
  return { how: 'never', instead: other.toPlainTime().toString({ smallestUnit: 'minute' }) }
}

/** Minutes that a zone's clocks are ahead of UTC at an instant. */
export const offsetIn = (at: Date, zone: string): number =>
  Temporal.Instant.fromEpochMilliseconds(at.getTime()).toZonedDateTimeISO(zone).offsetNanoseconds / 60e9
