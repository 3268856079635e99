import type { BodyOf } from '@foyer/contract/calls.ts'
import type { Tx } from '../db/transaction/tx.ts'
import type { RequestContext } from '../http/handle.ts'
import type { SaleRow } from '../sale/sale.ts'
import { snapshotOf } from '../sale/snapshot/snapshot.ts'
import { type BasketChanged, changeBasket } from './change.ts'

/** Saves the choice; protection applies only if chosen and available. */
export const updateRefundProtection = (body: BodyOf<'update_refund_protection'>, ctx: RequestContext) =>
  changeBasket(ctx, async (tx, sale): Promise<BasketChanged> => {
    return { ok: true, sale: await protectionIfOffered(tx, sale, body.refund_protection) }
  })

/** The buyer's choice as it applies to the current basket: without an eligible ticket there is no protection. */
export async function protectionIfOffered(
  tx: Tx,
  sale: SaleRow,
  chosen: boolean,
): Promise<Pick<SaleRow, 'refund_protection'>> {
  if (!chosen) return { refund_protection: false }
  const { totals } = await snapshotOf(tx, sale)
  return { refund_protection: totals.hasRefundProtection }
}
