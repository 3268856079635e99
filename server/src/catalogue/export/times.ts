import { Temporal } from 'temporal-polyfill'
import { parseWallClock } from '../wall-clock.ts'

/** Writes an instant in the local time of a zone; with its offset where that time occurs twice. */
export function writtenMoment(at: Date, zone: string): string {
  const local = Temporal.Instant.fromEpochMilliseconds(at.getTime()).toZonedDateTimeISO(zone)
  const wall = local.toPlainDateTime().toString({ smallestUnit: at.getUTCSeconds() === 0 ? 'minute' : 'second' })
  return parseWallClock(wall, zone)?.at.getTime() === at.getTime() ? wall : `${wall}${local.offset}`
}

/** Like `writtenMoment`, for an optional instant. */
export const writtenMomentOrNull = (at: Date | null, zone: string): string | null =>
  at === null ? null : writtenMoment(at, zone)

/**
 * Writes an instant as a date if the import reads it back as the same instant: the start of a day, or the last second of a day
 * for an end. Otherwise null.
 */
export function writtenDay(at: Date, zone: string, meaning: 'start' | 'end'): string | null {
  const day = writtenMoment(at, zone).slice(0, 10)
  return parseWallClock(day, zone, meaning)?.at.getTime() === at.getTime() ? day : null
}
