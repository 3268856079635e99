import { Temporal } from 'temporal-polyfill'
import { bareWord, type Node, property, textOf, textsOf } from './values.ts'

export type WrittenDate = {
  start: string
  end: string | undefined
  duration: string | undefined
  doors: string | undefined
  /** Its earlier starts, if the listing says that it moved. */
  previous: readonly string[]
  rescheduled: boolean
}
export type ReadSchedule = { ok: true; dates: WrittenDate[] } | { ok: false; why: string }

/** The maximum number of dates an event may have. */
export const MAX_DATES = 1000
/** The number of years through which a rule is tried, day by day. */
const MAX_YEARS = 30

class Unreadable extends Error {}
const refuse = (why: string): never => {
  throw new Unreadable(`its schedule ${why}`)
}

/**
 * Returns the dates of a schema.org Schedule, all at the same time of day, by the rules of iCalendar: repeatCount includes
 * excepted dates, weeks begin on Monday, and months without the day are skipped. Refuses what cannot be read exactly.
 */
export function datesOfSchedule(schedule: Node): ReadSchedule {
  try {
    const days = daysOf(schedule)
    if (days.length > MAX_DATES) refuse(`has more than ${MAX_DATES} dates`)
    if (days.length === 0) refuse('has no date')
    const times = timesOf(schedule)
    return {
      ok: true,
      dates: days.map((day) => ({
        ...times(day),
        duration: undefined,
        doors: undefined,
        previous: [],
        rescheduled: false,
      })),
    }
  } catch (error) {
    if (error instanceof Unreadable) return { ok: false, why: error.message }
    throw error
  }
}

// Days -------------------------------------------------------------------------------------------------------------------

function daysOf(schedule: Node): Temporal.PlainDate[] {
  const first = dayIn(schedule, 'startDate', 'starts on') ?? refuse('has no startDate')
  const last = dayIn(schedule, 'endDate', 'ends on')
  if (last && Temporal.PlainDate.compare(last, first) < 0) refuse('ends before it starts')
  const count = countOf(schedule)
  const frequency = frequencyOf(schedule)
  const excepted = new Set(exceptionsOf(schedule).map(String))
  if (frequency === null) {
    if (count === 1 || (count === null && last?.equals(first))) return excepted.has(String(first)) ? [] : [first]
    return refuse('does not say how often it repeats: give a repeatFrequency such as "P1W"')
  }
  if (last === null && count === null) return refuse('has no end: give an endDate or a repeatCount')

  const isOn = ruleOf(schedule, first, frequency)
  const end = earlier(last ?? first.add({ years: MAX_YEARS }), first.add({ years: MAX_YEARS }))
  const days: Temporal.PlainDate[] = []
  const maximum = Math.min(count ?? Number.POSITIVE_INFINITY, MAX_DATES + 1)
  for (let day = first; days.length < maximum && Temporal.PlainDate.compare(day, end) <= 0; day = day.add({ days: 1 }))
    if (isOn(day)) days.push(day)
  return days.length > MAX_DATES ? days : days.filter((day) => !excepted.has(String(day)))
}

const earlier = (a: Temporal.PlainDate, b: Temporal.PlainDate) => (Temporal.PlainDate.compare(a, b) <= 0 ? a : b)

type Frequency = { every: number; unit: 'D' | 'W' | 'M' | 'Y' }

/** Returns whether the rule falls on a given day, which is not before the first. */
function ruleOf(schedule: Node, first: Temporal.PlainDate, { every, unit }: Frequency) {
  const weekdays = weekdaysOf(schedule, unit)
  const monthDays = numbersOf(schedule, 'byMonthDay', 31)
  const months = numbersOf(schedule, 'byMonth', 12)
  const weeks = numbersOf(schedule, 'byMonthWeek', 5)
  if (weeks.length > 0 && (unit !== 'M' || weekdays.length === 0))
    refuse('has a byMonthWeek, which needs a repeatFrequency in months and a byDay')

  const isOnWeekday = (day: Temporal.PlainDate): boolean =>
    weekdays.some(
      ({ weekday, nth }) =>
        weekday === day.dayOfWeek &&
        (nth === null || nth === nthOfMonth(day) || nth === nthFromEnd(day)) &&
        (weeks.length === 0 || weeks.includes(nthOfMonth(day))),
    )
  const monday = (day: Temporal.PlainDate) => day.subtract({ days: day.dayOfWeek - 1 })
  const monthsSince = (day: Temporal.PlainDate) => (day.year - first.year) * 12 + day.month - first.month
  const isInPeriod: Record<Frequency['unit'], (day: Temporal.PlainDate) => boolean> = {
    D: (day) => first.until(day).days % every === 0,
    W: (day) => (monday(first).until(monday(day)).days / 7) % every === 0,
    M: (day) => monthsSince(day) % every === 0,
    Y: (day) => (day.year - first.year) % every === 0,
  }
  const hasDay = weekdays.length > 0 || monthDays.length > 0
  const isDefaultDay: Record<Frequency['unit'], (day: Temporal.PlainDate) => boolean> = {
    D: () => true,
    W: (day) => day.dayOfWeek === first.dayOfWeek,
    M: (day) => day.day === first.day,
    Y: (day) => day.day === first.day,
  }
  return (day: Temporal.PlainDate): boolean =>
    isInPeriod[unit](day) &&
    (hasDay || isDefaultDay[unit](day)) &&
    (weekdays.length === 0 || isOnWeekday(day)) &&
    (monthDays.length === 0 || monthDays.includes(day.day)) &&
    (months.length > 0 ? months.includes(day.month) : unit !== 'Y' || day.month === first.month)
}

const nthOfMonth = (day: Temporal.PlainDate): number => Math.ceil(day.day / 7)
const nthFromEnd = (day: Temporal.PlainDate): number => -Math.ceil((day.daysInMonth - day.day + 1) / 7)

// Values -----------------------------------------------------------------------------------------------------------------

function plainDate(text: string): Temporal.PlainDate | null {
  const day = /^(\d{4}-\d{2}-\d{2})(?:[T ].*)?$/.exec(text)?.[1]
  if (day === undefined) return null
  try {
    return Temporal.PlainDate.from(day)
  } catch (error) {
    if (error instanceof RangeError) return null
    throw error
  }
}

function dayIn(schedule: Node, name: string, phrase: string): Temporal.PlainDate | null {
  const text = textOf(schedule, name)
  return text === undefined ? null : (plainDate(text) ?? refuse(`${phrase} "${shortText(text)}", which is not a date`))
}

const exceptionsOf = (schedule: Node): Temporal.PlainDate[] =>
  textsOf(property(schedule, 'exceptDate')).map(
    (text) => plainDate(text) ?? refuse(`leaves out "${shortText(text)}", which is not a date`),
  )

const WORDS: Record<string, string> = { DAILY: 'P1D', WEEKLY: 'P1W', MONTHLY: 'P1M', YEARLY: 'P1Y', ANNUALLY: 'P1Y' }

function frequencyOf(schedule: Node): Frequency | null {
  const text = textOf(schedule, 'repeatFrequency')
  if (text === undefined) return null
  const [, every, unit] = /^P([1-9]\d{0,2})([DWMY])$/.exec(WORDS[text.toUpperCase()] ?? text.toUpperCase()) ?? []
  if (every === undefined)
    return refuse(`repeats "${shortText(text)}", which is not a frequency: write one such as "P1W"`)
  return { every: Number(every), unit: unit as Frequency['unit'] }
}

function countOf(schedule: Node): number | null {
  const text = textOf(schedule, 'repeatCount')
  if (text === undefined) return null
  return /^[1-9]\d{0,5}$/.test(text)
    ? Number(text)
    : refuse(`repeats "${shortText(text)}" times, which is not a whole number`)
}

const WEEKDAYS = ['MONDAY', 'TUESDAY', 'WEDNESDAY', 'THURSDAY', 'FRIDAY', 'SATURDAY', 'SUNDAY']

/** Reads "Monday" as in schema.org, or "MO", "2TU" and "-1FR" as in iCalendar. */
function weekdaysOf(schedule: Node, unit: Frequency['unit']): { weekday: number; nth: number | null }[] {
  const days = textsOf(property(schedule, 'byDay')).flatMap((text) => text.split(/\s*,\s*/))
  return days.map((text) => {
    const [, nth, name = ''] = /^([+-]?[1-5])?([A-Z]+)$/.exec(bareWord(text).toUpperCase()) ?? []
    const weekday = WEEKDAYS.findIndex((day) => day === name || day.slice(0, 2) === name) + 1
    if (weekday === 0) refuse(`is on "${shortText(text)}", which is not a day of the week`)
    if (nth !== undefined && unit !== 'M') refuse(`is on "${shortText(text)}", which needs a repeatFrequency in months`)
    return { weekday, nth: nth === undefined ? null : Number(nth) }
  })
}

function numbersOf(schedule: Node, name: string, maximum: number): number[] {
  return textsOf(property(schedule, name)).map((text) => {
    const number = /^\d{1,2}$/.test(text) ? Number(text) : 0
    return number >= 1 && number <= maximum
      ? number
      : refuse(`has the ${name} "${shortText(text)}", which is not a number from 1 to ${maximum}`)
  })
}

const shortText = (text: string): string => text.slice(0, 60)

// Times ------------------------------------------------------------------------------------------------------------------

type Time = { at: Temporal.PlainTime; offset: string }

function timeIn(text: string | undefined, phrase: string): Time | null {
  if (text === undefined) return null
  const [, time, offset = ''] = /^T?(\d{2}:\d{2}(?::\d{2})?)(?:\.\d+)?(Z|[+-]\d{2}:?\d{2})?$/i.exec(text) ?? []
  if (time === undefined || time > '23:59:59') return refuse(`${phrase} "${shortText(text)}", which is not a time`)
  return { at: Temporal.PlainTime.from(time), offset }
}

function durationOf(schedule: Node): Temporal.Duration | null {
  const text = textOf(schedule, 'duration')
  if (text === undefined) return null
  try {
    return Temporal.Duration.from(text)
  } catch (error) {
    if (error instanceof RangeError) return refuse(`lasts "${shortText(text)}", which is not a duration`)
    throw error
  }
}

/** Returns a function that gives the start and end for a day. */
function timesOf(schedule: Node): (day: Temporal.PlainDate) => { start: string; end: string | undefined } {
  const timeOfStart = /[T ](\S+)$/.exec(textOf(schedule, 'startDate') ?? '')?.[1]
  const start = timeIn(textOf(schedule, 'startTime') ?? timeOfStart, 'starts at')
  const end = timeIn(textOf(schedule, 'endTime'), 'ends at')
  const duration = durationOf(schedule)
  if (start === null) return (day) => ({ start: String(day), end: undefined })
  const isoTime = (day: Temporal.PlainDate, { at, offset }: Time) =>
    `${day}T${at.toString({ smallestUnit: 'minute' })}${offset}`
  return (day) => {
    const startsAt = day.toPlainDateTime(start.at)
    const endsAt = duration && startsAt.add(duration)
    const lastDay = end && Temporal.PlainTime.compare(end.at, start.at) < 0 ? day.add({ days: 1 }) : day
    return {
      start: isoTime(day, start),
      end: end
        ? isoTime(lastDay, { ...end, offset: end.offset || start.offset })
        : endsAt
          ? isoTime(endsAt.toPlainDate(), { at: endsAt.toPlainTime(), offset: start.offset })
          : undefined,
    }
  }
}
