import { groupBy } from '@foyer/domain/group.ts'
import type { Minor } from '@foyer/domain/money/money.ts'
import { sum } from '@foyer/domain/money/money.ts'
import { prorate } from '@foyer/domain/money/prorate.ts'
import { disputeState } from '@foyer/domain/payment/dispute.ts'
import { sql } from 'kysely'
import type { Tx } from '../../db/transaction/tx.ts'
import { lockSale, record, type SaleRow } from '../../sale/sale.ts'
import { type ByOrganiser, balancesOf, book, disputeMovement, receivables } from '../ledger/ledger.ts'
import { bookRefund, type LineRow, linesOf, type Parts, remainingOf, spreadAmount } from '../refund/book-refund.ts'
import { partsOf, SUPERSEDED } from '../refund/queue.ts'
import { endSale, refundablePayments } from '../refund/reverse-sale.ts'

/** A dispute, in which the buyer's bank takes money back. Recorded as the provider reports it. */
export type DisputeEvent = {
  id: string
  amountMinor: Minor
  reason: string
  status: string
  /** Until when the provider accepts evidence. */
  dueAt: Date | null
  at: Date
}

/**
 * Stores the newest report of a dispute, in whatever order they arrive. A lost dispute is booked once. Returns what has become of it,
 * if the team does not know that yet.
 */
export async function recordDispute(
  tx: Tx,
  payment: { id: number; sale_id: number },
  dispute: DisputeEvent,
  now: Date,
): Promise<'opened' | 'won' | 'lost' | null> {
  await lockSale(tx, payment.sale_id)
  const existing = await tx
    .selectFrom('disputes')
    .selectAll()
    .where('provider_dispute_id', '=', dispute.id)
    .forUpdate()
    .executeTakeFirst()
  // A dispute is about one payment. Another account's event may not change it.
  if (existing && existing.payment_id !== payment.id) return null
  if (existing && existing.updated_at > dispute.at) return null
  const details = {
    amount_minor: dispute.amountMinor,
    reason: dispute.reason,
    status: dispute.status,
    updated_at: dispute.at,
    due_at: dispute.dueAt ?? existing?.due_at ?? null,
  }
  const state = disputeState(dispute.status)
  await tx
    .insertInto('disputes')
    .values({ payment_id: payment.id, provider_dispute_id: dispute.id, opened_at: dispute.at, ...details })
    .onConflict((conflict) => conflict.column('provider_dispute_id').doUpdateSet(details))
    .execute()
  if (!existing) await record(tx, payment.sale_id, 'disputed', now, { reason: dispute.reason })
  if (state === 'lost' && dispute.amountMinor > 0 && !(await isBooked(tx, payment, dispute.id)))
    await bookLoss(tx, payment, dispute, now)
  if (state === 'won' || state === 'lost') return existing && disputeState(existing.status) === state ? null : state
  return existing ? null : 'opened'
}

/** Whether the loss of this dispute is in the ledger. */
async function isBooked(tx: Tx, payment: { id: number; sale_id: number }, disputeId: string): Promise<boolean> {
  const events = await tx
    .selectFrom('sale_events')
    .select(sql<string | null>`facts->>'dispute'`.as('dispute'))
    .where('sale_id', '=', payment.sale_id)
    .where('kind', '=', 'dispute_lost')
    .execute()
  // guard: lost-dispute-booked-once
  if (events.some(({ dispute }) => dispute === disputeId)) return true
  if (events.every(({ dispute }) => dispute !== null)) return false
  // Earlier versions did not say which dispute they booked: one of each payment, which is its oldest.
  const booked = await tx
    .selectFrom('ledger_entries')
    .select('id')
    .where('payment_id', '=', payment.id)
    .where('movement', '=', 'dispute')
    .executeTakeFirst()
  const oldest = await tx
    .selectFrom('disputes')
    .select('provider_dispute_id')
    .where('payment_id', '=', payment.id)
    .orderBy('id')
    .executeTakeFirst()
  return booked !== undefined && oldest?.provider_dispute_id === disputeId
}

/** Books the loss. If nothing is left of the payment, the tickets become invalid and go back on sale. */
async function bookLoss(
  tx: Tx,
  { id, sale_id }: { id: number; sale_id: number },
  { id: dispute, amountMinor }: Pick<DisputeEvent, 'id' | 'amountMinor'>,
  now: Date,
): Promise<void> {
  const { currency } = await tx.selectFrom('payments').select('currency').where('id', '=', id).executeTakeFirstOrThrow()
  const owed = await endRefunds(tx, id, amountMinor, now)
  const sale = await lockSale(tx, sale_id)
  await book(tx, {
    saleId: sale_id,
    movement: 'dispute',
    amounts: disputeMovement(amountMinor, owed),
    currency,
    paymentId: id,
    at: now,
  })
  await record(tx, sale_id, 'dispute_lost', now, { amount_minor: amountMinor, dispute })
  const left = sum((await refundablePayments(tx, sale_id)).map(({ leftMinor }) => leftMinor))
  if (left > 0 || sale.paid_at === null || sale.cancelled_at !== null) return
  await writeOff(tx, sale, now)
  await endSale(tx, sale, 'dispute_lost', now)
}

/**
 * Books what the end of an order after a lost dispute cancels besides the loss: payments of a plan that are still to come, and what
 * gift vouchers paid, which goes back to them.
 */
async function writeOff(tx: Tx, sale: SaleRow, now: Date): Promise<void> {
  const due = receivables(await balancesOf(tx, sale.id))
  const { lines, filledIn } = await linesOf(tx, sale)
  const parts = new Map(lines.map((line) => [line, withVoucher(line, NOTHING)]))
  // The ledger of an order from earlier versions names no organiser.
  for (const [organiserId, own] of groupBy(lines, (line) => (filledIn ? null : line.organiser_id)))
    for (const [line, unpaid] of spreadAmount(own, Math.max(0, due.get(organiserId) ?? 0)))
      parts.set(line, withVoucher(line, unpaid))
  await bookRefund(tx, sale, { movement: 'cancellation', parts, now })
}

const NOTHING: Parts = { net: 0, fee: 0, protection: 0, delivery: 0, voucher: 0, rounding: 0 }

/** These parts, and what gift vouchers paid of what is then left of the line. */
function withVoucher(line: LineRow, unpaid: Parts): Parts {
  const left = remainingOf(line)
  const open = VOUCHER_PARTS.map((part) => left[part] - unpaid[part])
  const shares = prorate(left.voucher, open)
  const paid = Object.fromEntries(VOUCHER_PARTS.map((part, i) => [part, unpaid[part] + shares[i]!]))
  return { ...unpaid, ...paid, voucher: left.voucher }
}

/** What gift vouchers pay of a line. */
const VOUCHER_PARTS = ['net', 'fee', 'protection', 'delivery'] as const

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
    .set({ status: 'failed', failure_text: SUPERSEDED.chargedBack, updated_at: now })
    .where(
      'id',
      'in',
      queued.map(({ id }) => id),
    )
    .execute()
  return owed
}
