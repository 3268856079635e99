import { sql } from 'kysely'
import type { Db, Tx } from '../../db/transaction/tx.ts'
import { lockSale, record } from '../../sale/sale.ts'
import { hasFailed, partsOf, queueRefund } from '../refund/queue.ts'
import { refundablePayments } from '../refund/reverse-sale.ts'
import { ANNOUNCED_BEFORE } from '../refund/send.ts'
import { cancelOutcomesOf } from './outcomes.ts'

/**
 * Tries again what failed of a cancellation: orders that could not be refunded automatically, and refunds that the vendor refused
 * for good. In the caller's transaction; returns how many orders it is about.
 */
export async function retryCancellation(tx: Tx, eventId: number, now: Date): Promise<number> {
  const failed = (await cancelOutcomesOf(tx as unknown as Db, eventId)).filter(
    ({ state, failures }) => state === 'blocked' || failures.length > 0,
  )
  let tried = 0
  // Locked in one order, so that two runs at the same time wait for each other.
  for (const { saleId, state } of failed.toSorted((a, b) => a.saleId - b.saleId)) {
    await lockSale(tx, saleId)
    const isFreed = state === 'blocked' && (await unblock(tx, saleId, now))
    tried += isFreed || (await requeueRefunds(tx, saleId, now)) ? 1 : 0
  }
  return tried
}

/** The job takes an order up again if its newest history entry doesn't say that it was blocked. */
async function unblock(tx: Tx, saleId: number, now: Date): Promise<boolean> {
  const last = await tx
    .selectFrom('sale_events')
    .select('kind')
    .where('sale_id', '=', saleId)
    .where('kind', 'in', ['cancellation_blocked', 'cancellation_retried'])
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  if (last?.kind !== 'cancellation_blocked') return false
  await record(tx, saleId, 'cancellation_retried', now)
  return true
}

/** Queues each payment's newest refund again if it has finally failed, up to what is left of the payment. */
async function requeueRefunds(tx: Tx, saleId: number, now: Date): Promise<boolean> {
  const { rows } = await sql<{ id: number }>`
    select id from (select distinct on (payment_id) id, status, failure_text from refunds
      where sale_id = ${saleId} and reason = ${ANNOUNCED_BEFORE} order by payment_id, id desc) newest
    where ${hasFailed('newest')}`.execute(tx)
  let isSent = false
  for (const { id } of rows) {
    const refund = await tx.selectFrom('refunds').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
    const held = (await refundablePayments(tx, saleId)).find(({ payment }) => payment.id === refund.payment_id)
    // guard: retried-refund-still-held
    const amountMinor = Math.min(refund.amount_minor, held?.leftMinor ?? 0)
    if (held === undefined || amountMinor <= 0) continue
    const parts = refund.parts === null ? {} : { parts: partsOf({ ...refund, amount_minor: amountMinor }) }
    await queueRefund(tx, { payment: held.payment, amountMinor, reason: refund.reason, ...parts, now })
    isSent = true
  }
  return isSent
}
