import { type Moment, momentOf } from '../../wall-clock.ts'
import type { Location } from './place.ts'
import { zoneOf } from './time-zones.ts'
import { isNode, listOf, type Node, property, type Resolve, shortened, textOf } from './values.ts'

export type When = { starts: Moment; ends: Date | null; doors: Date | null; written: string }
export type Dates = { ok: true; dates: When[]; zone: string } | { ok: false; why: string }

const MOST_DATES = 200

/** The dates of an event: its own, else those of its parts, else those of its schedule. */
export function datesOf(node: Node, resolve: Resolve, { whereabouts }: Location): Dates {
  const written = writtenDates(node, resolve)
  const [first] = written
  if (first === undefined) return { ok: false, why: 'it has no start date' }
  // The offset that is written helps to choose the zone, and the zone to read what has no offset.
  const rough = momentOf(first.start, 'UTC')
  if (rough === null) return { ok: false, why: `its start "${shortened(first.start, 60)}" is not a date` }
  const { offsetMinutes } = rough
  const zone = zoneOf(whereabouts, offsetMinutes === null ? null : { at: rough.at, offsetMinutes })
  const dates: When[] = []
  for (const { start, end, doors } of written) {
    const starts = momentOf(start, zone)
    if (starts === null) return { ok: false, why: `its start "${shortened(start, 60)}" is not a date` }
    const ends = end === undefined ? null : momentOf(end, zone, 'end')
    if (end !== undefined && ends === null) return { ok: false, why: `its end "${shortened(end, 60)}" is not a date` }
    if (ends !== null && ends.at < starts.at) return { ok: false, why: `it ends (${end}) before it starts (${start})` }
    dates.push({ starts, ends: ends?.at ?? null, doors: doorsOf(doors, start, starts.at, zone), written: start })
  }
  const inOrder = dates.sort((a, b) => a.starts.at.getTime() - b.starts.at.getTime())
  const once = inOrder.filter((date, i) => date.starts.at.getTime() !== inOrder[i - 1]?.starts.at.getTime())
  return { ok: true, dates: once, zone }
}

type Written = { start: string; end: string | undefined; doors: string | undefined }

function writtenDates(node: Node, resolve: Resolve): Written[] {
  const own = writtenDate(node)
  if (own) return [own]
  const parts = ['subEvent', 'subEvents', 'superEvent'].flatMap((key) => listOf(property(node, key)).map(resolve))
  const ofParts = parts.filter(isNode).flatMap((part) => writtenDate(part) ?? [])
  if (ofParts.length > 0) return ofParts.slice(0, MOST_DATES)
  return listOf(property(node, 'eventSchedule'))
    .map(resolve)
    .filter(isNode)
    .flatMap(datesOfSchedule)
    .slice(0, MOST_DATES)
}

function writtenDate(node: Node): Written | null {
  const start = textOf(node, 'startDate')
  return start === undefined ? null : { start, end: textOf(node, 'endDate'), doors: textOf(node, 'doorTime') }
}

const REPEATS: Record<string, number> = { P1D: 1, DAILY: 1, P1W: 7, P7D: 7, WEEKLY: 7, P2W: 14, P14D: 14 }

/** A schedule of days or weeks, each date at the same wall-clock time. */
function datesOfSchedule(schedule: Node): Written[] {
  const [day, until] = ['startDate', 'endDate'].map((key) => textOf(schedule, key)?.slice(0, 10))
  if (day === undefined || momentOf(day, 'UTC') === null) return []
  const [from, to] = ['startTime', 'endTime'].map((key) => /^\d{2}:\d{2}/.exec(textOf(schedule, key) ?? '')?.[0])
  const every = REPEATS[(textOf(schedule, 'repeatFrequency') ?? '').toUpperCase()]
  const count = Number(textOf(schedule, 'repeatCount') ?? Number.NaN)
  const end = until === undefined ? null : momentOf(until, 'UTC')
  const most = every === undefined || (end === null && !Number.isInteger(count)) ? 1 : MOST_DATES
  const dates: Written[] = []
  for (let n = 0; n < Math.min(most, Number.isInteger(count) && count > 0 ? count : most); n++) {
    const at = new Date(momentOf(day, 'UTC')!.at.getTime() + n * (every ?? 0) * 86_400_000)
    if (end !== null && at > end.at && n > 0) break
    const text = at.toISOString().slice(0, 10)
    dates.push({
      start: from === undefined ? text : `${text}T${from}`,
      end: from !== undefined && to !== undefined && to >= from ? `${text}T${to}` : undefined,
      doors: undefined,
    })
  }
  return dates
}

/** Doors are given as a time of the day or as a moment; what is after the start is a mistake that does no harm to drop. */
function doorsOf(doors: string | undefined, start: string, starts: Date, zone: string): Date | null {
  if (doors === undefined) return null
  const written = /^\d{2}:\d{2}/.test(doors) ? `${start.slice(0, 10)}T${doors.slice(0, 5)}` : doors
  const at = momentOf(written, zone)
  return at !== null && !at.dateOnly && at.at <= starts ? at.at : null
}
