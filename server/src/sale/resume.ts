import { inTx } from '../db/transaction/tx.ts'
import type { Deps } from '../deps.ts'
import type { Session } from '../http/session.ts'
import { detachCustomer } from './customer/attach.ts'
import { canAccess, customerOf } from './customer/customer.ts'
import { isPaymentRunning } from './hold/pending-payment.ts'
import { lockSale, record, saleByReference } from './sale.ts'

/**
 * Follows a copied link (OPEN-08): this browser goes on with the basket and hold of that reference. It never brings a
 * sign-in: unless this session speaks for the sale's holder already, what is personal is taken off the sale and the buyer
 * proves the address again. Refused (false) for an unknown or paid sale, and while a bank is busy with its payment.
 */
export async function resumeSale(deps: Deps, session: Session, reference: string): Promise<boolean> {
  const now = deps.clock.now()
  const found = await saleByReference(deps.db, reference)
  if (!found) return false
  if (found.id === session.saleId) return true
  const sessionId = await session.keep()
  const adopted = await inTx(deps.db, async (tx) => {
    const sale = await lockSale(tx, found.id)
    if (sale.paid_at !== null) return false
    const running = await isPaymentRunning(tx, sale.id, now)
    if (running) return false
    const customer = await customerOf(tx, sale)
    if (customer !== null && !canAccess(session, customer)) await detachCustomer(tx, sale)
    await tx.updateTable('sessions').set({ sale_id: sale.id }).where('id', '=', sessionId).execute()
    await record(tx, sale.id, 'adopted', now)
    return true
  })
  if (adopted) {
    session.saleId = found.id
    // What this session speaks for has changed: a token that somebody planted here before is worth nothing now.
    await session.renew()
  }
  return adopted
}
