import { type Fail, fail, type Ok } from '@foyer/domain/result.ts'
import type { Updateable } from 'kysely'
import type { SalesTable } from '../db/schema/types.generated.ts'
import { command } from '../db/transaction/batch.ts'
import { inTx, sendWithCommit, type Tx } from '../db/transaction/tx.ts'
import type { RequestContext } from '../http/handle.ts'
import { canChange } from './customer/customer.ts'
import { isPaymentRunning } from './hold/pending-payment.ts'
import { refreshHold } from './hold/release.ts'
import { lockSnapshot, type Snapshot } from './snapshot.ts'

type Refused = Fail<
  'basket_empty' | 'not_reserved' | 'wrong_step' | 'hold_expired' | 'already_paid' | 'payment_running' | 'unknown_sale'
>

/** What a change has done; `sale` is what it wants of the sale's own row, which is written once. */
export type Changed<T = unknown> = Ok<{ sale?: Updateable<SalesTable> } & T>

/**
 * Runs a change that a step between the reserve and the payment makes: the sale is locked, an ended hold is given back
 * first, and then only a live hold, unpaid and with no payment on its way, may be changed, by who may speak for it. A
 * change that answers a failure must have written nothing. It is given the locked sale as everything about it was read then.
 */
export async function changeStep<T extends Changed | Fail>(
  ctx: RequestContext,
  change: (tx: Tx, snapshot: Snapshot) => Promise<T>,
  { needsCustomer = false } = {},
): Promise<T | Refused> {
  const { deps, session, now } = ctx
  if (session.saleId === null) return fail('basket_empty')
  return inTx<T | Refused>(deps.db, async (tx) => {
    const snapshot = await lockSnapshot(tx, session.saleId!)
    const sale = await refreshHold(tx, snapshot.sale, now)
    if (!canChange(session, sale)) return fail('unknown_sale')
    if (sale.paid_at !== null) return fail('already_paid')
    if (sale.held_until === null) return fail(sale.expired ? 'hold_expired' : 'not_reserved')
    // What is being paid for must stay what it is; the bank answers in a moment.
    if (snapshot.has.payments && (await isPaymentRunning(tx, sale.id, now))) return fail('payment_running')
    // What one person says is not left for the next: a link that was followed may just have taken this one off the sale.
    if (needsCustomer && sale.user_id === null && sale.guest_email === null) return fail('wrong_step')
    const outcome = await change(tx, snapshot)
    if (!outcome.ok) return outcome
    const own = { ...outcome.sale, updated_at: now }
    sendWithCommit(tx, command(tx.updateTable('sales').set(own).where('id', '=', sale.id)))
    return outcome
  })
}

/** The answer of a change with nothing to tell (OPEN-01). */
export const done = <T extends { ok: true } | Fail>(outcome: T): { success: true } | Exclude<T, { ok: true }> =>
  outcome.ok ? { success: true } : (outcome as Exclude<T, { ok: true }>)
