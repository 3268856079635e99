import type { SeatName } from '@foyer/domain/format/seats.ts'
import { sql } from 'kysely'
import { namedInRow, type SeatSpecial } from '../catalogue/seat-name.ts'
import type { MailPicture } from '../mail/blocks.ts'

type SpecialSeat = SeatName & SeatSpecial

/** The seats of a row `ticket` that has several; null for every other ticket. */
export const SEVERAL_SEATS = sql<SpecialSeat[] | null>`(select jsonb_agg(jsonb_build_object('label', own.label,
    'section', own.section, 'row', own.row_name, 'number', own.seat_number, 'kind', own.kind, 'view_note', own.view_note)
    order by array_position(ticket.seat_ids, own.id))
  from seats own where own.id = any(ticket.seat_ids))`

/** The columns of a row `ticket`'s seats; the first seat is joined as `seat`. */
export const SEAT_NAME = [
  'seat.label as seat',
  'seat.section',
  'seat.row_name',
  'seat.seat_number',
  'seat.kind as seat_kind',
  'seat.view_note',
  SEVERAL_SEATS.as('seats'),
] as const

export type SeatColumns = {
  seat: string | null
  section: string | null
  row_name: string | null
  seat_number: number | null
  seat_kind: SeatSpecial['kind'] | null
  view_note: string | null
  seats: SpecialSeat[] | null
}

/** The seats of a ticket, if it has any. */
export const seatNameOf = ({ seats, ...one }: SeatColumns): SeatName[] => {
  if (seats !== null) return seats.map(namedInRow)
  if (one.seat === null) return []
  const { seat: label, section, row_name: row, seat_number: number, seat_kind: kind, view_note } = one
  const named = { label, section: section ?? '', row: row ?? '', number: number ?? 0 }
  return [namedInRow({ ...named, kind: kind ?? 'standard', view_note: view_note ?? '' })]
}

export const pictureOf = ({
  picture,
  picture_alt,
}: {
  picture: string | null
  picture_alt: string
}): MailPicture | null => (picture === null ? null : { sha256: picture, alt: picture_alt })
