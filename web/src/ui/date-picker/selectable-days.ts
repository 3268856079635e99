import { addDays, daysBetween, daysSinceMonday, weekdayOf } from '@foyer/domain/format/calendar-days.ts'
import { isTimeOfDay, parseUkDate, ukDay } from '@foyer/domain/format/dates.ts'

/** The rules of a date picker, for days chosen in the calendar and for typed ones. */

/** 'yyyy-mm-dd', so that days compare as text. */
export type Day = string
/** HH:mm */
export type Time = string

export type DateMode = 'single' | 'range' | 'multiple'

export type DateOptions = {
  /** one day (the default), the first and last day of a range, or any days */
  mode?: DateMode
  /** the first and last selectable day */
  minDate?: Day
  maxDate?: Day
  /** days that cannot be selected */
  disabledDates?: readonly Day[]
  /** if set, only these days can be selected */
  allowedDates?: readonly Day[]
  /** weekdays that cannot be selected; 0 is Sunday */
  disabledWeekdays?: readonly number[]
  /** the minimum and maximum length of a range in days, including both ends */
  minRange?: number
  maxRange?: number
  /** how many days can be selected */
  maxDates?: number
}

/** 'yyyy-mm' */
export type Month = string
export const monthOf = (day: Day): Month => day.slice(0, 7)

export function addMonths(month: Month, months: number): Month {
  const date = new Date(`${month}-01T00:00:00Z`)
  date.setUTCMonth(date.getUTCMonth() + months)
  return monthOf(date.toISOString())
}

/** A month as rows from Monday to Sunday; null for a day of another month. */
export function weeksOf(month: Month): (Day | null)[][] {
  const first: Day = `${month}-01`
  const monday = addDays(first, -daysSinceMonday(first))
  const weeks: (Day | null)[][] = []
  for (let start = monday; start < `${addMonths(month, 1)}-01`; start = addDays(start, 7))
    weeks.push(
      Array.from({ length: 7 }, (_, index) => addDays(start, index)).map((day) =>
        monthOf(day) === month ? day : null,
      ),
    )
  return weeks
}

/** The number of days in a range, including both ends. */
export const rangeLength = (from: Day, to: Day): number => Math.abs(daysBetween(from, to)) + 1

/** Whether a day can be selected at all. */
export function isDayAllowed(day: Day, options: DateOptions): boolean {
  const { minDate, maxDate, disabledDates = [], allowedDates, disabledWeekdays = [] } = options
  return (
    (minDate === undefined || day >= minDate) &&
    (maxDate === undefined || day <= maxDate) &&
    !disabledDates.includes(day) &&
    (allowedDates === undefined || allowedDates.includes(day)) &&
    !disabledWeekdays.includes(weekdayOf(day))
  )
}

/** Whether a range has an allowed length and contains only selectable days. */
function isRangeAllowed(from: Day, to: Day, options: DateOptions): boolean {
  const { minRange = 1, maxRange = Number.POSITIVE_INFINITY } = options
  const length = rangeLength(from, to)
  if (length < minRange || length > maxRange) return false
  return Array.from({ length }, (_, index) => addDays(from, index)).every((day) => isDayAllowed(day, options))
}

/** Whether the selection is valid as it is; an empty selection is not. */
export function isChoiceAllowed(days: readonly Day[], options: DateOptions): boolean {
  const { mode = 'single', maxDates = Number.POSITIVE_INFINITY } = options
  const [first, last] = days
  if (first === undefined || !days.every((day) => isDayAllowed(day, options))) return false
  if (mode === 'single') return days.length === 1
  if (mode === 'multiple') return days.length <= maxDates && new Set(days).size === days.length
  return days.length === 2 && last !== undefined && first <= last && isRangeAllowed(first, last, options)
}

/** Whether a day can be pressed, given the current selection. */
export function isDaySelectable(day: Day, chosen: readonly Day[], options: DateOptions): boolean {
  const { mode = 'single', maxDates = Number.POSITIVE_INFINITY } = options
  if (!isDayAllowed(day, options)) return false
  if (mode === 'multiple') return chosen.includes(day) || chosen.length < maxDates
  const [start] = chosen
  if (mode === 'range' && chosen.length === 1 && start !== undefined) {
    // The start stays available, so that it can be deselected.
    return day === start || isRangeAllowed(day < start ? day : start, day < start ? start : day, options)
  }
  return true
}

/** The selection after pressing a day. */
export function pickDay(day: Day, chosen: readonly Day[], options: DateOptions): Day[] {
  if (!isDaySelectable(day, chosen, options)) return [...chosen]
  const { mode = 'single', minRange = 1 } = options
  if (mode === 'single') return [day]
  if (mode === 'multiple') return chosen.includes(day) ? chosen.filter((each) => each !== day) : [...chosen, day].sort()
  const [start] = chosen
  if (chosen.length !== 1 || start === undefined) return [day]
  if (day === start && minRange > 1) return []
  return [start, day].sort()
}

const SEPARATOR: Record<DateMode, string> = { single: '', range: ' - ', multiple: ', ' }
const SPLITTER: Record<DateMode, RegExp | null> = {
  single: null,
  range: /\s*(?:\s-|–|\bto\b)\s*/,
  multiple: /\s*[,;]\s*/,
}

/** Days as the field shows them: '01/10/2027', '01/10/2027 - 05/10/2027', '01/10/2027, 05/10/2027'. */
export const formatDays = (days: readonly Day[], mode: DateMode = 'single'): string =>
  days.map(ukDay).join(SEPARATOR[mode])

/** The days in a text; null when part of it is not a day. */
export function parseDays(text: string, mode: DateMode = 'single'): Day[] | null {
  const splitter = SPLITTER[mode]
  const parts = splitter ? text.trim().split(splitter) : [text]
  const days = parts.filter((part) => part.trim() !== '').map((part) => parseUkDate(normaliseDate(part)))
  return days.every((day) => day !== null) ? days : null
}

/** '1.10.2027', '01 10 2027' and '01102027' become 01/10/2027; any other text is unchanged. */
export function normaliseDate(text: string): string {
  const [, day, month, year] =
    /^\s*(\d{1,2})\s*[/.\-\s]\s*(\d{1,2})\s*[/.\-\s]\s*(\d{4})\s*$/.exec(text) ??
    /^\s*(\d{2})(\d{2})(\d{4})\s*$/.exec(text) ??
    []
  return day && month && year ? `${day.padStart(2, '0')}/${month.padStart(2, '0')}/${year}` : text
}

/** The field's text, normalised where possible. Applied when the field loses focus. */
export function normaliseText(text: string, mode: DateMode = 'single'): string {
  const days = parseDays(text, mode)
  return days && days.length > 0 ? formatDays(days, mode) : text
}

/** Inserts the slashes while digits are typed, because numeric keypads on phones have none. */
export function withSlashes(text: string, before: string): string {
  const wasAppended = text.length > before.length && text.startsWith(before)
  return wasAppended && /^(\d{2}|\d{2}\/\d{2})$/.test(text) ? `${text}/` : text
}

/** Whether a text names a valid selection; an empty text does not. */
export function isTextAllowed(text: string, options: DateOptions): boolean {
  const days = parseDays(text, options.mode)
  return days !== null && isChoiceAllowed(days, options)
}

export const isTimeAllowed = (time: Time, { minTime, maxTime }: { minTime?: Time; maxTime?: Time }): boolean =>
  isTimeOfDay(time) && (minTime === undefined || time >= minTime) && (maxTime === undefined || time <= maxTime)
