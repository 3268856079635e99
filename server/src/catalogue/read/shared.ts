import { shortWhen as dateForList, dayOf, niceDate } from '@foyer/domain/format/dates.ts'
import type { Kysely } from 'kysely'
import type { Database } from '../../db/schema/types.generated.ts'

/**
 * Reads of the catalogue for pages: a fixed number of statements per page, whatever the number of events. Nothing here makes
 * decisions; availability may be out of date, and only a reserve settles it.
 */
export type Reader = Pick<Kysely<Database>, 'selectFrom'>

export const ONLINE = 'Online'

export type When = { starts_at: Date; ends_at: Date | null; all_day: boolean }

/** Formats a date in words in the event's time zone; an event of several whole days shows both ends. */
export function niceWhen(when: When, zone: string): string {
  const { starts_at, ends_at, all_day } = when
  const start = niceDate(starts_at, zone, { allDay: all_day })
  return lastsDays(when, zone) ? `${start} to ${niceDate(ends_at!, zone, { allDay: true })}` : start
}

/** Formats the end of a period: the day alone if it ends with the day. */
export const niceEnd = (at: Date, zone: string): string =>
  niceDate(at, zone, { allDay: dayOf(at, zone) !== dayOf(new Date(at.getTime() + 1000), zone) })

/** The same for pages that list events: 'Fri 25 Dec, 7:30pm' and '24–27 Jun 2027'. */
export const shortWhen = (when: When, zone: string, now: Date): string =>
  dateForList({ startsAt: when.starts_at, endsAt: when.ends_at, allDay: when.all_day }, now, zone)

const lastsDays = ({ starts_at, ends_at, all_day }: When, zone: string): boolean =>
  all_day && ends_at !== null && dayOf(ends_at, zone) !== dayOf(starts_at, zone)
