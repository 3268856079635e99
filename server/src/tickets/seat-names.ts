import { sql } from 'kysely'

/** The label of a ticket's seat, or of all its seats, for rows `ticket` and `seat`; null without a seat. */
export const SEAT_NAMES = sql<string | null>`case when ticket.seat_ids is null then seat.label else
  (select string_agg(own.label, ', ' order by own.section, own.row_name, own.seat_number, own.label) from seats own
    where own.id = any(ticket.seat_ids)) end`
