import { freeShare } from '@foyer/domain/basket/held-places.ts'
import { sql } from 'kysely'
import type { Deps } from '../../deps.ts'
import { oldestWindow } from '../../sale/hold/count-reserves.ts'

type DateOfEvent = { date_id: number; capacity: number; nice_date: string }

/**
 * The most places of one date that one network has reserved lately, if they are more than its free share; null otherwise. Places
 * that were released since count too. Nothing about the network itself is returned.
 */
export async function largeHolder(
  { db, config }: Pick<Deps, 'db' | 'config'>,
  dates: readonly DateOfEvent[],
  now: Date,
): Promise<{ reserved: number; capacity: number; nice_date: string } | null> {
  // The condition of the index is written literally. A /48 is several networks.
  const { rows } = await sql<{ dateId: number; reserved: number }>`
    select date_id as "dateId", sum(places)::int as reserved from (
      select key, substring(key from '[0-9]+$')::bigint as date_id, places from rate_limits
      where key like 'reserve:ip:%' and window_start >= ${oldestWindow(now, config.holdSeconds)} and key not like '%/48:%'
    ) of_network
    where date_id = any(${sql.val(dates.map(({ date_id }) => date_id))}::bigint[])
    group by key, date_id order by reserved desc, date_id limit 1`.execute(db)
  const [most] = rows
  const date = dates.find(({ date_id }) => date_id === most?.dateId)
  if (most === undefined || date === undefined) return null
  const { capacity, nice_date } = date
  return most.reserved > freeShare(capacity, config.placesPercent)
    ? { reserved: most.reserved, capacity, nice_date }
    : null
}
