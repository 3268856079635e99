import { inTx } from '../db/transaction/tx.ts'
import type { RequestContext } from '../http/handle.ts'
import { detachCustomer } from '../sale/customer/attach.ts'
import { canAccess, customerOf } from '../sale/customer/customer.ts'
import { isPaymentRunning } from '../sale/hold/pending-payment.ts'
import { lockSale, record } from '../sale/sale.ts'

/**
 * API-21, ACC-07, OPEN-59: ends the session's sign-in, here as outside the checkout. Basket and hold stay; what is personal
 * leaves the unpaid sale, because the next person at this browser is somebody else. Safe to repeat.
 */
export async function signOut(_body: unknown, { deps, session, now }: RequestContext): Promise<{ success: true }> {
  if (session.id === null) return { success: true }
  await inTx(deps.db, async (tx) => {
    const sale = session.saleId === null ? null : await lockSale(tx, session.saleId)
    const customer = sale === null ? null : await customerOf(tx, sale)
    const mine = sale !== null && customer !== null && canAccess(session, customer)
    // What is paid, or being paid, stays with who pays.
    if (mine && sale.paid_at === null && !(await isPaymentRunning(tx, sale.id, now))) {
      await detachCustomer(tx, sale)
      await record(tx, sale.id, 'signed_out', now)
    }
    await tx.updateTable('sessions').set({ user_id: null, proved_email: null }).where('id', '=', session.id!).execute()
  })
  session.userId = null
  session.provedEmail = null
  await session.renew()
  return { success: true }
}
