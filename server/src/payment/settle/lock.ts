import { command, query, runBatch } from '../../db/transaction/batch.ts'
import type { Tx } from '../../db/transaction/tx.ts'
import type { ProviderPayment } from '../../payment-provider.ts'
import type { SaleRow } from '../../sale/sale.ts'
import { type Snapshot, snapshotFrom } from '../../sale/snapshot.ts'
import { type SaleWithLines, saleRowsQuery } from '../../sale/snapshot-rows.ts'
import { FINAL, lockPaymentQuery, type Payment } from '../payment.ts'

/** A payment and its sale, both locked, as they were before the provider's report. `read` returns the sale's snapshot. */
export type Locked = { sale: SaleRow; payment: Payment; read(): Promise<Snapshot> }

/** Locks a payment's sale, then the payment. Stores what the provider captured, and reads the sale, in the same round trip. */
export async function lockPaid(
  tx: Tx,
  { id, saleId }: { id: number; saleId: number },
  reported: ProviderPayment,
  now: Date,
): Promise<Locked> {
  const isPaid = reported.status === 'paid'
  const [sale, payment, , rows] = await runBatch(
    tx,
    query(tx.selectFrom('sales').selectAll().where('id', '=', saleId).forUpdate(), ([row]) => row),
    query(lockPaymentQuery(tx, id), ([row]) => row),
    command(isPaid ? storeCaptured(tx, id, reported, now) : null),
    isPaid ? saleRowsQuery([saleId]) : query(null, () => new Map<number, SaleWithLines>()),
  )
  if (!sale || !payment) throw new Error(`there is no payment ${id} of sale ${saleId}`)
  return { sale, payment, read: () => snapshotFrom(tx, rows.get(saleId)!) }
}

/** Stores what the provider captured, not what was requested, unless it is stored already. */
const storeCaptured = (tx: Tx, id: number, { amountMinor, currency, card }: ProviderPayment, now: Date) =>
  tx
    .updateTable('payments')
    .set({
      status: 'paid',
      amount_minor: amountMinor,
      currency,
      card_brand: card?.brand ?? null,
      card_last4: card?.last4 ?? null,
      redirect_url: null,
      paid_at: now,
      updated_at: now,
      failure_code: null,
      failure_text: null,
    })
    .where('id', '=', id)
    .where('status', 'not in', [...FINAL])
