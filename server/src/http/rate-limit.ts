import { groupBy } from '@foyer/domain/group.ts'
import { sql } from 'kysely'
import { combine, onePerDb } from '../db/combine.ts'
import { type Reading, reading, readOne } from '../db/together.ts'
import type { Deps } from '../deps.ts'

type Hit = { key: string; start: Date }

const counters = onePerDb((db) =>
  combine((hits: Hit[]) => readOne(db, countAll(hits)), { maxBatch: 500, maxQueue: 20_000 }),
)

/**
 * Counts a hit in a window shared by every process, and answers how many there have been in it, this one included. Windows
 * are fixed and begin at multiples of their length, so that one upsert is all it takes, for everybody who asks at this moment.
 */
export const hit = ({ db, clock }: Pick<Deps, 'db' | 'clock'>, key: string, windowSeconds: number): Promise<number> =>
  counters(db)({ key, start: windowStart(clock.now(), windowSeconds) })

/**
 * As hit, of many keys in their order, as part of a transaction: counted if it commits. Whoever counts the same key waits
 * until then, so nothing slow may follow.
 */
export const countHits = (keys: readonly string[], windowSeconds: number, now: Date): Reading<number[]> => {
  const start = windowStart(now, windowSeconds)
  return countAll(keys.map((key) => ({ key, start })))
}

function countAll(hits: readonly Hit[]): Reading<number[]> {
  if (hits.length === 0) return reading(null, () => [])
  const windows = [...groupBy(hits, nameOf)]
  // In one order, so that two processes that count the same two keys never wait for each other.
  windows.sort(([a], [b]) => (a < b ? -1 : 1))
  const counted = sql<{ key: string; start: number; hits: number }>`
    insert into rate_limits (key, window_start, hits)
    select * from unnest(${sql.val(windows.map(([, [first]]) => first!.key))}::text[],
      ${sql.val(windows.map(([, [first]]) => first!.start))}::timestamptz[],
      ${sql.val(windows.map(([, its]) => its.length))}::int[])
    on conflict (key, window_start) do update set hits = rate_limits.hits + excluded.hits
    returning key, (extract(epoch from window_start) * 1000)::float8 as start, hits`
  return reading(counted, (rows) => {
    const before = new Map(rows.map(({ key, start, hits }) => [`${key} ${start}`, hits]))
    for (const [name, its] of windows) before.set(name, before.get(name)! - its.length)
    return hits.map((hit) => {
      const name = nameOf(hit)
      const count = before.get(name)! + 1
      before.set(name, count)
      return count
    })
  })
}

const nameOf = ({ key, start }: Hit): string => `${key} ${start.getTime()}`

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
