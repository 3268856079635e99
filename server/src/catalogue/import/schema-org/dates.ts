import { Temporal } from 'temporal-polyfill'
import { isTimeZone } from '../../format/format.ts'
import { type Moment, parseWallClock } from '../../wall-clock.ts'
import type { Location } from './place.ts'
import { datesOfSchedule, MAX_DATES, type WrittenDate } from './schedule.ts'
import { zoneOf } from './time-zones.ts'
import { isNode, listOf, type Node, property, type Resolve, shortened, textOf, textsOf } from './values.ts'
import { eventStatusOf } from './vocabulary.ts'

export type EventDate = {
  starts: Date
  ends: Date | null
  doors: Date | null
  allDay: boolean
  /** Where the listing says that it was before: empty if it only says that it moved, null if it doesn't. */
  movedFrom: Date[] | null
}
export type Dates = { ok: true; dates: EventDate[]; zone: string; notes: string[] } | { ok: false; why: string }

/** Returns the dates of an event: those of its schedule, else its own, else those of its parts. */
export function datesOf(node: Node, resolve: Resolve, { whereabouts, venue }: Location): Dates {
  const result = readDates(node, resolve)
  if (!result.ok) return result
  const { dates: written, zone: ownZone } = result
  const [first] = written
  if (first === undefined) return { ok: false, why: 'it has no start date' }
  // A written offset helps to choose the zone, and the zone gives the meaning of times without an offset.
  const parsedStart = parseWallClock(first.start, 'UTC')
  if (parsedStart === null) return { ok: false, why: `its start "${shortened(first.start, 60)}" is not a date` }
  const { offsetMinutes } = parsedStart
  const isInstant = offsetMinutes !== null || /\dZ$/i.test(first.start.trim())
  const found = zoneOf(whereabouts, offsetMinutes === null ? null : { at: parsedStart.at, offsetMinutes })
  if (ownZone === undefined && !found.isKnown && !isInstant && whereabouts.unknownCountry !== undefined)
    return {
      ok: false,
      why: `its country "${shortened(whereabouts.unknownCountry, 60)}" is not known, and so not what its times mean: write a name or a code such as "DE"`,
    }
  const zone = ownZone ?? found.zone
  const notes = ownZone !== undefined || found.why === null ? [] : [found.why]
  if (ownZone === undefined && !found.isKnown && !isInstant && venue === null)
    notes.push('its time zone is not given: the clocks of London are assumed')
  const dates: EventDate[] = []
  for (const one of written) {
    const date = readDate(one, zone, notes)
    if (!date.ok) return date
    dates.push(date.date)
  }
  const sorted = dates.sort((a, b) => a.starts.getTime() - b.starts.getTime())
  const uniqueDates = sorted.filter((date, i) => date.starts.getTime() !== sorted[i - 1]?.starts.getTime())
  return { ok: true, dates: uniqueDates, zone, notes }
}

// One date -----------------------------------------------------------------------------------------------------------

type ReadDate = { ok: true; date: EventDate } | { ok: false; why: string }

function readDate(written: WrittenDate, zone: string, notes: string[]): ReadDate {
  const starts = parseWallClock(written.start, zone)
  if (starts === null) return { ok: false, why: `its start "${shortened(written.start, 60)}" is not a date` }
  const end = endOf(written, starts, zone, notes)
  if (!end.ok) return end
  const doors = doorsOf(written, starts.at, zone, notes)
  const allDay = starts.dateOnly || isWholeDays(written, starts, end.at, doors, zone, notes)
  const earlier = written.previous.map((text) => ({ text, at: parseWallClock(text, zone)?.at ?? null }))
  for (const { text, at } of earlier)
    if (at === null) notes.push(`its previousStartDate "${shortened(text, 60)}" is not a date and was left out`)
  const movedFrom = earlier.flatMap(({ at }) => at ?? [])
  return {
    ok: true,
    date: {
      starts: starts.at,
      ends: allDay && end.at !== null ? lastSecondOf(end.at, zone) : end.at,
      doors,
      allDay,
      movedFrom: movedFrom.length > 0 || written.rescheduled ? movedFrom : null,
    },
  }
}

type End = { ok: true; at: Date | null } | { ok: false; why: string }

/** The end as given, else the start and the duration. */
function endOf({ start, end, duration }: WrittenDate, starts: Moment, zone: string, notes: string[]): End {
  if (end === undefined)
    return { ok: true, at: duration === undefined ? null : afterDuration(duration, starts, zone, notes) }
  const ofDay = timeOfDay(end)
  const text = ofDay === null ? end : `${start.slice(0, 10)}T${ofDay}`
  const ends = parseWallClock(text, zone, 'end')
  if (ends === null) return { ok: false, why: `its end "${shortened(end, 60)}" is not a date` }
  if (ends.at > starts.at) return { ok: true, at: ends.at }
  // An end that says nothing, as of systems that require one.
  if (ends.at.getTime() === starts.at.getTime())
    return { ok: true, at: duration === undefined ? null : afterDuration(duration, starts, zone, notes) }
  // A night that ends on its own date, before it starts, ends on the next.
  const nextDay = new Date(ends.at.getTime() + DAY)
  if (text.slice(0, 10) === start.slice(0, 10) && nextDay.getTime() - starts.at.getTime() <= LONGEST_NIGHT) {
    notes.push(`its end (${end}) is before its start (${start}): it is taken as that of the next day`)
    return { ok: true, at: nextDay }
  }
  return { ok: false, why: `it ends (${end}) before it starts (${start})` }
}

const DAY = 86_400_000
const LONGEST_NIGHT = 14 * 3_600_000

/** The end of a duration such as "PT2H30M", "02:30", "2.5 hours" or "150" (minutes). Days of whole-day events include the first. */
function afterDuration(written: string, starts: Moment, zone: string, notes: string[]): Date | null {
  const milliseconds = durationOf(written)
  if (milliseconds === null) {
    notes.push(`its duration "${shortened(written, 60)}" cannot be read and was left out`)
    return null
  }
  const days = Math.ceil(milliseconds / DAY)
  const local = Temporal.Instant.fromEpochMilliseconds(starts.at.getTime()).toZonedDateTimeISO(zone)
  return starts.dateOnly
    ? new Date(local.add({ days }).epochMilliseconds - 1000)
    : new Date(starts.at.getTime() + milliseconds)
}

const LONGEST = 366 * DAY

function durationOf(written: string): number | null {
  const text = written.trim().toUpperCase()
  const [, clockHours, clockMinutes] = /^(\d{1,2}):(\d{2})(?::\d{2})?$/.exec(text) ?? []
  const [, hours] =
    /^(\d+(?:[.,]\d+)?)\s*(?:H|HRS?|HOURS?|STUNDEN?|STD\.?|HEURES?|HORAS?|ORE|UUR|UREN)$/.exec(text) ?? []
  const [, both, rest] = /^(\d+)\s*H(?:OURS?)?\s*(\d{1,2})\s*(?:M|MINS?|MINUTES?)?$/.exec(text) ?? []
  const [, minutes] = /^(\d+)\s*(?:M|MINS?\.?|MINUTES?|MINUTEN|MINUTI|MINUTOS|MINUTER)?$/.exec(text) ?? []
  const total =
    clockHours !== undefined
      ? Number(clockHours) * 60 + Number(clockMinutes)
      : hours !== undefined
        ? Number(hours.replace(',', '.')) * 60
        : both !== undefined
          ? Number(both) * 60 + Number(rest)
          : minutes !== undefined
            ? Number(minutes)
            : isoMinutes(text)
  if (total === null || !(total > 0)) return null
  return total * 60_000 <= LONGEST ? total * 60_000 : null
}

function isoMinutes(text: string): number | null {
  try {
    return Temporal.Duration.from(text).total({ unit: 'minutes', relativeTo: Temporal.PlainDate.from('2027-01-01') })
  } catch (error) {
    if (error instanceof RangeError) return null
    throw error
  }
}

const localTimeOf = (at: Date, zone: string): string =>
  Temporal.Instant.fromEpochMilliseconds(at.getTime())
    .toZonedDateTimeISO(zone)
    .toPlainTime()
    .toString({ smallestUnit: 'minute' })

/**
 * Whether an event with times lasts whole days: from midnight to midnight, or to the last minute. Midnight alone, without
 * end or doors, is what systems write that have no time.
 */
function isWholeDays(
  written: WrittenDate,
  { at }: Moment,
  ends: Date | null,
  doors: Date | null,
  zone: string,
  notes: string[],
): boolean {
  if (localTimeOf(at, zone) !== '00:00') return false
  if (ends !== null) return ['00:00', '23:59'].includes(localTimeOf(ends, zone))
  if (doors !== null || written.duration !== undefined) return false
  notes.push('its start is midnight, without an end: it is shown as a day, without a time')
  return true
}

/** The last second of the day that an end belongs to; midnight ends the day before. */
function lastSecondOf(ends: Date, zone: string): Date {
  const local = Temporal.Instant.fromEpochMilliseconds(ends.getTime() - 1).toZonedDateTimeISO(zone)
  return new Date(local.startOfDay().add({ days: 1 }).epochMilliseconds - 1000)
}

const timeOfDay = (text: string): string | null =>
  /^T?(\d{2}:\d{2}(?::\d{2})?(?:Z|[+-]\d{2}:?\d{2})?)$/i.exec(text.trim())?.[1] ?? null

/** Reads the doors' time, given as a time of day or a full date and time. One after the start is left out, with a note. */
function doorsOf({ doors, start }: WrittenDate, starts: Date, zone: string, notes: string[]): Date | null {
  if (doors === undefined) return null
  const ofDay = timeOfDay(doors)
  const doorsAt = parseWallClock(ofDay === null ? doors : `${start.slice(0, 10)}T${ofDay}`, zone)
  if (doorsAt !== null && !doorsAt.dateOnly && doorsAt.at <= starts) return doorsAt.at
  notes.push(
    `its doorTime "${shortened(doors, 60)}" ${doorsAt === null || doorsAt.dateOnly ? 'is not a time' : 'is after its start'} and was left out`,
  )
  return null
}

// All dates ----------------------------------------------------------------------------------------------------------

type ReadDates = { ok: true; dates: WrittenDate[]; zone?: string | undefined } | { ok: false; why: string }

function readDates(node: Node, resolve: Resolve): ReadDates {
  const schedules = listOf(property(node, 'eventSchedule')).map(resolve).filter(isNode)
  if (schedules.length > 0) return datesOfSchedules(schedules, node)
  const parts = partsOf(node, resolve)
  const ownDate = isSeries(node) && parts.length > 0 ? null : writtenDate(node)
  if (ownDate) return { ok: true, dates: [ownDate] }
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

export const isSeries = (node: Node): boolean =>
  textsOf(node['@type']).some((type) => /(?:EventSeries|\bSeries)$/.test(type))

export function writtenDate(node: Node): WrittenDate | null {
  const day = textOf(node, 'startDate')
  if (day === undefined) return null
  // Some systems give the time of day apart.
  const time = timeOfDay(textOf(node, 'startTime') ?? '')
  const isDay = /^\d{4}-\d{2}-\d{2}$/.test(day)
  return {
    start: isDay && time !== null ? `${day}T${time}` : day,
    end: textOf(node, 'endDate') ?? timeOfDay(textOf(node, 'endTime') ?? '') ?? undefined,
    duration: textOf(node, 'duration'),
    doors: textOf(node, 'doorTime'),
    previous: textsOf(property(node, 'previousStartDate')),
    rescheduled: eventStatusOf(property(node, 'eventStatus')).values.has('rescheduled'),
  }
}
