import { seatWords as t } from '@foyer/contract/messages.ts'
import { type SeatName, seatOfLabel } from '@foyer/domain/format/seats.ts'
import { sentenceCase, wordList } from '@foyer/domain/format/words.ts'
import { groupBy } from '@foyer/domain/group.ts'
import { fill } from './fill.ts'

const inRows = (seats: readonly SeatName[]): string[] =>
  [...groupBy(seats, ({ section, row }) => `${section}\n${row}`).values()].map((inRow) => {
    const { section, row } = inRow[0]!
    const names = inRow.map(({ label, number }) => (row === '' ? label : String(number)))
    const words = { seats: wordList(names), n: names.length }
    const line = row === '' ? fill(t.seats, words) : fill(t.inRow, { ...words, row })
    return section === '' ? line : fill(t.inSection, { section, seats: line })
  })

/** Seats as people say them, a line for each row: 'Stalls, row C, seats 6 and 7'. */
export const seatLines = (seats: readonly SeatName[]): string[] => inRows(seats).map(sentenceCase)

/** Seats in one line, by their labels: 'Row A, seats 1 and 2; row B, seat 1'. */
export const seatsText = (labels: readonly string[]): string => sentenceCase(inRows(labels.map(seatOfLabel)).join('; '))
