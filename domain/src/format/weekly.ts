const DAY_MS = 86_400_000

/** A weekly rule. Days are calendar days without a time zone: 2026-12-24. */
export type Weekly = {
  /** 1 is Monday, 7 is Sunday. */
  weekdays: readonly number[]
  from: string
  until: string
  except: readonly string[]
}

/** The start of a calendar day in UTC; null for a day that does not exist. */
function dayOf(day: string): number | null {
  const ms = /^\d{4}-\d{2}-\d{2}$/.test(day) ? Date.parse(`${day}T00:00:00Z`) : Number.NaN
  return Number.isNaN(ms) || written(ms) !== day ? null : ms
}
const written = (ms: number): string => new Date(ms).toISOString().slice(0, 10)

export const isDay = (day: string): boolean => dayOf(day) !== null

/**
 * The days of a weekly rule in order, both ends included. Stops once there are more than `max`, so that a typing error
 * can't create thousands of dates.
 */
export function weeklyDays({ weekdays, from, until, except }: Weekly, max: number): string[] {
  const [first, last] = [dayOf(from), dayOf(until)]
  if (first === null || last === null) return []
  const days: string[] = []
  for (let ms = first; ms <= last && days.length <= max; ms += DAY_MS) {
    const weekday = new Date(ms).getUTCDay() || 7
    if (weekdays.includes(weekday) && !except.includes(written(ms))) days.push(written(ms))
  }
  return days
}

/** Adds days to a calendar day. */
export const laterDay = (day: string, days: number): string => written(dayOf(day)! + days * DAY_MS)

/** The number of days from one calendar day to another. */
export const daysBetween = (from: string, to: string): number => (dayOf(to)! - dayOf(from)!) / DAY_MS
