import { checkout } from '@foyer/contract/messages.ts'
import { sql } from 'kysely'
import { type Db, inTx, type Tx } from '../../db/transaction/tx.ts'
import type { Deps } from '../../deps.ts'
import { enqueue } from '../../jobs/jobs.ts'
import { textInLanguage } from '../../language.ts'
import { areOpen } from '../../payment/provider/status.ts'
import { readerOf } from '../reader.ts'
import { isExpired, lockSale, record, type SaleRow } from '../sale.ts'
import { releaseCodes } from './codes.ts'
import { keepsHold } from './pending-payment.ts'
import { freeSeats } from './seats.ts'

export type ReleaseReason = 'expired' | 'edited' | 'unpaid' | 'cancelled'

const isWithBank = async (tx: Tx, saleId: number, now: Date): Promise<boolean> =>
  (await tx.selectFrom('sales').select('id').where('id', '=', saleId).where(keepsHold(now)).executeTakeFirst()) !==
  undefined

/**
 * Releases a hold's stock immediately, in the transaction that ends the hold. The sale must be locked. A job cancels payments
 * that could still be made, because a forgotten tab must not pay for tickets that are gone. Returns the changed sale.
 */
export async function releaseHold(tx: Tx, sale: SaleRow, reason: ReleaseReason, now: Date): Promise<SaleRow> {
  // guard: held-stock-returned
  await sql`
    with released as (delete from holds where sale_id = ${sale.id} returning ticket_type_id, qty),
    returned as (delete from quota_uses where sale_id = ${sale.id}),
    counted as (
      select stock.ticket_type_id, released.qty
      from stock join released using (ticket_type_id)
      order by stock.pool_id nulls first, stock.ticket_type_id for update of stock
    )
    update stock set held = held - counted.qty from counted where stock.ticket_type_id = counted.ticket_type_id`.execute(
    tx,
  )
  await freeSeats(tx, sale.id, 'held')
  await releaseCodes(tx, sale.id)
  await cancelOpenPayments(tx, sale.id, now)
  await record(tx, sale.id, 'hold_ended', now, { why: reason })
  return tx
    .updateTable('sales')
    .set({
      state: 'basket',
      held_until: null,
      held_from: null,
      hold_extensions: 0,
      updated_at: now,
      ...(reason === 'expired' && { expired: true }),
      // A hold expires in this step only after the bank has refused, so the message names the failed payment as well.
      ...(reason === 'expired' &&
        sale.state === 'awaiting_truelayer' && {
          reserving_error: textInLanguage(readerOf(sale), () => checkout['error.bankPaymentExpired']),
        }),
      ...(reason === 'edited' && { edit_basket_clicked: true, expired: false, reserving_error: null }),
    })
    .where('id', '=', sale.id)
    .returningAll()
    .executeTakeFirstOrThrow()
}

/**
 * Enqueues the cancellation, at their providers, of this sale's open payments: all of them, or those with these ids. The
 * buyer is never offered them again.
 */
export async function cancelOpenPayments(tx: Tx, saleId: number, now: Date, ids?: readonly number[]): Promise<void> {
  const openPayments = await tx
    .updateTable('payments')
    .set((eb) => ({ called_off_at: eb.fn.coalesce('called_off_at', eb.val(now)) }))
    .where('sale_id', '=', saleId)
    .where(areOpen())
    .where('provider', '<>', 'free')
    .where('purpose', '<>', 'plan_instalment')
    .$if(ids !== undefined, (query) => query.where('id', 'in', ids!.length > 0 ? ids! : [-1]))
    .returning('id')
    .execute()
  for (const { id } of openPayments)
    await enqueue(tx, { kind: 'cancel_payment', key: String(id), payload: { payment_id: id }, now })
}

/** The same for payments redirected to a bank's page, when the buyer returns to pay another way. */
export async function cancelBankPayments(tx: Tx, saleId: number, now: Date): Promise<void> {
  const openPayments = await tx
    .selectFrom('payments')
    .select('id')
    .where('sale_id', '=', saleId)
    .where('redirect_url', 'is not', null)
    .where(areOpen())
    .execute()
  await cancelOpenPayments(
    tx,
    saleId,
    now,
    openPayments.map(({ id }) => id),
  )
}

/**
 * Returns the sale after releasing an expired hold. The sale must be locked. A sale whose payment is with a bank keeps its
 * hold, up to the payment's own limit.
 */
export async function refreshHold(tx: Tx, sale: SaleRow, now: Date): Promise<SaleRow> {
  // guard: hold-ends
  const hasEnded = isExpired(sale, now) && sale.paid_at === null
  if (!hasEnded || (await isWithBank(tx, sale.id, now))) return sale
  return releaseHold(tx, sale, 'expired', now)
}

/** Returns the sale, releasing its hold if expired; otherwise only reads. Null for an unknown sale. */
export async function freshSale(db: Db, saleId: number, now: Date): Promise<SaleRow | null> {
  const sale = await db.selectFrom('sales').selectAll().where('id', '=', saleId).executeTakeFirst()
  if (!sale) return null
  const isDue = isExpired(sale, now) && sale.paid_at === null
  return isDue ? inTx(db, async (tx) => refreshHold(tx, await lockSale(tx, saleId), now)) : sale
}

/** Sales whose hold has expired but is not yet released. A hold whose payment is with a bank has not expired. */
export const salesWithExpiredHolds = (db: Pick<Db, 'selectFrom'>, now: Date) =>
  db
    .selectFrom('sales')
    .where('id', 'in', (holds) => holds.selectFrom('holds').select('sale_id').where('look_from', '<=', now))
    .where('held_until', '<=', now)
    .where('paid_at', 'is', null)
    .where((eb) => eb.not(keepsHold(now)))

/** Releases up to `limit` expired holds, each in its own transaction. Returns how many. Safe to run in every process. */
export async function sweepHolds({ db, clock, log, metrics }: Deps, limit = 200): Promise<number> {
  const now = clock.now()
  const dueSales = await salesWithExpiredHolds(db, now).select('id').orderBy('held_until').limit(limit).execute()
  let releasedCount = 0
  for (const { id } of dueSales) {
    const released = await inTx(db, async (tx) => {
      // Skips locked sales: the transaction that holds the lock handles them.
      const sale = await tx
        .selectFrom('sales')
        .selectAll()
        .where('id', '=', id)
        .forUpdate()
        .skipLocked()
        .executeTakeFirst()
      if (!sale) return false
      return (await refreshHold(tx, sale, now)).held_until === null
    })
    if (released) releasedCount++
  }
  if (releasedCount > 0) {
    metrics.holdsEnded.inc({ why: 'expired' }, releasedCount)
    log.info({ ended: releasedCount }, 'holds ended')
  }
  return releasedCount
}
