import type { Minor } from '@foyer/domain/money/money.ts'
import type { Tx } from '../../db/transaction/tx.ts'
import { enqueue } from '../../jobs/jobs.ts'
import { keyOf } from '../keys.ts'
import type { Payment } from '../payment.ts'

/**
 * Writes a refund and the job that sends it, in the transaction of its cause. `amountMinor` is in minor units of the
 * payment's currency. The caller makes sure that no more goes back than came in; the database checks it too.
 */
export async function queueRefund(
  tx: Tx,
  ask: {
    payment: Pick<Payment, 'id' | 'sale_id' | 'idempotency_key'>
    amountMinor: Minor
    reason: string
    now: Date
    runAt?: Date
  },
): Promise<number> {
  const { payment, amountMinor, reason, now, runAt = now } = ask
  const { count } = await tx
    .selectFrom('refunds')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('payment_id', '=', payment.id)
    .executeTakeFirstOrThrow()
  const { id } = await tx
    .insertInto('refunds')
    .values({
      payment_id: payment.id,
      sale_id: payment.sale_id,
      amount_minor: amountMinor,
      reason,
      idempotency_key: keyOf('refund', payment.idempotency_key, Number(count) + 1),
      created_at: now,
      updated_at: now,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await enqueue(tx, { kind: 'refund', key: String(id), payload: { refund_id: id }, runAt, now })
  return id
}
