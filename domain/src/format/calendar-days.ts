/** The length of a day in UTC. Days of a time zone may be an hour longer or shorter. */
export const DAY_MS = 86_400_000

// Calendar days without a time zone, as text that can be compared: 2026-12-24.

/** The start of a calendar day in UTC, in milliseconds since 1970; null for a day that does not exist. */
export function utcOfDay(day: string): number | null {
  const ms = /^\d{4}-\d{2}-\d{2}$/.test(day) ? Date.parse(`${day}T00:00:00Z`) : Number.NaN
  return Number.isNaN(ms) || dayOfUtc(ms) !== day ? null : ms
}
export const dayOfUtc = (ms: number): string => new Date(ms).toISOString().slice(0, 10)

export const isDay = (day: string): boolean => utcOfDay(day) !== null

/** The day `days` later, or earlier if negative. */
export const addDays = (day: string, days: number): string => dayOfUtc(Date.parse(`${day}T00:00:00Z`) + days * DAY_MS)

/** The weekday of a calendar day; 0 is Sunday. */
export const weekdayOf = (day: string): number => new Date(utcOfDay(day)!).getUTCDay()

/** How many days after Monday a calendar day is. */
export const daysSinceMonday = (day: string): number => (weekdayOf(day) + 6) % 7

/** The number of days from one calendar day to another. */
export const daysBetween = (from: string, to: string): number => (utcOfDay(to)! - utcOfDay(from)!) / DAY_MS
