import type { Db } from '../db/transaction/tx.ts'
import type { Session } from '../http/session.ts'
import { type Customer, canAccess, customerOf } from '../sale/customer/customer.ts'
import type { Sale } from '../sale/sale.ts'

type Reader = Pick<Db, 'selectFrom'>

/**
 * The buyer of a completed order, if this session acts for them; null otherwise. Whose order it is was settled when it was paid
 * and does not depend on which browsers have it now: a browser that followed the sale's link is not the buyer's.
 */
export async function buyerOf(db: Reader, session: Session, sale: Sale): Promise<Customer | null> {
  const customer = await customerOf(db, sale)
  return customer !== null && canAccess(session, customer) ? customer : null
}
