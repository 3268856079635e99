import { type Fail, fail, type Ok } from '@foyer/domain/result.ts'
import type { Tx } from '../../db/transaction/tx.ts'
import type { RequestContext } from '../../http/handle.ts'
import { canChange } from '../customer/customer.ts'
import { isPaymentRunning } from '../hold/pending-payment.ts'
import { refreshHold } from '../hold/release.ts'
import { isExpired } from '../sale.ts'
import type { Snapshot } from '../snapshot/snapshot.ts'
import { changeSale, type SharedRead } from './change.ts'
import { type StepColumns, writeSaleWithCommit } from './write.ts'

type Refused = Fail<
  'basket_empty' | 'not_reserved' | 'wrong_step' | 'hold_expired' | 'already_paid' | 'payment_running' | 'unknown_sale'
>

/** The outcome of a change; `sale` holds updates for the sale's own row, which is written once. */
export type Changed<T = unknown> = Ok<{ sale?: StepColumns } & T>

/**
 * Runs a change made in a step between the reserve and the payment. Locks the sale, releases an expired hold first, then
 * requires an unexpired hold, no payment made or running, and a session that may change the sale. A change that returns a
 * failure must have written nothing. It gets the snapshot read under the lock.
 */
export async function changeStep<T extends Changed | Fail, Found = undefined>(
  ctx: RequestContext,
  change: (tx: Tx, snapshot: Snapshot, found: Found) => Promise<T>,
  { needsCustomer = false, sharedRead }: { needsCustomer?: boolean; sharedRead?: SharedRead<Found> } = {},
): Promise<T | Refused> {
  const { deps, session, now } = ctx
  if (session.saleId === null) return fail('basket_empty')
  const step = async (tx: Tx, snapshot: Snapshot, found: Found): Promise<T | Refused> => {
    const sale = await refreshHold(tx, snapshot.sale, now)
    if (!canChange(session, sale)) return fail('unknown_sale')
    if (sale.paid_at !== null) return fail('already_paid')
    if (sale.held_until === null) return fail(sale.expired ? 'hold_expired' : 'not_reserved')
    // A sale being paid must not change; the bank's result follows shortly.
    if (snapshot.has.payments && (await isPaymentRunning(tx, sale.id, now))) return fail('payment_running')
    // Answers of one customer must not pass to the next: opening a link may just have removed this customer from the sale.
    if (needsCustomer && sale.user_id === null && sale.guest_email === null) return fail('wrong_step')
    const outcome = await change(tx, snapshot, found)
    if (!outcome.ok) return outcome
    writeSaleWithCommit(tx, sale.id, { ...outcome.sale, updated_at: now })
    return outcome
  }
  // Releasing an expired hold locks stock.
  const needsOwn = ({ sale }: Snapshot) => isExpired(sale, now)
  return changeSale(deps.db, session.saleId, step, { needsOwn, sharedRead })
}

/** Returns the bare success reply for a change that has no data to return. */
export const successReply = <T extends { ok: true } | Fail>(
  outcome: T,
): { success: true } | Exclude<T, { ok: true }> =>
  outcome.ok ? { success: true } : (outcome as Exclude<T, { ok: true }>)
