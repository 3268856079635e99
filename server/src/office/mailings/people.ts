import { OFFICE_CALLS, type OfficeBody } from '@foyer/contract/office/calls.ts'
import { type RawBuilder, sql } from 'kysely'
import type { Db, Tx } from '../../db/transaction/tx.ts'
import { mayGetNews } from '../../marketing/news-link.ts'
import { waitsForClaim } from '../../tickets/read.ts'
import { conditionsOf, type Filter, isOwnLine, refundedOf } from '../lists/filter.ts'
import { type List, stateConditions } from '../lists/rows.ts'

/** Whose orders a mailing may choose from. */
export type Scope = { organiserId: number; eventIds: readonly number[] | null }
export type Chosen = { kind: 'service' | 'news'; list: List; filter: Filter }
export type Recipient = { email: string; name: string; sale_id: number; ticket_type_id: number | null }

/** A kept filter, which is written as in the address of its table. Null if that table doesn't know it. */
export function readFilter(list: List, organiserId: number, kept: unknown): Filter | null {
  const { body } = OFFICE_CALLS[list === 'orders' ? 'export_orders' : 'export_people']
  const parsed = body.safeParse({ ...(kept as object), organiser_id: organiserId })
  if (!parsed.success) return null
  const { format: _, ...filter } = parsed.data as OfficeBody<'export_orders'>
  return filter
}

/** Whom a mailing reaches: each address once, with its newest order. Who was refunded is chosen by the state alone. */
function peopleQuery({ organiserId, eventIds }: Scope, { kind, list, filter }: Chosen): RawBuilder<Recipient> {
  const ctx = { grant: { organiserId, role: null, eventIds } }
  const isPeople = list === 'people'
  const state = stateConditions(ctx, list, filter.state)
  const stillGood = isPeople
    ? sql`ticket.status = 'valid'`
    : sql`(select not ended from (${refundedOf(isOwnLine(ctx))}) sums)`
  const conditions = [
    ...conditionsOf(ctx, filter),
    ...(state.length > 0 ? state : [stillGood]),
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
    ${kind === 'news' ? sql`where ${mayGetNews(sql.ref('person.email'), organiserId)}` : sql``}
    order by person.email, person.paid_at desc, person.sale_id desc, person.line`
}

/** How many it reaches now, and some of them. */
export async function reachOf(
  db: Db | Tx,
  scope: Scope,
  chosen: Chosen,
  limit: number,
): Promise<{ people: number; some: Recipient[] }> {
  const { rows } = await sql<Recipient & { n: number }>`
    select chosen.*, count(*) over ()::int as n from (${peopleQuery(scope, chosen)}) chosen
    order by chosen.sale_id desc, chosen.email limit ${limit}`.execute(db)
  return { people: rows[0]?.n ?? 0, some: rows }
}

/** Writes down who gets it. Those are all, whoever buys later. */
export async function freezePeople(tx: Tx, mailingId: number, scope: Scope, chosen: Chosen): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    insert into mailing_people (mailing_id, email, name, sale_id, ticket_type_id)
    select ${mailingId}, chosen.email, chosen.name, chosen.sale_id, chosen.ticket_type_id
    from (${peopleQuery(scope, chosen)}) chosen
    on conflict on constraint mailing_people_once do nothing returning id`.execute(tx)
  return rows.length
}
