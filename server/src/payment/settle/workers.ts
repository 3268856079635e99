import { inTx } from '../../db/transaction/tx.ts'
import type { Deps } from '../../deps.ts'
import { enqueue, type Worker } from '../../jobs/jobs.ts'
import { providerOf } from '../payment.ts'
import { isByHand } from '../provider/provider.ts'
import { areOpen, isOpen } from '../provider/status.ts'
import { bookVendorRefunds } from '../refund/vendor-refunds.ts'
import { applyProviderState, settlePayment } from './settle.ts'

/** How long an open payment goes without news before it is checked: webhooks get lost, and some buyers never return. */
const CHECK_AFTER_MS = 60_000

/** Settles a payment by its provider's current report. `refunds`: also books refunds made at the provider. */
export const settleWorker: Worker<'settle_payment'> = async ({ payload }, deps) => {
  const id = payload.payment_id
  await settlePayment(deps, id)
  if (payload.refunds) await bookVendorRefunds(deps, id)
}

/** Cancels a payment at its provider. The response decides, because the payment may have been made a moment before. */
export const cancelWorker: Worker<'cancel_payment'> = async ({ payload }, deps) => {
  const id = payload.payment_id
  const payment = await deps.db.selectFrom('payments').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
  if (isByHand(payment.provider) || !isOpen(payment)) return
  if (payment.provider_payment_id === null) {
    await settlePayment(deps, id)
    return
  }
  const provider = await providerOf(deps, payment)
  await applyProviderState(deps, payment, await provider.cancel(payment.provider_payment_id))
}

/** Queues a check of every payment without news. Runs in every process; the job's key prevents double checks. */
export async function queuePaymentChecks({ db, clock }: Deps, limit = 100): Promise<number> {
  const now = clock.now()
  const due = new Date(now.getTime() - CHECK_AFTER_MS)
  const open = await db
    .selectFrom('payments')
    .select('id')
    .where(areOpen())
    .where('provider', '<>', 'free')
    .where('updated_at', '<=', due)
    .where((eb) => eb.or([eb('checked_at', 'is', null), eb('checked_at', '<=', due)]))
    // Those that wait longest first, so that payments whose check fails keep no others from theirs.
    .orderBy((eb) => eb.fn.coalesce('checked_at', 'updated_at'))
    .orderBy('id')
    .limit(limit)
    .execute()
  const minute = Math.floor(now.getTime() / CHECK_AFTER_MS)
  // guard: open-payments-asked
  for (const { id } of open)
    await inTx(db, async (tx) => {
      await tx.updateTable('payments').set({ checked_at: now }).where('id', '=', id).execute()
      await enqueue(tx, { kind: 'settle_payment', key: `${id}:ask:${minute}`, payload: { payment_id: id }, now })
    })
  return open.length
}
