import { sql } from 'kysely'
import { unnestRows } from '../../../db/transaction/column-lists.ts'
import { insertAll } from '../../../db/transaction/many-rows.ts'
import type { Tx } from '../../../db/transaction/tx.ts'
import type { CatalogueEvent } from '../../format/format.ts'
import { type SeatPlan, seatsOf } from '../foyer.ts'
import type { StoredParts } from '../plan.ts'
import { type readStoredSeats, type StoredSeat, writeSeats } from './seats.ts'
import { type StockUse, soldMeanwhile, tooLowText, usedOf } from './stock.ts'

export type StoredPool = { id: number; date_id: number; name: string; seats: StoredSeat[] }

/** A pool of one date. `index` is its position in the file's list; `date` is its position in the list of dates. */
export type PlannedPool = {
  index: number
  date: number
  name: string
  capacity: number
  seats: SeatPlan[]
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
    const seats = pool.seats === undefined ? [] : seatsOf(pool.seats)
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
export async function finishPools(tx: Tx, pools: readonly PlannedPool[], ids: readonly number[]): Promise<void> {
  if (pools.length === 0) return
  const wanted = pools.map((pool, i) => ({ id: ids[i]!, pool }))
  await sql`select from pools where id = any(${sql.val(ids)}::bigint[]) order by id for update`.execute(tx)
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
  )
}

type WantedPool = { id: number; pool: PlannedPool }

/** A pool whose places or seats were sold while it was being written. */
function refuseMissing(wanted: readonly WantedPool[], written: ReadonlySet<number>): void {
  const missing = wanted.find(({ id }) => !written.has(id))
  if (missing) throw soldMeanwhile(missing.pool.name, missing.pool.capacity)
}

/** Keeps exactly the seats that the pools keep. */
async function keepSeats(tx: Tx, wanted: readonly WantedPool[]): Promise<void> {
  if (wanted.length === 0) return
  const kept = wanted.flatMap(({ id, pool }) =>
    pool.kept.flatMap(({ reason, seats = [] }) => seats.map((label) => ({ id, label, reason }))),
  )
  await tx
    .updateTable('seats')
    .set({ status: 'free', kept_reason: '' })
    .where(
      'pool_id',
      'in',
      wanted.map(({ id }) => id),
    )
    .where('status', '=', 'kept')
    .execute()
  if (kept.length === 0) return
  const { rows } = await sql<{ id: number; label: string }>`
    update seats set status = 'kept', kept_reason = given.reason
    from ${unnestRows('given', kept, {
      id: ['bigint', ({ id }) => id],
      label: ['text', ({ label }) => label],
      reason: ['text', ({ reason }) => reason],
    })}
    where seats.pool_id = given.id and seats.label = given.label and seats.status = 'free'
    returning seats.pool_id as id, seats.label`.execute(tx)
  const written = new Set(rows.map(({ id, label }) => `${id} ${label}`))
  const missing = kept.filter(({ id, label }) => !written.has(`${id} ${label}`)).map(({ id }) => id)
  refuseMissing(wanted, new Set(wanted.flatMap(({ id }) => (missing.includes(id) ? [] : [id]))))
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
