import { type RawBuilder, sql } from 'kysely'
import { EVENT_STATUS } from '../terms/event-status.ts'

/** The condition that a `date` of an `event` counts in figures: neither is cancelled. A past date counts. */
export const DATE_COUNTS = sql<boolean>`(${EVENT_STATUS} <> 'cancelled')`

/** The condition that an order line, which the statement calls `line`, counts in figures of tickets: it has no date, or one that counts. */
export const LINE_COUNTS = sql<boolean>`not exists (
  select from event_dates date join events event on event.id = date.event_id where date.id = line.date_id and not ${DATE_COUNTS})`

const TYPES_OF = {
  date: sql`ticket_types type where type.date_id = date.id`,
  event: sql`ticket_types type join event_dates date on date.id = type.date_id where type.event_id = event.id`,
}
const POOLS_OF = {
  date: sql`pools where pools.event_date_id = date.id`,
  event: sql`pools join event_dates date on date.id = pools.event_date_id where pools.event_id = event.id`,
}

/**
 * Joins the counts of tickets of one date, or of an event's dates together, to a row that the statement calls `event`, and `date` for
 * one. Dates that don't count have none. `types` has `sold` and `held`; the capacity is the sum of `types.capacity` and
 * `pool.capacity`, and likewise for `left`. Those of an event with `types.n`, the number of its types, leave out dates that are over,
 * which sell nothing. Extras aren't counted.
 */
export function withCounts(of: 'date' | 'event', now: Date): RawBuilder<unknown> {
  const sells = of === 'date' ? sql`true` : sql`coalesce(date.ends_at, date.starts_at) >= ${now}`
  return sql`
    cross join lateral (
      select count(*) filter (where sells)::int as n, coalesce(sum(sold), 0)::int as sold, coalesce(sum(held - waiting), 0)::int as held,
        coalesce(sum(capacity) filter (where pool_id is null), 0)::int as capacity,
        coalesce(sum(capacity - held - sold) filter (where pool_id is null and sells), 0)::int as "left"
      from (select type.id, ${sells} as sells from ${TYPES_OF[of]} and not type.extra and ${DATE_COUNTS}) own
        join stock on stock.ticket_type_id = own.id) types
    cross join lateral (
      select coalesce(sum(capacity - kept), 0)::int as capacity,
        coalesce(sum(capacity - kept - held - sold) filter (where sells), 0)::int as "left"
      from (select pools.*, ${sells} as sells from ${POOLS_OF[of]} and ${DATE_COUNTS}) own) pool`
}
