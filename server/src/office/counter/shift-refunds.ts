import type { Tx } from '../../db/transaction/tx.ts'
import type { Payment } from '../../payment/payment.ts'
import { isByHand } from '../../payment/provider/provider.ts'
import { applyRefundInTx } from '../../payment/refund/send.ts'
import type { OfficeContext } from '../handle.ts'
import type { ShiftRow } from './shift.ts'

/** Refunds of an order that have not been sent or handed back yet. */
export const openRefundsOf = (tx: Tx, saleId: number) =>
  tx
    .selectFrom('refunds')
    .innerJoin('payments', 'payments.id', 'refunds.payment_id')
    .select(['refunds.id', 'payments.provider', 'payments.currency'])
    .where('refunds.sale_id', '=', saleId)
    .where('refunds.status', '=', 'queued')
    .orderBy('refunds.id')
    .execute()

/** The open refunds of an order that are not in `before`. */
export const newRefundsOf = async (tx: Tx, saleId: number, before: readonly { id: number }[]) =>
  (await openRefundsOf(tx, saleId)).filter(({ id }) => before.every((refund) => refund.id !== id))

/** Counts a refund in this shift. A payment taken by hand is handed back now. */
export async function countRefundInShift(
  tx: Tx,
  ctx: OfficeContext,
  shift: ShiftRow,
  { id, provider }: { id: number; provider: Payment['provider'] },
): Promise<void> {
  await tx.insertInto('counter_refunds').values({ refund_id: id, shift_id: shift.id, at: ctx.now }).execute()
  if (isByHand(provider)) await markHandedBack(tx, ctx, id)
}

const markHandedBack = (tx: Tx, { deps, now }: OfficeContext, refundId: number): Promise<void> =>
  applyRefundInTx(tx, deps, {
    refundId,
    reported: { status: 'succeeded', providerRefundId: `by-hand-${refundId}`, failureText: null },
    now,
  })
