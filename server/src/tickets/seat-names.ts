import { sql } from 'kysely'
import { type SeatSpecial, seatName } from '../catalogue/seat-name.ts'

/** The label of a ticket's seat, or of all its seats, for rows `ticket` and `seat`; null without a seat. */
export const SEAT_NAMES = sql<string | null>`case when ticket.seat_ids is null then seat.label else
  (select string_agg(own.label, ', ' order by array_position(ticket.seat_ids, own.id)) from seats own
    where own.id = any(ticket.seat_ids)) end`

/** The same with what is special about the seats, for `seatNames`. */
export const SEATS = sql<(SeatSpecial & { label: string })[]>`coalesce((
  select jsonb_agg(jsonb_build_object('label', own.label, 'kind', own.kind, 'view_note', own.view_note)
    order by array_position(ticket.seat_ids, own.id))
  from seats own where own.id = any(coalesce(ticket.seat_ids, array[ticket.seat_id]))), '[]')`

/** The names of a ticket's seats: 'C1 (wheelchair space)'; null without seats. */
export const seatNames = (seats: readonly (SeatSpecial & { label: string })[]): string | null =>
  seats.length === 0 ? null : seats.map(seatName).join(', ')
