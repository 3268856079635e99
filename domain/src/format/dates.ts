import { DAY_MS, isDay, weekdayOf } from './calendar-days.ts'
import { language } from './language.ts'

/** The shop's own time zone; an event's dates are shown in the event's zone. */
export const LONDON = 'Europe/London'

/** A Date, or its ISO text in UTC as sent on the wire. */
export type Moment = Date | string

// Our own names: runtimes disagree ('Sep' or 'Sept'), and server and browser must render the same text.
const WEEKDAYS = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat']
const MONTH_NAMES = [
  'January',
  'February',
  'March',
  'April',
  'May',
  'June',
  'July',
  'August',
  'September',
  'October',
  'November',
  'December',
]

const FRENCH_WEEKDAYS = ['dim.', 'lun.', 'mar.', 'mer.', 'jeu.', 'ven.', 'sam.']
const FRENCH_MONTHS = [
  ['janvier', 'janv.'],
  ['février', 'févr.'],
  ['mars', 'mars'],
  ['avril', 'avr.'],
  ['mai', 'mai'],
  ['juin', 'juin'],
  ['juillet', 'juil.'],
  ['août', 'août'],
  ['septembre', 'sept.'],
  ['octobre', 'oct.'],
  ['novembre', 'nov.'],
  ['décembre', 'déc.'],
] as const

type WallClock = { year: number; month: number; day: number; hour: number; minute: number }

// Creating a formatter is slow, and a list of events uses the same zone many times.
const formatters = new Map<string, Intl.DateTimeFormat>()

function formatterOf(zone: string): Intl.DateTimeFormat {
  let formatter = formatters.get(zone)
  if (!formatter) {
    formatter = new Intl.DateTimeFormat('en-GB', {
      timeZone: zone,
      calendar: 'gregory',
      numberingSystem: 'latn',
      hourCycle: 'h23',
      year: 'numeric',
      month: 'numeric',
      day: 'numeric',
      hour: 'numeric',
      minute: 'numeric',
    })
    formatters.set(zone, formatter)
  }
  return formatter
}

/** The local date and time of that moment in that zone. */
function wallClock(at: Moment, zone: string): WallClock {
  const parts = formatterOf(zone).formatToParts(new Date(at))
  const of = (type: Intl.DateTimeFormatPartTypes) => Number(parts.find((part) => part.type === type)!.value)
  return { year: of('year'), month: of('month'), day: of('day'), hour: of('hour'), minute: of('minute') }
}

const twoDigits = (n: number) => String(n).padStart(2, '0')
const timeOf = ({ hour, minute }: WallClock) =>
  language() === 'fr'
    ? `${hour}\u00a0h${minute ? `\u00a0${twoDigits(minute)}` : ''}`
    : `${hour % 12 || 12}:${twoDigits(minute)}${hour < 12 ? 'am' : 'pm'}`
const dayMonthYear = ({ day, month, year }: WallClock) => `${twoDigits(day)}/${twoDigits(month)}/${year}`
const isoDay = ({ day, month, year }: WallClock) =>
  `${String(year).padStart(4, '0')}-${twoDigits(month)}-${twoDigits(day)}`

/** How far the zone's clock is ahead of UTC at that moment, a whole minute, in milliseconds. */
function offsetAt(ms: number, zone: string): number {
  const { year, month, day, hour, minute } = wallClock(new Date(ms), zone)
  return Date.UTC(year, month - 1, day, hour, minute) - ms
}

/** Where an event's times count: in its zone, and, if it is attended online too, for people in other zones. */
export type Held = { timezone: string; online: boolean }

/** The words for a zone at that moment: 'UK time', 'GMT+1'; 'heure de Londres', 'UTC+1'. Our own too, like the names of months. */
function zoneName(at: Moment, zone: string): string {
  const isFrench = language() === 'fr'
  if (zone === LONDON) return isFrench ? 'heure de Londres' : 'UK time'
  const minutes = offsetAt(Math.floor(new Date(at).getTime() / 60_000) * 60_000, zone) / 60_000
  const away = Math.abs(minutes)
  const rest = away % 60 === 0 ? '' : `:${twoDigits(away % 60)}`
  return `${isFrench ? 'UTC' : 'GMT'}${away === 0 ? '' : `${minutes < 0 ? '−' : '+'}${Math.floor(away / 60)}${rest}`}`
}

/**
 * A time of an event with its zone, where a reader may be in another one: of an event that is attended online, or that isn't in the
 * shop's own zone.
 */
const withZone = (words: string, at: Moment, { timezone, online }: Held): string => {
  if (!online && timezone === LONDON) return words
  return `${words}${language() === 'fr' ? ', ' : ' '}${zoneName(at, timezone)}`
}

/** '25/12/2025' */
export const ukDate = (at: Moment, zone = LONDON): string => dayMonthYear(wallClock(at, zone))

/** '2025-12-25' is '25/12/2025'. */
export const ukDay = (day: string): string => day.split('-').reverse().join('/')

/** '25/12/2025 7:30pm', in French '25/12/2025 19 h 30' */
export function ukLongDate(at: Moment, zone = LONDON): string {
  const clock = wallClock(at, zone)
  return `${dayMonthYear(clock)} ${timeOf(clock)}`
}

/** '7:30pm', in French '19 h 30', with fixed spaces */
export const niceTime = (at: Moment, zone = LONDON): string => timeOf(wallClock(at, zone))

/** A time of an event's day: '7:30pm', or '7:30pm UK time' if it is attended online. */
export const heldTime = (at: Moment, held: Held): string => withZone(niceTime(at, held.timezone), at, held)

/**
 * 'Fri 25 Dec 2026, 7:30pm', noon and midnight in words, or 'Fri 25 Dec 2026' for an event that lasts all day; 'ven. 25 déc. 2026,
 * 19 h 30'.
 */
export function niceDate(at: Moment, zone = LONDON, { allDay = false }: { allDay?: boolean } = {}): string {
  const clock = wallClock(at, zone)
  const day = `${weekdayName(clock)} ${dayAndMonth(clock)} ${clock.year}`
  return allDay ? day : `${day}, ${inWords(clock) ?? timeOf(clock)}`
}

/** A time that concerns an event: 'Fri 25 Dec 2026, 7:30pm', or with its zone. */
export const heldDate = (at: Moment, held: Held, { allDay = false }: { allDay?: boolean } = {}): string =>
  allDay ? niceDate(at, held.timezone, { allDay }) : withZone(niceDate(at, held.timezone), at, held)

function inWords({ hour, minute }: WallClock): string | undefined {
  const [noon, midnight] = language() === 'fr' ? ['midi', 'minuit'] : ['12 noon', 'midnight']
  return minute !== 0 ? undefined : ({ 12: noon, 0: midnight } as Record<number, string>)[hour]
}

function weekdayName(clock: WallClock): string {
  const names = language() === 'fr' ? FRENCH_WEEKDAYS : WEEKDAYS
  return names[weekdayOf(isoDay(clock))]!
}

const dayAndMonth = ({ day, month }: WallClock): string =>
  language() === 'fr'
    ? `${day === 1 ? '1er' : day} ${FRENCH_MONTHS[month - 1]![1]}`
    : `${day} ${MONTH_NAMES[month - 1]!.slice(0, 3)}`

/** '2026-12' is 'December'. */
export function niceMonth(month: string): string {
  const index = Number(month.slice(5, 7)) - 1
  return (language() === 'fr' ? FRENCH_MONTHS[index]?.[0] : MONTH_NAMES[index]) ?? month
}

/** '2026-12-25' is 'Fri 25 Dec 2026'. */
export const niceDay = (day: string): string => niceDate(`${day}T12:00:00Z`, 'UTC', { allDay: true })

const HOUR_MS = 3_600_000
/** Within the next twelve months, or begun today, so the year can be left out. */
function isNear(at: Moment, now: Moment): boolean {
  const away = new Date(at).getTime() - new Date(now).getTime()
  return away > -12 * HOUR_MS && away < 365 * 24 * HOUR_MS
}

const withoutYear = (words: string): string => words.replace(/ \d{4}(?=,|$)/, '')

/** A date for a list: 'Fri 25 Dec, 7:30pm', with the year only when it is not near. */
export function shortDate(
  at: Moment,
  now: Moment,
  zone = LONDON,
  { allDay = false }: { allDay?: boolean } = {},
): string {
  const full = niceDate(at, zone, { allDay })
  return isNear(at, now) ? withoutYear(full) : full
}

/** The same of a time that concerns an event. */
export const shortHeldDate = (at: Moment, now: Moment, held: Held): string =>
  withZone(shortDate(at, now, held.timezone), at, held)

/** A past moment for a list: 'Sat 28 Nov, 7:30pm', with the year from eleven months on, when the same day is near again. */
export function shortPast(at: Moment, now: Moment): string {
  const full = niceDate(at)
  return new Date(now).getTime() - new Date(at).getTime() < 334 * 24 * HOUR_MS ? withoutYear(full) : full
}

/** Several whole days for a list: '24–27 Jun', '30 Jun–2 Jul' or '30 Dec 2027–2 Jan 2028'. */
export function shortRange(from: Moment, to: Moment, now: Moment, zone = LONDON): string {
  const ends = [from, to].map((at) => niceDate(at, zone, { allDay: true }).replace(/^\S+ /, ''))
  const [first = '', last = ''] = isNear(to, now) ? ends.map(withoutYear) : ends
  const [day = '', ...rest] = first.split(' ')
  return last.endsWith(rest.join(' ')) ? `${day}–${last}` : `${first}–${last}`
}

/** An event's date, with its names in programs or as a row of the database. */
type When =
  | { startsAt: Date; endsAt: Date | null; allDay: boolean }
  | { starts_at: Date; ends_at: Date | null; all_day: boolean }

const partsOf = (when: When) =>
  'startsAt' in when ? when : { startsAt: when.starts_at, endsAt: when.ends_at, allDay: when.all_day }

/** The last day of an event that lasts several whole days; null for any other. */
export function lastDayOf(when: When, zone = LONDON): Date | null {
  const { startsAt, endsAt, allDay } = partsOf(when)
  return allDay && endsAt !== null && dayOf(endsAt, zone) !== dayOf(startsAt, zone) ? endsAt : null
}

/** The end of an event that lasts a day and a night or longer, at times of day; null for any other. */
function laterEndOf(when: When): Date | null {
  const { startsAt, endsAt, allDay } = partsOf(when)
  return !allDay && endsAt !== null && endsAt.getTime() - startsAt.getTime() >= DAY_MS ? endsAt : null
}

const range = (from: string, to: string): string => (language() === 'fr' ? `du ${from} au ${to}` : `${from} to ${to}`)

/** The words for a date that has no new day yet: the old one names it, without its time, which no longer stands. */
const postponedFrom = (day: string): string =>
  language() === 'fr' ? `Reporté du ${day}, nouvelle date à venir` : `Postponed from ${day}, new date to follow`

/** What a date's words depend on besides its times. */
export type HeldDate = Held & { postponed: boolean }

/** An event's date for a list: both ends of one that lasts several days, otherwise its start. */
export function shortWhen(when: When, now: Moment, held: HeldDate): string {
  const { startsAt, allDay } = partsOf(when)
  const zone = held.timezone
  if (held.postponed) return postponedFrom(shortDate(startsAt, now, zone, { allDay: true }))
  const last = lastDayOf(when, zone)
  if (last !== null) return shortRange(startsAt, last, now, zone)
  return timesOf(when, held, (at) => shortDate(at, now, zone, { allDay }))
}

/** The same with its year: 'Fri 25 Dec 2026, 7:30pm', or 'Fri 25 Dec 2026 to Sun 27 Dec 2026' for whole days. */
export function longWhen(when: When, held: HeldDate): string {
  const { startsAt, allDay } = partsOf(when)
  const zone = held.timezone
  if (held.postponed) return postponedFrom(niceDate(startsAt, zone, { allDay: true }))
  const last = lastDayOf(when, zone)
  const words = (at: Date) => niceDate(at, zone, { allDay })
  return last === null ? timesOf(when, held, words) : range(words(startsAt), words(last))
}

/** The start, and the end if it is days later. The zone follows the last of them. */
function timesOf(when: When, held: Held, words: (at: Date) => string): string {
  const { startsAt, allDay } = partsOf(when)
  const end = laterEndOf(when)
  const times = end === null ? words(startsAt) : range(words(startsAt), words(end))
  return allDay ? times : withZone(times, end ?? startsAt, held)
}

/** The local day as 'yyyy-mm-dd', so that days compare as text. */
export const dayOf = (at: Moment, zone = LONDON): string => isoDay(wallClock(at, zone))

/** The local time with its offset, to the minute: '2026-12-25T19:30:00+01:00'. */
export function localIso(at: Moment, zone = LONDON): string {
  const ms = Math.floor(new Date(at).getTime() / 60_000) * 60_000
  const offset = offsetAt(ms, zone)
  const minutes = Math.abs(offset) / 60_000
  const ahead = `${offset < 0 ? '-' : '+'}${twoDigits(Math.floor(minutes / 60))}:${twoDigits(minutes % 60)}`
  return new Date(ms + offset).toISOString().replace('.000Z', ahead)
}

/** 'dd/MM/yyyy' to 'yyyy-mm-dd'; null when it is not a calendar day. */
export function parseUkDate(text: string): string | null {
  const [, day, month, year] = /^(\d{1,2})\/(\d{1,2})\/(\d{4})$/.exec(text.trim()) ?? []
  if (!day || !month || !year) return null
  const iso = `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`
  return isDay(iso) ? iso : null
}

/** A time of day as 'HH:mm'. */
export const isTimeOfDay = (text: string): boolean => /^([01]\d|2[0-3]):[0-5]\d$/.test(text)

/**
 * The moment at which the local time in that zone is that day and time: instantAt('2026-07-01', '09:00') is 08:00 in UTC. A
 * time that is skipped in spring is that long after midnight; one that occurs twice in autumn is the first.
 */
export function instantAt(day: string, time: string, zone = LONDON): Date {
  const asUtc = Date.parse(`${day}T${time}:00Z`)
  const candidates = [-DAY_MS, DAY_MS].map((away) => asUtc - offsetAt(asUtc + away, zone))
  const matches = candidates.filter((ms) => ms + offsetAt(ms, zone) === asUtc)
  return new Date(matches.length > 0 ? Math.min(...matches) : candidates[0]!)
}

/**
 * Turns '2025-12-25 19:30' into '2025-12-25T19:30'. Only a year-first date changes: other forms that every runtime parses
 * ('Fri, 25 Dec 2026 19:30:00 GMT', which third-party scripts on the page rely on) would stop being valid dates.
 */
export const withT = (text: string): string => text.replace(/^(\s*[+-]?\d{4,6}-\d{1,2}-\d{1,2}) +(?=\d)/, '$1T')

/**
 * The date constructor with withT applied before parsing; the browser's start-up replaces the global one with it (DSP-13).
 * Calls without `new`, statics, instanceof and subclasses behave as before.
 */
export function installDateParsing(DateCtor: DateConstructor): DateConstructor {
  const altered: DateConstructor = new Proxy(DateCtor, {
    construct(target, args: unknown[], newTarget) {
      const [text] = args
      return Reflect.construct(target, args.length === 1 && typeof text === 'string' ? [withT(text)] : args, newTarget)
    },
  })
  return altered
}
