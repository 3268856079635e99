import { type Fail, fail, type Ok } from '@foyer/domain/result.ts'
import type { Updateable } from 'kysely'
import { holderOf, speaksFor } from '../account/holder.ts'
import { doing } from '../db/together.ts'
import { inTx, lastly, type Tx } from '../db/tx.ts'
import type { SalesTable } from '../db/types.generated.ts'
import type { Asking } from '../http/handle.ts'
import { refreshHold } from '../reservation/release.ts'
import { isPaymentRunning } from '../reservation/with-bank.ts'
import { isExpress, questionsOf } from './facts.ts'
import { lockSnapshot, type Snapshot } from './snapshot.ts'

type Refused = Fail<'basket_empty' | 'hold_expired' | 'already_paid' | 'payment_running' | 'unknown_sale'>

/** What a change has done; `sale` is what it wants of the sale's own row, which is written once. */
export type Changed<T = unknown> = Ok<{ sale?: Updateable<SalesTable> } & T>

/**
 * Runs a change that a step between the reserve and the payment makes: the sale is locked, an ended hold is given back
 * first, and then only a live hold, unpaid and with no payment on its way, may be changed, by who may speak for it. A
 * change that answers a failure must have written nothing. It is given the locked sale as everything about it was read then.
 */
export async function changeStep<T extends Changed | Fail>(
  asking: Asking,
  change: (tx: Tx, snapshot: Snapshot) => Promise<T>,
): Promise<T | Refused> {
  const { deps, session, now } = asking
  if (session.saleId === null) return fail('basket_empty')
  return inTx<T | Refused>(deps.db, async (tx) => {
    const snapshot = await lockSnapshot(tx, session.saleId!)
    const sale = await refreshHold(tx, snapshot.sale, now)
    if (sale.paid_at !== null) return fail('already_paid')
    if (sale.held_until === null) return fail('hold_expired')
    // What is being paid for must stay what it is; the bank answers in a moment.
    if (snapshot.has.payments && (await isPaymentRunning(tx, sale.id, now))) return fail('payment_running')
    if (!(await maySpeak(tx, asking, snapshot))) return fail('unknown_sale')
    const outcome = await change(tx, snapshot)
    if (!outcome.ok) return outcome
    const own = { ...outcome.sale, updated_at: now }
    return lastly(outcome, doing(tx.updateTable('sales').set(own).where('id', '=', sale.id)))
  })
}

/**
 * Two browsers may hold the same sale, by its link (OPEN-08). Once somebody has said whose it is, only they go on. In an
 * express sale nobody has proved an address yet, and whoever holds it may fill in its one form.
 */
export async function maySpeak(tx: Tx, { session }: Pick<Asking, 'session'>, snapshot: Snapshot): Promise<boolean> {
  const holder = await holderOf(tx, snapshot.sale)
  if (holder === null || speaksFor(session, holder)) return true
  if (!holder.is_guest) return false
  return isExpress(snapshot, await questionsOf(tx, snapshot))
}

/** The answer of a change with nothing to tell (OPEN-01). */
export const done = <T extends { ok: true } | Fail>(outcome: T): { success: true } | Exclude<T, { ok: true }> =>
  outcome.ok ? { success: true } : (outcome as Exclude<T, { ok: true }>)
