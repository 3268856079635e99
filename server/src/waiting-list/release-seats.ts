import { groupBy } from '@foyer/domain/group.ts'
import { sql } from 'kysely'
import { runBatch } from '../db/transaction/batch.ts'
import { type Db, inTx, type Tx } from '../db/transaction/tx.ts'
import type { Deps } from '../deps.ts'
import { doEach } from '../jobs/do-each.ts'
import { keepFreeQueries, lockList, lockTypes, typesOfList } from './counters.ts'

type Allocation = { id: number; dateId: number }

/**
 * Puts kept seats of an allocation on sale: these, or all of them, which ends it. As with returned places, the waiting list of the
 * date gets them first (docs/decisions/059). Returns how many there were; null if the allocation has been released already.
 */
export async function releaseSeats(
  tx: Tx,
  { id, dateId }: Allocation,
  seatIds: readonly number[] | 'all',
  now: Date,
): Promise<number | null> {
  // A form of the event that is being saved writes what it has read of its seats, and one that was opened before is out of date.
  await sql`update events set version = version + 1
    where id = (select event_id from event_dates where id = ${dateId})`.execute(tx)
  const list = await lockList(tx, dateId, now, 'wait')
  if (list === null) return null
  await lockTypes(tx, await typesOfList(tx, list, list.on, now))
  // What has sold out since the list was last served is listed before its places are free.
  await runBatch(tx, ...keepFreeQueries(await typesOfList(tx, list, list.on, now), list.on))
  const open = await tx
    .updateTable('seat_allocations')
    .set((eb) => ({ released_at: seatIds === 'all' ? now : eb.ref('released_at') }))
    .where('id', '=', id)
    // guard: released-once
    .where('released_at', 'is', null)
    .returning('id')
    .executeTakeFirst()
  if (open === undefined) return null
  const freed = await tx
    .updateTable('seats')
    .set({ status: 'free', allocation_id: null })
    .where('allocation_id', '=', id)
    .where('status', '=', 'kept')
    .$if(seatIds !== 'all', (query) => query.where('id', 'in', [-1, ...(seatIds as readonly number[])]))
    .returning('pool_id')
    .execute()
  const pools = [...groupBy(freed, ({ pool_id }) => pool_id!)].sort(([a], [b]) => a - b)
  for (const [poolId, own] of pools)
    await tx
      .updateTable('pools')
      .set((eb) => ({ kept: eb('kept', '-', own.length) }))
      .where('id', '=', poolId)
      .execute()
  // One without seats has nothing left to keep, nor to come back.
  if (seatIds !== 'all' && freed.length > 0)
    await sql`update seat_allocations set released_at = ${now}
      where id = ${id} and not exists (select from seats where allocation_id = ${id})`.execute(tx)
  return freed.length
}

/** How many allocations a run of the task releases at most. The next run continues. */
const MOST = 200

const dueAllocations = (db: Db, now: Date): Promise<Allocation[]> =>
  db
    .selectFrom('seat_allocations')
    .select(['id', 'event_date_id as dateId'])
    .where('released_at', 'is', null)
    .where('release_at', '<=', now)
    .orderBy('release_at')
    .orderBy('id')
    .limit(MOST)
    .execute()

/**
 * Releases the allocations whose time has come, each in a transaction of its own, so that a run after a crash continues with the
 * next. Any number of processes may run it. Returns how many seats went on sale.
 */
export async function releaseDueSeats(deps: Pick<Deps, 'db' | 'clock' | 'log'>): Promise<number> {
  const now = deps.clock.now()
  let seats = 0
  try {
    await doEach(await dueAllocations(deps.db, now), async (allocation) => {
      seats += (await inTx(deps.db, (tx) => releaseSeats(tx, allocation, 'all', now))) ?? 0
    })
  } finally {
    if (seats > 0) deps.log.info({ seats }, 'held back seats released')
  }
  return seats
}
