import type { SeatName } from '@foyer/domain/format/seats.ts'
import { sql } from 'kysely'
import type { MailPicture } from '../mail/blocks.ts'

/** The seats of a row `ticket` that has several; null for every other ticket. */
export const SEVERAL_SEATS = sql<SeatName[] | null>`(select jsonb_agg(jsonb_build_object('label', own.label,
    'section', own.section, 'row', own.row_name, 'number', own.seat_number)
    order by array_position(ticket.seat_ids, own.id))
  from seats own where own.id = any(ticket.seat_ids))`

/** The columns of a row `ticket`'s seats; the first seat is joined as `seat`. */
export const SEAT_NAME = [
  'seat.label as seat',
  'seat.section',
  'seat.row_name',
  'seat.seat_number',
  SEVERAL_SEATS.as('seats'),
] as const

type SeatColumns = {
  seat: string | null
  section: string | null
  row_name: string | null
  seat_number: number | null
  seats: SeatName[] | null
}

/** The seats of a ticket, if it has any. */
export const seatNameOf = ({ seat, section, row_name, seat_number, seats }: SeatColumns): SeatName[] => {
  if (seats !== null) return seats
  return seat === null ? [] : [{ label: seat, section: section ?? '', row: row_name ?? '', number: seat_number ?? 0 }]
}

export const pictureOf = ({
  picture,
  picture_alt,
}: {
  picture: string | null
  picture_alt: string
}): MailPicture | null => (picture === null ? null : { sha256: picture, alt: picture_alt })
