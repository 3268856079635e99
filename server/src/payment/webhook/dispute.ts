import type { Minor } from '@foyer/domain/money/money.ts'
import { sum } from '@foyer/domain/money/money.ts'
import type { Tx } from '../../db/transaction/tx.ts'
import { lockSale, record } from '../../sale/sale.ts'
import { type ByOrganiser, book, disputeMovement } from '../ledger/ledger.ts'
import { partsOf } from '../refund/queue.ts'
import { endSale, refundablePayments } from '../refund/reverse-sale.ts'

/** A dispute, in which the buyer's bank takes money back. Recorded as the provider reports it. */
export type DisputeEvent = {
  id: string
  amountMinor: Minor
  reason: string
  status: string
  /** The bank has finally kept the money. */
  isLost: boolean
  at: Date
}

/** Stores the newest report of a dispute, in whatever order they arrive. A lost dispute is booked once. */
export async function recordDispute(
  tx: Tx,
  payment: { id: number; sale_id: number },
  dispute: DisputeEvent,
  now: Date,
): Promise<void> {
  await lockSale(tx, payment.sale_id)
  const existing = await tx
    .selectFrom('disputes')
    .selectAll()
    .where('provider_dispute_id', '=', dispute.id)
    .forUpdate()
    .executeTakeFirst()
  // A dispute is about one payment. Another account's event may not change it.
  if (existing && existing.payment_id !== payment.id) return
  if (existing && existing.updated_at > dispute.at) return
  const details = {
    amount_minor: dispute.amountMinor,
    reason: dispute.reason,
    status: dispute.status,
    updated_at: dispute.at,
  }
  await tx
    .insertInto('disputes')
    .values({ payment_id: payment.id, provider_dispute_id: dispute.id, opened_at: dispute.at, ...details })
    .onConflict((conflict) => conflict.column('provider_dispute_id').doUpdateSet(details))
    .execute()
  if (!existing) await record(tx, payment.sale_id, 'disputed', now, { reason: dispute.reason })
  if (dispute.isLost && dispute.amountMinor > 0) await bookLoss(tx, payment, dispute.amountMinor, now)
}

/** Books the loss. If nothing is left of the payment, the tickets become invalid and go back on sale. */
async function bookLoss(
  tx: Tx,
  { id, sale_id }: { id: number; sale_id: number },
  amountMinor: Minor,
  now: Date,
): Promise<void> {
  const booked = await tx
    .selectFrom('ledger_entries')
    .select('id')
    .where('payment_id', '=', id)
    .where('movement', '=', 'dispute')
    .executeTakeFirst()
  if (booked) return
  const { currency } = await tx.selectFrom('payments').select('currency').where('id', '=', id).executeTakeFirstOrThrow()
  const owed = await endRefunds(tx, id, amountMinor, now)
  await book(tx, {
    saleId: sale_id,
    movement: 'dispute',
    amounts: disputeMovement(amountMinor, owed),
    currency,
    paymentId: id,
    at: now,
  })
  await record(tx, sale_id, 'dispute_lost', now, { amount_minor: amountMinor })
  const sale = await lockSale(tx, sale_id)
  const left = sum((await refundablePayments(tx, sale_id)).map(({ leftMinor }) => leftMinor))
  if (left <= 0 && sale.paid_at !== null && sale.cancelled_at === null) await endSale(tx, sale, 'dispute_lost', now)
}

/**
 * Ends the refunds that the bank has made unnecessary: the buyer has the money, and the vendor refuses to send it a second time.
 * Returns whose money they were.
 */
async function endRefunds(tx: Tx, paymentId: number, lostMinor: Minor, now: Date): Promise<ByOrganiser> {
  const queued = await tx
    .selectFrom('refunds')
    .select(['id', 'amount_minor', 'parts'])
    .where('payment_id', '=', paymentId)
    .where('status', '=', 'queued')
    .where('provider_refund_id', 'is', null)
    .forUpdate()
    .execute()
  const owed = new Map<number | null, Minor>()
  for (const refund of queued)
    for (const [whose, minor] of partsOf(refund)) owed.set(whose, (owed.get(whose) ?? 0) + minor)
  if (queued.length === 0 || sum([...owed.values()]) > lostMinor) return new Map()
  await tx
    .updateTable('refunds')
    .set({ status: 'failed', failure_text: 'charged back', updated_at: now })
    .where(
      'id',
      'in',
      queued.map(({ id }) => id),
    )
    .execute()
  return owed
}
