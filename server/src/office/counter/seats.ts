import type { OfficeReply } from '@foyer/contract/office/calls.ts'
import { seatsAtCounter as t } from '@foyer/contract/office/counter/messages.en.ts'
import { seatsText } from '@foyer/contract/seats.ts'
import { groupBy } from '@foyer/domain/group.ts'
import type { Chosen } from '@foyer/domain/office/counter.ts'
import { fail } from '@foyer/domain/result.ts'
import { blockFrom } from '@foyer/domain/seats/block.ts'
import { gapsOf } from '@foyer/domain/seats/gaps.ts'
import { type SeatPosition, seatRows } from '@foyer/domain/seats/hall.ts'
import { isAccessible, type SeatKind } from '@foyer/domain/seats/kinds.ts'
import type { Db, Tx } from '../../db/transaction/tx.ts'
import { openHouseSeats } from '../../sale/hold/house-seats.ts'
import { RolledBack } from '../handle.ts'

type Hall = OfficeReply<'office_counter'>['halls'][number]

/** A type with numbered seats, and how many a ticket takes: its own, or those of its pool. */
export type SeatedType = { id: number; poolId: number | null; places: number }

export type SeatRow = SeatPosition & {
  id: number
  ticket_type_id: number | null
  pool_id: number | null
  label: string
  kind: SeatKind
  view_note: string
  status: 'free' | 'held' | 'sold' | 'kept'
  /** The allocation that keeps it, and its name. */
  allocation_id: number | null
  allocation: string | null
}

const COLUMNS = [
  'seats.id',
  'ticket_type_id',
  'pool_id',
  'label',
  'kind',
  'view_note',
  'section',
  'row_name as row',
  'seat_number as number',
  'status',
  'allocation_id',
  'seat_allocations.name as allocation',
] as const

const ownerOf = ({ poolId, id }: SeatedType): string => (poolId === null ? `type ${id}` : `pool ${poolId}`)
const ownerOfSeat = ({ pool_id, ticket_type_id }: SeatRow): string =>
  pool_id === null ? `type ${ticket_type_id}` : `pool ${pool_id}`

/** A seat that can be sold here: free, or kept for the house. */
export const isOffered = ({ status }: SeatRow): boolean => status === 'free' || status === 'kept'

/** The seats of these types and of their pools, in the order of the plan. */
export const seatsOf = (db: Pick<Db, 'selectFrom'>, types: readonly SeatedType[]): Promise<SeatRow[]> =>
  db
    .selectFrom('seats')
    .leftJoin('seat_allocations', 'seat_allocations.id', 'seats.allocation_id')
    .select(COLUMNS)
    .where((eb) =>
      eb.or([
        eb('pool_id', 'in', [-1, ...types.flatMap(({ poolId }) => poolId ?? [])]),
        eb.and([
          eb('pool_id', 'is', null),
          eb('ticket_type_id', 'in', [-1, ...types.flatMap(({ id, poolId }) => (poolId === null ? [id] : []))]),
        ]),
      ]),
    )
    .orderBy('seats.id')
    .execute()

/** How many seats the chosen tickets of each owner of seats take. */
const neededSeats = (types: readonly SeatedType[], chosen: readonly Chosen[]): Map<string, number> => {
  const needed = new Map<string, number>()
  for (const { ticketTypeId, qty } of chosen) {
    const type = types.find(({ id }) => id === ticketTypeId)
    if (type) needed.set(ownerOf(type), (needed.get(ownerOf(type)) ?? 0) + qty * type.places)
  }
  return needed
}

/**
 * The halls of the chosen tickets, with the chosen seats: the block of the seat that was just pressed, or else those chosen before,
 * unless one has gone or their number has changed.
 */
export async function hallsOf(
  db: Db,
  types: readonly SeatedType[],
  chosen: readonly Chosen[],
  { first, before }: { first: number | undefined; before: readonly number[] },
): Promise<{ halls: Hall[]; seatIds: number[] }> {
  const needed = neededSeats(types, chosen)
  const owners = types.filter((type) => needed.has(ownerOf(type)))
  const seats = owners.length === 0 ? [] : await seatsOf(db, owners)
  const halls = [...groupBy(seats, ownerOfSeat)].map(([owner, own]) => {
    const count = needed.get(owner)!
    const kept = before.filter((id) => own.some((seat) => seat.id === id && isOffered(seat)))
    const start = own.some(({ id }) => id === first) ? first : kept[0]
    const isSame = start !== first && kept.length === count
    const ids = start === undefined ? [] : isSame ? kept : blockOf(own, start, count)
    return { hall: hallOf(own, count, ids), ids }
  })
  return { halls: halls.map(({ hall }) => hall), seatIds: halls.flatMap(({ ids }) => ids) }
}

/**
 * A block of free seats has no house seats; one of house seats has those of the same allocation, and free ones. Only a wheelchair space
 * or a companion seat brings others of these along.
 */
function blockOf(seats: readonly SeatRow[], first: number, size: number): number[] {
  const pressed = seats.find(({ id }) => id === first)!
  if (!isOffered(pressed)) return []
  const mayTake = (seat: SeatRow) =>
    (isAccessible(pressed.kind) || !isAccessible(seat.kind)) &&
    (seat.status === 'free' ||
      (seat.status === 'kept' && pressed.status === 'kept' && seat.allocation === pressed.allocation))
  const rows = seatRows(seats).map(({ section, name, seats: own }) => ({
    section,
    name,
    seats: own.map((seat) => ({ id: seat.id, number: seat.number, free: mayTake(seat) })),
  }))
  return blockFrom(rows, first, size)
}

function hallOf(seats: readonly SeatRow[], needed: number, ids: readonly number[]): Hall {
  const chosen = ids.map((id) => seats.find((seat) => seat.id === id)!)
  const house = groupBy(
    seats.filter(({ status }) => status === 'kept'),
    ({ allocation }) => allocation!,
  )
  return {
    needed,
    free: seats.filter(({ status }) => status === 'free').length,
    chosen: seatsText(chosen.map(({ label }) => label)),
    chosen_house: [...new Set(chosen.flatMap(({ status, allocation }) => (status === 'kept' ? [allocation!] : [])))],
    missing: ids.length === 0 ? 0 : needed - ids.length,
    house: [...house].map(([reason, own]) => ({ reason, seats: seatsText(own.map(({ label }) => label)) })),
    rows: seatRows(seats).map((row) => {
      const gaps = gapsOf(row.seats)
      return {
        section: row.section,
        name: row.name,
        seats: row.seats.map((seat, n) => ({
          seat_id: seat.id,
          label: nameOf(seat),
          ...(seat.kind !== 'standard' && { kind: seat.kind }),
          number: seat.number,
          gap: gaps[n]!,
          state: ids.includes(seat.id) ? 'chosen' : isOffered(seat) ? (seat.status as 'free' | 'kept') : 'taken',
          reason: seat.status === 'kept' ? seat.allocation! : '',
        })),
      }
    }),
  }
}

/** A seat with what staff should know about it: "C6, wheelchair space". */
const nameOf = ({ label, kind, view_note }: SeatRow): string =>
  [label, kind !== 'standard' && t[kind], view_note].filter(Boolean).join(', ')

/**
 * The labels of these seats for each chosen type, in the order of `chosen`, once house seats among them are free in this transaction.
 * None for the types of which no seat is chosen. Throws `RolledBack` if they are too few, too many, not of these types, or taken.
 */
export async function takeChosenSeats(
  tx: Tx,
  chosen: readonly Chosen[],
  seatIds: readonly number[],
): Promise<Map<number, string[]>> {
  if (seatIds.length === 0) return new Map()
  const typeIds = chosen.map(({ ticketTypeId }) => ticketTypeId)
  const types = await tx
    .selectFrom('ticket_types')
    .select(['id', 'pool_id as poolId', 'pool_places as places'])
    .where('id', 'in', typeIds)
    .where('seated', '=', true)
    .execute()
  const found = new Map((await seatsOf(tx, types)).map((seat) => [seat.id, seat]))
  const seats = seatIds.flatMap((id) => found.get(id) ?? [])
  const needed = neededSeats(types, chosen)
  const left = groupBy(seats, ownerOfSeat)
  if (seats.length < seatIds.length || [...left].some(([owner, own]) => own.length !== needed.get(owner)))
    throw new RolledBack(fail('unknown_seat'))
  const house = seats.flatMap(({ id, status, pool_id }) =>
    status === 'kept' && pool_id !== null ? [{ id, poolId: pool_id }] : [],
  )
  if (!seats.every(isOffered) || !(await openHouseSeats(tx, house, typeIds))) throw new RolledBack(fail('seat_taken'))
  return new Map(
    chosen.flatMap(({ ticketTypeId, qty }): [number, string[]][] => {
      const type = types.find(({ id }) => id === ticketTypeId)
      const own = type && left.get(ownerOf(type))
      return own ? [[ticketTypeId, own.splice(0, qty * type.places).map(({ label }) => label)]] : []
    }),
  )
}
