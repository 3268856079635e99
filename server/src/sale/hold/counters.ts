import type { Counter, Demand, Shortage } from '@foyer/domain/basket/allocate.ts'
import { groupBy } from '@foyer/domain/group.ts'
import { type RawBuilder, sql } from 'kysely'
import { type Query, query, runBatch, runQuery } from '../../db/transaction/batch.ts'
import type { Tx } from '../../db/transaction/tx.ts'
import type { HoldLine } from './lines.ts'
import { endedHolds, releaseHold } from './release.ts'
import { type Short, soldOutText } from './rules.ts'

/** What is free of ticket types, of pools and of quotas. A counter that is missing has nothing left. */
export type Counters = {
  readonly types: Map<number, Counter>
  readonly pools: Map<number, Counter>
  readonly quotas?: ReadonlyMap<number, Counter>
}

/** The part of a line that decides what it is counted by. */
export type CountedLine = Pick<HoldLine, 'ticketTypeId' | 'qty' | 'poolId' | 'places' | 'quotaId' | 'tierQuotaId'>

type Row = { id: number; free: number | null }
/** A type without a limit of its own is limited by its pool alone. */
const asCounters = (rows: readonly Row[]) =>
  new Map<number, Counter>(rows.map(({ id, free }) => [id, { free: free ?? Number.POSITIVE_INFINITY }]))

/** Whether a pool has places left, as a condition on `pools`. */
const HAS_PLACES = sql`pools.capacity - pools.held - pools.sold - pools.kept > 0`

/**
 * Locks the counters of the types without a pool that these sales need, in id order, for the sales that meet `those` (a
 * condition on `sales`). The counts are exact until the commit. Sold-out types are neither locked nor returned: buyers who
 * want them find out from a plain read without waiting.
 */
export function lockCountersQuery(
  saleIds: readonly number[],
  those: RawBuilder<boolean> = sql`true`,
): Query<Map<number, Counter>> {
  // One comparison, so that the plan is the one of a shop without pools: PostgreSQL expects few rows where a column is null.
  // guard: counters-locked
  const counters = sql<Row>`
    select ticket_type_id as id, capacity - held - sold as free from stock
    where case when pool_id is null then capacity - held - sold end > 0 and ticket_type_id in (
      select line.ticket_type_id from sale_lines line join sales on sales.id = line.sale_id
      where line.sale_id = any(${sql.val(saleIds)}::bigint[]) and ${those}
    ) order by ticket_type_id for update`
  return query(counters, asCounters)
}

/**
 * Locks the counters of types with a pool, then their pools. Like sold-out types, types of a pool without places are neither
 * locked nor returned.
 */
export async function lockPools(tx: Tx, lines: readonly CountedLine[]): Promise<Counters> {
  const pooled = pooledIds(lines)
  if (pooled.pools.length === 0) return { types: new Map(), pools: new Map() }
  const [types, pools] = await runBatch(
    tx,
    query(
      sql<Row>`
        select stock.ticket_type_id as id, stock.capacity - stock.held - stock.sold as free
        from stock join pools on pools.id = stock.pool_id
        where stock.ticket_type_id = any(${sql.val(pooled.types)}::bigint[]) and ${HAS_PLACES}
          and (stock.capacity is null or stock.capacity - stock.held - stock.sold > 0)
        order by stock.pool_id, stock.ticket_type_id for update of stock`,
      asCounters,
    ),
    // guard: pools-locked
    query(
      sql<Row>`
        select id, capacity - held - sold - kept as free from pools
        where id = any(${sql.val(pooled.pools)}::bigint[]) and ${HAS_PLACES} order by id for update`,
      asCounters,
    ),
  )
  return { types, pools }
}

const pooledIds = (lines: readonly CountedLine[]) => {
  const pooled = lines.flatMap(({ ticketTypeId, poolId }) => (poolId === null ? [] : [{ ticketTypeId, poolId }]))
  return {
    types: [...new Set(pooled.map(({ ticketTypeId }) => ticketTypeId))],
    pools: [...new Set(pooled.map(({ poolId }) => poolId))],
  }
}

/** Lines with the counters that must allow them. */
export function demandsOf(lines: readonly CountedLine[], counters: Counters): Demand[] {
  const counterOf = (kind: 'types' | 'pools', id: number): Counter => counters[kind].get(id) ?? { free: 0 }
  return lines.map(({ ticketTypeId, qty, poolId, places, quotaId, tierQuotaId }) => {
    // guard: pool-counted
    const shared = poolId === null ? [] : [{ counter: counterOf('pools', poolId), places }]
    const all = [{ counter: counterOf('types', ticketTypeId), places: 1 }, ...shared]
    // guard: quota-counted
    if (quotaId != null) all.push({ counter: counters.quotas?.get(quotaId) ?? { free: 0, ofCode: true }, places: 1 })
    // guard: tier-quota-counted
    if (tierQuotaId != null)
      all.push({ counter: counters.quotas?.get(tierQuotaId) ?? { free: 0, ofTier: true }, places: 1 })
    return { ticketTypeId, qty, counters: all }
  })
}

/** The text shown to a buyer who wanted more tickets than are left. */
export const shortText = (
  lines: readonly Pick<HoldLine, 'ticketTypeId' | 'eventTitle' | 'ticketName'>[],
  short: readonly Shortage[],
): string =>
  soldOutText(
    short.flatMap(({ ticketTypeIds, left, ofCode }): Short[] => {
      const found = ticketTypeIds.map((id) => lines.find((line) => line.ticketTypeId === id)!)
      const names = found.map(({ eventTitle, ticketName }) => `${eventTitle}, ${ticketName}`)
      if (ofCode) return [{ name: found[0]!.eventTitle, left, ofCode }]
      if (names.length === 1 || left === 0) return names.map((name) => ({ name, left }))
      const [{ eventTitle }] = found as [HoldLine]
      return [{ name: eventTitle, left, together: found.map(({ ticketName }) => ticketName) }]
    }),
  )

/**
 * Before a basket is refused for lack of stock, releases expired holds on the ticket types that run short and that the sweep
 * has not reached. Returns whether there were any.
 */
export async function releaseExpired(
  tx: Tx,
  baskets: ReadonlyMap<number, readonly HoldLine[]>,
  free: ReadonlyMap<number, Counter>,
  now: Date,
): Promise<boolean> {
  const wanted = groupBy([...baskets.values()].flat(), ({ ticketTypeId }) => ticketTypeId)
  const short: number[] = []
  const pooled: CountedLine[] = []
  for (const [ticketTypeId, lines] of wanted)
    if (lines[0]!.poolId !== null) pooled.push(...lines)
    else if ((free.get(ticketTypeId)?.free ?? 0) < lines.reduce((sum, { qty }) => sum + qty, 0))
      short.push(ticketTypeId)
  if (pooled.length > 0) short.push(...(await shortInPools(tx, pooled)))
  if (short.length === 0) return false
  const ended = await endedHolds(tx, now)
    .selectAll()
    .where(
      sql<boolean>`exists (select from holds where holds.sale_id = sales.id
        and holds.ticket_type_id = any(${sql.val(short)}::bigint[]))`,
    )
    .orderBy('id')
    .limit(100)
    .forUpdate()
    .skipLocked()
    .execute()
  // Releasing locks the counters of other types of the pools: all of them in order, before any pool.
  if (ended.length > 0 && pooled.length > 0)
    await sql`select from stock where pool_id = any(${sql.val(pooledIds(pooled).pools)}::bigint[])
      order by pool_id, ticket_type_id for update`.execute(tx)
  for (const sale of ended) await releaseHold(tx, sale, 'expired', now)
  return ended.length > 0
}

/** Ticket types whose expired holds could help: types that run short, and all types of the pools that do. A plain read. */
async function shortInPools(tx: Tx, lines: readonly CountedLine[]): Promise<number[]> {
  const rows = await runQuery(
    tx,
    query(
      sql<{ ticketTypeId: number; poolId: number; own: number | null; places: number }>`
        select stock.ticket_type_id as "ticketTypeId", stock.pool_id as "poolId",
          stock.capacity - stock.held - stock.sold as own, pools.capacity - pools.held - pools.sold - pools.kept as places
        from stock join pools on pools.id = stock.pool_id
        where stock.pool_id = any(${sql.val(pooledIds(lines).pools)}::bigint[])`,
      (found) => found,
    ),
  )
  const sum = (of: readonly CountedLine[], each: (line: CountedLine) => number) =>
    of.reduce((total, line) => total + each(line), 0)
  const byType = groupBy(lines, ({ ticketTypeId }) => ticketTypeId)
  const byPool = groupBy(lines, ({ poolId }) => poolId!)
  return rows
    .filter(
      ({ ticketTypeId, poolId, own, places }) =>
        sum(byPool.get(poolId) ?? [], ({ qty, places: each }) => qty * each) > places ||
        (own !== null && sum(byType.get(ticketTypeId) ?? [], ({ qty }) => qty) > own),
    )
    .map(({ ticketTypeId }) => ticketTypeId)
}
