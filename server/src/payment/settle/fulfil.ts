import { currencyCode, toMajor } from '@foyer/domain/money/money.ts'
import { runBatch } from '../../db/transaction/batch.ts'
import type { Tx } from '../../db/transaction/tx.ts'
import { redeemCodes } from '../../sale/hold/codes.ts'
import { cancelOpenPayments } from '../../sale/hold/release.ts'
import { type SoldSale, sellHoldQueries } from '../../sale/hold/sell.ts'
import { type Snapshot, termsOf } from '../../sale/snapshot/snapshot.ts'
import { deliveryJob } from '../../tickets/delivery/deliver.ts'
import { ledgerRows, splitBy } from '../ledger/ledger.ts'
import { orderLinesOf, owedFor, salePostings } from '../order/lines.ts'
import { orderLineRows, orderTaxRows } from '../order/write.ts'
import type { Payment } from '../payment.ts'
import { beginPlan } from '../plan/terms.ts'
import { captureRows } from './capture.ts'
import type { FreePayment, Sold } from './write.ts'

/** When the tickets are delivered if the buyer's page doesn't request it first, as it usually does. */
const DELIVER_AFTER_MS = 15_000

/** A payment that the provider has reported, or a free order's, which is written with what it pays for. */
type Paid = Payment | FreePayment

/**
 * Sells the hold at the prices of this snapshot, which must be of the locked sale, read after this payment was closed. What
 * follows is written to the outbox in the same transaction. Returns what is left to write, for the caller.
 */
export async function fulfil(
  tx: Tx,
  snapshot: Snapshot,
  payment: Paid,
  now: Date,
): Promise<{ sold: Sold; selling: SoldSale[] }> {
  const { sale, has, totals } = snapshot
  const selling = { id: sale.id, seats: has.seats }
  // Stock before codes, as in a reserve. Without codes it comes last, because at a busy on-sale every buyer waits for it.
  if (has.codes) {
    await runBatch(tx, ...sellHoldQueries([selling]))
    await redeemCodes(tx, sale.id)
  }
  if (has.payments) await cancelOpenPayments(tx, sale.id, now)
  if ('id' in payment && payment.purpose === 'plan_first') await beginPlan(tx, sale, payment, now)
  const runAt = new Date(now.getTime() + DELIVER_AFTER_MS)
  const lines = orderLinesOf(snapshot)
  const captured = 'id' in payment ? payment : { ...payment, amount_minor: 0, platform_fee_minor: 0 }
  const owed = owedFor(lines)
  const sold: Sold = {
    payment,
    order: { sale, totalMinor: totals.totalMinor, paidAt: now },
    // guard: order-lines-written
    lines: orderLineRows(sale.id, lines, now),
    // guard: tax-written
    taxes: orderTaxRows(sale.id, lines),
    ledger: [
      ...captureRows(captured, /* guard: captured-by-organiser */ splitBy(captured.amount_minor, owed), owed, now),
      ...ledgerRows({
        saleId: sale.id,
        movement: 'sale',
        amounts: salePostings(lines),
        currency: payment.currency,
        paymentId: 'id' in payment ? payment.id : undefined,
        at: now,
      }),
    ],
    terms: termsOf(snapshot),
    history: {
      kind: 'paid',
      facts: { provider: 'id' in payment ? payment.provider : 'free', amount: amountOf(captured) },
    },
    // guard: delivery-queued
    delivery: deliveryJob(sale.id, { now, runAt, after: 'paid' }),
  }
  return { sold, selling: has.codes ? [] : [selling] }
}

/** The amount of a payment in major units, for the history of its sale. */
export const amountOf = ({ amount_minor, currency }: Pick<Payment, 'amount_minor' | 'currency'>) =>
  toMajor(amount_minor, currencyCode(currency))
