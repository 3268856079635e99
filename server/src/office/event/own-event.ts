import type { Selectable } from 'kysely'
import type { EventsTable } from '../../db/schema/types.generated.ts'
import type { Tx } from '../../db/transaction/tx.ts'
import { type Granted, grantOf } from '../handle.ts'

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
