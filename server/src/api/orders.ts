import type { ApiReply } from '@foyer/contract/api/calls.ts'
import { groupBy } from '@foyer/domain/group.ts'
import { fail } from '@foyer/domain/result.ts'
import { sql } from 'kysely'
import type { Db } from '../db/transaction/tx.ts'
import { ownEvent } from '../office/event/own-event.ts'
import type { Grant } from '../office/handle.ts'
import { isOwnLine } from '../office/lists/filter.ts'
import { shownState } from '../office/order/state.ts'
import { paidForLine, refundedOfLine } from '../sale/order/line-amounts.ts'
import { maySeePeople } from './context.ts'
import { iso, isoOrNull } from './events.ts'
import type { ApiHandlers } from './handle.ts'
import { numbersIn, pageOf } from './page.ts'

type Shown = ApiReply<'api_order'>
type Line = Shown['lines'][number]
type OrderRow = Pick<Shown, 'number' | 'channel' | 'currency'> & {
  sale_id: number
  name: string
  email: string
  phone: string
  paid_at: Date
  changed_at: Date
}
type LineRow = Line & { sale_id: number }
type TicketRow = Omit<Shown['tickets'][number], 'admitted_at'> & { sale_id: number; admitted_at: Date | null }

/**
 * Orders as a key may see them: the organiser's own lines, and their tickets. In the order of `ids`; other organisers' orders
 * are missing.
 */
export async function readOrders(
  db: Pick<Db, 'getExecutor'>,
  ctx: { grant: Grant },
  ids: readonly number[],
): Promise<Shown[]> {
  const wanted = sql`any(${sql.val([...ids])}::bigint[])`
  const isOwn = isOwnLine(ctx)
  const { rows: orders } = await sql<OrderRow>`
    select "order".sale_id, "order".number, "order".channel, "order".currency, "order".name, "order".email, "order".phone,
      "order".paid_at, own.changed_at
    from orders "order" join lateral (select max(coalesce(line.changed_at, line.paid_at)) as changed_at from order_lines line
      where line.sale_id = "order".sale_id and ${isOwn}) own on own.changed_at is not null
    where "order".sale_id = ${wanted}`.execute(db)
  const { rows: lines } = await sql<LineRow>`
    select line.sale_id, line.line, line.kind, coalesce(type.name, design.name, charity.name, '') as name, line.event_id,
      line.date_id, line.ticket_type_id, line.qty as quantity, line.list_minor, line.offer_minor + line.discount_minor as discount_minor,
      line.net_minor, line.fee_minor, line.protection_minor, line.delivery_minor, line.rounding_minor, line.voucher_minor,
      line.tax_minor, line.refunded_qty as refunded_quantity,
      ${refundedOfLine()} as refunded_minor
    from order_lines line left join ticket_types type on type.id = line.ticket_type_id
    left join gift_voucher_designs design on design.id = line.design_id left join charities charity on charity.id = line.charity_id
    where line.sale_id = ${wanted} and ${isOwn} order by line.sale_id, line.line`.execute(db)
  const { rows: tickets } = await sql<TicketRow>`
    select ticket.sale_id, ticket.id, type.event_id, type.date_id, ticket.ticket_type_id, coalesce(seat.label, '') as seat,
      ticket.status, ticket.admitted_at
    from tickets ticket join ticket_types type on type.id = ticket.ticket_type_id left join seats seat on seat.id = ticket.seat_id
    where ticket.sale_id = ${wanted} and exists (select from order_lines line where line.sale_id = ticket.sale_id
      and line.ticket_type_id = ticket.ticket_type_id and ${isOwn})
    order by ticket.id`.execute(db)
  const linesOf = groupBy(lines, ({ sale_id }) => sale_id)
  const ticketsOf = groupBy(tickets, ({ sale_id }) => sale_id)
  const found = new Map(orders.map((order) => [order.sale_id, order]))
  const showsContact = maySeePeople(ctx)
  return ids.flatMap((id) => {
    const order = found.get(id)
    if (order === undefined) return []
    const own = linesOf.get(id) ?? []
    const back = sumOf(own, (line) => line.refunded_minor)
    const ended = own.every(
      ({ kind, quantity, refunded_quantity }) => kind === 'donation' || refunded_quantity === quantity,
    )
    const { name, email, phone, number, channel, currency } = order
    return {
      id,
      number,
      channel,
      currency,
      paid_at: iso(order.paid_at),
      changed_at: iso(order.changed_at),
      state: shownState({ back, ended }),
      total_minor: sumOf(own, paidForLine),
      refunded_minor: back,
      lines: own.map(({ sale_id: _, ...line }) => line),
      tickets: (ticketsOf.get(id) ?? []).map(({ sale_id: _, ...ticket }) => ({
        ...ticket,
        admitted_at: isoOrNull(ticket.admitted_at),
      })),
      // guard: no-contact-for-reading-keys
      contact: showsContact ? { name, email, phone } : null,
    }
  })
}

const sumOf = (lines: readonly Line[], of: (line: Line) => number) => lines.reduce((sum, line) => sum + of(line), 0)

export const apiOrders: ApiHandlers['api_orders'] = async ({ cursor, limit, changed_since, event_id }, ctx) => {
  const { db } = ctx.deps
  const at = numbersIn(cursor, 2)
  if (at === null) return fail('bad_request')
  if (event_id !== undefined && (await ownEvent(db, ctx, event_id)) === undefined) return fail('not_found')
  const isOwn = isOwnLine(ctx)
  const changed = sql`coalesce(line.changed_at, line.paid_at)`
  // The newest own line of each order, found by an index. An order that changes gets a newer line, so it moves to the end.
  const { rows: found } = await sql<{ sale_id: number; changed_at: Date }>`
    select line.sale_id, ${changed} as changed_at from order_lines line
    where ${isOwn} and (${changed}, line.sale_id) > (${new Date(at[0]!)}, ${at[1]!})
      and (${changed_since === undefined} or ${changed} >= ${new Date(changed_since ?? 0)})
      and (${event_id === undefined} or line.event_id = ${event_id ?? 0})
      and not exists (select from order_lines later where later.sale_id = line.sale_id
        and later.organiser_id = line.organiser_id
        and (${ctx.grant.eventIds === null} or later.event_id = any(${sql.val([...(ctx.grant.eventIds ?? [])])}::bigint[]))
        and (${event_id === undefined} or later.event_id = ${event_id ?? 0})
        and (coalesce(later.changed_at, later.paid_at), later.line) > (${changed}, line.line))
    order by ${changed}, line.sale_id limit ${limit + 1}`.execute(db)
  const { rows, ...page } = pageOf(found, { limit, cursor }, (row) => `${row.changed_at.getTime()}-${row.sale_id}`)
  return {
    data: await readOrders(
      db,
      ctx,
      rows.map(({ sale_id }) => sale_id),
    ),
    ...page,
  }
}

export const apiOrder: ApiHandlers['api_order'] = async ({ order_id }, ctx) => {
  const [order] = await readOrders(ctx.deps.db, ctx, [order_id])
  return order ?? fail('not_found')
}
