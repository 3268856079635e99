import { sql } from 'kysely'
import { type Query, query } from './db/transaction/batch.ts'
import type { Tx } from './db/transaction/tx.ts'

/*
 * The one home of the question whether an organiser may sell. The operator closes and reopens organisers; what a closed one has
 * sold goes on.
 */

/** Whether the operator has closed the organiser of a row named `event`. */
export const IS_CLOSED = sql<boolean>`exists (select from organisers seller
  where seller.id = event.organiser_id and seller.closed_at is not null)`

/** Whether an organiser sells nothing new. */
export const isClosed = async (db: Pick<Tx, 'selectFrom'>, organiserId: number): Promise<boolean> =>
  (await db
    .selectFrom('organisers')
    .select('id')
    .where('id', '=', organiserId)
    .where('closed_at', 'is not', null)
    .executeTakeFirst()) !== undefined

const KEY = (organiserId: unknown) => sql`hashtextextended('sales of organiser ' || ${organiserId}, 0)`

/**
 * Waits for those who close or open an organiser of these sales, and lets nobody do so until the commit. Sales don't wait for each
 * other. Whether an organiser is closed has to be read by a later statement, which sees what this one waited for.
 */
export function lockSellersQuery(saleIds: readonly number[]): Query<void> {
  // guard: closing-waits-for-sales
  const lock = sql`select pg_advisory_xact_lock_shared(${KEY(sql`seller.id`)}) from (
      select event.organiser_id as id from sale_lines line join ticket_types type on type.id = line.ticket_type_id
        join events event on event.id = type.event_id where line.sale_id = any(${sql.val(saleIds)}::bigint[])
      union
      select design.organiser_id from sale_vouchers line join gift_voucher_designs design on design.id = line.design_id
        where line.sale_id = any(${sql.val(saleIds)}::bigint[])
      order by id) seller`
  return query(lock, () => {})
}

/**
 * Waits for the sales of an organiser that are being decided, and lets none begin until the commit. It reads a row, as they do, so
 * that on Citus both take the lock on the node of the shop.
 */
export const lockSelling = (tx: Tx, organiserId: number) =>
  sql`select pg_advisory_xact_lock(${KEY(sql`id`)}) from organisers where id = ${organiserId}`.execute(tx)
