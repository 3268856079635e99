import type { OfficeReply } from '@foyer/contract/office/calls.ts'
import { may } from '@foyer/domain/office/rights.ts'
import { fail } from '@foyer/domain/result.ts'
import type { Db } from '../../db/transaction/tx.ts'
import { cancelForDonor, cancellationOf } from '../../donation/declaration.ts'
import { grantOf, type OfficeContext, type OfficeHandlers } from '../handle.ts'
import { orderReply } from '../order/acts.ts'
import { type OwnOrder, ownOrder } from '../order/own-order.ts'

const hasDonation = ({ lines }: Pick<OwnOrder, 'lines'>): boolean => lines.some(({ kind }) => kind === 'donation')

/** How this person can cancel the declaration of an order's donation. A donation belongs to no event, so some don't see it. */
export async function giftAidLeft(
  db: Db,
  ctx: OfficeContext,
  own: OwnOrder,
): Promise<OfficeReply<'office_order'>['gift_aid']> {
  const { role } = grantOf(ctx)
  if (role === null || !may(role, 'change_gift_aid') || !hasDonation(own)) return []
  return [...((await cancellationOf(db, own.order.sale_id))?.left ?? [])]
}

export const cancelGiftAid: OfficeHandlers['cancel_gift_aid'] = {
  async change(tx, { order_id, as }, ctx) {
    const own = await ownOrder(tx, ctx, order_id)
    // guard: own-declaration
    if (own === undefined || !hasDonation(own)) return fail('not_found')
    const before = await cancellationOf(tx, order_id)
    if (before === undefined || (before.cancelled_at !== null && before.cancelled_as === null)) return fail('not_found')
    const isChanged = await cancelForDonor(tx, order_id, { as, now: ctx.now })
    return {
      reply: orderReply(ctx, order_id),
      log: isChanged ? { subject: ['order', order_id], after: { cancelled_as: as } } : null,
    }
  },
}
