import { fail } from '@foyer/domain/result.ts'
import { paperOfReceipts } from '../../payment/receipt/draw.ts'
import { receiptsIn } from '../../payment/receipt/read.ts'
import { grantOf, type OfficeHandlers } from '../handle.ts'
import { ownOrder } from './own-order.ts'

/** Receipts of this organiser only, for people who may see all of its lines. */
export const officeReceipt: OfficeHandlers['office_receipt'] = {
  async read({ order_id }, ctx) {
    const { deps } = ctx
    const own = await ownOrder(deps.db, ctx, order_id)
    if (!own?.seesAll) return fail('not_found')
    const receipts = await receiptsIn(deps, { id: order_id }, grantOf(ctx).organiserId)
    if (receipts === null) return fail('not_found')
    return {
      filename: `receipt-${receipts[0]!.order.number}.pdf`,
      content_type: 'application/pdf',
      base64: (await paperOfReceipts(receipts, deps)).toString('base64'),
    }
  },
}
