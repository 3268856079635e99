import { seatsInOrder } from '@foyer/domain/seats/hall.ts'
import { kindsFor, takesKinds } from '@foyer/domain/seats/kinds.ts'
import type { Selectable } from 'kysely'
import type { TicketsTable } from '../../db/schema/types.generated.ts'
import type { Tx } from '../../db/transaction/tx.ts'
import { seatIdsOf } from '../../payment/change/apply.ts'
import { kindsOf } from '../../payment/change/places.ts'
import type { TargetType, TicketSeats } from '../../payment/change/types.ts'
import { bestSeatsFor } from '../../sale/hold/seats.ts'

/** Whether a ticket that keeps its type gets other seats: as many as it has places, of which it may keep some. */
export function isOtherSeats(
  ticket: { seat_ids: number[] | null },
  { seated, pool_places }: TargetType,
  seatId: number | undefined,
  seatIds: readonly number[],
): boolean {
  if (pool_places === 1) return seatId !== undefined
  const chosen = new Set(seatIds)
  const isWhole = seatIds.length === pool_places && chosen.size === pool_places
  return seated && isWhole && !ticket.seat_ids?.every((id) => chosen.has(id))
}

export const inHouseOrder = async (db: Pick<Tx, 'selectFrom'>, seatIds: readonly number[]) =>
  seatsInOrder(
    await db
      .selectFrom('seats')
      .select(['id', 'label', 'section', 'row_name as row', 'seat_number as number', 'kind', 'view_note'])
      .where('id', 'in', [-1, ...seatIds])
      .orderBy('id')
      .execute(),
  )

/** These seats in the order of the seating plan; null if one doesn't exist. */
export async function seatsNamed(tx: Tx, seatIds: readonly number[]): Promise<number[] | null> {
  const seats = await inHouseOrder(tx, seatIds)
  return seats.length === seatIds.length ? seats.map(({ id }) => id) : null
}

export type SeatedTicket = Pick<Selectable<TicketsTable>, 'ticket_type_id' | 'seat_id' | 'seat_ids'>

/** The kinds of a ticket's seats, and those that its type takes. */
export async function seatsOfTicket(db: Pick<Tx, 'selectFrom'>, ticket: SeatedTicket): Promise<TicketSeats> {
  const { seat_kinds: takes } = await db
    .selectFrom('ticket_types')
    .select('seat_kinds')
    .where('id', '=', ticket.ticket_type_id)
    .executeTakeFirstOrThrow()
  return { kinds: await kindsOf(db, seatIdsOf(ticket)), takes }
}

/**
 * The seats of a changed ticket: the one chosen, or the best for all its places, of the kinds it has now. None for an unseated type;
 * null if too few are free.
 */
export async function seatsFor(
  tx: Tx,
  of: TicketSeats,
  type: TargetType,
  seatId: number | undefined,
): Promise<number[] | null> {
  if (!type.seated) return []
  if (seatId !== undefined && type.pool_places === 1) return [seatId]
  const kinds = kindsFor(of.kinds, type.pool_places)
  if (!takesKinds(type.seat_kinds, kinds)) return null
  return bestSeatsFor(tx, { ticketTypeId: type.id, poolId: type.pool_id, kinds })
}
