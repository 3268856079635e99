import type { BodyOf } from '@foyer/contract/calls.ts'
import type { Ok } from '@foyer/domain/result.ts'
import { snapshotOf } from '../checkout/snapshot.ts'
import type { Asking } from '../http/handle.ts'
import { changeBasket } from './change.ts'

/** Keeps the choice; protection is on only if chosen and available (API-11). */
export const updateRefundProtection = (body: BodyOf<'update_refund_protection'>, asking: Asking) =>
  changeBasket(asking, async (tx, sale): Promise<Ok> => {
    const { totals } = await snapshotOf(tx, sale)
    await tx
      .updateTable('sales')
      .set({ refund_protection: body.refund_protection && totals.hasRefundProtection })
      .where('id', '=', sale.id)
      .execute()
    return { ok: true }
  })
