import { sql } from 'kysely'

/** The cool-off of a ticket of `type` in hours. A non-refundable ticket has none. */
export const COOL_OFF_HOURS = sql<number | null>`case when not type.non_refundable then event.cool_off_hours end`
