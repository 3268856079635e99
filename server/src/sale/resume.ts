import { type Db, inTx } from '../db/transaction/tx.ts'
import type { Deps } from '../deps.ts'
import type { Session } from '../http/session.ts'
import { detachCustomer } from './customer/attach.ts'
import { canChange } from './customer/customer.ts'
import { isBeingPaid, isPaymentRunning } from './hold/pending-payment.ts'
import { lockSale, record, saleByReference } from './sale.ts'

/**
 * Follows a copied link (OPEN-08): this browser goes on with the basket and hold of that reference. It never brings a
 * sign-in: unless this session acts for the customer already, what is personal is taken off the sale and the buyer
 * proves the address again. Refused (false) for an unknown or paid sale, while a bank is busy with its payment, and for
 * anybody but the customer as soon as a payment has begun.
 */
export async function resumeSale(deps: Deps, session: Session, reference: string): Promise<boolean> {
  const now = deps.clock.now()
  const found = await saleByReference(deps.db, reference)
  if (!found) return false
  if (found.id === session.saleId && canChange(session, found)) return true
  const sessionId = await session.keep()
  const adopted = await inTx(deps.db, async (tx) => {
    const sale = await lockSale(tx, found.id)
    if (sale.paid_at !== null) return false
    const mine = canChange(session, sale)
    if (await (mine ? isPaymentRunning : isBeingPaid)(tx, sale.id, now)) return false
    if (!mine) await detachCustomer(tx, sale, now)
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

/** Whether a link leads to an unpaid basket and would take this browser away from tickets of its own that are reserved. */
export async function asksFirst({ db, clock }: Deps, session: Session, reference: string): Promise<boolean> {
  if (!(await holdsBasket(db, session, clock.now()))) return false
  const other = await db
    .selectFrom('sales')
    .select('id')
    .where('reference', '=', reference)
    .where('paid_at', 'is', null)
    .executeTakeFirst()
  return other !== undefined && other.id !== session.saleId
}
