import { sql } from 'kysely'
import type { Deps } from '../deps.ts'

/**
 * Counts a hit in a window shared by every process, and answers how many there have been in it, this one included. Windows
 * are fixed and begin at multiples of their length, so that one upsert is all it takes.
 */
export async function hit(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  key: string,
  windowSeconds: number,
): Promise<number> {
  const start = windowStart(clock.now(), windowSeconds)
  const row = await db
    .insertInto('rate_limits')
    .values({ key, window_start: start, hits: 1 })
    .onConflict((conflict) =>
      conflict.columns(['key', 'window_start']).doUpdateSet({ hits: sql`rate_limits.hits + 1` }),
    )
    .returning('hits')
    .executeTakeFirstOrThrow()
  return row.hits
}

/** How many hits there have been in the window, without adding one. */
export async function hitsOf(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  key: string,
  windowSeconds: number,
): Promise<number> {
  const row = await db
    .selectFrom('rate_limits')
    .select('hits')
    .where('key', '=', key)
    .where('window_start', '=', windowStart(clock.now(), windowSeconds))
    .executeTakeFirst()
  return row?.hits ?? 0
}

function windowStart(now: Date, windowSeconds: number): Date {
  const ms = windowSeconds * 1000
  return new Date(Math.floor(now.getTime() / ms) * ms)
}

/** Windows that are over are of no use; a day is longer than any of them. */
export const forgetOldWindows = ({ db, clock }: Pick<Deps, 'db' | 'clock'>) =>
  db
    .deleteFrom('rate_limits')
    .where('window_start', '<', new Date(clock.now().getTime() - 86_400_000))
    .execute()
