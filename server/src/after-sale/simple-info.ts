import type { ReplyOf } from '@foyer/contract/calls.ts'
import { type Fail, fail } from '@foyer/domain/result.ts'
import type { RequestContext } from '../http/handle.ts'
import { orderNumberOf } from '../sale/order/order-number.ts'
import { receiptLinksOf } from '../sale/order/receipt-links.ts'
import { buyerOf } from './buyer.ts'
import { paidSale } from './paid-sale.ts'
import { undeliveredWallet } from './undelivered.ts'

/** Only the buyer gets the address. Another browser that once followed the sale's link gets just the reference. */
export async function simpleInfo(ctx: RequestContext): Promise<ReplyOf<'get_simple_info'> | Fail<'not_paid'>> {
  const { deps, session } = ctx
  const sale = await paidSale(ctx)
  if (!sale) return fail('not_paid')
  const buyer = await buyerOf(deps.db, session, sale)
  return {
    sale_email: buyer?.email ?? '',
    sale_reference: sale.reference,
    order_number: await orderNumberOf(deps.db, sale.id),
    receipts: buyer === null ? [] : (await receiptLinksOf(deps.db, sale)).receipts,
    undelivered: buyer !== null && (await undeliveredWallet(deps.db, sale.id)) !== null,
  }
}
