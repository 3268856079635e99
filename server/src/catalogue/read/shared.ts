import { dayOf, type Held, heldDate } from '@foyer/domain/format/dates.ts'
import type { Kysely } from 'kysely'
import type { Database } from '../../db/schema/types.generated.ts'

/**
 * Reads of the catalogue for pages: a fixed number of statements per page, whatever the number of events. Nothing here makes
 * decisions; availability may be out of date, and only a reserve settles it.
 */
export type Reader = Pick<Kysely<Database>, 'selectFrom' | 'getExecutor'>

/** The place of an event without a venue, in URLs of filtered lists. Pages show the word in the reader's language. */
export const ONLINE = 'Online'

export type When = { starts_at: Date; ends_at: Date | null; all_day: boolean }

/** Formats the end of a period: the day alone if it ends with the day. */
export const niceEnd = (at: Date, held: Held): string =>
  heldDate(at, held, { allDay: dayOf(at, held.timezone) !== dayOf(new Date(at.getTime() + 1000), held.timezone) })
