import { fill } from '@foyer/contract/fill.ts'
import { mails } from '@foyer/contract/messages.ts'
import { pluralEnding } from '@foyer/domain/format/words.ts'
import { groupBy } from '@foyer/domain/group.ts'

/** A seat as its plan has it; `row` is empty where the plan names seats only. */
export type SeatName = { label: string; section: string; row: string; number: number }

const and = (names: readonly string[]): string =>
  names.length < 2
    ? names.join('')
    : fill(mails['seats.and'], { seats: names.slice(0, -1).join(', '), last: names.at(-1)! })

/** Seats as people say them, a line for each row: "Stalls, row C, seats 6 and 7". */
export const seatWords = (seats: readonly SeatName[]): string[] =>
  [...groupBy(seats, ({ section, row }) => `${section}\n${row}`).values()].map((inRow) => {
    const { section, row } = inRow[0]!
    const names = inRow.map(({ label, number }) => (row === '' ? label : String(number)))
    const words = { seats: and(names), s: pluralEnding(names.length) }
    const line = row === '' ? fill(mails['seats.seats'], words) : fill(mails['seats.inRow'], { ...words, row })
    return section === '' ? capital(line) : fill(mails['seats.inSection'], { section, seats: line })
  })

const capital = (words: string): string => words.charAt(0).toUpperCase() + words.slice(1)
