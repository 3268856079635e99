import { groupBy } from '@foyer/domain/group.ts'
import type { TicketTypeInput } from '../format/format.ts'
import { type SeatFacts, seatsOf } from '../import/seat-plan.ts'

type SeatsInput = NonNullable<TicketTypeInput['seats']>
type MarksInput = NonNullable<TicketTypeInput['seat_marks']>
export type SeatRow = { label: string; section: string; row_name: string; seat_number: number }

/** Writes seats as sections of numbered rows if that reproduces every label, otherwise as a list of labels. */
export function seatsInput(seats: readonly SeatRow[]): SeatsInput {
  const sections = [...groupBy(seats, ({ section }) => section)].map(([name, all]) => ({
    ...(name !== '' && { name }),
    rows: [...groupBy(all, ({ row_name }) => row_name)].map(([row, own]) => {
      const numbers = own.map(({ seat_number }) => seat_number).sort((a, b) => a - b)
      const [from, to] = [numbers[0]!, numbers.at(-1)!]
      const existing = new Set(numbers)
      const without = Array.from({ length: to - from + 1 }, (_, i) => from + i).filter(
        (number) => !existing.has(number),
      )
      return { row, ...(from !== 1 && { from }), to, ...(without.length > 0 && { without }) }
    }),
  }))
  const labels = seats.map(({ label }) => label)
  const isWritable =
    sections.length <= 50 &&
    seats.every(({ row_name, seat_number }) => row_name !== '' && row_name.length <= 10 && seat_number >= 1) &&
    sections.every(({ rows }) => rows.length <= 200)
  if (!isWritable) return labels
  const written = seatsOf({
    sections: sections.map(({ name = '', rows }) => ({
      name,
      rows: rows.map((row) => ({ from: 1, without: [], ...row })),
    })),
  }).map(({ label }) => label)
  const existing = new Set(labels)
  return written.length === labels.length && written.every((label) => existing.has(label)) ? { sections } : labels
}

/** What is special about these seats, in their order; undefined if nothing is. */
export function marksInput(seats: readonly (SeatFacts & { label: string })[]): MarksInput | undefined {
  const labels = (holds: (seat: SeatFacts) => boolean) => seats.filter(holds).map(({ label }) => label)
  const views = groupBy(
    seats.filter(({ view_note }) => view_note !== ''),
    ({ view_note }) => view_note,
  )
  const lists = {
    wheelchair: labels(({ kind }) => kind === 'wheelchair'),
    companion: labels(({ kind }) => kind === 'companion'),
    step_free: labels(({ step_free }) => step_free),
    aisle: labels(({ aisle }) => aisle),
    restricted_view: [...views].map(([note, own]) => ({ note, seats: own.map(({ label }) => label) })),
  }
  const marked = Object.entries(lists).filter(([, own]) => own.length > 0)
  return marked.length === 0 ? undefined : Object.fromEntries(marked)
}
