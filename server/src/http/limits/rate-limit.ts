import { DAY_MS } from '@foyer/domain/format/calendar-days.ts'
import { type RawBuilder, sql } from 'kysely'
import { type Query, query, runQuery } from '../../db/transaction/batch.ts'
import { combine, onePerDb } from '../../db/transaction/combine.ts'
import type { Db, Tx } from '../../db/transaction/tx.ts'
import type { Deps } from '../../deps.ts'
import { networksOf, TIMES_LIMIT } from './network.ts'

type Hit = { key: string; start: Date }

const counters = onePerDb((db) => combine((hits: Hit[]) => countAll(db, hits), { maxBatch: 500, maxQueue: 20_000 }))

/**
 * Counts a hit in a window shared by all processes, and returns the number of hits in it, including this one. Windows are
 * fixed and start at multiples of their length, so that one upsert counts all concurrent hits.
 */
export const hit = ({ db, clock }: Pick<Deps, 'db' | 'clock'>, key: string, windowSeconds: number): Promise<number> =>
  counters(db)({ key, start: windowStart(clock.now(), windowSeconds) })

/** How often one network may do something in a window. `name` is part of the counter's key. */
export type NetworkLimit = { name: string; max: number; windowSeconds: number }

/** The counters of a network, each with its limit. */
export const networkCounters = ({ name, max }: Pick<NetworkLimit, 'name' | 'max'>, network: string) =>
  networksOf(network).map((of, nth) => ({ key: `${name}:ip:${of}`, max: max * TIMES_LIMIT[nth]! }))

/**
 * Counts a hit of a network, and returns whether it is beyond the limit. What an IPv6 network itself may not do isn't counted
 * for its /48, so that a single sender can't use up the limit of all its neighbours.
 */
export const exceedsNetworkLimit = (
  deps: Pick<Deps, 'db' | 'clock'>,
  limit: NetworkLimit,
  network: string,
): Promise<boolean> => exceeds(limit, network, (key) => hit(deps, key, limit.windowSeconds))

/** The same as part of a transaction: the hit counts if it commits. */
export const exceedsNetworkLimitInTx = (tx: Tx, limit: NetworkLimit, network: string, now: Date): Promise<boolean> =>
  exceeds(limit, network, (key) => hitInTx(tx, key, limit.windowSeconds, now))

async function exceeds(limit: NetworkLimit, network: string, count: (key: string) => Promise<number>) {
  for (const { key, max } of networkCounters(limit, network)) if ((await count(key)) > max) return true
  return false
}

/** Takes back a hit that `exceedsNetworkLimit` counted. */
export async function takeBackFromNetwork(
  deps: Pick<Deps, 'db' | 'clock'>,
  limit: NetworkLimit,
  network: string,
): Promise<void> {
  for (const { key } of networkCounters(limit, network)) await takeBack(deps, key, limit.windowSeconds)
}

/** `hit` as part of a transaction: it counts if that commits. Nothing slow may follow, because others that count the key wait. */
export async function hitInTx(tx: Tx, key: string, windowSeconds: number, now: Date): Promise<number> {
  const start = windowStart(now, windowSeconds)
  const { rows } = await upsert(sql`select ${key}::text as key, ${start}::timestamptz as start`).execute(tx)
  return rows[0]!.hits
}

function countAll(db: Db, hits: readonly Hit[]): Promise<number[]> {
  const keys = sql.val(hits.map(({ key }) => key))
  const starts = sql.val(hits.map(({ start }) => start))
  const counted = upsert(sql`select * from unnest(${keys}::text[], ${starts}::timestamptz[]) as hit(key, start)`)
  const names = hits.map(({ key, start }) => `${key} ${start.getTime()}`)
  const inWindows = (windows: readonly Window[]) =>
    hitNumbers(new Map(windows.map((window) => [`${window.key} ${window.start.getTime()}`, window.hits])), names)
  return runQuery(db, query(counted, inWindows))
}

/**
 * Counts hits of many keys as part of a transaction; they count if it commits. Other transactions that count the same key wait
 * until then, so nothing slow may follow. Each hit names a sale and counts if `condition` is true for the sale's row. The
 * result returns the number of each hit in its window, in the order of the given keys.
 */
export function countHitsQuery(
  hits: readonly { key: string; saleId: number }[],
  condition: RawBuilder<boolean>,
  windowSeconds: number,
  now: Date,
): Query<(counted: readonly string[]) => number[]> {
  const start = windowStart(now, windowSeconds)
  const keys = sql.val(hits.map(({ key }) => key))
  const saleIds = sql.val(hits.map(({ saleId }) => saleId))
  const counting = upsert(sql`
    select key, ${start}::timestamptz as start from unnest(${keys}::text[], ${saleIds}::bigint[]) as hit(key, sale_id)
    join sales on sales.id = sale_id where ${condition}`)
  return query(hits.length === 0 ? null : counting, (windows) => {
    return (counted) => hitNumbers(new Map(windows.map((window) => [window.key, window.hits])), counted)
  })
}

type Window = { key: string; start: Date; hits: number }

/** Sorted, so that two processes that count the same keys never deadlock. */
const upsert = (hits: RawBuilder<unknown>) => sql<Window>`
  insert into rate_limits (key, window_start, hits)
  select key, start, count(*)::int from (${hits}) hit group by key, start order by key, start
  on conflict (key, window_start) do update set hits = rate_limits.hits + excluded.hits
  returning key, window_start as start, hits`

/** The number of each hit within its window. `count` has the number after the last hit, and changes. */
function hitNumbers(count: Map<string, number>, names: readonly string[]): number[] {
  for (const name of names) count.set(name, count.get(name)! - 1)
  return names.map((name) => {
    const turn = count.get(name)! + 1
    count.set(name, turn)
    return turn
  })
}

/** Takes back a hit that should not count, such as a correct code. */
export const takeBack = ({ db, clock }: Pick<Deps, 'db' | 'clock'>, key: string, windowSeconds: number) =>
  subtractHits(db, { key, start: windowStart(clock.now(), windowSeconds), hits: 1 })

/** Takes back hits of a window, never below zero. */
export const subtractHits = (db: Db, { key, start, hits }: { key: string; start: Date; hits: number }) =>
  db
    .updateTable('rate_limits')
    .set((eb) => ({ hits: eb('hits', '-', hits) }))
    .where('key', '=', key)
    .where('window_start', '=', start)
    .where('hits', '>=', hits)
    .execute()

const readers = onePerDb((db) => combine((windows: Hit[]) => readAll(db, windows), { maxBatch: 500, maxQueue: 20_000 }))

async function readAll(db: Db, windows: readonly Hit[]): Promise<number[]> {
  const keys = sql.val(windows.map(({ key }) => key))
  const starts = sql.val(windows.map(({ start }) => start))
  const { rows } = await sql<{ nth: number; hits: number }>`
    select wanted.nth::int, hits from unnest(${keys}::text[], ${starts}::timestamptz[]) with ordinality as wanted (key, start, nth)
    cross join lateral (
      select hits from rate_limits where rate_limits.key = wanted.key and window_start = wanted.start limit 1
    ) counted`.execute(db)
  const hits = new Map(rows.map((row) => [row.nth - 1, row.hits]))
  return windows.map((_, nth) => hits.get(nth) ?? 0)
}

/** Returns the number of hits of each key in the current window without adding one. Concurrent calls share a statement. */
export function hitsOf(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  keys: readonly string[],
  windowSeconds: number,
): Promise<number[]> {
  const start = windowStart(clock.now(), windowSeconds)
  return Promise.all(keys.map((key) => readers(db)({ key, start })))
}

/** The start of the current window. */
export function windowStart(now: Date, windowSeconds: number): Date {
  const ms = windowSeconds * 1000
  return new Date(Math.floor(now.getTime() / ms) * ms)
}

/** Deletes windows that are over; none is longer than a day. */
export const forgetOldWindows = ({ db, clock }: Pick<Deps, 'db' | 'clock'>) =>
  db
    .deleteFrom('rate_limits')
    .where('window_start', '<', new Date(clock.now().getTime() - DAY_MS))
    .execute()
