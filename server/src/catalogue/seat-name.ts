import { shop } from '@foyer/contract/messages.ts'
import type { Selectable } from 'kysely'
import type { SeatsTable } from '../db/schema/types.generated.ts'

/** What is special about a seat. */
export type SeatSpecial = Pick<Selectable<SeatsTable>, 'kind' | 'view_note'>

/** A kind of seat in the reader's language; empty for an ordinary one. */
export const kindWords = (kind: SeatSpecial['kind']): string => (kind === 'standard' ? '' : shop[`seats.${kind}`])

/** A name of a seat with what is special about it: 'C1 (wheelchair space)'. `seatOfLabel` reads it again. */
function withSpecial(name: string | number, { kind, view_note }: SeatSpecial): string {
  const words = [kindWords(kind), view_note].filter((part) => part !== '')
  return words.length === 0 ? String(name) : `${name} (${words.join(', ')})`
}

/** How a seat is named wherever its buyer or staff read its label. */
export const seatName = (seat: SeatSpecial & { label: string }): string => withSpecial(seat.label, seat)

/** The same in parts, for sentences that name a row once. */
export const namedInRow = <Seat extends SeatSpecial & { label: string; number: number | string }>(seat: Seat) => ({
  ...seat,
  label: seatName(seat),
  number: withSpecial(seat.number, seat),
})
