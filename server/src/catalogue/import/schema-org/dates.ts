import { isTimeZone } from '../../format/format.ts'
import { type Moment, parseWallClock } from '../../wall-clock.ts'
import type { Location } from './place.ts'
import { datesOfSchedule, MAX_DATES, type WrittenDate } from './schedule.ts'
import { zoneOf } from './time-zones.ts'
import { isNode, listOf, type Node, property, type Resolve, shortened, textOf } from './values.ts'

export type EventDate = { starts: Moment; ends: Date | null; doors: Date | null; written: string }
export type Dates = { ok: true; dates: EventDate[]; zone: string } | { ok: false; why: string }

/** Returns the dates of an event: those of its schedule, else its own, else those of its parts. */
export function datesOf(node: Node, resolve: Resolve, { whereabouts }: Location): Dates {
  const result = readDates(node, resolve)
  if (!result.ok) return result
  const { dates: written, zone: ownZone } = result
  const [first] = written
  if (first === undefined) return { ok: false, why: 'it has no start date' }
  // A written offset helps to choose the zone, and the zone gives the meaning of times without an offset.
  const parsedStart = parseWallClock(first.start, 'UTC')
  if (parsedStart === null) return { ok: false, why: `its start "${shortened(first.start, 60)}" is not a date` }
  const { offsetMinutes } = parsedStart
  const zone = ownZone ?? zoneOf(whereabouts, offsetMinutes === null ? null : { at: parsedStart.at, offsetMinutes })
  const dates: EventDate[] = []
  for (const { start, end, doors } of written) {
    const starts = parseWallClock(start, zone)
    if (starts === null) return { ok: false, why: `its start "${shortened(start, 60)}" is not a date` }
    const ends = end === undefined ? null : parseWallClock(end, zone, 'end')
    if (end !== undefined && ends === null) return { ok: false, why: `its end "${shortened(end, 60)}" is not a date` }
    if (ends !== null && ends.at < starts.at) return { ok: false, why: `it ends (${end}) before it starts (${start})` }
    dates.push({ starts, ends: ends?.at ?? null, doors: doorsOf(doors, start, starts.at, zone), written: start })
  }
  const sorted = dates.sort((a, b) => a.starts.at.getTime() - b.starts.at.getTime())
  const uniqueDates = sorted.filter((date, i) => date.starts.at.getTime() !== sorted[i - 1]?.starts.at.getTime())
  return { ok: true, dates: uniqueDates, zone }
}

type ReadDates = { ok: true; dates: WrittenDate[]; zone?: string | undefined } | { ok: false; why: string }

function readDates(node: Node, resolve: Resolve): ReadDates {
  const schedules = listOf(property(node, 'eventSchedule')).map(resolve).filter(isNode)
  if (schedules.length > 0) return datesOfSchedules(schedules, node)
  const ownDate = writtenDate(node)
  if (ownDate) return { ok: true, dates: [ownDate] }
  const parts = partsOf(node, resolve)
  const unreadable = parts.find((part) => writtenDate(part) === null)
  if (unreadable)
    return { ok: false, why: `its part "${shortened(textOf(unreadable, 'name') ?? '', 60)}" has no start date` }
  const superEvents = listOf(property(node, 'superEvent')).map(resolve).filter(isNode)
  const dates = [...parts, ...superEvents].flatMap((part) => writtenDate(part) ?? [])
  return limitDates(dates)
}

const limitDates = (dates: WrittenDate[], zone?: string): ReadDates =>
  dates.length > MAX_DATES ? { ok: false, why: `it has more than ${MAX_DATES} dates` } : { ok: true, dates, zone }

function datesOfSchedules(schedules: readonly Node[], event: Node): ReadDates {
  const dates: WrittenDate[] = []
  let zone: string | undefined
  for (const schedule of schedules) {
    // A schedule without its own bounds runs as long as its event.
    const bounds = Object.fromEntries(
      ['startDate', 'endDate'].flatMap((key) => {
        const value = textOf(schedule, key) ?? textOf(event, key)
        return value === undefined ? [] : [[key, value]]
      }),
    )
    const result = datesOfSchedule({ ...schedule, ...bounds })
    if (!result.ok) return result
    dates.push(...result.dates.map((date) => ({ ...date, doors: textOf(event, 'doorTime') })))
    const zoneName = textOf(schedule, 'scheduleTimezone')
    if (zoneName !== undefined && !isTimeZone(zoneName))
      return {
        ok: false,
        why: `its schedule has the time zone "${shortened(zoneName, 60)}", which is none: write one such as "Europe/London"`,
      }
    if (zoneName !== undefined && zone !== undefined && zoneName !== zone)
      return {
        ok: false,
        why: `its schedules are in two time zones, ${zone} and ${zoneName}: list each as an event of its own`,
      }
    zone ??= zoneName
  }
  return limitDates(dates, zone)
}

export const partsOf = (node: Node, resolve: Resolve): Node[] =>
  ['subEvent', 'subEvents'].flatMap((key) => listOf(property(node, key)).map(resolve)).filter(isNode)

export function writtenDate(node: Node): WrittenDate | null {
  const start = textOf(node, 'startDate')
  return start === undefined ? null : { start, end: textOf(node, 'endDate'), doors: textOf(node, 'doorTime') }
}

/** Reads the doors' time, given as a time of day or a full date and time. Drops a time after the start, a harmless mistake. */
function doorsOf(doors: string | undefined, start: string, starts: Date, zone: string): Date | null {
  if (doors === undefined) return null
  const doorsText = /^\d{2}:\d{2}/.test(doors) ? `${start.slice(0, 10)}T${doors.slice(0, 5)}` : doors
  const doorsAt = parseWallClock(doorsText, zone)
  return doorsAt !== null && !doorsAt.dateOnly && doorsAt.at <= starts ? doorsAt.at : null
}
