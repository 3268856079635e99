import type { LISTS } from '@foyer/contract/calls/office/lists.ts'
import { MOST_COUNTED } from '@foyer/contract/office/lists/most-counted.ts'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../db/transaction/tx.ts'
import { type Granted, grantOf, type OfficeContext } from '../handle.ts'
import { disputeOf } from '../order/state.ts'
import { type Column, orderColumns, peopleColumns } from './columns.ts'
import { conditionsOf, type Filter, isOwnLine, refundedOf } from './filter.ts'

export type List = (typeof LISTS)[number]
export type Row = { key: number; orderId: number; number: string; currency: string; cursor: string; values: unknown[] }

export function columnsOf(ctx: OfficeContext, list: List): Column[] {
  const { organiserId, eventIds } = grantOf(ctx)
  const scope = { organiserId, eventIds, isOwn: isOwnLine(ctx) }
  return list === 'orders' ? orderColumns(scope) : peopleColumns(scope)
}

/** Where a page ends: the time and ids of its last row. */
export type Cursor = { paidAt: Date; saleId: number; ticketId: number }

export function readCursor(text: string): Cursor | null {
  const [, at, saleId, ticketId] = /^(\d{1,15})-(\d{1,15})-(\d{1,15})$/.exec(text) ?? []
  return at === undefined ? null : { paidAt: new Date(Number(at)), saleId: Number(saleId), ticketId: Number(ticketId) }
}

const ORDER_STATE: Record<string, RawBuilder<unknown>> = {
  paid: sql`not ended and back = 0`,
  part_refunded: sql`not ended and back > 0`,
  refunded: sql`ended`,
}
const HOLDER_STATE: Record<string, RawBuilder<unknown>> = {
  valid: sql`ticket.status = 'valid' and ticket.admitted_at is null`,
  admitted: sql`ticket.status = 'valid' and ticket.admitted_at is not null`,
  void: sql`ticket.status = 'void'`,
}

/** The condition of a chosen state, on `line` or on `ticket`. */
export function stateConditions(ctx: Granted, list: List, chosen: string | undefined): RawBuilder<unknown>[] {
  const dispute = disputeOf(sql`line.sale_id`)
  if (list === 'orders' && (chosen === 'disputed' || chosen === 'dispute_lost'))
    // Few payments are disputed, so they are found first.
    return [
      sql`line.sale_id in (select payment.sale_id from disputes join payments payment on payment.id = disputes.payment_id)`,
      sql`${dispute} = ${chosen}`,
    ]
  const state = chosen === undefined ? undefined : (list === 'people' ? HOLDER_STATE : ORDER_STATE)[chosen]
  if (state === undefined) return []
  if (list === 'people') return [state]
  const { organiserId } = grantOf(ctx)
  // What such orders have in common and is cheap to find: the others are left out before any order's lines are added up.
  const first: Record<string, RawBuilder<unknown>> = {
    refunded: sql`(line.kind = 'donation' or line.refunded_qty = line.qty)`,
    part_refunded: sql`line.sale_id in (select returned.sale_id from order_lines returned
      where returned.organiser_id = ${organiserId} and greatest(returned.refunded_net_minor, returned.refunded_fee_minor,
        returned.refunded_protection_minor, returned.refunded_delivery_minor, returned.refunded_rounding_minor) > 0)`,
  }
  return [
    ...(first[chosen!] ? [first[chosen!]!] : []),
    sql`(select ${state} from (${refundedOf(isOwnLine(ctx))}) sums)`,
    sql`${dispute} is null`,
  ]
}

/**
 * A page of rows after a cursor, newest first. It finds the keys of the page in the index of the organiser's lines, and reads the
 * chosen columns only for these.
 */
export function rowsQuery(
  ctx: OfficeContext,
  list: List,
  filter: Filter,
  { columns, limit, before }: { columns: readonly Column[]; limit: number; before: Cursor | null },
): RawBuilder<{ sale_id: number; ticket_id: number; paid_at: Date; number: string; currency: string }> {
  const isPeople = list === 'people'
  const conditions = [
    ...conditionsOf(ctx, filter),
    ...(before === null
      ? []
      : [
          isPeople
            ? sql`(line.paid_at, line.sale_id, ticket.id) < (${before.paidAt}, ${before.saleId}, ${before.ticketId})`
            : sql`(line.paid_at, line.sale_id) < (${before.paidAt}, ${before.saleId})`,
        ]),
    ...stateConditions(ctx, list, filter.state),
  ]
  const found = isPeople
    ? sql`select distinct on (line.paid_at, line.sale_id, ticket.id) line.paid_at, line.sale_id, ticket.id as ticket_id
        from order_lines line join orders "order" on "order".sale_id = line.sale_id
        join tickets ticket on ticket.sale_id = line.sale_id and ticket.ticket_type_id = line.ticket_type_id
        where line.kind = 'ticket' and ${sql.join(conditions, sql` and `)}
        order by line.paid_at desc, line.sale_id desc, ticket.id desc limit ${limit}`
    : sql`select distinct on (line.paid_at, line.sale_id) line.paid_at, line.sale_id, 0::bigint as ticket_id
        from order_lines line join orders "order" on "order".sale_id = line.sale_id
        where ${sql.join(conditions, sql` and `)}
        order by line.paid_at desc, line.sale_id desc limit ${limit}`
  const read = columns.map(({ read: one }, i) => sql`${one} as ${sql.ref(`c${i}`)}`)
  return sql`
    with page as materialized (${found})
    select page.sale_id, page.ticket_id, page.paid_at, "order".number, "order".currency
      ${read.length === 0 ? sql`` : sql`, ${sql.join(read)}`}
    from page join orders "order" on "order".sale_id = page.sale_id
    ${
      isPeople
        ? sql`join tickets ticket on ticket.id = page.ticket_id join ticket_types type on type.id = ticket.ticket_type_id
            join events event on event.id = type.event_id join event_dates date on date.id = type.date_id`
        : sql``
    }
    order by page.paid_at desc, page.sale_id desc, page.ticket_id desc`
}

/** How many orders a filter finds, up to one more than are counted: the index of the organiser's lines is read no further. */
export async function countRows(db: Db, ctx: OfficeContext, filter: Filter): Promise<number> {
  const { rows } = await sql<{ n: number }>`select count(*)::int as n from (${rowsQuery(ctx, 'orders', filter, {
    columns: [],
    limit: MOST_COUNTED + 1,
    before: null,
  })}) found`.execute(db)
  return rows[0]!.n
}

export async function readRows(
  db: Db,
  ctx: OfficeContext,
  list: List,
  filter: Filter,
  page: { columns: readonly Column[]; limit: number; before: Cursor | null },
): Promise<Row[]> {
  const { rows } = await rowsQuery(ctx, list, filter, page).execute(db)
  return rows.map((row) => ({
    key: list === 'people' ? row.ticket_id : row.sale_id,
    orderId: row.sale_id,
    number: row.number,
    currency: row.currency,
    cursor: `${row.paid_at.getTime()}-${row.sale_id}-${row.ticket_id}`,
    values: page.columns.map((_, i) => (row as Record<string, unknown>)[`c${i}`]),
  }))
}
