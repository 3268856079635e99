import { DAY_MS, dayOfUtc, utcOfDay, weekdayOf } from './calendar-days.ts'

/** A weekly rule. Days are calendar days without a time zone: 2026-12-24. */
export type Weekly = {
  /** 1 is Monday, 7 is Sunday. */
  weekdays: readonly number[]
  from: string
  until: string
  except: readonly string[]
}

/**
 * The days of a weekly rule in order, both ends included. Stops once there are more than `max`, so that a typing error
 * can't create thousands of dates.
 */
export function weeklyDays({ weekdays, from, until, except }: Weekly, max: number): string[] {
  const [first, last] = [utcOfDay(from), utcOfDay(until)]
  if (first === null || last === null) return []
  const days: string[] = []
  for (let ms = first; ms <= last && days.length <= max; ms += DAY_MS) {
    const day = dayOfUtc(ms)
    if (weekdays.includes(weekdayOf(day) || 7) && !except.includes(day)) days.push(day)
  }
  return days
}
