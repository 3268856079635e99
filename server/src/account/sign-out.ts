import { lockSale, record } from '../checkout/sale.ts'
import { inTx } from '../db/tx.ts'
import type { Asking } from '../http/handle.ts'
import { isPaymentRunning } from '../reservation/with-bank.ts'
import { holderOf, speaksFor } from './holder.ts'
import { leaveSale } from './take-over.ts'

/**
 * API-21, ACC-07, OPEN-59: ends the session's sign-in, here as outside the checkout. Basket and hold stay; what is personal
 * leaves the unpaid sale, because the next person at this browser is somebody else. Safe to repeat.
 */
export async function signOut(_body: unknown, { deps, session, now }: Asking): Promise<{ success: true }> {
  if (session.id === null) return { success: true }
  await inTx(deps.db, async (tx) => {
    const sale = session.saleId === null ? null : await lockSale(tx, session.saleId)
    const holder = sale === null ? null : await holderOf(tx, sale)
    const mine = sale !== null && holder !== null && speaksFor(session, holder)
    // What is paid, or being paid, stays with who pays.
    if (mine && sale.paid_at === null && !(await isPaymentRunning(tx, sale.id, now))) {
      await leaveSale(tx, sale)
      await record(tx, sale.id, 'signed_out', now)
    }
    await tx.updateTable('sessions').set({ user_id: null, proved_email: null }).where('id', '=', session.id!).execute()
  })
  session.userId = null
  session.provedEmail = null
  await session.renew()
  return { success: true }
}
