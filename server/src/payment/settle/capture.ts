import type { Tx } from '../../db/transaction/tx.ts'
import { type ByOrganiser, bookQuery, captureMovement, platformFeeMovement, splitBy } from '../ledger/ledger.ts'
import type { Payment } from '../payment.ts'

/** The statement that books a payment's money to the organisers in `split`. */
export const captureQuery = (tx: Tx, payment: Payment, split: ByOrganiser, now: Date) =>
  bookQuery(tx, {
    saleId: payment.sale_id,
    movement: 'capture',
    // guard: capture-booked
    amounts: captureMovement(split),
    currency: payment.currency,
    paymentId: payment.id,
    at: now,
  })

/** The statement that books the operator's fee of a payment, which the operator keeps when the order is refunded. */
export const platformFeeQuery = (tx: Tx, payment: Payment, split: ByOrganiser, now: Date) =>
  payment.platform_fee_minor === 0
    ? null
    : bookQuery(tx, {
        saleId: payment.sale_id,
        movement: 'platform_fee',
        // guard: platform-fee-booked
        amounts: platformFeeMovement(splitBy(payment.platform_fee_minor, split)),
        currency: payment.currency,
        paymentId: payment.id,
        at: now,
      })
