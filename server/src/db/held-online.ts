import type { HeldDate } from '@foyer/domain/format/dates.ts'
import { sql } from 'kysely'

/** Whether a row `event` is attended online, in part or only: its times are read in other zones, so they name their own. */
export const HELD_ONLINE = sql<boolean>`(event.venue_id is null or event.online_url is not null)`

/** Whether a row `date` is postponed: it is not held at its time, and has no other yet. */
export const POSTPONED = sql<boolean>`(date.status = 'postponed')`

/** What the times of an event are written with, besides its zone, from rows `event` and `date`. */
export const HELD = [HELD_ONLINE.as('online'), POSTPONED.as('postponed')] as const
/** The same with its zone, in a statement written as text. */
export const HELD_COLUMNS = sql`event.timezone, ${HELD_ONLINE} as online, ${POSTPONED} as postponed`

/** A row with `HELD_COLUMNS` and the times of its date: all that its words depend on. */
export type HeldRow = HeldDate & { starts_at: Date; ends_at: Date | null; all_day: boolean }

/** The same of a whole row, for staff: they see when a postponed date was to be, beside its state. */
export const heldOf = (event: { timezone: string; venue_id: number | null; online_url: string | null }) => ({
  timezone: event.timezone,
  online: event.venue_id === null || event.online_url !== null,
  postponed: false,
})
