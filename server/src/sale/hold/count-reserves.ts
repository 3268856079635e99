import { LIMITS } from '@foyer/domain/limits.ts'
import { type RawBuilder, sql } from 'kysely'
import { command, type Query, query } from '../../db/transaction/batch.ts'
import { unnestRows } from '../../db/transaction/column-lists.ts'
import { ON_ITS_NODE } from '../../db/transaction/on-its-node.ts'
import { windowStart } from '../../http/limits/rate-limit.ts'

/** An attempt as one counter counts it: its places, and whether it is a try. `key` names a network or a person. */
export type CountedAttempt = { key: string; saleId: number; isTry: boolean }

/** A counter of one date, after a batch was counted. `batchTries` and `batchPlaces` are what the batch added. */
export type ReserveCounter = {
  tries: number
  batchTries: number
  /** Reserved since the oldest hold that can still be alive began. Places that were released count too. */
  places: number
  batchPlaces: number
}

/** The counter of a date. Baskets without tickets have date 0. */
export const counterKey = (key: string, dateId: number): string => `${key}:${dateId}`

const WINDOW_SECONDS = LIMITS.reservesWindowSeconds

/** The start of the oldest window in which a hold that is still alive can have begun. */
export function oldestWindow(now: Date, holdSeconds: number): Date {
  const longestMs = holdSeconds * LIMITS.holdExtensionsCap * 1000
  return windowStart(new Date(now.getTime() - longestMs), WINDOW_SECONDS)
}

/**
 * Counts the attempts whose sale meets `condition`, and the places of their tickets, by date; they count if the transaction
 * commits. Extras take no place. Others that count the same key wait until then. `correctPlacesQuery` takes back the places of
 * attempts that are not held; those of a hold that ends are not returned, so that nobody gains by holding them in turn.
 */
export function countReservesQuery(
  attempts: readonly CountedAttempt[],
  condition: RawBuilder<boolean>,
  { now, holdSeconds }: { now: Date; holdSeconds: number },
): Query<ReadonlyMap<string, ReserveCounter>> {
  const start = windowStart(now, WINDOW_SECONDS)
  // Sorted, so that two processes that count the same keys never deadlock.
  const counting = sql<ReserveCounter & { key: string }>`
    with added as materialized (
      select key || ':' || date_id as key, sum(tries)::int as tries, sum(places)::int as places from (
        select attempt.key, attempt.tries, coalesce(type.date_id, 0) as date_id,
          coalesce(sum(line.qty * type.pool_places) filter (where not type.extra), 0) as places
        from ${unnestRows(
          'attempt',
          attempts.map((attempt, nth) => ({ ...attempt, nth })),
          {
            nth: ['int', ({ nth }) => nth],
            key: ['text', ({ key }) => key],
            sale_id: ['bigint', ({ saleId }) => saleId],
            tries: ['int', ({ isTry }) => (isTry ? 1 : 0)],
          },
        )}
        join sales on sales.id = attempt.sale_id
        left join sale_lines line on line.sale_id = sales.id
        left join ticket_types type on type.id = line.ticket_type_id
        where ${condition}
        group by attempt.nth, attempt.key, attempt.tries, coalesce(type.date_id, 0)
      ) of_attempt
      group by key, date_id
    ),
    counted as (
      insert into rate_limits (key, window_start, hits, places)
      select key, ${start}::timestamptz, tries, places from added ${ON_ITS_NODE} order by key
      on conflict (key, window_start) do update set hits = rate_limits.hits + excluded.hits,
        places = rate_limits.places + excluded.places
      returning key, hits, places
    )
    select counted.key, counted.hits as tries, added.tries as "batchTries", added.places as "batchPlaces",
      counted.places + coalesce((select sum(earlier.places) from rate_limits earlier where earlier.key = counted.key
        and earlier.window_start >= ${oldestWindow(now, holdSeconds)}::timestamptz
        and earlier.window_start < ${start}::timestamptz), 0)::int as places
    from counted join added on added.key = counted.key`
  return query(attempts.length === 0 ? null : counting, (rows) => new Map(rows.map((row) => [row.key, row])))
}

/** Adds these changes to the places that were counted, in the same transaction. */
export function correctPlacesQuery(
  changes: readonly (readonly [key: string, change: number])[],
  now: Date,
): Query<void> {
  if (changes.length === 0) return command(null)
  return command(sql`
    update rate_limits set places = places + change.n
    from ${unnestRows('change', changes, {
      key: ['text', ([key]) => key],
      n: ['int', ([, n]) => n],
    })}
    where rate_limits.key = change.key and window_start = ${windowStart(now, WINDOW_SECONDS)}::timestamptz`)
}
