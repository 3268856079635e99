import { gapsOf } from './gaps.ts'
import type { HallSeat } from './hall.ts'

/** `off`; a buyer's choice leaves no free seat alone between taken ones (`inside`), or also none beside an aisle (`aisles`). */
export const SINGLE_SEAT_RULES = ['off', 'inside', 'aisles'] as const
export type SingleSeatRule = (typeof SINGLE_SEAT_RULES)[number]

/** `isOwn`: of the price category that is chosen from. Seats of others count as free. */
export type RuleSeat = HallSeat & { readonly isOwn: boolean }
/** A row with all its seats, by number. */
export type RuleRow = { readonly section: string; readonly name: string; readonly seats: readonly RuleSeat[] }

/** Above this share of free seats, in percent, a section has the rule. */
const LAST_SEATS_PERCENT = 10

/**
 * The seat that a party's choice would leave alone, and the nearest seats for as many that leave none alone; null if the choice is
 * allowed. It is refused only if the seat was not alone before, and such seats exist side by side in the same section. One person,
 * and a section with its last free seats, are never refused. `rows`: those of the sections of the choice, in the order of the hall;
 * a seat that is kept is not free. Source: issue 41, section 4.
 */
export function singleSeatLeft(
  rows: readonly RuleRow[],
  chosen: ReadonlySet<number>,
  rule: SingleSeatRule,
): { lone: number; instead: number[] } | null {
  if (rule === 'off' || chosen.size < 2) return null
  const sections = new Set(
    rows.filter(({ seats }) => seats.some(({ id }) => chosen.has(id))).map(({ section }) => section),
  )
  const open = rows.filter(({ section }) => sections.has(section) && hasManyFree(rows, section)).map(placed)
  const lone = open.flatMap((row) =>
    row.seats.flatMap(({ id }, at) => (becomesAlone(row, at, chosen, rule) ? [id] : [])),
  )[0]
  if (lone === undefined) return null
  const instead = nearestBlock(open, chosen, rule)
  return instead === null ? null : { lone, instead }
}

function hasManyFree(rows: readonly RuleRow[], section: string): boolean {
  const own = rows.filter((row) => row.section === section).flatMap(({ seats }) => seats.filter(({ isOwn }) => isOwn))
  return own.filter(({ free }) => free).length * 100 > own.length * LAST_SEATS_PERCENT
}

type PlacedRow = { seats: readonly RuleSeat[]; gaps: readonly boolean[] }

const placed = ({ seats }: RuleRow): PlacedRow => ({ seats, gaps: gapsOf(seats) })

const NONE: ReadonlySet<number> = new Set()

/** Whether a free seat is alone once `chosen` are taken, and was not before. */
const becomesAlone = (row: PlacedRow, at: number, chosen: ReadonlySet<number>, rule: SingleSeatRule): boolean =>
  isAlone(row, at, chosen, rule) && !isAlone(row, at, NONE, rule)

function isAlone(row: PlacedRow, at: number, chosen: ReadonlySet<number>, rule: SingleSeatRule): boolean {
  const { isOwn, free, id } = row.seats[at]!
  if (!isOwn || !free || chosen.has(id)) return false
  const sides = [sideOf(row, at, -1, chosen), sideOf(row, at, 1, chosen)]
  if (sides.includes('free')) return false
  return rule === 'aisles' ? sides.includes('taken') : !sides.includes('aisle')
}

function sideOf({ seats, gaps }: PlacedRow, at: number, step: 1 | -1, chosen: ReadonlySet<number>) {
  const seat = seats[at + step]
  if (seat === undefined || gaps[step === 1 ? at + 1 : at]) return 'aisle'
  return seat.isOwn && (!seat.free || chosen.has(seat.id)) ? 'taken' : 'free'
}

/** As many seats as chosen, side by side, that leave none alone: in the nearest row, and there the nearest. */
function nearestBlock(rows: readonly PlacedRow[], chosen: ReadonlySet<number>, rule: SingleSeatRule): number[] | null {
  const size = chosen.size
  const home = rows.findIndex(({ seats }) => seats.some(({ id }) => chosen.has(id)))
  const first = rows[home]!.seats.find(({ id }) => chosen.has(id))!.number
  const nearestRows = rows.map((row, index) => ({ row, away: Math.abs(index - home) })).sort((a, b) => a.away - b.away)
  for (const { row } of nearestRows) {
    const starts = row.seats
      .map(({ number }, at) => ({ at, away: Math.abs(number - first) }))
      .filter(({ at }) => isBlock(row, at, size))
      .sort((a, b) => a.away - b.away)
    for (const { at } of starts) {
      const ids = row.seats.slice(at, at + size).map(({ id }) => id)
      const block = new Set(ids)
      // Only the seats beside a block can become alone.
      if (![at - 1, at + size].some((beside) => row.seats[beside] && becomesAlone(row, beside, block, rule))) return ids
    }
  }
  return null
}

const isBlock = ({ seats, gaps }: PlacedRow, at: number, size: number): boolean =>
  at + size <= seats.length &&
  seats.slice(at, at + size).every(({ isOwn, free }, n) => isOwn && free && (n === 0 || !gaps[at + n]))
