import { freeRuns, type HallRow, type Run, restrictedIn } from './hall.ts'

/**
 * Chooses the best free seats for groups of these sizes, such as a family ticket for four and two adults; returns the seats of
 * each group, or null if too few are free. `rows` are all rows of the seats to choose from, sections in the order of the plan.
 * `taken`: seats that are not to be chosen although they are free.
 *
 * 1. All side by side, so that no single seat is left beside them; of these, the nearest row to the stage, then the nearest to
 *    its middle.
 * 2. All side by side.
 * 3. In as few and as even pieces as possible, in rows behind each other, nobody alone. Each group for several stays together
 *    if it can.
 * 4. Any.
 *
 * Seats with a restricted view only if too few others are free.
 */
export function bestSeats(
  rows: readonly HallRow[],
  sizes: readonly number[],
  taken: ReadonlySet<number> = new Set(),
): number[][] | null {
  const restricted = restrictedIn(rows)
  const withFullView = restricted.size === 0 ? null : bestOf(rows, sizes, new Set([...taken, ...restricted]))
  return withFullView ?? bestOf(rows, sizes, taken)
}

function bestOf(rows: readonly HallRow[], sizes: readonly number[], taken: ReadonlySet<number>): number[][] | null {
  const total = sizes.reduce((sum, size) => sum + size, 0)
  const runs = freeRuns(rows, taken)
  if (runs.reduce((sum, { seats }) => sum + seats.length, 0) < total) return null
  const together = sideBySide(runs, total)
  if (together !== null || sizes.length === 0) return splitBySize(together ?? [], sizes)
  // The largest group is the hardest to seat. People with a ticket each may be divided anywhere.
  const groups = sizes.filter((size) => size > 1).sort((a, b) => b - a)
  const units = [...groups.map((size) => [size, size] as const), [1, sizes.length - groups.length] as const]
  const seatsOfSize = new Map<number, number[]>(units.map(([size]) => [size, []]))
  const gone = new Set(taken)
  for (const [size, count] of units) {
    const left = freeRuns(rows, gone)
    const seats =
      sideBySide(left, count) ??
      inPieces(
        left.filter(({ seats }) => seats.length > 1),
        count,
      ) ??
      inPieces(left, count)!
    for (const id of seats) gone.add(id)
    seatsOfSize.get(size)!.push(...seats)
  }
  return sizes.map((size) => seatsOfSize.get(size)!.splice(0, size))
}

/** The seats of a run from `offset`, and how good they are. */
type Piece = { run: Run; offset: number; size: number; lone: number; distance: number }

function pieceOf(run: Run, offset: number, size: number): Piece {
  const right = run.seats.length - offset - size
  const centre = (run.seats[offset]!.place + run.seats[offset + size - 1]!.place) / 2
  // A single seat that was free before is not left by this choice.
  const lone = (offset === 1 ? 1 : 0) + (right === 1 ? 1 : 0)
  return { run, offset, size, lone, distance: Math.abs(centre - run.middle) }
}

const seatsOf = ({ run, offset, size }: Piece): number[] => run.seats.slice(offset, offset + size).map(({ id }) => id)

/** The best place for so many in a run. */
const bestPiece = (run: Run, size: number): Piece =>
  least(
    Array.from({ length: run.seats.length - size + 1 }, (_, offset) => pieceOf(run, offset, size)),
    ({ lone, distance }) => [lone, distance],
  )!

function sideBySide(runs: readonly Run[], size: number): number[] | null {
  if (size === 0) return []
  const best = least(
    runs.filter(({ seats }) => seats.length >= size).map((run) => bestPiece(run, size)),
    ({ lone, run, distance }) => [lone, run.row, distance],
  )
  return best === undefined ? null : seatsOf(best)
}

/** The fewest pieces, as near to each other and as even as possible; null if too few are free. */
function inPieces(runs: readonly Run[], size: number): number[] | null {
  const count = fewestPieces(runs, size)
  if (count === null) return null
  const sections = [...new Set(runs.map(({ section }) => section))]
  const inSection = sections.flatMap((section) =>
    nearestRows(
      runs.filter((run) => run.section === section),
      size,
      count,
    ),
  )
  const choices = inSection.length > 0 ? inSection : nearestRows(runs, size, count)
  const best = least(choices, ({ spread, pieces }) => {
    const sizes = pieces.map((piece) => piece.size)
    return [spread, Math.max(...sizes) - Math.min(...sizes), pieces[0]!.run.row]
  })
  return best!.pieces.flatMap(seatsOf)
}

/** How many of the longest runs are needed for so many; null if all are not enough. */
function fewestPieces(runs: readonly Run[], size: number): number | null {
  let seated = 0
  for (const [n, { seats }] of longestFirst(runs).entries()) {
    seated += seats.length
    if (seated >= size) return n + 1
  }
  return null
}

const longestFirst = (runs: readonly Run[]): Run[] => [...runs].sort((a, b) => b.seats.length - a.seats.length)

type Pieces = { spread: number; pieces: Piece[] }

/** For each row, the fewest rows from it on that can seat so many in `count` pieces. */
function nearestRows(runs: readonly Run[], size: number, count: number): Pieces[] {
  const rows = [...new Set(runs.map(({ row }) => row))]
  return rows.flatMap((first): Pieces[] => {
    for (const last of rows.filter((row) => row >= first)) {
      const window = runs.filter(({ row }) => row >= first && row <= last)
      const longest = longestFirst(window).slice(0, count)
      if (longest.length < count || longest.reduce((sum, { seats }) => sum + seats.length, 0) < size) continue
      return [{ spread: last - first, pieces: evenly(longest, size) }]
    }
    return []
  })
}

/** Divides so many among these runs as evenly as they allow; the pieces are in the order of the hall. */
function evenly(runs: readonly Run[], size: number): Piece[] {
  let left = size
  const shortestFirst = longestFirst(runs).reverse()
  return shortestFirst
    .map((run, n) => {
      const share = Math.min(run.seats.length, Math.floor(left / (runs.length - n)))
      left -= share
      return bestPiece(run, share)
    })
    .sort((a, b) => a.run.row - b.run.row || a.run.seats[0]!.place - b.run.seats[0]!.place)
}

/** The first item with the least key, by its numbers in order. */
function least<Item>(items: readonly Item[], keyOf: (item: Item) => readonly number[]): Item | undefined {
  let best: { item: Item; key: readonly number[] } | undefined
  for (const item of items) {
    const key = keyOf(item)
    const differs = best === undefined ? -1 : key.findIndex((value, n) => value !== best!.key[n])
    if (best === undefined || (differs >= 0 && key[differs]! < best.key[differs]!)) best = { item, key }
  }
  return best?.item
}

function splitBySize(seats: readonly number[], sizes: readonly number[]): number[][] {
  let at = 0
  return sizes.map((size) => {
    at += size
    return seats.slice(at - size, at)
  })
}
