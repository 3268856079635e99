import type { SeatKind } from '@foyer/domain/seats/kinds.ts'
import type { CatalogueTicketType } from '../format/format.ts'
import { duplicates, type Problem } from './problems.ts'

type SeatMarks = NonNullable<CatalogueTicketType['seat_marks']>

export type SeatPlan = { label: string; section: string; row: string; number: number }

/** What a seat is, as it is stored. */
export type SeatFacts = { kind: SeatKind; view_note: string; aisle: boolean; step_free: boolean }

/** The facts of each seat with this label. */
export function factsOf({
  wheelchair = [],
  companion = [],
  step_free = [],
  aisle = [],
  restricted_view = [],
}: SeatMarks = {}) {
  const lists = {
    wheelchair: new Set(wheelchair),
    companion: new Set(companion),
    step_free: new Set(step_free),
    aisle: new Set(aisle),
  }
  const notes = new Map(restricted_view.flatMap(({ note, seats }) => seats.map((label) => [label, note])))
  return (label: string): SeatFacts => ({
    kind: lists.wheelchair.has(label) ? 'wheelchair' : lists.companion.has(label) ? 'companion' : 'standard',
    view_note: notes.get(label) ?? '',
    aisle: lists.aisle.has(label),
    step_free: lists.step_free.has(label),
  })
}

/** All seats of a type or a pool, with their facts. */
export function markedSeats({ seats, seat_marks }: Pick<CatalogueTicketType, 'seats' | 'seat_marks'>): MarkedSeat[] {
  const facts = factsOf(seat_marks)
  return seats === undefined ? [] : seatsOf(seats).map((seat) => ({ ...seat, ...facts(seat.label) }))
}
export type MarkedSeat = SeatPlan & SeatFacts

/** Returns all seats in the order of the seating plan. A label such as "Stalls A12" is printed on the ticket. */
export function seatsOf(seats: NonNullable<CatalogueTicketType['seats']>): SeatPlan[] {
  if (Array.isArray(seats))
    return seats.map((label) => {
      const [, row = '', number = '0'] = /^(.*?)\s*(\d{1,4})$/.exec(label) ?? []
      return { label, section: '', row: row.trim(), number: Number(number) }
    })
  return seats.sections.flatMap(({ name, rows }) =>
    rows.flatMap(({ row, from, to, without: isMissingOnDate }) =>
      Array.from({ length: Math.max(0, to - from + 1) }, (_, i) => from + i)
        .filter((number) => !isMissingOnDate.includes(number))
        .map((number) => ({ label: `${name} ${row}${number}`.trim(), section: name, row, number })),
    ),
  )
}

/** What is wrong with what is special about seats: those that aren't there, and those with two kinds or two views. */
export function problemsOfMarks(marks: SeatMarks = {}, seats: readonly SeatPlan[] | null): Problem[] {
  const { wheelchair = [], companion = [], step_free = [], aisle = [], restricted_view = [] } = marks
  const views = restricted_view.flatMap((view) => view.seats)
  const labels = new Set(seats?.map(({ label }) => label))
  const lists = { wheelchair, companion, step_free, aisle, restricted_view: views }
  return [
    ...Object.entries(lists).flatMap(([list, own]) =>
      own
        .filter((label) => !labels.has(label))
        .map((label) => ({ path: ['seat_marks', list], why: `there is no seat "${label}"` })),
    ),
    ...duplicates(
      [...wheelchair, ...companion],
      () => ['seat_marks', 'companion'],
      (label) => `the seat "${label}" has two kinds`,
    ),
    ...duplicates(
      views,
      () => ['seat_marks', 'restricted_view'],
      (label) => `the view of the seat "${label}" is there twice`,
    ),
  ]
}
