import type { Tx } from '../../db/transaction/tx.ts'
import { type ByOrganiser, bookQuery, captureMovement, platformFeeMovement, splitBy } from '../ledger/ledger.ts'
import type { Payment } from '../payment.ts'

/** Books the money of a payment, which `split` says whose it is; not run yet. */
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

/** Books the operator's part of a payment that is kept; not run yet. It stays the operator's when the order is refunded. */
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
