import { type RawBuilder, sql } from 'kysely'

const TYPES_OF = { date: sql`type.date_id = date.id`, event: sql`type.event_id = event.id` }
const POOLS_OF = { date: sql`pools.event_date_id = date.id`, event: sql`pools.event_id = event.id` }

/**
 * Joins the counts of tickets to a row that the statement calls `date` or `event`: `types` has `n`, `sold` and `held`. The capacity
 * is the sum of `types.capacity` and `pool.capacity`, and likewise for `left`. Extras aren't counted.
 */
export const withCounts = (of: 'date' | 'event'): RawBuilder<unknown> => sql`
  cross join lateral (
    select count(*)::int as n, coalesce(sum(stock.sold), 0)::int as sold, coalesce(sum(stock.held - stock.waiting), 0)::int as held,
      coalesce(sum(stock.capacity) filter (where stock.pool_id is null), 0)::int as capacity,
      coalesce(sum(stock.capacity - stock.held - stock.sold) filter (where stock.pool_id is null), 0)::int as "left"
    from ticket_types type join stock on stock.ticket_type_id = type.id
    where ${TYPES_OF[of]} and not type.extra) types
  cross join lateral (
    select coalesce(sum(capacity - kept), 0)::int as capacity,
      coalesce(sum(capacity - kept - held - sold), 0)::int as "left"
    from pools where ${POOLS_OF[of]}) pool`
