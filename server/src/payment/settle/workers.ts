import { inTx } from '../../db/transaction/tx.ts'
import type { Deps } from '../../deps.ts'
import { enqueue, type Worker } from '../../jobs/jobs.ts'
import { areOpen, isOpen, providerOf } from '../payment.ts'
import { bookVendorRefunds } from '../refund/made-elsewhere.ts'
import { applyProviderState, settlePayment } from './settle.ts'

/** A payment nobody has told us about for so long is asked about: notices get lost, and buyers never come back. */
const ASK_AFTER_MS = 60_000

export const settleWorker: Worker = async ({ payload }, deps) => {
  const id = Number(payload.payment_id)
  await settlePayment(deps, id)
  if (payload.refunds === true) await bookVendorRefunds(deps, id)
}

/** Calls a payment off at its provider. The answer counts: it may have been paid a moment before. */
export const cancelWorker: Worker = async ({ payload }, deps) => {
  const id = Number(payload.payment_id)
  const payment = await deps.db.selectFrom('payments').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
  if (payment.provider === 'free' || !isOpen(payment)) return
  if (payment.provider_payment_id === null) {
    await settlePayment(deps, id)
    return
  }
  const provider = await providerOf(deps, payment)
  await applyProviderState(deps, id, await provider.cancel(payment.provider_payment_id))
}

/** Asks about every payment that has been open for a while. Runs in every process; the job's key keeps it to one question. */
export async function askAboutOpenPayments({ db, clock }: Deps): Promise<number> {
  const now = clock.now()
  const due = new Date(now.getTime() - ASK_AFTER_MS)
  const open = await db
    .selectFrom('payments')
    .select('id')
    .where(areOpen)
    .where('provider', '<>', 'free')
    .where('updated_at', '<=', due)
    .where((eb) => eb.or([eb('checked_at', 'is', null), eb('checked_at', '<=', due)]))
    .orderBy('id')
    .limit(100)
    .execute()
  const minute = Math.floor(now.getTime() / ASK_AFTER_MS)
  // guard: open-payments-asked
  for (const { id } of open)
    await inTx(db, (tx) =>
      enqueue(tx, {
        kind: 'settle_payment',
        key: `${id}:ask:${minute}`,
        payload: { payment_id: id },
        runAt: now,
        now,
      }),
    )
  return open.length
}
