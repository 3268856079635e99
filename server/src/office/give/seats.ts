import { seatsText } from '@foyer/contract/seats.ts'
import { groupBy } from '@foyer/domain/group.ts'
import type { Recipient } from '@foyer/domain/office/recipients.ts'
import { fail } from '@foyer/domain/result.ts'
import { bestSeats } from '@foyer/domain/seats/best-seats.ts'
import { seatRows, seatsInOrder } from '@foyer/domain/seats/hall.ts'
import { isAccessible } from '@foyer/domain/seats/kinds.ts'
import { sql } from 'kysely'
import type { Db, Tx } from '../../db/transaction/tx.ts'
import { isOffered, type SeatedType, type SeatRow, seatsOf, takeChosenSeats } from '../counter/seats.ts'
import { RolledBack } from '../handle.ts'

/** What a person of the list gets: tickets, and the labels of their seats; none if the reserve chooses the best ones. */
export type Gift = { qty: number; labels: string[] }

type Wanted = { ticketTypeId: number; quantity: number; allocationId: number | undefined }

/** Open allocations of a date with the seats that they hold back. */
export const allocationsOf = async (db: Db, dateId: number) =>
  (
    await sql<{ allocation_id: number; name: string; seats: number }>`
      select allocation.id as allocation_id, allocation.name, count(*)::int as seats
      from seat_allocations allocation join seats on seats.allocation_id = allocation.id and seats.status = 'kept'
      where allocation.event_date_id = ${dateId} and allocation.released_at is null
      group by allocation.id order by allocation.id`.execute(db)
  ).rows

/**
 * Decides what each person of the list gets, in its order: a ticket for each seat that the list names, free or held back, and
 * else so many, in seats of the allocation or in the best free ones. House seats among them are free for the rest of the
 * transaction. Throws `RolledBack` if one can't be had.
 */
export async function giftsOf(tx: Tx, people: readonly Recipient[], wanted: Wanted): Promise<Gift[]> {
  const { ticketTypeId, quantity, allocationId } = wanted
  const isChosen = allocationId !== undefined || people.some(({ seats }) => seats.length > 0)
  if (!isChosen) return people.map(() => ({ qty: quantity, labels: [] }))
  const type = await tx
    .selectFrom('ticket_types')
    .select(['id', 'pool_id as poolId', 'pool_places as places', 'seated'])
    .where('id', '=', ticketTypeId)
    .executeTakeFirstOrThrow()
  const hall = type.seated ? await seatsOf(tx, [type]) : []
  const named = namedSeats(hall, people)
  const ids =
    allocationId === undefined ? named : await withAllocation(tx, { hall, type, named, quantity, allocationId })
  const gifts = ids.map((own) => ({ seats: own, qty: own.length === 0 ? quantity : own.length / type.places }))
  if (gifts.some(({ qty }) => !Number.isInteger(qty))) throw new RolledBack(fail('bad_quantity'))
  const seated = gifts.filter(({ seats }) => seats.length > 0)
  const qty = seated.reduce((sum, gift) => sum + gift.qty, 0)
  const taken = await takeChosenSeats(
    tx,
    [{ ticketTypeId, qty }],
    seated.flatMap(({ seats }) => seats),
  )
  const labels = taken.get(ticketTypeId) ?? []
  return gifts.map(({ seats, qty }) => ({ qty, labels: labels.splice(0, seats.length) }))
}

/** The ids of the seats that the list names for each person. */
function namedSeats(hall: readonly SeatRow[], people: readonly Recipient[]): number[][] {
  const byLabel = new Map(hall.map((seat) => [labelKey(seat.label), seat]))
  const used = new Set<number>()
  return people.map(({ seats, line }) =>
    seats
      // "A1 A2" are two seats, unless the hall has one of that name, such as "Stalls A1".
      .flatMap((typed) => (byLabel.has(labelKey(typed)) ? [typed] : typed.split(/\s+/)))
      .map((typed) => {
        const seat = byLabel.get(labelKey(typed))
        if (seat === undefined || !isOffered(seat) || used.has(seat.id))
          throw new RolledBack(fail('give_seat_wrong', { n: line, seat: typed }))
        used.add(seat.id)
        return seat.id
      }),
  )
}

const labelKey = (label: string): string => label.toUpperCase().replaceAll(/\s+/g, ' ')

type OfAllocation = {
  hall: readonly SeatRow[]
  type: SeatedType
  named: readonly number[][]
  quantity: number
  allocationId: number
}

/**
 * The named seats, and for everyone without any, seats of the allocation: each person's together where they can be, never a
 * wheelchair space or a companion seat.
 */
async function withAllocation(
  tx: Tx,
  { hall, type, named, quantity, allocationId }: OfAllocation,
): Promise<number[][]> {
  const rows = seatRows(hall).map(({ section, name, seats }) => ({
    section,
    name,
    seats: seats.map((seat) => ({
      id: seat.id,
      number: seat.number,
      free: seat.status === 'kept' && seat.allocation_id === allocationId && !isAccessible(seat.kind),
    })),
  }))
  const used = new Set(named.flat())
  const sizes = named.filter((own) => own.length === 0).map(() => quantity * type.places)
  const seats = bestSeats(rows, sizes, used)
  if (seats !== null) return named.map((own) => (own.length === 0 ? seats.shift()! : own))
  const allocation = await tx
    .selectFrom('seat_allocations')
    .innerJoin('ticket_types as type', 'type.date_id', 'seat_allocations.event_date_id')
    .select('seat_allocations.name')
    .where('seat_allocations.id', '=', allocationId)
    .where('type.id', '=', type.id)
    .executeTakeFirst()
  if (allocation === undefined) throw new RolledBack(fail('not_found'))
  const left = rows.flatMap((row) => row.seats).filter(({ id, free }) => free && !used.has(id)).length
  throw new RolledBack(
    fail('give_seats_short', { name: allocation.name, left, n: sizes.reduce((sum, size) => sum + size, 0) }),
  )
}

/** Who sits where, each person after a line break: "Ada Lovelace: Row A, seats 1 and 2". */
export async function seatingOf(tx: Tx, people: readonly Recipient[], saleIds: readonly number[]): Promise<string> {
  const seats = await tx
    .selectFrom('seats')
    .select(['sale_id', 'label', 'section', 'row_name as row', 'seat_number as number'])
    .where('sale_id', 'in', saleIds)
    .orderBy('id')
    .execute()
  const bySale = groupBy(seatsInOrder(seats), ({ sale_id }) => sale_id!)
  return people
    .map(({ name, email }, i) => `\n${name || email}: ${seatsText(bySale.get(saleIds[i]!)!.map(({ label }) => label))}`)
    .join('')
}
