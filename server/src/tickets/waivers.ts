import type { ReplyOf } from '@foyer/contract/calls.ts'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../db/transaction/tx.ts'
import { waiverPath } from './event-notes.ts'

/**
 * How many waivers the valid tickets of an order need (`wanted`), and how many of them are signed. `isCounted` is a condition on the
 * waiver's `event`. From the order's own tickets to the waivers of their events, so that it costs the same however many events there are.
 */
export const waiverCountsOf = (saleId: RawBuilder<unknown>, isCounted: RawBuilder<unknown>): RawBuilder<unknown> => sql`
  select coalesce(sum(holders.n), 0)::int as wanted, coalesce(sum(least(holders.n, signed.n)), 0)::int as signed
  from (select type.event_id, count(*)::int as n from tickets valid join ticket_types type on type.id = valid.ticket_type_id
    where valid.sale_id = ${saleId} and not type.extra and valid.status = 'valid' group by type.event_id) holders
  join waivers waiver on waiver.event_id = holders.event_id
  join events event on event.id = waiver.event_id and ${isCounted}
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

/** How many waivers the orders of a date need and have signed, and the orders that lack some, by the names of buyers. */
export async function waiversOfDate(db: Db, { eventId, dateId }: { eventId: number; dateId: number }) {
  const { rows } = await sql<{ buyer: string; number: string | null; wanted: number; signed: number }>`
    select coalesce(orders.name, '') as buyer, orders.number, wanted, counts.signed
    from (select distinct ticket.sale_id as id from tickets ticket join ticket_types type on type.id = ticket.ticket_type_id
        where type.date_id = ${dateId} and not type.extra and ticket.status = 'valid') sale
      cross join lateral (${waiverCountsOf(sql`sale.id`, sql`event.id = ${eventId}`)}) counts
      left join orders on orders.sale_id = sale.id
    where wanted > 0 order by lower(orders.name), sale.id`.execute(db)
  return {
    signed: rows.reduce((sum, { signed }) => sum + signed, 0),
    of: rows.reduce((sum, { wanted }) => sum + wanted, 0),
    missing: rows
      .filter(({ signed, wanted }) => signed < wanted)
      .map(({ buyer, number, signed, wanted }) => ({ buyer, number, n: wanted - signed })),
  }
}

/** The column's value as the door shows it. */
export const doorWaiverOf = (
  value: { signed: number; of: number; reference: string } | null,
): DoorWaiver | undefined =>
  value === null ? undefined : { signed: value.signed, of: value.of, path: waiverPath(value.reference) }
