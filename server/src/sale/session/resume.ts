import { type Db, inTx } from '../../db/transaction/tx.ts'
import type { Deps } from '../../deps.ts'
import type { Session } from '../../http/session.ts'
import { detachCustomer } from '../customer/attach.ts'
import { canChange } from '../customer/customer.ts'
import { isBeingPaid, isPaymentRunning } from '../hold/pending-payment.ts'
import { lockSale, record, saleByReference } from '../sale.ts'

/**
 * Opens a copied link: this browser continues the basket and hold of that reference, without any sign-in. Unless this
 * session already acts for the customer, the personal data is removed from the sale and the buyer must prove the address
 * again. Returns false for an unknown or paid sale, while a bank is processing its payment, and for anyone but the customer
 * once a payment has begun.
 */
export async function resumeSale(deps: Deps, session: Session, reference: string): Promise<boolean> {
  const now = deps.clock.now()
  const found = await saleByReference(deps.db, reference)
  if (!found) return false
  if (found.id === session.saleId && canChange(session, found)) return true
  const sessionId = await session.ensure()
  const resumed = await inTx(deps.db, async (tx) => {
    const sale = await lockSale(tx, found.id)
    if (sale.paid_at !== null) return false
    const isCustomer = canChange(session, sale)
    const isBlocked = isCustomer ? await isPaymentRunning(tx, sale.id, now) : await isBeingPaid(tx, sale.id, now)
    if (isBlocked) return false
    if (!isCustomer) await detachCustomer(tx, sale, now)
    await tx.updateTable('sessions').set({ sale_id: sale.id }).where('id', '=', sessionId).execute()
    await record(tx, sale.id, 'adopted', now)
    return true
  })
  if (resumed) {
    session.saleId = found.id
    // The session now acts for another sale, so renew it: a token planted in this browser earlier becomes worthless.
    await session.renew()
  }
  return resumed
}

/** Whether this browser has tickets reserved that are not paid for. */
export const holdsBasket = async (db: Pick<Db, 'selectFrom'>, session: Session, now: Date): Promise<boolean> =>
  session.saleId !== null &&
  (await db
    .selectFrom('sales')
    .select('id')
    .where('id', '=', session.saleId)
    .where('paid_at', 'is', null)
    .where('held_until', '>', now)
    .executeTakeFirst()) !== undefined

/** Whether a link leads to an unpaid basket and this browser would leave reserved tickets of its own. */
export async function needsConfirmation({ db, clock }: Deps, session: Session, reference: string): Promise<boolean> {
  if (!(await holdsBasket(db, session, clock.now()))) return false
  const other = await saleByReference(db, reference)
  return other !== undefined && other.paid_at === null && other.id !== session.saleId
}
