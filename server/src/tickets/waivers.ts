import type { ReplyOf } from '@foyer/contract/calls.ts'
import { type RawBuilder, sql } from 'kysely'
import { waiverPath } from './event-notes.ts'

/**
 * How many waivers the valid tickets of an order need (`wanted`), and how many of them are signed. `isCounted` is a condition on the
 * waiver's `event`.
 */
export const waiverCountsOf = (saleId: RawBuilder<unknown>, isCounted: RawBuilder<unknown>): RawBuilder<unknown> => sql`
  select coalesce(sum(holders.n), 0)::int as wanted, coalesce(sum(least(holders.n, signed.n)), 0)::int as signed
  from waivers waiver join events event on event.id = waiver.event_id and ${isCounted}
  join lateral (select count(*)::int as n from tickets valid join ticket_types type on type.id = valid.ticket_type_id
    where valid.sale_id = ${saleId} and type.event_id = event.id and not type.extra and valid.status = 'valid') holders
    on holders.n > 0
  cross join lateral (select count(*)::int as n from waiver_signatures signature
    where signature.sale_id = ${saleId} and signature.waiver_id = waiver.id
      and signature.waiver_version = waiver.version) signed`

/** What the door shows about the waivers of an order: how many are signed, and where the rest can be. */
export type DoorWaiver = NonNullable<ReplyOf<'door_list'>['tickets'][number]['waiver']>

/**
 * The waivers of `ticket` for the event of its `date`, as a column of a statement that has both: null for an extra. Signatures are counted
 * by order, because a person signs for a party and not with a ticket.
 */
export const TICKET_WAIVERS = sql`(
  select jsonb_build_object('signed', signed, 'of', wanted, 'reference', sale.reference)
  from sales sale cross join lateral (${waiverCountsOf(sql`ticket.sale_id`, sql`event.id = date.event_id`)}) counts
  where sale.id = ticket.sale_id and wanted > 0 and not type.extra)`

/** The column's value as the door shows it. */
export const doorWaiverOf = (
  value: { signed: number; of: number; reference: string } | null,
): DoorWaiver | undefined =>
  value === null ? undefined : { signed: value.signed, of: value.of, path: waiverPath(value.reference) }
