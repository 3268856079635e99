import { type RawBuilder, type Selectable, sql } from 'kysely'
import type { EventsTable } from '../../db/schema/types.generated.ts'
import type { Tx } from '../../db/transaction/tx.ts'
import { type Grant, type Granted, grantOf } from '../handle.ts'

/** Whose events someone may see: the organiser's, all of them or some. */
export type EventScope = Pick<Grant, 'organiserId' | 'eventIds'>

/** The condition that a row which the statement calls `event` is one that this person may see. */
export const isOwnEvent = ({ organiserId, eventIds }: EventScope): RawBuilder<boolean> => sql<boolean>`
  (event.organiser_id = ${organiserId} and (${eventIds === null} or event.id = any(${sql.val([...(eventIds ?? [])])}::bigint[])))`

/**
 * The condition that a code which an order used, a row of `sale_codes` that the statement calls `applied`, is one that this person may
 * see: it is for an event of theirs, or the organiser's for all events.
 */
export const isOwnCode = (scope: EventScope): RawBuilder<boolean> => sql<boolean>`(
  exists (select from discount_codes discount left join events event on event.id = discount.event_id
    where discount.id = applied.discount_id
      and case when event.id is null then discount.organiser_id = ${scope.organiserId} else ${isOwnEvent(scope)} end)
  or exists (select from issued_vouchers voucher join gift_voucher_designs design on design.id = voucher.design_id
    where voucher.id = applied.voucher_id and design.organiser_id = ${scope.organiserId}))`

/** The event, if it is the organiser's and this person may see it; otherwise undefined. */
export async function ownEvent(
  tx: Pick<Tx, 'selectFrom'>,
  ctx: Granted,
  eventId: number,
  { lock = false } = {},
): Promise<Selectable<EventsTable> | undefined> {
  const { organiserId, eventIds } = grantOf(ctx)
  const isForbidden = eventIds !== null && !eventIds.includes(eventId)
  // guard: own-event
  if (isForbidden) return undefined
  return (
    tx
      .selectFrom('events')
      .selectAll()
      .where('id', '=', eventId)
      // guard: event-of-organiser
      .where('organiser_id', '=', organiserId)
      .$if(lock, (query) => query.forUpdate())
      .executeTakeFirst()
  )
}
