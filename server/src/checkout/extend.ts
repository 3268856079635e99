import type { ReplyOf } from '@foyer/contract/calls.ts'
import { extendHold } from '@foyer/domain/checkout/extension.ts'
import { type Fail, fail } from '@foyer/domain/result.ts'
import { sql } from 'kysely'
import { inTx, type Tx } from '../db/transaction/tx.ts'
import type { RequestContext } from '../http/handle.ts'
import { canChange } from '../sale/customer/customer.ts'
import { isPaymentRunning } from '../sale/hold/pending-payment.ts'
import { refreshHold } from '../sale/hold/release.ts'
import { lockSale, record, secondsRemaining } from '../sale/sale.ts'

/** Extends the session's hold by the rule in `domain`. Returns the whole seconds remaining. */
export async function extendReservation({
  deps,
  session,
  now,
}: RequestContext): Promise<
  | ReplyOf<'extend_hold'>
  | Fail<
      | 'basket_empty'
      | 'unknown_sale'
      | 'already_paid'
      | 'hold_expired'
      | 'payment_running'
      | 'hold_wanted'
      | 'hold_not_extendable'
    >
> {
  if (session.saleId === null) return fail('basket_empty')
  return inTx(deps.db, async (tx) => {
    const sale = await refreshHold(tx, await lockSale(tx, session.saleId!), now)
    if (!canChange(session, sale)) return fail('unknown_sale')
    if (sale.paid_at !== null) return fail('already_paid')
    if (sale.held_until === null || sale.held_from === null) return fail('hold_expired')
    const running = await isPaymentRunning(tx, sale.id, now)
    const decision = extendHold(
      {
        heldFrom: sale.held_from,
        heldUntil: sale.held_until,
        extensions: sale.hold_extensions,
        holdSeconds: deps.config.holdSeconds,
      },
      { now, othersWaiting: await isSoldOut(tx, sale.id), paymentRunning: running },
    )
    if (!decision.ok) return decision
    await tx
      .updateTable('sales')
      .set({ held_until: decision.until, hold_extensions: sale.hold_extensions + 1, updated_at: now })
      .where('id', '=', sale.id)
      .execute()
    await record(tx, sale.id, 'hold_extended', now)
    return { seconds_remaining: secondsRemaining(decision.until, now) }
  })
}

/** Whether nothing is left of a held ticket type or its pool, so that every extra minute may cost another buyer a ticket. */
async function isSoldOut(tx: Tx, saleId: number): Promise<boolean> {
  const { rows } = await sql`
    select 1 from holds join stock using (ticket_type_id) left join pools on pools.id = stock.pool_id
    where holds.sale_id = ${saleId} and (stock.held + stock.sold >= stock.capacity
      or pools.held + pools.sold + pools.kept >= pools.capacity) limit 1`.execute(tx)
  return rows.length > 0
}
