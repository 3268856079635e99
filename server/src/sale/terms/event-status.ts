import { sql } from 'kysely'

/** The status of `event` for a ticket of one `date`: the event's, or that the date is cancelled, or postponed while the event is published. */
export const EVENT_STATUS = sql<string>`case when date.status = 'cancelled' or (date.status = 'postponed' and event.status = 'published')
  then date.status else event.status end`
