import { type Fail, fail, type Ok } from '@foyer/domain/result.ts'
import { inTx, type Tx } from '../db/transaction/tx.ts'
import type { RequestContext } from '../http/handle.ts'
import { canChange } from '../sale/customer/customer.ts'
import { isPaymentRunning } from '../sale/hold/pending-payment.ts'
import { refreshHold, releaseHold } from '../sale/hold/release.ts'
import { lockSale } from '../sale/sale.ts'

type Refused = Fail<'already_paid' | 'payment_running' | 'unknown_sale' | 'offer_not_editable'>

/**
 * Returns to the basket: releases the hold; basket, codes and account stay. Safe to repeat. Refused while a bank is
 * processing the payment, because tickets being paid for must not be sold to another buyer.
 */
export async function destroySale({ deps, session, now }: RequestContext): Promise<Ok | Refused> {
  if (session.saleId === null) return { ok: true }
  return inTx(deps.db, async (tx): Promise<Ok | Refused> => {
    const sale = await refreshHold(tx, await lockSale(tx, session.saleId!), now)
    if (!canChange(session, sale)) return fail('unknown_sale')
    if (sale.paid_at !== null) return fail('already_paid')
    const running = await isPaymentRunning(tx, sale.id, now)
    if (running) return fail('payment_running')
    // Tickets released from a waiting list's offer go to the next in line, so the buyer would lose them.
    // guard: offer-not-edited
    if (sale.held_until !== null && (await isOffer(tx, sale.id))) return fail('offer_not_editable')
    await releaseHold(tx, sale, 'edited', now)
    return { ok: true }
  })
}

/** Whether these tickets are held as an offer of a waiting list. */
const isOffer = async (tx: Tx, saleId: number): Promise<boolean> =>
  (await tx.selectFrom('waiting').select('id').where('sale_id', '=', saleId).executeTakeFirst()) !== undefined
