import type { SeatData } from '@foyer/contract/types.ts'
import { gapsOf } from '@foyer/domain/seats/gaps.ts'

/** `aisles`: whether there is one before each seat. */
export type Row<S = SeatData> = { name: string; seats: S[]; aisles: boolean[] }
export type Section<S = SeatData> = { name: string; rows: Row<S>[] }

/** Seats by section and row in their given order; within a row by number. */
export function groupSeats<S extends SeatData>(seats: readonly S[]): Section<S>[] {
  const sections = new Map<string, Map<string, S[]>>()
  for (const seat of seats) {
    const rows = sections.get(seat.section) ?? new Map<string, S[]>()
    sections.set(seat.section, rows)
    rows.set(seat.row, [...(rows.get(seat.row) ?? []), seat])
  }
  return [...sections].map(([name, rows]) => ({
    name,
    rows: [...rows].map(([row, rowSeats]) => {
      const inOrder = rowSeats.sort((a, b) => a.number - b.number)
      return { name: row, seats: inOrder, aisles: gapsOf(inOrder) }
    }),
  }))
}

type Position = { row: number; seat: number }

/** The position that each key moves to. A position past the end of a row means its last seat. */
const MOVES: Record<string, (position: Position, width: number) => Position> = {
  ArrowLeft: ({ row, seat }) => ({ row, seat: seat - 1 }),
  ArrowRight: ({ row, seat }) => ({ row, seat: seat + 1 }),
  ArrowUp: ({ row, seat }) => ({ row: row - 1, seat }),
  ArrowDown: ({ row, seat }) => ({ row: row + 1, seat }),
  Home: ({ row }) => ({ row, seat: 0 }),
  End: ({ row }, width) => ({ row, seat: width - 1 }),
}

/** The seat that a key moves to; undefined for other keys and at the edge of the plan. */
export function seatInDirection<S>(key: string, rows: readonly S[][], from: S): S | undefined {
  const row = rows.findIndex((seats) => seats.includes(from))
  const seats = rows[row]
  if (!seats) return undefined
  const target = MOVES[key]?.({ row, seat: seats.indexOf(from) }, seats.length)
  if (!target) return undefined
  const targetRow = rows[target.row]
  return targetRow?.[Math.min(target.seat, targetRow.length - 1)]
}
