import { type RawBuilder, sql } from 'kysely'
import { type Query, query, runQuery } from '../db/transaction/batch.ts'
import { combine, onePerDb } from '../db/transaction/combine.ts'
import type { Db } from '../db/transaction/tx.ts'
import type { Deps } from '../deps.ts'

type Hit = { key: string; start: Date }

const counters = onePerDb((db) => combine((hits: Hit[]) => countAll(db, hits), { maxBatch: 500, maxQueue: 20_000 }))

/**
 * Counts a hit in a window shared by every process, and answers how many there have been in it, this one included. Windows
 * are fixed and begin at multiples of their length, so that one upsert is all it takes, for everybody who asks at this moment.
 */
export const hit = ({ db, clock }: Pick<Deps, 'db' | 'clock'>, key: string, windowSeconds: number): Promise<number> =>
  counters(db)({ key, start: windowStart(clock.now(), windowSeconds) })

function countAll(db: Db, hits: readonly Hit[]): Promise<number[]> {
  const keys = sql.val(hits.map(({ key }) => key))
  const starts = sql.val(hits.map(({ start }) => start))
  const counted = upsert(sql`select * from unnest(${keys}::text[], ${starts}::timestamptz[]) as hit(key, start)`)
  const names = hits.map(({ key, start }) => `${key} ${start.getTime()}`)
  const inWindows = (windows: readonly Window[]) =>
    inTurn(new Map(windows.map(({ key, start, hits }) => [`${key} ${start}`, hits])), names)
  return runQuery(db, query(counted, inWindows))
}

/**
 * As hit, of many keys, as part of a transaction: counted if it commits. Whoever counts the same key waits until then, so nothing
 * slow may follow. Each hit names a sale, and counts if `those` is true of the row of `sales`; the answer tells of the keys that
 * counted, in their order, how many there have been.
 */
export function countHitsQuery(
  hits: readonly { key: string; saleId: number }[],
  those: RawBuilder<boolean>,
  windowSeconds: number,
  now: Date,
): Query<(counted: readonly string[]) => number[]> {
  const start = windowStart(now, windowSeconds)
  const keys = sql.val(hits.map(({ key }) => key))
  const saleIds = sql.val(hits.map(({ saleId }) => saleId))
  const counting = upsert(sql`
    select key, ${start}::timestamptz as start from unnest(${keys}::text[], ${saleIds}::bigint[]) as hit(key, sale_id)
    join sales on sales.id = sale_id where ${those}`)
  return query(hits.length === 0 ? null : counting, (windows) => {
    return (counted) => inTurn(new Map(windows.map(({ key, hits }) => [key, hits])), counted)
  })
}

type Window = { key: string; start: number; hits: number }

/** In one order, so that two processes that count the same two keys never wait for each other. */
const upsert = (hits: RawBuilder<unknown>) => sql<Window>`
  insert into rate_limits (key, window_start, hits)
  select key, start, count(*)::int from (${hits}) hit group by key, start order by key, start
  on conflict (key, window_start) do update set hits = rate_limits.hits + excluded.hits
  returning key, (extract(epoch from window_start) * 1000)::float8 as start, hits`

/** Of hits that were counted together, by their names in order: the how-manieth each was, when the last is told of by `count`. */
function inTurn(count: Map<string, number>, names: readonly string[]): number[] {
  for (const name of names) count.set(name, count.get(name)! - 1)
  return names.map((name) => {
    const turn = count.get(name)! + 1
    count.set(name, turn)
    return turn
  })
}

/** Takes a hit back that turned out to be none: the right code among the guesses that a limit counts. */
export const takeBack = ({ db, clock }: Pick<Deps, 'db' | 'clock'>, key: string, windowSeconds: number) =>
  db
    .updateTable('rate_limits')
    .set((eb) => ({ hits: eb('hits', '-', 1) }))
    .where('key', '=', key)
    .where('window_start', '=', windowStart(clock.now(), windowSeconds))
    .where('hits', '>', 0)
    .execute()

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

/** When the window began that is now. */
export function windowStart(now: Date, windowSeconds: number): Date {
  const ms = windowSeconds * 1000
  return new Date(Math.floor(now.getTime() / ms) * ms)
}

/** Windows that are over are of no use; a day is longer than any of them. */
export const forgetOldWindows = ({ db, clock }: Pick<Deps, 'db' | 'clock'>) =>
  db
    .deleteFrom('rate_limits')
    .where('window_start', '<', new Date(clock.now().getTime() - 86_400_000))
    .execute()
