import type { MailPicture } from '../mail/blocks.ts'
import type { SeatName } from '../mail/templates/seat-words.ts'

/** The columns of a ticket's seat, joined as `seat`. */
export const SEAT_NAME = ['seat.label as seat', 'seat.section', 'seat.row_name', 'seat.seat_number'] as const

type SeatColumns = { seat: string | null; section: string | null; row_name: string | null; seat_number: number | null }

/** The seat of a ticket, if it has one. */
export const seatNameOf = ({ seat, section, row_name, seat_number }: SeatColumns): SeatName[] =>
  seat === null ? [] : [{ label: seat, section: section ?? '', row: row_name ?? '', number: seat_number ?? 0 }]

export const pictureOf = ({
  picture,
  picture_alt,
}: {
  picture: string | null
  picture_alt: string
}): MailPicture | null => (picture === null ? null : { sha256: picture, alt: picture_alt })
