import type { OfficeReply } from '@foyer/contract/office/calls.ts'
import { shortWhen } from '@foyer/domain/format/dates.ts'
import { groupBy } from '@foyer/domain/group.ts'
import { type RawBuilder, sql } from 'kysely'
import { HELD_COLUMNS, type HeldRow } from '../../db/held-online.ts'
import type { Db } from '../../db/transaction/tx.ts'
import type { OfficeContext } from '../handle.ts'
import type { Column } from './columns.ts'
import { conditionsOf, type Filter } from './filter.ts'
import { type Cursor, type Row, stateConditions } from './rows.ts'

type Person = OfficeReply<'office_people'>['people'][number]

/** A person with the newest of the tickets that match, and where a page that ends with them goes on. */
export type PersonRow = Omit<Person, 'rows'> & { cursor: string; tickets: Row[] }

/** Tickets shown of one person. */
const MAX_TICKETS = 50

/**
 * A page of the people with tickets that match a filter, those with the newest ticket first, in one statement. It reads tickets from
 * the newest and leaves out those of a person who has a newer one, so that the page costs what its people's tickets cost.
 */
export async function readPeople(
  db: Db,
  ctx: OfficeContext,
  filter: Filter,
  { columns, limit, before }: { columns: readonly Column[]; limit: number; before: Cursor | null },
): Promise<PersonRow[]> {
  const conditions = sql.join(
    [sql`line.kind = 'ticket'`, ...conditionsOf(ctx, filter), ...stateConditions(ctx, 'people', filter.state)],
    sql` and `,
  )
  const matching = (of: RawBuilder<unknown>) => sql`
    select distinct on (line.paid_at, line.sale_id, ticket.id) line.paid_at, line.sale_id, ticket.id as ticket_id, ticket.holder_email as holder, ticket.status
    from order_lines line join orders "order" on "order".sale_id = line.sale_id
    join tickets ticket on ticket.sale_id = line.sale_id and ticket.ticket_type_id = line.ticket_type_id
    where ${conditions} and ${of}
    order by line.paid_at desc, line.sale_id desc, ticket.id desc`
  const from =
    before === null
      ? sql`true`
      : sql`(line.paid_at, line.sale_id, ticket.id) < (${before.paidAt}, ${before.saleId}, ${before.ticketId})`
  // By the index of addresses, or by the order: most people have few tickets.
  const newer = (of: RawBuilder<unknown>) => sql`exists (
    select from order_lines line join orders "order" on "order".sale_id = line.sale_id
    join tickets ticket on ticket.sale_id = line.sale_id and ticket.ticket_type_id = line.ticket_type_id
    where ${conditions} and ${of}
      and (line.paid_at, line.sale_id, ticket.id) > (found.paid_at, found.sale_id, found.ticket_id) offset 0)`
  const ofHolder = (person: RawBuilder<unknown>) =>
    sql`${person}.holder <> '' and ticket.holder_email = ${person}.holder`
  /** Without an address, each order is a person. */
  const ofOrder = (person: RawBuilder<unknown>) => sql`${person}.holder = '' and ticket.holder_email = ''
    and line.sale_id = ${person}.sale_id and ticket.sale_id = ${person}.sale_id`
  const read = columns.map(({ read: one }, i) => sql`${one} as ${sql.ref(`c${i}`)}`)
  const { rows } = await sql<Found>`
    with page as materialized (
      select found.* from (${matching(from)}) found
      where case when found.holder = '' then not ${newer(ofOrder(sql`found`))} else not ${newer(ofHolder(sql`found`))} end
      order by found.paid_at desc, found.sale_id desc, found.ticket_id desc limit ${limit}),
    held as materialized (
      select page.paid_at as newest_at, page.sale_id as newest_sale, page.ticket_id as newest_ticket, own.*
      from page cross join lateral (
        select *, count(*) over ()::int as found_count, (count(*) filter (where status = 'valid') over ())::int as valid_count
        from ((${matching(ofHolder(sql`page`))}) union all (${matching(ofOrder(sql`page`))})) matching
        order by paid_at desc, sale_id desc, ticket_id desc limit ${MAX_TICKETS}) own)
    select held.*, "order".number, "order".currency, "order".name, "order".email, ticket.holder_name, ticket.holder_email,
      event.title, ${HELD_COLUMNS}, date.starts_at, date.ends_at, date.all_day
      ${read.length === 0 ? sql`` : sql`, ${sql.join(read)}`}
    from held join orders "order" on "order".sale_id = held.sale_id
    join tickets ticket on ticket.id = held.ticket_id join ticket_types type on type.id = ticket.ticket_type_id
    join events event on event.id = type.event_id join event_dates date on date.id = type.date_id
    order by held.newest_at desc, held.newest_sale desc, held.newest_ticket desc,
      held.paid_at desc, held.sale_id desc, held.ticket_id desc`.execute(db)
  return [...groupBy(rows, ({ newest_ticket }) => newest_ticket).values()].map((own) => personOf(own, columns, ctx.now))
}

type Found = HeldRow & {
  newest_at: Date
  newest_sale: number
  newest_ticket: number
  sale_id: number
  ticket_id: number
  found_count: number
  valid_count: number
  number: string
  currency: string
  name: string
  email: string
  holder_name: string
  holder_email: string
  title: string
}

function personOf(own: Found[], columns: readonly Column[], now: Date): PersonRow {
  const [newest] = own as [Found, ...Found[]]
  // Tickets that a buyer holds for guests have the guests' names.
  const bought = own.find(({ email, holder_email }) => email === holder_email)
  const dates = new Set(own.map((row) => `${row.title}, ${shortWhen(row, now, row)}`))
  return {
    key: newest.newest_ticket,
    order_id: newest.sale_id,
    name: (bought?.name || newest.holder_name || newest.name).trim(),
    email: newest.holder_email,
    n: newest.valid_count,
    more: newest.found_count - own.length,
    dates: [...dates],
    cursor: `${newest.newest_at.getTime()}-${newest.newest_sale}-${newest.newest_ticket}`,
    tickets: own.map((row) => ({
      key: row.ticket_id,
      orderId: row.sale_id,
      number: row.number,
      currency: row.currency,
      cursor: '',
      values: columns.map((_, i) => (row as unknown as Record<string, unknown>)[`c${i}`]),
    })),
  }
}
