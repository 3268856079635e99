import { sql } from 'kysely'
import type { Tx } from '../../db/transaction/tx.ts'
import { holdAtTerms } from '../../sale/hold/sell.ts'
import type { SaleRow } from '../../sale/sale.ts'
import { readSnapshot, type Snapshot } from '../../sale/snapshot/snapshot.ts'
import type { Terms } from '../../sale/terms/terms.ts'
import type { Payment } from '../payment.ts'
import { saleMinorOf } from '../plan/terms.ts'

/**
 * A basket that was reserved again after an organiser's edit has new terms, but an earlier payment still buys it at the terms
 * it was started with. Holds the basket at those terms. Returns null, and changes nothing, if the payment doesn't match it.
 */
export async function reacquireHoldAtPaymentTerms(
  tx: Tx,
  sale: SaleRow,
  payment: Payment,
  now: Date,
): Promise<Snapshot | null> {
  // guard: begun-terms-kept
  if (payment.terms === null) return null
  await sql`savepoint as_begun`.execute(tx)
  if (await holdAtTerms(tx, sale, payment.terms as Terms, now)) {
    const snapshot = (await readSnapshot(tx, sale.id))!
    if (snapshot.totals.totalMinor === saleMinorOf(payment)) return snapshot
  }
  await sql`rollback to savepoint as_begun`.execute(tx)
  return null
}
