import { sql } from 'kysely'

/** Whether a row `event` is attended online, in part or only: its times are read in other zones, so they name their own. */
export const HELD_ONLINE = sql<boolean>`(event.venue_id is null or event.online_url is not null)`

/** The same of a whole row, with its zone. */
export const heldOf = (event: { timezone: string; venue_id: number | null; online_url: string | null }) => ({
  timezone: event.timezone,
  online: event.venue_id === null || event.online_url !== null,
})
