import type { OfficeBody } from '@foyer/contract/office/calls.ts'
import { fail } from '@foyer/domain/result.ts'
import type { Tx } from '../../db/transaction/tx.ts'
import { acceptEntries, type LateEntries, rejectEntries } from '../../tickets/door/late-entries.ts'
import { grantOf, type OfficeContext, type OfficeHandlers } from '../handle.ts'
import { doorPath } from './door.ts'
import { ownEvent } from './own-event.ts'

type Body = OfficeBody<'accept_entries'>

/** The entries that a form names, at a date of an event that this person may see. */
async function namedEntries(
  tx: Tx,
  ctx: OfficeContext,
  { event_id, date_id, from_id, until_id }: Body,
): Promise<LateEntries | undefined> {
  if ((await ownEvent(tx, ctx, event_id)) === undefined) return undefined
  const date = await tx
    .selectFrom('event_dates')
    .select('id')
    .where('id', '=', date_id)
    .where('event_id', '=', event_id)
    .executeTakeFirst()
  const { organiserId } = grantOf(ctx)
  return date && { eventId: event_id, dateId: date_id, organiserId, fromId: from_id, untilId: until_id }
}

/** The reply to a decision and its entry in the log, which an act that found nothing to decide doesn't have. */
const decided = (ctx: OfficeContext, { eventId, dateId }: LateEntries, n: number, counts: Record<string, number>) => ({
  reply: { success: true as const, next: doorPath(ctx, eventId, dateId) },
  log: n === 0 ? null : { subject: ['event', eventId] as const, after: { date_id: dateId, ...counts } },
})

export const acceptLateEntries: OfficeHandlers['accept_entries'] = {
  async change(tx, body, ctx) {
    const entries = await namedEntries(tx, ctx, body)
    if (entries === undefined) return fail('not_found')
    const { accepted, wrong } = await acceptEntries(tx, ctx.deps, entries)
    return decided(ctx, entries, accepted, { accepted, wrong })
  },
}

export const rejectLateEntries: OfficeHandlers['reject_entries'] = {
  async change(tx, body, ctx) {
    const entries = await namedEntries(tx, ctx, body)
    if (entries === undefined) return fail('not_found')
    const rejected = await rejectEntries(tx, entries)
    return decided(ctx, entries, rejected, { rejected })
  },
}
