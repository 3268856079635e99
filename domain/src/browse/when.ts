import { addDays, daysSinceMonday } from '../format/calendar-days.ts'
import { dayOf, instantAt } from '../format/dates.ts'

/** The periods a visitor can choose with one press: days from today on, or a month as 'yyyy-mm'. */
export const WHEN = ['tonight', 'weekend', 'next-week'] as const

/** Evening begins at five. */
const EVENING = '17:00'

export type Period = {
  /** Days as 'yyyy-mm-dd'; empty without a limit. */
  from: string
  to: string
  /** Includes only events that are still on in the evening of the first day, or last all day. */
  evening?: true
}

export const isMonth = (text: string): boolean => /^\d{4}-(0[1-9]|1[0-2])$/.test(text)

/** The days of a choice, seen from today. The weekend begins on Friday. Null for any other text. */
export function periodOf(when: string, today: string): Period | null {
  const monday = addDays(today, -daysSinceMonday(today))
  if (when === 'tonight') return { from: today, to: today, evening: true }
  if (when === 'weekend') {
    const friday = addDays(monday, 4)
    return { from: friday < today ? today : friday, to: addDays(monday, 6) }
  }
  if (when === 'next-week') return { from: addDays(monday, 7), to: addDays(monday, 13) }
  if (!isMonth(when)) return null
  const first = `${when}-01`
  const next = addDays(first, 31).slice(0, 7)
  return { from: first, to: addDays(`${next}-01`, -1) }
}

/** A period in a time zone: `end` is the first moment after it, `day` the beginning of its first day. */
export type Span = { start: Date | null; end: Date | null; day: Date | null }

export function spanIn({ from, to, evening }: Period, zone: string): Span {
  const day = from === '' ? null : instantAt(from, '00:00', zone)
  return {
    start: day && evening ? instantAt(from, EVENING, zone) : day,
    end: to === '' ? null : instantAt(addDays(to, 1), '00:00', zone),
    day,
  }
}

/** The span of a choice or of days in an event's time zone. */
export function spanOf(chosen: { when: string; from: string; to: string }, now: Date, zone: string): Span {
  const period = chosen.when === '' ? null : periodOf(chosen.when, dayOf(now, zone))
  return spanIn(period ?? chosen, zone)
}
