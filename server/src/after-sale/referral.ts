import type { ReplyOf } from '@foyer/contract/calls.ts'
import { inTx } from '../db/transaction/tx.ts'
import type { Deps } from '../deps.ts'
import type { RequestContext } from '../http/handle.ts'
import type { Session } from '../http/session.ts'
import { boughtSale } from './paid-sale.ts'

/** Nine bytes make twelve characters, short enough for a link. The code grants no access; it only identifies the referrer. */
const CODE_BYTES = 9

/**
 * Returns the link a buyer shares, one per sale and event. It leads to the first event of the order that rewards sharing,
 * else to its first event; an order of gift vouchers alone has none. Repeated calls return the same link.
 */
export async function rewardReferrerLink(ctx: RequestContext): Promise<ReplyOf<'get_reward_referrer_link'>> {
  const { deps, now } = ctx
  const bought = await boughtSale(ctx)
  if (!bought || bought.sale.cancelled_at !== null) return { link: '' }
  const { sale } = bought
  const events = await deps.db
    .selectFrom('sale_lines as line')
    .innerJoin('ticket_types as type', 'type.id', 'line.ticket_type_id')
    .innerJoin('events as event', 'event.id', 'type.event_id')
    .select(['event.id', 'event.slug', 'event.reward_text'])
    .where('line.sale_id', '=', sale.id)
    .orderBy('line.added_at')
    .orderBy('line.ticket_type_id')
    .execute()
  const event = events.find(({ reward_text }) => reward_text !== null) ?? events[0]
  if (!event) return { link: '' }
  const code = await inTx(deps.db, async (tx) => {
    await tx
      .insertInto('referral_links')
      .values({
        code: Buffer.from(deps.random.bytes(CODE_BYTES)).toString('base64url'),
        sale_id: sale.id,
        event_id: event.id,
        created_at: now,
      })
      .onConflict((conflict) => conflict.columns(['sale_id', 'event_id']).doNothing())
      .execute()
    const link = await tx
      .selectFrom('referral_links')
      .select('code')
      .where('sale_id', '=', sale.id)
      .where('event_id', '=', event.id)
      .executeTakeFirstOrThrow()
    return link.code
  })
  return { link: `${deps.config.publicUrl}/events/${event.slug}/?ref=${code}` }
}

/**
 * Counts a visit through a buyer's link once per browser, which remembers the last link. Ignores the buyer's own visits and
 * unknown codes.
 */
export async function countVisit({ db, clock }: Deps, session: Session, code: string): Promise<void> {
  if (!/^[\w-]{12}$/.test(code)) return
  const link = await db.selectFrom('referral_links').select('sale_id').where('code', '=', code).executeTakeFirst()
  if (!link || link.sale_id === session.saleId) return
  const sessionId = await session.ensure()
  await inTx(db, async (tx) => {
    const first = await tx
      .insertInto('referral_visits')
      .values({ session_id: sessionId, code, visited_at: clock.now() })
      .onConflict((conflict) => conflict.columns(['session_id', 'code']).doNothing())
      .returning('code')
      .executeTakeFirst()
    if (first)
      await tx
        .updateTable('referral_links')
        .set((eb) => ({ visits: eb('visits', '+', 1) }))
        .where('code', '=', code)
        .execute()
  })
}
