import type { RequestContext } from '../http/handle.ts'
import type { Customer } from '../sale/customer/customer.ts'
import type { SaleRow } from '../sale/sale.ts'
import { buyerOf } from './buyer.ts'

/** Returns the session's sale if it is paid, else undefined. */
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
 * Returns the paid sale with its buyer, for requests made in the buyer's name. Null for a browser that is not the buyer's,
 * such as one that followed the sale's link before the payment.
 */
export async function boughtSale(
  ctx: Pick<RequestContext, 'deps' | 'session'>,
): Promise<{ sale: SaleRow; buyer: Customer } | null> {
  const sale = await paidSale(ctx)
  const buyer = sale ? await buyerOf(ctx.deps.db, ctx.session, sale) : null
  return sale && buyer ? { sale, buyer } : null
}
