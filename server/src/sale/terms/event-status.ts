import { sql } from 'kysely'
import { IS_CLOSED } from '../../may-sell.ts'

/** The status of `event` for a ticket of one `date`: the event's, or that the date is cancelled, or postponed while the event is published. */
export const EVENT_STATUS = sql<string>`case when date.status = 'cancelled' or (date.status = 'postponed' and event.status = 'published')
  then date.status else event.status end`

/** The same for what decides whether the ticket can be bought now: `closed` if its organiser sells nothing any more. */
export const SALE_STATUS = sql<string>`case when event.status = 'published' and date.status = 'published' and ${IS_CLOSED}
  then 'closed' else ${EVENT_STATUS} end`
