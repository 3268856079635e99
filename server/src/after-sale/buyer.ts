import type { Db } from '../db/transaction/tx.ts'
import type { Session } from '../http/session.ts'
import { type Customer, canAccess, customerOf } from '../sale/customer/customer.ts'
import type { Sale } from '../sale/sale.ts'

type Reader = Pick<Db, 'selectFrom'>

/**
 * Whether this session may act for a completed sale as its buyer, and who that is: it has proved whose sale it is; or it is the
 * only browser this sale was ever in, and its guest's address needed no proof (express checkout, EXP-05). A browser that
 * merely followed a copied link is a second one, and may not.
 */
export async function buyerOf(db: Reader, session: Session, sale: Sale): Promise<Customer | null> {
  const customer = await customerOf(db, sale)
  if (customer === null) return null
  if (canAccess(session, customer)) return customer
  return (await isOnlyBrowserOf(db, session, sale)) && customer.is_guest ? customer : null
}

export async function isOnlyBrowserOf(db: Reader, session: Session, sale: Pick<Sale, 'id'>): Promise<boolean> {
  if (session.id === null || session.saleId !== sale.id) return false
  const other = await db
    .selectFrom('sessions')
    .select('id')
    .where('sale_id', '=', sale.id)
    .where('id', '<>', session.id)
    .limit(1)
    .executeTakeFirst()
  return other === undefined
}
