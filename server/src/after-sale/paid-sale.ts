import type { Holder } from '../account/holder.ts'
import type { Sale } from '../checkout/sale.ts'
import type { Asking } from '../http/handle.ts'
import { buyerOf } from './buyer.ts'

/** The session's sale once it is paid; undefined before. */
export const paidSale = ({ deps, session }: Pick<Asking, 'deps' | 'session'>) =>
  session.saleId === null
    ? Promise.resolve(undefined)
    : deps.db
        .selectFrom('sales')
        .selectAll()
        .where('id', '=', session.saleId)
        .where('paid_at', 'is not', null)
        .executeTakeFirst()

/**
 * The same with its buyer, for what is said or asked in the buyer's name; null for a browser that is not the buyer's, such as
 * one that followed the sale's link before it was paid.
 */
export async function boughtSale(
  asking: Pick<Asking, 'deps' | 'session'>,
): Promise<{ sale: Sale; buyer: Holder } | null> {
  const sale = await paidSale(asking)
  const buyer = sale ? await buyerOf(asking.deps.db, asking.session, sale) : null
  return sale && buyer ? { sale, buyer } : null
}
