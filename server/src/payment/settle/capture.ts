import type { Tx } from '../../db/transaction/tx.ts'
import { type ByOrganiser, book, captureMovement, ledgerRows, platformFeeMovement, splitBy } from '../ledger/ledger.ts'
import type { Payment } from '../payment.ts'

/** A payment whose money is booked. One that is written together with its bookings has no id yet. */
export type Captured = Pick<Payment, 'sale_id' | 'amount_minor' | 'currency' | 'platform_fee_minor'> & { id?: number }

/** The movement that books a payment's money to the organisers in `split`. */
const capture = (payment: Captured, split: ByOrganiser, now: Date) => ({
  saleId: payment.sale_id,
  movement: 'capture',
  // guard: capture-booked
  amounts: captureMovement(split),
  currency: payment.currency,
  paymentId: payment.id,
  at: now,
})

/** The movement that books the operator's fee of a payment, which the operator keeps when the order is refunded. */
const platformFee = (payment: Captured, split: ByOrganiser, now: Date) => ({
  saleId: payment.sale_id,
  movement: 'platform_fee',
  // guard: platform-fee-booked
  amounts: platformFeeMovement(splitBy(payment.platform_fee_minor, split)),
  currency: payment.currency,
  paymentId: payment.id,
  at: now,
})

/** The rows of the ledger for a payment and the operator's fee of it, which belongs to those who are `owed`. */
export const captureRows = (payment: Captured, split: ByOrganiser, owed: ByOrganiser, now: Date) => [
  ...ledgerRows(capture(payment, split, now)),
  ...(payment.platform_fee_minor === 0 ? [] : ledgerRows(platformFee(payment, owed, now))),
]

/** Books a payment's money to the organisers in `split`. */
export const bookCapture = (tx: Tx, payment: Captured, split: ByOrganiser, now: Date): Promise<void> =>
  book(tx, capture(payment, split, now))

/** Books the operator's fee of a payment, if it has one. */
export async function bookPlatformFee(tx: Tx, payment: Captured, split: ByOrganiser, now: Date): Promise<void> {
  if (payment.platform_fee_minor !== 0) await book(tx, platformFee(payment, split, now))
}
