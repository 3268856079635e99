import { groupBy } from '../group.ts'
import { sum } from '../money/money.ts'
import { bestSeats } from './best-seats.ts'
import { freeRuns, type HallRow, type HallSeat, type PlacedSeat, type Run, restrictedIn } from './hall.ts'
import type { SeatKind } from './kinds.ts'

export type PartySeat = HallSeat & { readonly kind?: SeatKind }
export type PartyRow = Omit<HallRow, 'seats'> & { readonly seats: readonly PartySeat[] }

type Space = { id: number; section: string; row: number; place: number; companion: PlacedSeat | undefined }

/**
 * The seats of a party with one wheelchair: the space first, then the companion seat beside it, then the nearest ordinary seats for
 * the others, side by side where so many are free in one run, with a full view if enough have one. Null if no space is free, or too
 * few seats for the others.
 *
 * A space with a free companion seat beside it goes before one without, then one whose others sit together and near.
 */
export function partyWithSpace(rows: readonly PartyRow[], people: number): number[] | null {
  const spaces = spacesOf(rows)
  const ordinary = onlyOf(rows)
  const [allRuns, fullRuns] = [freeRuns(ordinary), freeRuns(ordinary, restrictedIn(rows))]
  let best: { key: readonly number[]; seats: number[] } | null = null
  for (const [order, space] of spaces.entries()) {
    const companion = people > 1 && space.companion !== undefined ? [space.companion.id] : []
    const count = people - 1 - companion.length
    const enough = fullRuns.reduce((sum, { seats }) => sum + seats.length, 0) >= count
    const others = nearest(enough ? fullRuns : allRuns, space, count)
    const seats = others?.seats ?? bestSeats(ordinary, count > 0 ? Array.from({ length: count }, () => 1) : [])?.flat()
    if (seats === undefined) continue
    const key = [people > 1 && companion.length === 0 ? 1 : 0, others === null ? 1 : 0, others?.away ?? 0, order]
    if (best === null || isLess(key, best.key)) best = { key, seats: [space.id, ...companion, ...seats] }
  }
  return best?.seats ?? null
}

/** A seat that an order has. `forCompanion`: its ticket is for companions alone. */
export type PartyPlace = { readonly date: number; readonly kind: SeatKind; readonly forCompanion: boolean }

/** How many companion tickets of an order have no wheelchair space of their date: each space has one companion. */
export function companionsAlone(places: readonly PartyPlace[]): number {
  const alone = [...groupBy(places, ({ date }) => date).values()].map((ofDate) => {
    const spaces = ofDate.filter(({ kind }) => kind === 'wheelchair').length
    return Math.max(0, ofDate.filter(({ forCompanion }) => forCompanion).length - spaces)
  })
  return sum(alone)
}

/**
 * The best free seats of the same kinds, for a ticket that has seats of these kinds now. A party with one wheelchair space gets
 * them as `partyWithSpace` does. Null if there are none.
 */
export function seatsOfKinds(rows: readonly PartyRow[], kinds: readonly SeatKind[]): number[] | null {
  const [first] = kinds
  if (kinds.every((kind) => kind === first)) return bestSeats(onlyOf(rows, first), [kinds.length])?.[0] ?? null
  const kindOf = new Map(rows.flatMap(({ seats }) => seats.map(({ id, kind = 'standard' }) => [id, kind] as const)))
  const party = kinds.includes('wheelchair') ? partyWithSpace(rows, kinds.length) : null
  const found = party?.map((id) => kindOf.get(id)!)
  return found?.toSorted().join() === kinds.toSorted().join() ? party : null
}

/** The hall with only the seats of a kind free. */
const onlyOf = (rows: readonly PartyRow[], only: SeatKind = 'standard'): PartyRow[] =>
  rows.map((row) => ({
    ...row,
    seats: row.seats.map((seat) => ({ ...seat, free: seat.free && (seat.kind ?? 'standard') === only })),
  }))

/** The free spaces in the order of the hall, each with a free companion seat beside it. */
function spacesOf(rows: readonly PartyRow[]): Space[] {
  const kindOf = new Map(rows.flatMap(({ seats }) => seats.map(({ id, kind }) => [id, kind] as const)))
  return freeRuns(rows).flatMap(({ section, row, seats }) =>
    seats.flatMap(({ id, place }, n): Space[] => {
      if (kindOf.get(id) !== 'wheelchair') return []
      const beside = [seats[n + 1], seats[n - 1]]
      return [
        { id, section, row, place, companion: beside.find((seat) => seat && kindOf.get(seat.id) === 'companion') },
      ]
    }),
  )
}

/** How much further a row is than a seat of the same row, and another section than any row. */
const ROW = 2
const SECTION = 10_000

/** So many seats side by side that are nearest to the space and the companion seat; null if no run has so many. */
function nearest(runs: readonly Run[], space: Space, count: number): { seats: number[]; away: number } | null {
  if (count === 0) return { seats: [], away: 0 }
  const pair = [space.place, space.companion?.place ?? space.place]
  const [left, right] = [Math.min(...pair), Math.max(...pair)]
  let best: { seats: number[]; away: number } | null = null
  for (const { section, row, seats } of runs)
    for (let at = 0; at + count <= seats.length; at++) {
      const [first, last] = [seats[at]!, seats[at + count - 1]!]
      const along = Math.max(0, first.place - right, left - last.place)
      const away = along + Math.abs(row - space.row) * ROW + (section === space.section ? 0 : SECTION)
      if (best === null || away < best.away) best = { seats: seats.slice(at, at + count).map(({ id }) => id), away }
    }
  return best
}

function isLess(a: readonly number[], b: readonly number[]): boolean {
  const at = a.findIndex((value, n) => value !== b[n])
  return at >= 0 && a[at]! < b[at]!
}
