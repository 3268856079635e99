import type { Minor } from '@foyer/domain/money/money.ts'
import type { Selectable } from 'kysely'
import type { RefundsTable } from '../../db/schema/types.generated.ts'
import type { Tx } from '../../db/transaction/tx.ts'
import { enqueue } from '../../jobs/jobs.ts'
import { isByHand } from '../../payment-provider.ts'
import { keyOf } from '../keys.ts'
import { type ByOrganiser, splitBy } from '../ledger/ledger.ts'
import type { Payment } from '../payment.ts'

/**
 * Writes a refund and the job that sends it, if a vendor has the money, in the transaction of its cause. `amountMinor` is in minor units of the
 * payment's currency. The caller makes sure that no more is refunded than was captured; the database checks it too.
 */
export async function queueRefund(
  tx: Tx,
  refund: {
    payment: Pick<Payment, 'id' | 'sale_id' | 'idempotency_key' | 'provider'>
    amountMinor: Minor
    reason: string
    /** The organiser; unset for money that bought nothing. */
    parts?: ByOrganiser
    now: Date
    runAt?: Date
  },
): Promise<number> {
  const { payment, amountMinor, reason, parts, now, runAt = now } = refund
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
      parts: parts ? storedParts(parts) : null,
      idempotency_key: keyOf('refund', payment.idempotency_key, Number(count) + 1),
      created_at: now,
      updated_at: now,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  // A payment taken by hand stays queued until staff hand it back.
  if (!isByHand(payment.provider))
    await enqueue(tx, { kind: 'refund', key: String(id), payload: { refund_id: id }, runAt, now })
  return id
}

export const storedParts = (parts: ByOrganiser): string => JSON.stringify([...parts])

/** A refund by organiser. Its amount may be lower than when it was queued, because staff refunded a part manually. */
export const partsOf = ({ amount_minor, parts }: Pick<Selectable<RefundsTable>, 'amount_minor' | 'parts'>) =>
  splitBy(amount_minor, new Map((parts ?? []) as [number | null, Minor][]))
