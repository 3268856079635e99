import type { ReplyOf } from '@foyer/contract/calls.ts'
import { completed } from '@foyer/contract/messages.ts'
import type { Fail } from '@foyer/domain/result.ts'
import { fail } from '@foyer/domain/result.ts'
import { inTx } from '../db/transaction/tx.ts'
import type { RequestContext } from '../http/handle.ts'
import { consentsOf, recordConsent } from '../sale/customer/consents.ts'
import { boughtSale } from './paid-sale.ts'

/** Subscribes the buyer of a paid order to important event updates. */
export async function subscribeToEvents(
  ctx: RequestContext,
): Promise<ReplyOf<'subscribe_to_events'> | Fail<'not_paid'>> {
  const { deps, now } = ctx
  const bought = await boughtSale(ctx)
  if (!bought) return fail('not_paid')
  const { sale, buyer: customer } = bought
  // Already subscribed: a second press does not record a second consent.
  if ((await consentsOf(deps.db, customer.email)).event_news) return { success: true }
  await inTx(deps.db, (tx) =>
    recordConsent(tx, {
      email: customer.email,
      kind: 'event_news',
      granted: true,
      wording: completed['link.subscribeToUpdates'],
      source: 'order_completed',
      saleId: sale.id,
      now,
    }),
  )
  return { success: true }
}
