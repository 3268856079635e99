import type { SeatData } from '@foyer/contract/types.ts'

export type Row<S = SeatData> = { name: string; seats: S[] }
export type Section<S = SeatData> = { name: string; rows: Row<S>[] }

/** Seats by section and row in their given order; within a row by number. */
export function plan<S extends SeatData>(seats: readonly S[]): Section<S>[] {
  const sections = new Map<string, Map<string, S[]>>()
  for (const seat of seats) {
    const rows = sections.get(seat.section) ?? new Map<string, S[]>()
    sections.set(seat.section, rows)
    rows.set(seat.row, [...(rows.get(seat.row) ?? []), seat])
  }
  return [...sections].map(([name, rows]) => ({
    name,
    rows: [...rows].map(([row, all]) => ({ name: row, seats: all.sort((a, b) => a.number - b.number) })),
  }))
}

type Place = { row: number; seat: number }

/** Where a key leads from a seat's position; a position past the end of a row is its last seat. */
const MOVES: Record<string, (at: Place, width: number) => Place> = {
  ArrowLeft: ({ row, seat }) => ({ row, seat: seat - 1 }),
  ArrowRight: ({ row, seat }) => ({ row, seat: seat + 1 }),
  ArrowUp: ({ row, seat }) => ({ row: row - 1, seat }),
  ArrowDown: ({ row, seat }) => ({ row: row + 1, seat }),
  Home: ({ row }) => ({ row, seat: 0 }),
  End: ({ row }, width) => ({ row, seat: width - 1 }),
}

/** The seat a key moves to; undefined when the key has no meaning here or the plan ends. */
export function moveOf<S>(key: string, rows: readonly S[][], from: S): S | undefined {
  const row = rows.findIndex((seats) => seats.includes(from))
  const seats = rows[row]
  if (!seats) return undefined
  const to = MOVES[key]?.({ row, seat: seats.indexOf(from) }, seats.length)
  if (!to) return undefined
  const there = rows[to.row]
  return there?.[Math.min(to.seat, there.length - 1)]
}
