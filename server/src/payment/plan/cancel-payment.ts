import { inTx } from '../../db/transaction/tx.ts'
import type { Deps } from '../../deps.ts'
import { enqueue } from '../../jobs/jobs.ts'

/** Cancels a failed attempt at the provider, so that it cannot be completed later alongside the next one. */
export async function cancelInstalmentPayment(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  paymentId: number,
): Promise<void> {
  const now = clock.now()
  await inTx(db, async (tx) => {
    await tx
      .updateTable('payments')
      .set((eb) => ({ called_off_at: eb.fn.coalesce('called_off_at', eb.val(now)) }))
      .where('id', '=', paymentId)
      .execute()
    await enqueue(tx, { kind: 'cancel_payment', key: String(paymentId), payload: { payment_id: paymentId }, now })
  })
}
