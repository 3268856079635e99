import { isPossible } from '@foyer/domain/sale/self-service.ts'
import { isForCompanions, kindsFor, takesKinds } from '@foyer/domain/seats/kinds.ts'
import { sql } from 'kysely'
import type { Tx } from '../../db/transaction/tx.ts'
import { seatIdsOf } from '../change/apply.ts'
import { type Difference, differenceOf } from '../change/difference.ts'
import { type TargetType, type TicketSeats, targetTypes } from '../change/types.ts'
import type { LineRow } from '../refund/book-refund.ts'
import type { OwnTicket } from './own-tickets.ts'

/** The types of the same event that buyers may change a ticket to: on sale to everyone, at one price, without a maximum for each customer. */
export async function choicesOf(tx: Tx, ticket: OwnTicket, currency: string, now: Date): Promise<TargetType[]> {
  const { organiser_id: organiserId, event_id } = ticket
  const types = await targetTypes(tx, { organiserId, currency, now, eventIds: [event_id], of: ticket })
  const { rows } = await sql<{ id: number }>`
    select type.id from ticket_types type join events event on event.id = type.event_id
    where type.event_id = ${event_id} and type.visibility = 'all' and not type.tiered and type.min_price_minor is null
      and type.max_can_reserve is null and not type.delivered_by_post and coalesce(event.on_sale_from, ${now}) <= ${now}
      and coalesce(type.sale_from, ${now}) <= ${now} and coalesce(type.sale_until, 'infinity') > ${now}
      and type.id not in (select ticket_type_id from ticket_requirements)`.execute(tx)
  const open = new Set(rows.map(({ id }) => id))
  // guard: buyers-choice-on-sale
  return types.filter(
    ({ id, starts_at, seat_kinds }) =>
      open.has(id) && isPossible(ticket.rules.changeHours, starts_at, now) && takesKinds(seat_kinds, ticket.kinds),
  )
}

/** What a buyer pays for another ticket, or gets back. A lower price is returned only while tickets may be returned. */
export function buyersDifference(
  ticket: OwnTicket,
  type: TargetType,
  line: LineRow,
  now: Date,
): Difference & { isKept: boolean } {
  const difference = differenceOf(ticket.price, type, line)
  const isKept = difference.minor < 0 && !isPossible(ticket.rules.refundHours, ticket.starts_at, now)
  return isKept ? { minor: 0, feeMinor: 0, back: null, isKept } : { ...difference, isKept }
}

/** The seats that a ticket leaves in a change, and those that it gets: of the same kinds. */
export const movedPlaces = (
  ticket: Pick<OwnTicket, 'seat_id' | 'seat_ids'> & Pick<TicketSeats, 'kinds'>,
  type: TargetType,
) => ({
  seatIds: seatIdsOf(ticket),
  gained: (type.seated ? kindsFor(ticket.kinds, type.pool_places) : []).map((kind) => ({
    date: type.date_id,
    kind,
    forCompanion: isForCompanions(type.seat_kinds),
  })),
})
