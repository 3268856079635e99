import type { Minor } from '@foyer/domain/money/money.ts'
import { type RawBuilder, type Selectable, sql } from 'kysely'
import type { RefundsTable } from '../../db/schema/types.generated.ts'
import type { Tx } from '../../db/transaction/tx.ts'
import { enqueue } from '../../jobs/jobs.ts'
import { keyOf } from '../keys.ts'
import { type ByOrganiser, splitBy } from '../ledger/ledger.ts'
import type { Payment } from '../payment.ts'
import { isByHand } from '../provider/provider.ts'

/**
 * Why a refund that was queued is not sent: its money went back in another way. Such a row has the status of a failed one, but nothing
 * has failed.
 */
export const SUPERSEDED = { atVendor: 'made at the vendor', chargedBack: 'charged back' } as const
export const SUPERSEDED_TEXTS: readonly string[] = Object.values(SUPERSEDED)

/** Whether a refund, a row with this alias or name, has failed and its money is still owed. */
export const hasFailed = (refund: string): RawBuilder<boolean> =>
  sql<boolean>`(${sql.ref(`${refund}.status`)} = 'failed'
    and coalesce(${sql.ref(`${refund}.failure_text`)}, '') <> all(${sql.val(SUPERSEDED_TEXTS)}::text[]))`

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
