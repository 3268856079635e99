import { inTx } from '../../db/transaction/tx.ts'
import type { Deps } from '../../deps.ts'
import { lockPaymentQuery, type Payment } from '../payment.ts'
import { instalmentLost } from '../plan/instalment.ts'
import { areOpen } from '../provider/status.ts'

/** Ends a payment that never reached its provider. */
export async function failUnsentPayment(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  paymentId: number,
): Promise<Payment> {
  const now = clock.now()
  return inTx(db, async (tx) => {
    const unknown = await tx
      .updateTable('payments')
      .set({ status: 'cancelled', failure_code: 'lost', updated_at: now, checked_at: now })
      .where('id', '=', paymentId)
      .where('provider_payment_id', 'is', null)
      .where(areOpen())
      .returningAll()
      .executeTakeFirst()
    if (unknown?.purpose === 'plan_instalment') await instalmentLost(tx, unknown, now)
    return unknown ?? (await lockPaymentQuery(tx, paymentId).executeTakeFirstOrThrow())
  })
}
