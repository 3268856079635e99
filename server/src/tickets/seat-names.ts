import { sql } from 'kysely'

/** The label of a ticket's seat, or of all its seats, for rows `ticket` and `seat`; null without a seat. */
export const SEAT_NAMES = sql<string | null>`case when ticket.seat_ids is null then seat.label else
  (select string_agg(own.label, ', ' order by array_position(ticket.seat_ids, own.id)) from seats own
    where own.id = any(ticket.seat_ids)) end`
