/** A free seat. `place` counts all seats of its row, so that neighbours have neighbouring numbers however they are labelled. */
export type FreeSeat = { readonly id: number; readonly section: string; readonly row: string; readonly place: number }

/**
 * Chooses seats for groups of these sizes from free seats in the order of the plan: all side by side, else in one row, else
 * each group by itself, side by side if possible. Returns the seats of each group; null if too few are free.
 */
export function seatsTogether(free: readonly FreeSeat[], sizes: readonly number[]): number[][] | null {
  const total = sizes.reduce((sum, size) => sum + size, 0)
  if (free.length < total) return null
  const all = sideBySide(free, total) ?? inOneRow(free, total)
  if (all !== null) return splitBySize(all, sizes)
  const groups: number[][] = sizes.map(() => [])
  let rest = [...free]
  // The largest group is the hardest to seat.
  for (const n of [...sizes.keys()].sort((a, b) => sizes[b]! - sizes[a]!)) {
    const own = sideBySide(rest, sizes[n]!) ?? inOneRow(rest, sizes[n]!) ?? rest.slice(0, sizes[n]!)
    const taken = new Set(own)
    rest = rest.filter((seat) => !taken.has(seat))
    groups[n] = own.map(({ id }) => id)
  }
  return groups
}

const isSameRow = (a: FreeSeat, b: FreeSeat) => a.section === b.section && a.row === b.row

function sideBySide(free: readonly FreeSeat[], size: number): FreeSeat[] | null {
  let run: FreeSeat[] = []
  for (const seat of free) {
    const last = run.at(-1)
    run = last && isSameRow(last, seat) && seat.place === last.place + 1 ? [...run, seat] : [seat]
    if (run.length >= size) return run.slice(0, size)
  }
  return size === 0 ? [] : null
}

function inOneRow(free: readonly FreeSeat[], size: number): FreeSeat[] | null {
  let row: FreeSeat[] = []
  for (const seat of free) {
    row = row[0] && isSameRow(row[0], seat) ? [...row, seat] : [seat]
    if (row.length >= size) return row
  }
  return null
}

function splitBySize(seats: readonly FreeSeat[], sizes: readonly number[]): number[][] {
  let at = 0
  return sizes.map((size) => {
    at += size
    return seats.slice(at - size, at).map(({ id }) => id)
  })
}
