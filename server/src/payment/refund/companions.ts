import { companionsAlone, type PartyPlace } from '@foyer/domain/seats/party.ts'
import { sql } from 'kysely'
import type { Tx } from '../../db/transaction/tx.ts'

export type OwnPlace = PartyPlace & { seatId: number; typeId: number }

/** What an order gives up: these seats, or all of these ticket types; and what it gets instead. */
type Given = { seatIds?: readonly number[]; typeIds?: readonly number[]; gained?: readonly PartyPlace[] }

/**
 * Whether an order that gives this up would keep a companion ticket without its wheelchair space. Companions who are in already don't
 * count. The sale must be locked.
 */
export const leavesCompanion = async (db: Pick<Tx, 'getExecutor'>, saleId: number, given: Given): Promise<boolean> =>
  isCompanionLeft(await partyPlaces(db, saleId), given)

export function isCompanionLeft(
  places: readonly OwnPlace[],
  { seatIds = [], typeIds = [], gained = [] }: Given,
): boolean {
  const kept = places.filter(({ seatId, typeId }) => !seatIds.includes(seatId) && !typeIds.includes(typeId))
  return companionsAlone([...kept, ...gained]) > companionsAlone(places)
}

/** The seats of a paid order, but for those that a change is about to leave. Tickets of a running plan are not issued yet. */
export async function partyPlaces(db: Pick<Tx, 'getExecutor'>, saleId: number): Promise<OwnPlace[]> {
  const { rows } = await sql<OwnPlace>`
    select seat.id as "seatId", type.id as "typeId", type.date_id as date, seat.kind,
      coalesce(type.seat_kinds <@ array['companion'] and ticket.admitted_at is null, false) as "forCompanion"
    from seats seat join ticket_types type on type.id = seat.ticket_type_id
      left join tickets ticket on ticket.sale_id = seat.sale_id and ticket.status = 'valid'
        and seat.id = any(coalesce(ticket.seat_ids, array[ticket.seat_id]))
    where seat.sale_id = ${saleId} and seat.status = 'sold' and not exists (select from ticket_changes change
      join ticket_types other on other.id = change.ticket_type_id
      where change.ticket_id = ticket.id and change.state = 'waiting' and other.date_id <> type.date_id)`.execute(db)
  return rows
}
