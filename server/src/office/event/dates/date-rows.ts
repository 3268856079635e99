import { longWhen } from '@foyer/domain/format/dates.ts'
import { type Selectable, sql } from 'kysely'
import { heldOf } from '../../../db/held-online.ts'
import type { EventsTable } from '../../../db/schema/types.generated.ts'
import type { Tx } from '../../../db/transaction/tx.ts'
import { withCounts } from '../../../sale/hold/counts.ts'

type Row = {
  id: number
  starts_at: Date
  ends_at: Date | null
  all_day: boolean
  status: string
  sold: number
  held: number
  left: number
  capacity: number
  admitted: number
}

const MAX = 1000

/** The dates of an event in their order, with what is sold, held, left and admitted of each. A cancelled date counts nothing. */
export async function datesOfEvent(db: Pick<Tx, 'selectFrom'>, event: Selectable<EventsTable>, now: Date) {
  const { rows } = await sql<Row>`
    select date.id, date.starts_at, date.ends_at, date.all_day, date.status, types.sold, types.held,
      types."left" + pool."left" as "left", types.capacity + pool.capacity as capacity, door.admitted
    from event_dates date join events event on event.id = date.event_id
    ${withCounts('date', now)}
    cross join lateral (
      select count(*)::int as admitted from tickets join ticket_types type on type.id = tickets.ticket_type_id
      where type.date_id = date.id and not type.extra and tickets.admitted_at is not null) door
    where date.event_id = ${event.id} order by date.starts_at limit ${MAX}`.execute(db as Tx)
  return rows.map((date) => ({
    date_id: date.id,
    nice_date: longWhen(date, heldOf(event)),
    starts_at: date.starts_at,
    is_postponed: date.status === 'postponed' && event.status !== 'cancelled',
    is_cancelled: date.status === 'cancelled' || event.status === 'cancelled',
    is_past: date.status !== 'postponed' && (date.ends_at ?? date.starts_at) < now,
    sold: date.sold,
    held: date.held,
    left: date.left,
    capacity: date.capacity,
    admitted: date.admitted,
  }))
}
