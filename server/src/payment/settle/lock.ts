import { sql } from 'kysely'
import { compiledOnce, type Query, query } from '../../db/transaction/batch.ts'
import type { Tx } from '../../db/transaction/tx.ts'
import type { Payment } from '../payment.ts'
import type { ProviderPayment } from '../provider/provider.ts'
import { areOpen, FINAL } from '../provider/status.ts'

/** A locked payment as it was before the provider's report. `hasOthers`: its sale has other payments that are still open. */
export type LockedPayment = { payment: Payment; hasOthers: boolean }

const lockStatement = compiledOnce((db, { ids }: { ids: ReturnType<typeof sql<readonly number[]>> }) =>
  db
    .selectFrom('payments')
    .selectAll('payments')
    .select(
      sql<boolean>`exists (select from payments other where other.sale_id = payments.sale_id
        and other.id <> payments.id and ${areOpen('other')})`.as('hasOthers'),
    )
    .where(sql<boolean>`payments.id = any(${ids}::bigint[])`)
    .orderBy('payments.id')
    .forUpdate('payments'),
)

/** Locks payments of different sales, in the order of their ids. Their sales must be locked. */
export const lockPaymentsQuery = (ids: readonly number[]): Query<(id: number) => LockedPayment> =>
  query(lockStatement({ ids }), (rows) => {
    const byId = new Map(rows.map(({ hasOthers, ...payment }) => [payment.id, { payment, hasOthers }]))
    return (id) => byId.get(id)!
  })

/** What the provider captured, and the card that paid. */
export const capturedColumns = ({ amountMinor, currency, card }: ProviderPayment) => ({
  amount_minor: amountMinor,
  currency,
  card_brand: card?.brand ?? null,
  card_last4: card?.last4 ?? null,
})

/** Stores what the provider captured, not what was requested, unless it is stored already. */
export async function storeCaptured(
  tx: Tx,
  { id }: Pick<Payment, 'id'>,
  reported: ProviderPayment,
  now: Date,
): Promise<void> {
  await tx
    .updateTable('payments')
    .set({
      status: 'paid',
      ...capturedColumns(reported),
      redirect_url: null,
      paid_at: now,
      updated_at: now,
      failure_code: null,
      failure_text: null,
    })
    .where('id', '=', id)
    .where('status', 'not in', [...FINAL])
    .execute()
}
