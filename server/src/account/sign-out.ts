import { inTx } from '../db/transaction/tx.ts'
import type { RequestContext } from '../http/handle.ts'
import { newNumbers } from '../http/session.ts'
import { detachCustomer } from '../sale/customer/attach.ts'
import { canAccess, customerOf } from '../sale/customer/customer.ts'
import { isPaymentRunning } from '../sale/hold/pending-payment.ts'
import { lockSale, record } from '../sale/sale.ts'

/**
 * Signs out, in and outside the checkout. The basket and its hold remain, but personal data is removed from the unpaid
 * sale, because another person may use this browser next. Safe to repeat.
 */
export async function signOut(_body: unknown, { deps, session, now }: RequestContext): Promise<{ success: true }> {
  if (session.id === null) return { success: true }
  const renewed = session.prepareRenewal()
  await inTx(deps.db, async (tx) => {
    const sale = session.saleId === null ? null : await lockSale(tx, session.saleId)
    const customer = sale === null ? null : await customerOf(tx, sale)
    const isCustomer = sale !== null && customer !== null && canAccess(session, customer)
    // A sale that is paid, or has a payment in progress, stays with its payer.
    if (isCustomer && sale.paid_at === null && !(await isPaymentRunning(tx, sale.id, now))) {
      await detachCustomer(tx, sale, now)
      await record(tx, sale.id, 'signed_out', now)
    }
    // The browser gets a new number too, so that the next person cannot access an unverified customer's order.
    const [number] = await newNumbers(tx, 1)
    await tx
      .updateTable('sessions')
      .set({ id: renewed.id, user_id: null, proved_email: null, proved_at: null, device: null, number: number! })
      .where('id', '=', session.id!)
      .execute()
    session.number = number!
  })
  renewed.committed()
  session.userId = null
  session.provedEmail = null
  session.provedAt = null
  return { success: true }
}
