import type { OfficeReply } from '@foyer/contract/office/calls.ts'
import { type Action, may } from '@foyer/domain/office/rights.ts'
import { type Selectable, sql } from 'kysely'
import type { EventsTable } from '../../db/schema/types.generated.ts'
import type { Tx } from '../../db/transaction/tx.ts'
import { IS_CLOSED } from '../../may-sell.ts'
import { withCounts } from '../../sale/hold/counts.ts'
import { type Granted, grantOf } from '../handle.ts'

type State = OfficeReply<'office_events'>['events'][number]['state']
type StateInput = {
  status: 'draft' | 'published' | 'cancelled'
  /** The start of the next date; null when all are over. */
  next: Date | null
  /** A date of it waits for its new day. */
  postponed: boolean
  types: number
  left: number
  on_sale_from: Date | null
  /** Its organiser sells nothing any more. */
  closed: boolean
}

/** The state of an event as its organiser sees it. */
export function stateOf({ status, next, postponed, types, left, on_sale_from, closed }: StateInput, now: Date): State {
  if (status !== 'published') return status
  if (next === null) return postponed ? 'postponed' : 'over'
  if (closed) return 'closed'
  if (types === 0) return 'no_tickets'
  if (on_sale_from !== null && on_sale_from > now) return 'opens'
  return left === 0 ? 'sold_out' : 'on_sale'
}

export async function stateOfEvent(
  db: Pick<Tx, 'selectFrom'>,
  event: Selectable<EventsTable>,
  now: Date,
): Promise<State> {
  const { rows } = await sql<Omit<StateInput, 'status' | 'on_sale_from'>>`
    select (select min(starts_at) from event_dates where event_id = event.id and status = 'published'
        and coalesce(ends_at, starts_at) >= ${now}) as next,
      exists (select from event_dates where event_id = event.id and status = 'postponed') as postponed,
      types.n as types, types."left" + pool."left" as "left", ${IS_CLOSED} as closed
    from events event ${withCounts('event', now)} where event.id = ${event.id}`.execute(db as Tx)
  return stateOf({ ...rows[0]!, status: event.status, on_sale_from: event.on_sale_from }, now)
}

/** Whether this person's role also allows the action. */
export function mayAlso(ctx: Granted, action: Action): boolean {
  const { role } = grantOf(ctx)
  return role !== null && may(role, action)
}
