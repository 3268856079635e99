import { inTx } from '../db/transaction/tx.ts'
import type { RequestContext } from '../http/handle.ts'
import { newNumber } from '../http/session.ts'
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
  const renewed = session.renewal()
  await inTx(deps.db, async (tx) => {
    const sale = session.saleId === null ? null : await lockSale(tx, session.saleId)
    const customer = sale === null ? null : await customerOf(tx, sale)
    const mine = sale !== null && customer !== null && canAccess(session, customer)
    // What is paid, or being paid, stays with who pays.
    if (mine && sale.paid_at === null && !(await isPaymentRunning(tx, sale.id, now))) {
      await detachCustomer(tx, sale, now)
      await record(tx, sale.id, 'signed_out', now)
    }
    // A new number too: what was typed in this browser without proof is not the next person's either.
    const { number } = await tx
      .updateTable('sessions')
      .set({ id: renewed.id, user_id: null, proved_email: null, proved_at: null, device: null, number: newNumber })
      .where('id', '=', session.id!)
      .returning('number')
      .executeTakeFirstOrThrow()
    session.number = number
  })
  renewed.committed()
  session.userId = null
  session.provedEmail = null
  session.provedAt = null
  return { success: true }
}
