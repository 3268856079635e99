import type { BodyOf } from '@foyer/contract/calls.ts'
import type { RequestContext } from '../http/handle.ts'
import { snapshotOf } from '../sale/snapshot.ts'
import { type BasketChanged, changeBasket } from './change.ts'

/** Keeps the choice; protection is on only if chosen and available (API-11). */
export const updateRefundProtection = (body: BodyOf<'update_refund_protection'>, ctx: RequestContext) =>
  changeBasket(ctx, async (tx, sale): Promise<BasketChanged> => {
    const { totals } = await snapshotOf(tx, sale)
    return { ok: true, sale: { refund_protection: body.refund_protection && totals.hasRefundProtection } }
  })
