import { firstIncompleteBeforePayment } from '@foyer/domain/checkout/complete.ts'
import { isContactNumber } from '@foyer/domain/people/phone.ts'
import { type Fail, fail, type Ok } from '@foyer/domain/result.ts'
import { sendMergedWithCommit, type Tx } from '../../db/transaction/tx.ts'
import type { RequestContext } from '../../http/handle.ts'
import { countTypedMails } from '../../mail/typed-address.ts'
import { changeSale } from '../../sale/change/change.ts'
import { canChange } from '../../sale/customer/customer.ts'
import { exceedsMaximumAtStart, hasMaximum } from '../../sale/customer/limit.ts'
import { endedVoucherCodes } from '../../sale/hold/codes.ts'
import { refreshHold } from '../../sale/hold/release.ts'
import { sellHoldQueries } from '../../sale/hold/sell.ts'
import { isExpired } from '../../sale/sale.ts'
import { isCustomerKnown, sessionSaleOf } from '../../sale/session/session-sale.ts'
import { isCalledOff, type Snapshot } from '../../sale/snapshot/snapshot.ts'
import { endCancelledHold } from '../cancel/holds.ts'
import { newKey } from '../keys.ts'
import { fulfil } from '../settle/fulfil.ts'
import { soldQueries } from '../settle/write.ts'
import { payerOf } from './open-payment.ts'

type Claimed =
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
      | 'address_mailed_often'
    >

/**
 * Completes an order with nothing to pay. Safe to call twice. The address of an express customer is not verified; it only
 * has to be entered in this browser.
 */
export async function claimFreeTickets(ctx: RequestContext, contactNumber = ''): Promise<Claimed> {
  const { deps, session, now } = ctx
  if (session.saleId === null) return fail('basket_empty')
  const key = await newKey(deps)
  const claim = async (tx: Tx, snapshot: Snapshot): Promise<Claimed> => {
    const sale = await refreshHold(tx, snapshot.sale, now)
    if (!canChange(session, sale)) return fail('unknown_sale')
    if (sale.paid_at !== null) return sale.total_minor === 0 ? { ok: true } : fail('not_free')
    if (sale.held_until === null) return fail(sale.expired ? 'hold_expired' : 'wrong_step')
    if (sale.state !== 'payment') return fail('wrong_step')
    const view = await sessionSaleOf({ ...deps, db: tx }, session, snapshot, now)
    if (firstIncompleteBeforePayment({ ...view, isDelivered: false }) !== null || !isCustomerKnown(view))
      return fail('step_incomplete')
    const number = contactNumber || (sale.contact_number ?? '')
    if (!isContactNumber(number, { required: view.requiresPhone })) return fail('bad_phone')
    if (isCalledOff(snapshot)) {
      await endCancelledHold(tx, sale, now)
      return fail('hold_expired')
    }
    // guard: free-only-when-free
    if (snapshot.totals.totalMinor !== 0) return fail('not_free')
    if (snapshot.has.codes && (await endedVoucherCodes(tx, sale.id, now)).length > 0) return fail('voucher_ended')
    // guard: free-order-within-maximum
    if (await exceedsMaximumAtStart(tx, snapshot, now)) return fail('over_limit')
    // An address that was only typed.
    if (sale.guest_email !== null && sale.guest_email !== session.provedEmail) {
      const order = { mail: 'unconfirmed_order' as const, recipients: [sale.guest_email], at: now }
      const counted = await countTypedMails(tx, deps.config, order)
      if (!counted.ok) return counted
    }
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
    for (const sale of selling) sendMergedWithCommit(tx, sellHoldQueries, sale)
    return { ok: true }
  }
  // An expired hold, an event that is called off, codes and a maximum per customer lock data that other sales share.
  const needsOwn = ({ sale, has, lines }: Snapshot) =>
    isExpired(sale, now) || has.codes || hasMaximum(lines) || isCalledOff({ lines })
  return changeSale(deps.db, session.saleId, claim, { needsOwn })
}
