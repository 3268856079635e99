import { sql } from 'kysely'
import { unnestRows } from '../../../db/transaction/column-lists.ts'
import { insertAll } from '../../../db/transaction/many-rows.ts'
import type { Tx } from '../../../db/transaction/tx.ts'
import type { CatalogueEvent } from '../../format/format.ts'
import type { StoredParts } from '../plan.ts'
import { type MarkedSeat, markedSeats } from '../seat-plan.ts'
import { type readStoredSeats, type StoredSeat, writeSeats } from './seats.ts'
import { type StockUse, soldMeanwhile, tooLowText, usedOf } from './stock.ts'

export type StoredPool = { id: number; date_id: number; name: string; seats: StoredSeat[] }

/** A pool of one date. `index` is its position in the file's list; `date` is its position in the list of dates. */
export type PlannedPool = {
  index: number
  date: number
  name: string
  capacity: number
  seats: MarkedSeat[]
  kept: CatalogueEvent['pools'][number]['kept']
  stored: StoredPool | undefined
}

type Problem = { path: PropertyKey[]; why: string }

export async function readStoredPools(
  tx: Tx,
  eventId: number,
  seats: Awaited<ReturnType<typeof readStoredSeats>>,
): Promise<StoredPool[]> {
  const pools = await tx
    .selectFrom('pools')
    .select(['id', 'event_date_id as date_id', 'name'])
    .where('event_id', '=', eventId)
    .orderBy('id')
    .execute()
  return pools.map((pool) => ({ ...pool, seats: seats.ofPool(pool.id) }))
}

export function planPools(
  event: CatalogueEvent,
  dateIds: readonly (number | undefined)[],
  stored: readonly StoredPool[],
  storedNames?: StoredParts['pools'],
): PlannedPool[] {
  return event.pools.flatMap(({ name, capacity, kept, dates, ...pool }, index) => {
    const seats = markedSeats(pool)
    return event.dates.flatMap(({ key }, date) =>
      dates === undefined || (key !== undefined && dates.includes(key))
        ? [
            {
              index,
              date,
              name,
              kept,
              seats,
              capacity: pool.seats === undefined ? capacity! : seats.length,
              stored: stored.find(
                (candidate) => candidate.name === (storedNames?.[index] ?? name) && candidate.date_id === dateIds[date],
              ),
            },
          ]
        : [],
    )
  })
}

const keptOf = ({ kept }: PlannedPool): number =>
  kept.reduce((sum, { places = 0, seats = [] }) => sum + places + seats.length, 0)

/** Returns problems with places that are sold or reserved. `used` is the number of its places that its ticket types use. */
export function poolProblems(pool: PlannedPool, used: StockUse): Problem[] {
  const { index, name, capacity, stored } = pool
  const use = { ...used, kept: keptOf(pool) }
  const labels = new Set(pool.seats.map(({ label }) => label))
  const keptLabels = new Set(pool.kept.flatMap(({ seats = [] }) => seats))
  const takenLabels = (stored?.seats ?? []).filter((seat) => seat.taken).map(({ label }) => label)
  const missingSeats = takenLabels.filter((label) => !labels.has(label))
  const keptButTaken = takenLabels.filter((label) => keptLabels.has(label))
  return [
    ...(capacity < usedOf(use)
      ? [{ path: ['pools', index, pool.seats.length > 0 ? 'seats' : 'capacity'], why: tooLowText(name, capacity, use) }]
      : []),
    ...(missingSeats.length > 0
      ? [
          {
            path: ['pools', index, 'seats'],
            why: `"${name}" must keep the seats that are sold or reserved: ${missingSeats.join(', ')}`,
          },
        ]
      : []),
    ...(keptButTaken.length > 0
      ? [
          {
            path: ['pools', index, 'kept'],
            why: `seats that are sold or reserved cannot be kept for the house: ${keptButTaken.join(', ')}`,
          },
        ]
      : []),
  ]
}

/**
 * Writes the pools, large enough for both the stored and the new ticket types, and returns their ids in the order of `pools`.
 */
export async function writePools(
  tx: Tx,
  eventId: number,
  pools: readonly PlannedPool[],
  dateIds: readonly number[],
): Promise<number[]> {
  const known = pools.flatMap(({ stored, name, capacity }) =>
    stored === undefined ? [] : [{ id: stored.id, name, capacity }],
  )
  if (known.length > 0)
    await sql`update pools set name = given.name, capacity = greatest(pools.capacity, given.capacity), closed = false
      from ${unnestRows('given', known, {
        id: ['bigint', ({ id }) => id],
        name: ['text', ({ name }) => name],
        capacity: ['int', ({ capacity }) => capacity],
      })}
      where pools.id = given.id and (pools.closed or pools.name <> given.name or pools.capacity < given.capacity)`.execute(
      tx,
    )
  const added = pools.filter(({ stored }) => stored === undefined)
  const newIds = await insertAll(
    tx,
    'pools',
    added.map(({ name, date, capacity }) => ({
      event_id: eventId,
      event_date_id: dateIds[date]!,
      name,
      capacity,
    })),
  )
  return pools.map((pool) => pool.stored?.id ?? newIds[added.indexOf(pool)]!)
}

/** Sets each pool's capacity and its kept places, once its ticket types are counted in it. Sales continue in the meantime. */
export async function finishPools(
  tx: Tx,
  pools: readonly PlannedPool[],
  { poolIds, dateIds, now }: { poolIds: readonly number[]; dateIds: readonly number[]; now: Date },
): Promise<void> {
  if (pools.length === 0) return
  const wanted = pools.map((pool, i) => ({ id: poolIds[i]!, dateId: dateIds[pool.date]!, pool }))
  await sql`select from pools where id = any(${sql.val(poolIds)}::bigint[]) order by id for update`.execute(tx)
  const { rows } = await sql<{ id: number }>`
    update pools set capacity = given.capacity, kept = given.kept, kept_reason = given.kept_reason
    from ${unnestRows('given', wanted, {
      id: ['bigint', ({ id }) => id],
      capacity: ['int', ({ pool }) => pool.capacity],
      kept: ['int', ({ pool }) => keptOf(pool)],
      kept_reason: ['text', ({ pool }) => pool.kept.map(({ reason }) => reason).join(', ')],
    })}
    where pools.id = given.id and pools.held - pools.waiting + pools.sold + given.kept <= given.capacity
    returning pools.id`.execute(tx)
  refuseMissing(wanted, new Set(rows.map(({ id }) => id)))
  await writeSeats(
    tx,
    wanted.map(({ id, pool: { seats, stored } }) => ({ owner: { pool_id: id }, seats, stored: stored?.seats ?? [] })),
  )
  await keepSeats(
    tx,
    wanted.filter(({ pool }) => pool.seats.length > 0),
    now,
  )
}

type WantedPool = { id: number; dateId: number; pool: PlannedPool }

/** A pool whose places or seats were sold while it was being written. */
function refuseMissing(wanted: readonly WantedPool[], written: ReadonlySet<number>): void {
  const missing = wanted.find(({ id }) => !written.has(id))
  if (missing) throw soldMeanwhile(missing.pool.name, missing.pool.capacity)
}

/**
 * Keeps exactly the seats that the pools keep, in the open allocations of their dates with these names. An allocation of which
 * nothing is kept any more is released; one of which everything is sold stays, so that its seats return to it.
 */
async function keepSeats(tx: Tx, wanted: readonly WantedPool[], now: Date): Promise<void> {
  if (wanted.length === 0) return
  const kept = wanted.flatMap(({ id, dateId, pool }) =>
    pool.kept.flatMap(({ reason, seats = [] }) => seats.map((label) => ({ id, dateId, label, reason }))),
  )
  const { rows: freed } = await sql<{ allocation_id: number }>`
    update seats set status = 'free', allocation_id = null from seats before
    where before.id = seats.id and seats.pool_id = any(${sql.val(wanted.map(({ id }) => id))}::bigint[]) and seats.status = 'kept'
    returning before.allocation_id`.execute(tx)
  const missing = kept.length === 0 ? [] : await keepInAllocations(tx, kept, now)
  const before = sql.val([...new Set(freed.map(({ allocation_id }) => allocation_id))])
  await sql`
    update seat_allocations allocation set released_at = ${now}
    where event_date_id = any(${sql.val(wanted.map(({ dateId }) => dateId))}::bigint[]) and released_at is null
      and not exists (select from seats where seats.allocation_id = allocation.id
        and (status = 'kept' or allocation.id <> all(${before}::bigint[])))`.execute(tx)
  refuseMissing(wanted, new Set(wanted.flatMap(({ id }) => (missing.includes(id) ? [] : [id]))))
}

type KeptSeat = { id: number; dateId: number; label: string; reason: string }

/** Keeps free seats in allocations, which are made where they are missing. Returns the pools of which a seat isn't free. */
async function keepInAllocations(tx: Tx, kept: readonly KeptSeat[], now: Date): Promise<number[]> {
  const given = unnestRows('given', kept, {
    id: ['bigint', ({ id }) => id],
    date_id: ['bigint', ({ dateId }) => dateId],
    label: ['text', ({ label }) => label],
    reason: ['text', ({ reason }) => reason],
  })
  await sql`
    insert into seat_allocations (event_date_id, name, made_at) select distinct date_id, reason, ${now}::timestamptz from ${given}
    on conflict (event_date_id, name) where released_at is null do nothing`.execute(tx)
  const { rows } = await sql<{ id: number; label: string }>`
    update seats set status = 'kept', allocation_id = allocation.id
    from ${given} join seat_allocations allocation on allocation.event_date_id = given.date_id and allocation.name = given.reason
      and allocation.released_at is null
    where seats.pool_id = given.id and seats.label = given.label and seats.status = 'free'
    returning seats.pool_id as id, seats.label`.execute(tx)
  const written = new Set(rows.map(({ id, label }) => `${id} ${label}`))
  return kept.filter(({ id, label }) => !written.has(`${id} ${label}`)).map(({ id }) => id)
}

/** Removes pools that the file no longer names. One whose ticket types stay for their buyers is closed with them. */
export async function removePools(
  tx: Tx,
  stored: readonly StoredPool[],
  pools: readonly PlannedPool[],
): Promise<string[]> {
  const removed = stored.filter((pool) => !pools.some((wanted) => wanted.stored === pool))
  if (removed.length === 0) return []
  const ids = sql.val(removed.map(({ id }) => id))
  const { rows } = await sql<{ id: number }>`update pools set closed = true
    where id = any(${ids}::bigint[]) and exists (select from ticket_types where pool_id = pools.id)
    returning id`.execute(tx)
  const closed = new Set(rows.map(({ id }) => id))
  const unused = removed.flatMap(({ id }) => (closed.has(id) ? [] : [id]))
  if (unused.length > 0) await tx.deleteFrom('pools').where('id', 'in', unused).execute()
  return removed
    .filter(({ id }) => closed.has(id))
    .map(
      ({ name }) => `the pool "${name}" is not in the file any more: it is closed, and stays for what was sold of it`,
    )
}
