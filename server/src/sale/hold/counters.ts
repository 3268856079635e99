import type { Counter, Demand, Shortage } from '@foyer/domain/basket/allocate.ts'
import { groupBy } from '@foyer/domain/group.ts'
import { type RawBuilder, sql } from 'kysely'
import { type Query, query, runBatch, runQuery } from '../../db/transaction/batch.ts'
import type { Tx } from '../../db/transaction/tx.ts'
import type { HoldLine } from './lines.ts'
import { releaseHold, salesWithExpiredHolds } from './release.ts'
import { type NamedShortage, soldOutText } from './rules.ts'

/** How much is free of ticket types, pools and quotas. A missing counter has nothing left. */
export type Counters = {
  readonly types: Map<number, Counter>
  readonly pools: Map<number, Counter>
  readonly quotas?: ReadonlyMap<number, Counter>
}

/** The fields of a line that decide which counters it uses. */
export type CountedLine = Pick<HoldLine, 'ticketTypeId' | 'qty' | 'poolId' | 'places' | 'quotaId' | 'tierQuotaId'>

type CounterRow = { id: number; free: number | null }
/** A type without a limit of its own is limited by its pool alone. */
const countersById = (rows: readonly CounterRow[]) =>
  new Map<number, Counter>(rows.map(({ id, free }) => [id, { free: free ?? Number.POSITIVE_INFINITY }]))

/** Whether a pool has places left, as a condition on `pools`. */
const HAS_PLACES = sql`pools.capacity - pools.held - pools.sold - pools.kept > 0`

/**
 * Locks the counters of the types without a pool that these sales need, in id order, for the sales that meet `condition` on
 * `sales`. The counts are exact until the commit. Sold-out types are neither locked nor returned, so that buyers who want them
 * are refused without waiting.
 */
export function lockCountersQuery(
  saleIds: readonly number[],
  condition: RawBuilder<boolean> = sql`true`,
): Query<Map<number, Counter>> {
  // A single comparison, because PostgreSQL expects few rows with `pool_id is null` and would choose a slower plan.
  // guard: counters-locked
  const counters = sql<CounterRow>`
    select ticket_type_id as id, capacity - held - sold as free from stock
    where case when pool_id is null then capacity - held - sold end > 0 and ticket_type_id in (
      select line.ticket_type_id from sale_lines line join sales on sales.id = line.sale_id
      where line.sale_id = any(${sql.val(saleIds)}::bigint[]) and ${condition}
    ) order by ticket_type_id for update`
  return query(counters, countersById)
}

/**
 * Locks the counters of types with a pool, then their pools. Types of a pool without places left are neither locked nor
 * returned, like types that are sold out.
 */
export async function lockPools(tx: Tx, lines: readonly CountedLine[]): Promise<Counters> {
  const pooledTypes = pooledIds(lines)
  if (pooledTypes.pools.length === 0) return { types: new Map(), pools: new Map() }
  const [types, pools] = await runBatch(
    tx,
    query(
      sql<CounterRow>`
        select stock.ticket_type_id as id, stock.capacity - stock.held - stock.sold as free
        from stock join pools on pools.id = stock.pool_id
        where stock.ticket_type_id = any(${sql.val(pooledTypes.types)}::bigint[]) and ${HAS_PLACES}
          and (stock.capacity is null or stock.capacity - stock.held - stock.sold > 0)
        order by stock.pool_id, stock.ticket_type_id for update of stock`,
      countersById,
    ),
    // guard: pools-locked
    query(
      sql<CounterRow>`
        select id, capacity - held - sold - kept as free from pools
        where id = any(${sql.val(pooledTypes.pools)}::bigint[]) and ${HAS_PLACES} order by id for update`,
      countersById,
    ),
  )
  return { types, pools }
}

const pooledIds = (lines: readonly CountedLine[]) => {
  const pooledLines = lines.flatMap(({ ticketTypeId, poolId }) => (poolId === null ? [] : [{ ticketTypeId, poolId }]))
  return {
    types: [...new Set(pooledLines.map(({ ticketTypeId }) => ticketTypeId))],
    pools: [...new Set(pooledLines.map(({ poolId }) => poolId))],
  }
}

/** The lines, each with the counters that must have enough left for it. */
export function stockDemands(lines: readonly CountedLine[], counters: Counters): Demand[] {
  const counterOf = (kind: 'types' | 'pools', id: number): Counter => counters[kind].get(id) ?? { free: 0 }
  return lines.map(({ ticketTypeId, qty, poolId, places, quotaId, tierQuotaId }) => {
    // guard: pool-counted
    const poolCounters = poolId === null ? [] : [{ counter: counterOf('pools', poolId), places }]
    const lineCounters = [{ counter: counterOf('types', ticketTypeId), places: 1 }, ...poolCounters]
    // guard: quota-counted
    if (quotaId != null)
      lineCounters.push({ counter: counters.quotas?.get(quotaId) ?? { free: 0, ofCode: true }, places: 1 })
    // guard: tier-quota-counted
    if (tierQuotaId != null)
      lineCounters.push({ counter: counters.quotas?.get(tierQuotaId) ?? { free: 0, ofTier: true }, places: 1 })
    return { ticketTypeId, qty, counters: lineCounters }
  })
}

/** The text shown to a buyer who wanted more tickets than are left. */
export const shortageText = (
  lines: readonly Pick<HoldLine, 'ticketTypeId' | 'eventTitle' | 'ticketName'>[],
  shortages: readonly Shortage[],
): string =>
  soldOutText(
    shortages.flatMap(({ ticketTypeIds, left, ofCode }): NamedShortage[] => {
      const shortLines = ticketTypeIds.map((id) => lines.find((line) => line.ticketTypeId === id)!)
      const names = shortLines.map(({ eventTitle, ticketName }) => `${eventTitle}, ${ticketName}`)
      if (ofCode) return [{ name: shortLines[0]!.eventTitle, left, ofCode }]
      if (names.length === 1 || left === 0) return names.map((name) => ({ name, left }))
      const [{ eventTitle }] = shortLines as [HoldLine]
      return [{ name: eventTitle, left, sharedTypes: shortLines.map(({ ticketName }) => ticketName) }]
    }),
  )

/**
 * Releases expired holds that the sweep has not reached, on ticket types that run short, before a basket is refused for lack
 * of stock. Returns whether there were any.
 */
export async function releaseExpiredHolds(
  tx: Tx,
  baskets: ReadonlyMap<number, readonly HoldLine[]>,
  typeCounters: ReadonlyMap<number, Counter>,
  now: Date,
): Promise<boolean> {
  const linesByType = groupBy([...baskets.values()].flat(), ({ ticketTypeId }) => ticketTypeId)
  const shortTypeIds: number[] = []
  const pooledLines: CountedLine[] = []
  for (const [ticketTypeId, lines] of linesByType)
    if (lines[0]!.poolId !== null) pooledLines.push(...lines)
    else if ((typeCounters.get(ticketTypeId)?.free ?? 0) < lines.reduce((sum, { qty }) => sum + qty, 0))
      shortTypeIds.push(ticketTypeId)
  if (pooledLines.length > 0) shortTypeIds.push(...(await shortTypesInPools(tx, pooledLines)))
  if (shortTypeIds.length === 0) return false
  const expiredSales = await salesWithExpiredHolds(tx, now)
    .selectAll()
    .where(
      sql<boolean>`exists (select from holds where holds.sale_id = sales.id
        and holds.ticket_type_id = any(${sql.val(shortTypeIds)}::bigint[]))`,
    )
    .orderBy('id')
    .limit(100)
    .forUpdate()
    .skipLocked()
    .execute()
  // Releasing locks the counters of other types of the pools: all of them in order, before any pool.
  if (expiredSales.length > 0 && pooledLines.length > 0)
    await sql`select from stock where pool_id = any(${sql.val(pooledIds(pooledLines).pools)}::bigint[])
      order by pool_id, ticket_type_id for update`.execute(tx)
  for (const sale of expiredSales) await releaseHold(tx, sale, 'expired', now)
  return expiredSales.length > 0
}

/** Ticket types whose expired holds could help: types that run short, and all types of pools that run short. Locks nothing. */
async function shortTypesInPools(tx: Tx, lines: readonly CountedLine[]): Promise<number[]> {
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
  const sum = (ofLines: readonly CountedLine[], amountOf: (line: CountedLine) => number) =>
    ofLines.reduce((total, line) => total + amountOf(line), 0)
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
