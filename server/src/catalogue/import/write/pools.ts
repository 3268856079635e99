import { sql } from 'kysely'
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
  const ids: number[] = []
  for (const { name, date, capacity, stored } of pools) {
    if (stored) {
      await sql`update pools set name = ${name}, capacity = greatest(capacity, ${capacity}::int), closed = false where id = ${stored.id}`.execute(
        tx,
      )
      ids.push(stored.id)
      continue
    }
    const { id } = await tx
      .insertInto('pools')
      .values({ event_id: eventId, event_date_id: dateIds[date]!, name, capacity })
      .returning('id')
      .executeTakeFirstOrThrow()
    ids.push(id)
  }
  return ids
}

/** Sets each pool's capacity and its kept places, once its ticket types are counted in it. Sales continue in the meantime. */
export async function finishPools(tx: Tx, pools: readonly PlannedPool[], ids: readonly number[]): Promise<void> {
  for (const [i, pool] of pools.entries()) {
    const { name, capacity, kept, seats, stored } = pool
    const id = ids[i]!
    const { numUpdatedRows } = await tx
      .updateTable('pools')
      .set({ capacity, kept: keptOf(pool), kept_reason: kept.map(({ reason }) => reason).join(', ') })
      .where('id', '=', id)
      .where(sql<boolean>`held - waiting + sold + ${keptOf(pool)}::int <= ${capacity}::int`)
      .executeTakeFirst()
    if (numUpdatedRows === 0n) throw soldMeanwhile(name, capacity)
    await writeSeats(tx, { pool_id: id }, seats, stored?.seats ?? [])
    if (seats.length > 0) await keepSeats(tx, id, pool)
  }
}

async function keepSeats(tx: Tx, id: number, { name, capacity, kept }: PlannedPool): Promise<void> {
  await tx
    .updateTable('seats')
    .set({ status: 'free', kept_reason: '' })
    .where('pool_id', '=', id)
    .where('status', '=', 'kept')
    .execute()
  for (const { reason, seats = [] } of kept) {
    const { numUpdatedRows } = await tx
      .updateTable('seats')
      .set({ status: 'kept', kept_reason: reason })
      .where('pool_id', '=', id)
      .where('label', 'in', seats)
      .where('status', '=', 'free')
      .executeTakeFirst()
    if (numUpdatedRows !== BigInt(seats.length)) throw soldMeanwhile(name, capacity)
  }
}

/** Removes pools that the file no longer names. One whose ticket types stay for their buyers is closed with them. */
export async function removePools(
  tx: Tx,
  stored: readonly StoredPool[],
  pools: readonly PlannedPool[],
): Promise<string[]> {
  const notes: string[] = []
  for (const { id, name } of stored.filter((pool) => !pools.some((wanted) => wanted.stored === pool))) {
    const { rows } = await sql`select from ticket_types where pool_id = ${id} limit 1`.execute(tx)
    if (rows.length === 0) await tx.deleteFrom('pools').where('id', '=', id).execute()
    else {
      await sql`update pools set closed = true where id = ${id}`.execute(tx)
      notes.push(`the pool "${name}" is not in the file any more: it is closed, and stays for what was sold of it`)
    }
  }
  return notes
}
