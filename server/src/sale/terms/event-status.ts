import { sql } from 'kysely'

/** The status of `event` for a ticket of one `date`: the event's, or that the date is cancelled. */
export const EVENT_STATUS = sql<string>`case when date.status = 'cancelled' then date.status else event.status end`
