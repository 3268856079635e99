import { addDays, weekdayOf } from '@foyer/domain/format/calendar-days.ts'
import { dayOf } from '@foyer/domain/format/dates.ts'

export type Weekday = 'Sun' | 'Mon' | 'Tue' | 'Wed' | 'Thu' | 'Fri' | 'Sat'
const WEEKDAYS: readonly Weekday[] = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat']

/** Public holidays and similar days, when a demo event would look wrong. */
const CLOSED = new Set(['12-24', '12-25', '12-26', '12-31', '01-01'])

/** Returns the first such weekday, holidays aside, at least that many weeks after the date of `now`. Always in the future. */
export function weekdayAfter(now: Date, weeks: number, weekday: Weekday): string {
  const earliest = addDays(dayOf(now), Math.max(weeks * 7, 2))
  const wait = (WEEKDAYS.indexOf(weekday) - weekdayOf(earliest) + 7) % 7
  const day = addDays(earliest, wait)
  return CLOSED.has(day.slice(5)) ? weekdayAfter(now, weeks + 1, weekday) : day
}
