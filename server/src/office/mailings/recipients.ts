import { OFFICE_CALLS, type OfficeBody } from '@foyer/contract/office/calls.ts'
import { type RawBuilder, sql } from 'kysely'
import type { Db, Tx } from '../../db/transaction/tx.ts'
import { isSubscribedToNews } from '../../marketing/news-link.ts'
import { waitsForClaim } from '../../tickets/read.ts'
import { conditionsOf, type Filter, isOwnLine, refundedOf } from '../lists/filter.ts'
import { type List, stateConditions } from '../lists/rows.ts'

/** Whose orders a mailing may choose from. */
export type Scope = { organiserId: number; eventIds: readonly number[] | null }
export type Selection = { kind: 'service' | 'news'; list: List; filter: Filter }
export type Recipient = { email: string; name: string; sale_id: number; ticket_type_id: number | null }

/** A stored filter, which has the query parameters of its list. Null if the list doesn't accept it. */
export function readFilter(list: List, organiserId: number, stored: unknown): Filter | null {
  const { body } = OFFICE_CALLS[list === 'orders' ? 'export_orders' : 'export_people']
  const parsed = body.safeParse({ ...(stored as object), organiser_id: organiserId })
  if (!parsed.success) return null
  const { format: _, ...filter } = parsed.data as OfficeBody<'export_orders'>
  return filter
}

/** The recipients of a mailing: each address once, with its newest order. Refunded orders are among them only if the filter names
 * their state. */
function peopleQuery({ organiserId, eventIds }: Scope, { kind, list, filter }: Selection): RawBuilder<Recipient> {
  const ctx = { grant: { organiserId, role: null, eventIds } }
  const isPeople = list === 'people'
  const state = stateConditions(ctx, list, filter.state)
  const isStillValid = isPeople
    ? sql`ticket.status = 'valid'`
    : sql`(select not ended from (${refundedOf(isOwnLine(ctx))}) sums)`
  const conditions = [
    ...conditionsOf(ctx, filter),
    ...(state.length > 0 ? state : [isStillValid]),
    ...(isPeople ? [sql`line.kind = 'ticket'`, sql`not ${waitsForClaim('ticket')}`] : []),
  ]
  const [email, name] = isPeople
    ? [sql`ticket.holder_email`, sql`coalesce(nullif(ticket.holder_name, ''), "order".name)`]
    : [sql`"order".email`, sql`"order".name`]
  return sql`
    select distinct on (person.email) person.email, person.name, person.sale_id, person.ticket_type_id
    from (
      select lower(trim(${email})) as email, ${name} as name, line.sale_id, line.ticket_type_id, line.paid_at, line.line
      from order_lines line join orders "order" on "order".sale_id = line.sale_id
      ${isPeople ? sql`join tickets ticket on ticket.sale_id = line.sale_id and ticket.ticket_type_id = line.ticket_type_id` : sql``}
      where ${sql.join(conditions, sql` and `)} and ${email} like '%@%'
    ) person
    ${kind === 'news' ? sql`where ${isSubscribedToNews(sql.ref('person.email'), organiserId)}` : sql``}
    order by person.email, person.paid_at desc, person.sale_id desc, person.line`
}

/** How many people a mailing would reach now, and the first of them. */
export async function reachOf(
  db: Db | Tx,
  scope: Scope,
  selection: Selection,
  limit: number,
): Promise<{ people: number; sample: Recipient[] }> {
  const { rows } = await sql<Recipient & { n: number }>`
    select selection.*, count(*) over ()::int as n from (${peopleQuery(scope, selection)}) selection
    order by selection.sale_id desc, selection.email limit ${limit}`.execute(db)
  return { people: rows[0]?.n ?? 0, sample: rows }
}

/** Stores the recipients of a mailing. Later buyers aren't added. Returns how many there are. */
export async function storeRecipients(tx: Tx, mailingId: number, scope: Scope, selection: Selection): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    with selection as (${peopleQuery(scope, selection)})
    insert into mailing_people (mailing_id, email, name, sale_id, ticket_type_id)
    select ${mailingId}, email, name, sale_id, ticket_type_id from selection
    on conflict on constraint mailing_people_once do nothing returning id`.execute(tx)
  return rows.length
}
