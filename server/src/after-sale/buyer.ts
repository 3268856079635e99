import type { Db } from '../db/transaction/tx.ts'
import type { Session } from '../http/session.ts'
import { type Customer, canAccess, customerOf } from '../sale/customer/customer.ts'
import type { SaleRow } from '../sale/sale.ts'

type Reader = Pick<Db, 'selectFrom'>

/**
 * Returns the buyer of a completed order if this session acts for them, else null. The buyer is fixed when the order is
 * paid, regardless of which browsers have it open now; following the sale's link does not make a browser the buyer's.
 */
export async function buyerOf(db: Reader, session: Session, sale: SaleRow): Promise<Customer | null> {
  const customer = await customerOf(db, sale)
  return customer !== null && canAccess(session, customer) ? customer : null
}
