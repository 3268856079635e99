import { firstIncompleteBeforePayment } from '@foyer/domain/checkout/complete.ts'
import { isContactNumber } from '@foyer/domain/people/phone.ts'
import { type Fail, fail, type Ok } from '@foyer/domain/result.ts'
import { sendMergedWithCommit, type Tx } from '../../db/transaction/tx.ts'
import type { RequestContext } from '../../http/handle.ts'
import { changeSale } from '../../sale/change.ts'
import { currentSnapshot } from '../../sale/current.ts'
import { canChange } from '../../sale/customer/customer.ts'
import { hasMaximum, isStartOverLimit } from '../../sale/customer/limit.ts'
import { endedVoucherCodes } from '../../sale/hold/codes.ts'
import { sellHoldQueries } from '../../sale/hold/sell.ts'
import { isCustomerKnown, sessionSaleOf } from '../../sale/session-sale.ts'
import type { Snapshot } from '../../sale/snapshot.ts'
import { endCancelledHold } from '../cancel/holds.ts'
import { newKey } from '../keys.ts'
import { fulfil } from '../settle/settle.ts'
import { soldQueries } from '../settle/write.ts'
import { payerOf } from './open-payment.ts'

/**
 * Completes an order with nothing to pay. Safe to call twice. The address of an express customer is not verified; it only
 * has to be entered in this browser.
 */
export async function claimFreeTickets(
  ctx: RequestContext,
  contactNumber = '',
): Promise<
  | Ok
  | Fail<
      | 'basket_empty'
      | 'unknown_sale'
      | 'not_free'
      | 'hold_expired'
      | 'wrong_step'
      | 'step_incomplete'
      | 'bad_phone'
      | 'payment_running'
      | 'voucher_ended'
      | 'over_limit'
    >
> {
  const { deps, session, now } = ctx
  const snapshot = await currentSnapshot(ctx)
  if (snapshot === null) return fail('basket_empty')
  if (!canChange(session, snapshot.sale)) return fail('unknown_sale')
  if (snapshot.sale.paid_at !== null) return snapshot.sale.total_minor === 0 ? { ok: true } : fail('not_free')
  if (snapshot.sale.held_until === null) return fail(snapshot.sale.expired ? 'hold_expired' : 'wrong_step')
  if (snapshot.sale.state !== 'payment') return fail('wrong_step')
  const sale = await sessionSaleOf(deps, session, snapshot, now)
  if (firstIncompleteBeforePayment({ ...sale, isDelivered: false }) !== null || !isCustomerKnown(sale))
    return fail('step_incomplete')
  const number = contactNumber || (snapshot.sale.contact_number ?? '')
  if (!isContactNumber(number, { required: sale.requiresPhone })) return fail('bad_phone')

  const key = await newKey(deps)
  const claim = async (
    tx: Tx,
    snapshot: Snapshot,
  ): Promise<
    Ok | Fail<'not_free' | 'unknown_sale' | 'hold_expired' | 'payment_running' | 'voucher_ended' | 'over_limit'>
  > => {
    const { sale } = snapshot
    if (sale.paid_at !== null) return { ok: true }
    if (sale.held_until === null) return fail('hold_expired')
    if (!canChange(session, sale)) return fail('unknown_sale')
    if (isCancelled(snapshot)) {
      await endCancelledHold(tx, sale, now)
      return fail('hold_expired')
    }
    // guard: free-only-when-free
    if (snapshot.totals.totalMinor !== 0) return fail('not_free')
    if (snapshot.has.codes && (await endedVoucherCodes(tx, sale.id, now)).length > 0) return fail('voucher_ended')
    // guard: free-order-within-maximum
    if (await isStartOverLimit(tx, snapshot, now)) return fail('over_limit')
    if (contactNumber)
      await tx.updateTable('sales').set({ contact_number: contactNumber }).where('id', '=', sale.id).execute()
    const payment = {
      sale_id: sale.id,
      currency: sale.currency ?? 'GBP',
      idempotency_key: key,
      ...payerOf(session, sale),
    }
    const { sold, selling } = await fulfil(tx, snapshot, payment, now)
    sendMergedWithCommit(tx, soldQueries, sold)
    for (const one of selling) sendMergedWithCommit(tx, sellHoldQueries, one)
    return { ok: true }
  }
  // What a cancelled event, codes and a maximum per customer lock belongs to other sales too.
  const needsOwn = ({ has, lines }: Snapshot) => has.codes || hasMaximum(lines) || isCancelled({ lines })
  return changeSale(deps.db, snapshot.sale.id, claim, { needsOwn })
}

const isCancelled = ({ lines }: Pick<Snapshot, 'lines'>) => lines.some(({ eventStatus }) => eventStatus === 'cancelled')
