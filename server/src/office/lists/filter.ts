import type { OfficeBody } from '@foyer/contract/office/calls.ts'
import { DAY_MS } from '@foyer/domain/format/calendar-days.ts'
import { instantAt } from '@foyer/domain/format/dates.ts'
import { type RawBuilder, sql } from 'kysely'
import type { Tx } from '../../db/transaction/tx.ts'
import { paidOfLine, refundedOfLine } from '../../sale/order/line-amounts.ts'
import { waiverCountsOf } from '../../tickets/waivers.ts'
import { isOwnCode, isOwnEvent, ownEvent } from '../event/own-event.ts'
import { type Granted, grantOf, type OfficeContext } from '../handle.ts'
import { exactMatches, prefixMatches } from '../order/find.ts'

export type Filter = Omit<OfficeBody<'export_orders'>, 'state' | 'format' | 'q'> & {
  state?: string | undefined
  q?: string | undefined
}

/** Whether this person may see the event of a filter. Dates and types only narrow the result, so they aren't checked. */
export const isOwnFilter = async (
  db: Pick<Tx, 'selectFrom'>,
  ctx: OfficeContext,
  { event_id }: Filter,
): Promise<boolean> => event_id === undefined || (await ownEvent(db, ctx, event_id)) !== undefined

/** The filter as query parameters. */
export const queryOf = ({ organiser_id: _, ...filter }: Filter): Record<string, string> =>
  Object.fromEntries(
    Object.entries(filter).flatMap(([name, value]) =>
      value === undefined || value === '' || value === false ? [] : [[name, value === true ? '1' : String(value)]],
    ),
  )

/** A line that this person may see. */
export function isOwnLine(ctx: Granted): RawBuilder<boolean> {
  const { organiserId, eventIds } = grantOf(ctx)
  // guard: lists-scoped
  return sql<boolean>`line.organiser_id = ${organiserId}
    and (${eventIds === null} or line.event_id = any(${sql.val(eventIds ?? [])}::bigint[]))`
}

/** The latest consent of an email address to the organiser's news. */
export const consentTo = (organiserId: number): RawBuilder<unknown> => sql`
  select consent.granted and consent.basis = 'consent' as granted, consent.given_at from consents consent
  where consent.email = lower("order".email) and consent.kind = 'organiser' and consent.organiser_id = ${organiserId}
    and not consent.pending order by consent.id desc limit 1`

/** How much of an order's own lines was paid and refunded, and whether all of them were refunded. */
export const refundedOf = (isOwn: RawBuilder<boolean>): RawBuilder<unknown> => sql`
  select bool_and(line.kind = 'donation' or line.refunded_qty = line.qty) as ended,
    sum(${refundedOfLine()})::bigint as back, sum(${paidOfLine()})::bigint as total
  from order_lines line where line.sale_id = "order".sale_id and ${isOwn}`

/** Whether the order, or a ticket of the line, matches what was typed, as the search of the office finds it. */
function foundBy(q: string): RawBuilder<unknown> {
  const matches = [exactMatches(q), prefixMatches(q)].filter((query) => query !== null)
  if (matches.length === 0) return sql`false`
  return sql`(line.sale_id in (select sale_id from (${sql.join(matches, sql` union all `)}) fit (sale_id, ticket_type_id, holder, rank)
      where fit.ticket_type_id is null)
    or (line.sale_id, line.ticket_type_id) in (select sale_id, ticket_type_id
      from (${sql.join(matches, sql` union all `)}) fit (sale_id, ticket_type_id, holder, rank) where fit.ticket_type_id is not null))`
}

/** The conditions of a filter, on `line` and `"order"`. The line is one that this person may see. */
export function conditionsOf(ctx: Granted, filter: Filter): RawBuilder<unknown>[] {
  const scope = grantOf(ctx)
  const { organiserId } = scope
  const { from, until, event_id, date_id, type_id, channel, code, q = '' } = filter
  const used = code.toUpperCase()
  return [
    sql`${isOwnLine(ctx)}`,
    ...(q === '' ? [] : [foundBy(q)]),
    ...(from === '' ? [] : [sql`line.paid_at >= ${instantAt(from, '00:00')}`]),
    ...(until === '' ? [] : [sql`line.paid_at < ${new Date(instantAt(until, '12:00').getTime() + DAY_MS / 2)}`]),
    ...(event_id === undefined ? [] : [sql`line.event_id = ${event_id}`]),
    ...(date_id === undefined ? [] : [sql`line.date_id = ${date_id}`]),
    ...(type_id === undefined ? [] : [sql`line.ticket_type_id = ${type_id}`]),
    ...(channel === undefined ? [] : [sql`"order".channel = ${channel}`]),
    ...(used === ''
      ? []
      : [
          sql`(exists (select from sale_codes applied where applied.sale_id = line.sale_id and applied.code = ${used}
              and ${isOwnCode(scope)})
            or exists (select from sale_lines sold join access_codes access on access.id = sold.access_code_id
              join events event on event.id = access.event_id
              where sold.sale_id = line.sale_id and access.code = ${used} and ${isOwnEvent(scope)}))`,
        ]),
    ...(filter.consent ? [sql`coalesce((select granted from (${consentTo(organiserId)}) newest), false)`] : []),
    ...(filter.gift_aid
      ? [
          sql`line.kind = 'donation' and exists (select from gift_aid_declarations declared
            where declared.sale_id = line.sale_id and declared.cancelled_at is null)`,
        ]
      : []),
    ...(filter.post
      ? [
          sql`line.refunded_qty < line.qty and exists (select from ticket_types posted
            where posted.id = line.ticket_type_id and posted.delivered_by_post)`,
        ]
      : []),
    ...(filter.unsigned
      ? [sql`(select wanted > signed from (${waiverCountsOf(sql`line.sale_id`, isOwnEvent(scope))}) waivers)`]
      : []),
    ...(filter.protected ? [sql`line.protection_minor > line.refunded_protection_minor`] : []),
  ]
}
