import { groupBy } from '@foyer/domain/group.ts'
import { sql } from 'kysely'
import type { Tx } from '../../db/transaction/tx.ts'

/**
 * Makes these house seats free for the rest of the transaction, which must sell them or roll back. Nobody else can take them
 * meanwhile, because the counters of their pools and of these types are locked here, in lock order. Their allocation stays with
 * them, so that they return to it. Returns false if one of them is no longer kept.
 */
export async function openHouseSeats(
  tx: Tx,
  seats: readonly { id: number; poolId: number }[],
  ticketTypeIds: readonly number[],
): Promise<boolean> {
  if (seats.length === 0) return true
  const poolIds = sql.val([...new Set(seats.map(({ poolId }) => poolId))])
  // All types of the pools, because releasing expired holds may lock any of them.
  await sql`select from stock where pool_id = any(${poolIds}::bigint[]) or ticket_type_id = any(${sql.val(ticketTypeIds)}::bigint[])
    order by pool_id nulls first, ticket_type_id for update`.execute(tx)
  await sql`select from pools where id = any(${poolIds}::bigint[]) order by id for update`.execute(tx)
  const opened = await tx
    .updateTable('seats')
    .set({ status: 'free' })
    .where(
      'id',
      'in',
      seats.map(({ id }) => id),
    )
    .where('status', '=', 'kept')
    .returning('pool_id')
    .execute()
  if (opened.length < seats.length) return false
  for (const [poolId, own] of groupBy(opened, ({ pool_id }) => pool_id!))
    await tx
      .updateTable('pools')
      .set((eb) => ({ kept: eb('kept', '-', own.length) }))
      .where('id', '=', poolId)
      .execute()
  return true
}

/**
 * Returns freed seats to their allocations. Their places must have been returned; where the waiting list has taken one, or the
 * allocation has been released, its seat stays free and belongs to no allocation any more.
 */
export async function returnToAllocations(
  tx: Tx,
  seats: readonly { id: number; poolId: number; allocationId: number }[],
): Promise<void> {
  const ids = [...new Set(seats.map(({ poolId }) => poolId))].sort((a, b) => a - b)
  const { rows: pools } = await sql<{ id: number; room: number }>`
    select id, capacity - held - sold - kept as room from pools where id = any(${sql.val(ids)}::bigint[])
    order by id for update`.execute(tx)
  const allocationIds = sql.val([...new Set(seats.map(({ allocationId }) => allocationId))])
  // A release waits for this, or this finds it released.
  const { rows: allocations } = await sql<{ id: number }>`
    select id from seat_allocations where id = any(${allocationIds}::bigint[]) and released_at is null
    order by id for share`.execute(tx)
  const open = new Set(allocations.map(({ id }) => id))
  for (const { id: poolId, room } of pools) {
    const own = seats.filter((seat) => seat.poolId === poolId)
    const returning = own.filter(({ allocationId }) => open.has(allocationId)).map(({ id }) => id)
    const kept = returning.slice(0, Math.max(0, room))
    const free = own.map(({ id }) => id).filter((id) => !kept.includes(id))
    if (kept.length > 0) {
      await tx.updateTable('seats').set({ status: 'kept' }).where('id', 'in', kept).execute()
      await tx
        .updateTable('pools')
        .set((eb) => ({ kept: eb('kept', '+', kept.length) }))
        .where('id', '=', poolId)
        .execute()
    }
    if (free.length > 0) await tx.updateTable('seats').set({ allocation_id: null }).where('id', 'in', free).execute()
  }
}
