import { addDays } from '../format/calendar-days.ts'

/** Days, both included, as 'yyyy-mm-dd'. */
export type Period = { name: 'month' | 'last_month' | 'year' | 'last_year'; from: string; until: string }

/** The periods that accounts are usually asked for: this month and this year until today, and those before them, whole. */
export function usualPeriods(today: string): Period[] {
  const year = Number(today.slice(0, 4))
  const month = `${today.slice(0, 7)}-01`
  const beforeMonth = addDays(month, -1)
  return [
    { name: 'month', from: month, until: today },
    { name: 'last_month', from: `${beforeMonth.slice(0, 7)}-01`, until: beforeMonth },
    { name: 'year', from: `${year}-01-01`, until: today },
    { name: 'last_year', from: `${year - 1}-01-01`, until: `${year - 1}-12-31` },
  ]
}
