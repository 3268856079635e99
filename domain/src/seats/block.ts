import { freeRuns, type HallRow } from './hall.ts'

/**
 * The seats of a party whose first seat is given: those beside it, first upwards, then downwards; if a gap or a taken seat is in
 * the way, also the nearest others. `free` says which seats may be taken. Returns fewer if there are no more, and none if the
 * first seat isn't free.
 */
export function blockFrom(rows: readonly HallRow[], first: number, size: number): number[] {
  const runs = freeRuns(rows)
  const own = runs.find(({ seats }) => seats.some(({ id }) => id === first))
  const start = own?.seats.findIndex(({ id }) => id === first)
  if (own === undefined || start === undefined) return []
  const from = Math.max(0, Math.min(start, own.seats.length - size))
  const beside = own.seats.slice(from, from + size).map(({ id }) => id)
  const { place } = own.seats[start]!
  const others = runs
    .filter((run) => run !== own)
    .flatMap(({ row, seats }) => seats.map((seat) => ({ ...seat, rows: Math.abs(row - own.row) })))
    .sort((a, b) => a.rows - b.rows || Math.abs(a.place - place) - Math.abs(b.place - place))
  return [...beside, ...others.slice(0, size - beside.length).map(({ id }) => id)]
}
