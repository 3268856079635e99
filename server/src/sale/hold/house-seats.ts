import { groupBy } from '@foyer/domain/group.ts'
import { sql } from 'kysely'
import type { Tx } from '../../db/transaction/tx.ts'

/**
 * Makes these house seats free for the rest of the transaction, which must sell them or roll back. Nobody else can take them
 * meanwhile, because the counters of their pools and of these types are locked here, in lock order. Their reason stays with them, so that they are
 * kept again when they are returned. Returns false if one of them is no longer kept.
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
 * Keeps freed seats for the house again. Their places must have been returned; where the waiting list has taken one, its seat is
 * free for the list.
 */
export async function keepAgain(tx: Tx, seats: readonly { id: number; poolId: number }[]): Promise<void> {
  const ids = [...new Set(seats.map(({ poolId }) => poolId))].sort((a, b) => a - b)
  const { rows: pools } = await sql<{ id: number; room: number }>`
    select id, capacity - held - sold - kept as room from pools where id = any(${sql.val(ids)}::bigint[])
    order by id for update`.execute(tx)
  for (const { id: poolId, room } of pools) {
    const own = seats.filter((seat) => seat.poolId === poolId).map(({ id }) => id)
    const kept = own.slice(0, Math.max(0, room))
    const released = own.slice(kept.length)
    if (kept.length > 0) {
      await tx.updateTable('seats').set({ status: 'kept' }).where('id', 'in', kept).execute()
      await tx
        .updateTable('pools')
        .set((eb) => ({ kept: eb('kept', '+', kept.length) }))
        .where('id', '=', poolId)
        .execute()
    }
    if (released.length > 0)
      await tx.updateTable('seats').set({ kept_reason: '' }).where('id', 'in', released).execute()
  }
}
