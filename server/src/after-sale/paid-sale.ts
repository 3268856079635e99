import type { RequestContext } from '../http/handle.ts'
import type { Customer } from '../sale/customer/customer.ts'
import type { Sale } from '../sale/sale.ts'
import { buyerOf } from './buyer.ts'

/** The session's sale once it is paid; undefined before. */
export const paidSale = ({ deps, session }: Pick<RequestContext, 'deps' | 'session'>) =>
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
  ctx: Pick<RequestContext, 'deps' | 'session'>,
): Promise<{ sale: Sale; buyer: Customer } | null> {
  const sale = await paidSale(ctx)
  const buyer = sale ? await buyerOf(ctx.deps.db, ctx.session, sale) : null
  return sale && buyer ? { sale, buyer } : null
}
