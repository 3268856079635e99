import { shortWhen as dateForList, dayOf, lastDayOf, niceDate } from '@foyer/domain/format/dates.ts'
import type { Kysely } from 'kysely'
import type { Database } from '../../db/schema/types.generated.ts'

/**
 * Reads of the catalogue for pages: a fixed number of statements per page, whatever the number of events. Nothing here makes
 * decisions; availability may be out of date, and only a reserve settles it.
 */
export type Reader = Pick<Kysely<Database>, 'selectFrom'>

/** The place of an event without a venue, in URLs of filtered lists. Pages show the word in the reader's language. */
export const ONLINE = 'Online'

export type When = { starts_at: Date; ends_at: Date | null; all_day: boolean }

/** Formats a date in words in the event's time zone; an event of several whole days shows both ends. */
export function niceWhen(when: When, zone: string): string {
  const start = niceDate(when.starts_at, zone, { allDay: when.all_day })
  const last = lastDayOf(datesOf(when), zone)
  return last === null ? start : `${start} to ${niceDate(last, zone, { allDay: true })}`
}

/** Formats the end of a period: the day alone if it ends with the day. */
export const niceEnd = (at: Date, zone: string): string =>
  niceDate(at, zone, { allDay: dayOf(at, zone) !== dayOf(new Date(at.getTime() + 1000), zone) })

/** The same for pages that list events: 'Fri 25 Dec, 7:30pm' and '24–27 Jun 2027'. */
export const shortWhen = (when: When, zone: string, now: Date): string => dateForList(datesOf(when), now, zone)

const datesOf = ({ starts_at, ends_at, all_day }: When) => ({ startsAt: starts_at, endsAt: ends_at, allDay: all_day })
