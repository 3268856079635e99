import { groupBy } from '../group.ts'
import { gapsOf } from './gaps.ts'

/** A seat of a row. Two seats are neighbours if no number is missing between them. `restricted`: something is in the way of its view. */
export type HallSeat = {
  readonly id: number
  readonly number: number
  readonly free: boolean
  readonly restricted?: boolean
}
/** A row with all its seats, taken ones too, by number. */
export type HallRow = { readonly section: string; readonly name: string; readonly seats: readonly HallSeat[] }

/** The ids of the seats with a restricted view. */
export const restrictedIn = (rows: readonly HallRow[]): ReadonlySet<number> =>
  new Set(rows.flatMap(({ seats }) => seats.flatMap((seat) => (seat.restricted ? [seat.id] : []))))

/** Orders the names of rows as they stand in a hall: 2 before 10, and Z before AA. */
export function compareRowNames(a: string, b: string): number {
  const [ofA, ofB] = [partsOf(a), partsOf(b)]
  for (const [n, part] of ofA.entries()) {
    const other = ofB[n]
    if (other === undefined) return 1
    const order = compareParts(part, other)
    if (order !== 0) return order
  }
  return ofA.length - ofB.length
}

const partsOf = (name: string): string[] => name.match(/\d+|\D+/g) ?? []

function compareParts(a: string, b: string): number {
  if (a === b) return 0
  const [numberA, numberB] = [Number(a), Number(b)]
  if (!Number.isNaN(numberA) && !Number.isNaN(numberB)) return numberA - numberB
  return a.length - b.length || (a < b ? -1 : 1)
}

/** A seat with its position in the row, which grows by 2 over a gap. */
export type PlacedSeat = { readonly id: number; readonly place: number }
/** Free seats side by side. `row` counts the rows of the hall from the stage, `middle` is the position of the middle of the row. */
export type Run = {
  readonly section: string
  readonly row: number
  readonly middle: number
  readonly seats: readonly PlacedSeat[]
}

/**
 * The free seats of a hall, in runs of neighbours: section by section in the order given, and within one from the first row to
 * the last.
 */
export function freeRuns(rows: readonly HallRow[], taken: ReadonlySet<number> = new Set()): Run[] {
  return rowsInOrder(rows).flatMap((row, index) => runsOfRow(row, index, taken))
}

/** Rows as they stand in a hall: section by section in the order given, and within one from the first row to the last. */
export function rowsInOrder<Row extends Pick<HallRow, 'section' | 'name'>>(rows: readonly Row[]): Row[] {
  const sections = [...new Set(rows.map(({ section }) => section))]
  return sections.flatMap((section) =>
    rows.filter((row) => row.section === section).sort((a, b) => compareRowNames(a.name, b.name)),
  )
}

/** Where a seat stands, as its plan names it. */
export type SeatPosition = { readonly section: string; readonly row: string; readonly number: number }

/**
 * Seats in the rows of their hall, and within one by number. Sections come in the order of their first seat, so seats must be given
 * in the order of the plan.
 */
export function seatRows<Seat extends SeatPosition>(
  seats: readonly Seat[],
): { section: string; name: string; seats: Seat[] }[] {
  const rows = [...groupBy(seats, ({ section, row }) => JSON.stringify([section, row])).values()]
  return rowsInOrder(
    rows.map((own) => ({
      section: own[0]!.section,
      name: own[0]!.row,
      seats: own.sort((a, b) => a.number - b.number),
    })),
  )
}

/** The seats of `seatRows`, one after the other. */
export const seatsInOrder = <Seat extends SeatPosition>(seats: readonly Seat[]): Seat[] =>
  seatRows(seats).flatMap((row) => row.seats)

function runsOfRow({ section, seats }: HallRow, row: number, taken: ReadonlySet<number>): Run[] {
  const gaps = gapsOf(seats)
  let place = 0
  const placed = seats.map((seat, n) => {
    place += gaps[n] ? 2 : 1
    return { ...seat, place, free: seat.free && !taken.has(seat.id) }
  })
  const middle = (1 + place) / 2
  const runs: PlacedSeat[][] = []
  for (const [n, { id, place: at, free }] of placed.entries()) {
    if (!free) continue
    const before = placed[n - 1]
    if (before?.free && before.place === at - 1) runs.at(-1)!.push({ id, place: at })
    else runs.push([{ id, place: at }])
  }
  return runs.map((run) => ({ section, row, middle, seats: run }))
}

/** The seat beside each seat of a hall, `step` along its row: 1 for the next higher number, -1 for the next lower. None over a gap. */
export function besideOf<Seat extends SeatPosition & { readonly id: number }>(
  seats: readonly Seat[],
  step: number,
): Map<number, number> {
  const beside = new Map<number, number>()
  for (const row of seatRows(seats)) {
    const gaps = gapsOf(row.seats)
    for (const [n, { id }] of row.seats.entries()) {
      const next = row.seats[n + step]
      if (next !== undefined && !gaps[step > 0 ? n + 1 : n]) beside.set(id, next.id)
    }
  }
  return beside
}
