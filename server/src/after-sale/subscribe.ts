import type { ReplyOf } from '@foyer/contract/calls.ts'
import { completed } from '@foyer/contract/messages.ts'
import type { Fail } from '@foyer/domain/result.ts'
import { fail } from '@foyer/domain/result.ts'
import { inTx } from '../db/transaction/tx.ts'
import type { RequestContext } from '../http/handle.ts'
import { recordConsents } from '../sale/customer/consents.ts'
import { hasProved } from '../sale/customer/customer.ts'
import { boughtSale } from './paid-sale.ts'

/**
 * Subscribes the buyer of a paid order to important event updates. A second press records no second consent. The consent of an
 * express buyer waits until the typed address is proved, because it may be anyone's.
 */
export async function subscribeToEvents(
  ctx: RequestContext,
): Promise<ReplyOf<'subscribe_to_events'> | Fail<'not_paid'>> {
  const { deps, session, now } = ctx
  const bought = await boughtSale(ctx)
  if (!bought) return fail('not_paid')
  const { sale, buyer } = bought
  const pending = !hasProved(session, buyer)
  await inTx(deps.db, (tx) =>
    recordConsents(tx, { email: buyer.email, source: 'order_completed', saleId: sale.id, now, pending }, [
      { kind: 'event_news', wanted: true, wording: completed['link.subscribeToUpdates'] },
    ]),
  )
  return { success: true }
}
