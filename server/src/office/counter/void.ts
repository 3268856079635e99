import { fail } from '@foyer/domain/result.ts'
import { sql } from 'kysely'
import type { Db } from '../../db/transaction/tx.ts'
import { refundLocked } from '../../payment/refund/order.ts'
import { grantOf, type OfficeContext, type OfficeHandlers } from '../handle.ts'
import { lockOwnOrder, ownOrder } from '../order/own-order.ts'
import { officeOutcome } from '../order/refund.ts'
import { salePath } from './sell.ts'
import { counterPath, lockShift } from './shift.ts'
import { countRefundInShift, newRefundsOf, openRefundsOf } from './shift-refunds.ts'

/** Voids a whole sale, in the shift that made it. */
export const voidSale: OfficeHandlers['void_sale'] = {
  async change(tx, { order_id, reason }, ctx) {
    if ((await ownOrder(tx, ctx, order_id)) === undefined) return fail('not_found')
    const shift = await lockShift(tx, ctx)
    if (shift === undefined) return fail('no_shift')
    const own = await lockOwnOrder(tx, ctx, order_id)
    const sold = await tx.selectFrom('counter_sales').selectAll().where('sale_id', '=', order_id).executeTakeFirst()
    // guard: void-in-own-shift
    if (own === undefined || sold?.shift_id !== shift.id) return fail('void_other_shift')
    const before = await openRefundsOf(tx, order_id)
    const refunded = officeOutcome(
      await refundLocked(tx, ctx.deps, own.sale, { what: 'whole', ...(reason !== '' && { used: reason }) }, ctx.now),
    )
    if (!refunded.ok) return refunded
    for (const { id, provider } of await newRefundsOf(tx, order_id, before))
      await countRefundInShift(tx, ctx, shift, { id, provider })
    return {
      reply: { success: true, next: salePath(ctx, order_id) },
      log: {
        subject: ['order', order_id],
        after: { voided_minor: refunded.amountMinor, shift_id: shift.id, ...(reason && { reason }) },
      },
    }
  },
}

export type OwedRefund = {
  refund_id: number
  order_id: number
  number: string
  amount_minor: number
  currency: string
  provider: 'cash' | 'other'
}

/** Refunds of payments taken by hand that staff still have to hand back, for orders that this person may see as a whole. */
export async function refundsOwedAtCounter(
  db: Pick<Db, 'getExecutor'>,
  ctx: OfficeContext,
  saleId?: number,
): Promise<OwedRefund[]> {
  const { organiserId, eventIds } = grantOf(ctx)
  const { rows } = await sql<OwedRefund>`
    select refund.id as refund_id, refund.sale_id as order_id, orders.number, refund.amount_minor, payment.currency, payment.provider
    from refunds refund join payments payment on payment.id = refund.payment_id and payment.provider in ('cash', 'other')
    join orders on orders.sale_id = refund.sale_id
    where refund.status = 'queued' and (${saleId ?? null}::bigint is null or refund.sale_id = ${saleId ?? null})
      and exists (select from order_lines line where line.sale_id = refund.sale_id and line.organiser_id = ${organiserId})
      and not exists (select from order_lines line where line.sale_id = refund.sale_id and (line.organiser_id <> ${organiserId}
        or not (${eventIds === null} or line.event_id = any(${sql.val(eventIds ?? [])}::bigint[]))))
    order by refund.id limit 50`.execute(db as Db)
  return rows
}

export const handBack: OfficeHandlers['hand_back'] = {
  async change(tx, { refund_id }, ctx) {
    const refund = await tx.selectFrom('refunds').select('sale_id').where('id', '=', refund_id).executeTakeFirst()
    if (refund === undefined || (await ownOrder(tx, ctx, refund.sale_id)) === undefined) return fail('not_found')
    const shift = await lockShift(tx, ctx)
    if (shift === undefined) return fail('no_shift')
    await lockOwnOrder(tx, ctx, refund.sale_id)
    const owed = (await refundsOwedAtCounter(tx, ctx, refund.sale_id)).find(
      (refundOwed) => refundOwed.refund_id === refund_id,
    )
    // guard: handed-back-once
    if (owed === undefined) return fail('not_found')
    if (owed.currency !== shift.currency) return fail('other_currency')
    await countRefundInShift(tx, ctx, shift, { id: refund_id, provider: owed.provider })
    return {
      reply: { success: true, next: counterPath(ctx) },
      log: {
        subject: ['order', refund.sale_id],
        after: { handed_back_minor: owed.amount_minor, shift_id: shift.id },
      },
    }
  },
}
