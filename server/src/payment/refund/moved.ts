import type { BodyOf, ReplyOf } from '@foyer/contract/calls.ts'
import type { MovedPageData } from '@foyer/contract/change-pages.ts'
import { longWhen, niceDate } from '@foyer/domain/format/dates.ts'
import { formatMinor } from '@foyer/domain/format/money.ts'
import { groupBy } from '@foyer/domain/group.ts'
import { currencyCode, type Minor, sum } from '@foyer/domain/money/money.ts'
import { type Fail, fail } from '@foyer/domain/result.ts'
import { type SqlBool, sql } from 'kysely'
import { buyerOf } from '../../after-sale/buyer.ts'
import { HELD_COLUMNS } from '../../db/held-online.ts'
import { type Db, inTx, type Tx } from '../../db/transaction/tx.ts'
import type { Deps } from '../../deps.ts'
import type { RequestContext } from '../../http/handle.ts'
import type { Session } from '../../http/session.ts'
import { lockSale, saleByReference } from '../../sale/sale.ts'
import { IS_TRANSFERRED } from '../../tickets/transferred.ts'
import { moneyOf } from './book-refund.ts'
import { refundLocked, worthOf } from './order.ts'

type Moved = {
  ticket_type_id: number
  ticket: string
  event: string
  timezone: string
  online: boolean
  postponed: boolean
  all_day: boolean
  starts_at: Date
  ends_at: Date | null
  refund_until: Date
}

/** Whether the organiser of a row `date` of `event` still offers to refund its tickets. */
const isOffered = (now: Date) => sql<SqlBool>`date.refund_until > ${now} and date.status <> 'cancelled'
  and event.status <> 'cancelled'`

/**
 * The tickets that the organiser of a moved date still offers to refund: the buyer's own, not used, and not transferred.
 */
async function movedTickets(
  db: Pick<Db, 'selectFrom'>,
  saleId: number,
  now: Date,
): Promise<(Moved & { code: string })[]> {
  const { rows } = await sql<Moved & { code: string }>`
    select ticket.code, ticket.ticket_type_id, type.name as ticket, event.title as event, ${HELD_COLUMNS}, date.all_day,
      date.starts_at, date.ends_at, date.refund_until
    from tickets ticket join ticket_types type on type.id = ticket.ticket_type_id
      join event_dates date on date.id = type.date_id join events event on event.id = type.event_id
      join orders on orders.sale_id = ticket.sale_id
    where ticket.sale_id = ${saleId} and ticket.status = 'valid' and ticket.admitted_at is null
      and ${isOffered(now)}
      and ticket.holder_email = orders.email
      and not ${IS_TRANSFERRED}
    order by ticket.id`.execute(db as Tx)
  return rows
}

/** The same of an order whose payment plan runs, by ticket type: its tickets are not issued yet. */
async function movedPlaces(db: Pick<Db, 'selectFrom'>, saleId: number, now: Date): Promise<(Moved & { n: number })[]> {
  const { rows } = await sql<Moved & { n: number }>`
    select line.ticket_type_id, type.name as ticket, event.title as event, ${HELD_COLUMNS}, date.all_day, date.starts_at,
      date.ends_at, date.refund_until, line.qty - line.refunded_qty as n
    from order_lines line join payment_plans plan on plan.sale_id = line.sale_id and plan.status in ('active', 'overdue')
      join ticket_types type on type.id = line.ticket_type_id join event_dates date on date.id = type.date_id
      join events event on event.id = type.event_id
    where line.sale_id = ${saleId} and line.kind = 'ticket' and line.qty > line.refunded_qty and ${isOffered(now)}
    order by line.line`.execute(db as Tx)
  return rows
}

/** The tickets that a buyer may return because their date was moved; null for other people, and if there are none. */
export async function movedPage(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  session: Session,
  reference: string,
): Promise<MovedPageData | null> {
  const sale = await saleByReference(db, reference)
  if (!sale || (await buyerOf(db, session, sale)) === null) return null
  const now = clock.now()
  const places = await movedPlaces(db, sale.id, now)
  const issued = [...groupBy(await movedTickets(db, sale.id, now), ({ ticket_type_id }) => ticket_type_id).values()]
  const moved = places.length > 0 ? places : issued.map((same) => ({ ...same[0]!, n: same.length }))
  if (moved.length === 0) return null
  const lines = await db.selectFrom('order_lines').selectAll().where('sale_id', '=', sale.id).execute()
  const worth = moved.map(({ ticket_type_id, n }) => {
    const line = lines.find((line) => line.ticket_type_id === ticket_type_id)
    return line ? moneyOf(worthOf(line, n)) : 0
  })
  const [first] = moved.toSorted((a, b) => a.refund_until.getTime() - b.refund_until.getTime())
  return {
    reference,
    amount: formatMinor(sum(worth), currencyCode(sale.currency)),
    by_plan: places.length > 0,
    nice_until: niceDate(first!.refund_until, first!.timezone, { allDay: true }),
    tickets: moved.map((type) => ({
      n: type.n,
      ticket: type.ticket,
      event: type.event,
      nice_date: longWhen(type, type),
    })),
  }
}

/**
 * Refunds a buyer's tickets of moved dates, while the organiser offers it. While a payment plan runs, that lowers what is still to be
 * paid first, as a refund by staff does.
 */
export async function refundMoved(
  { reference }: BodyOf<'refund_moved'>,
  { deps, session, now }: RequestContext,
): Promise<
  ReplyOf<'refund_moved'> | Fail<'unknown_sale' | 'no_moved_tickets' | 'companion_left' | 'order_plan_paying'>
> {
  const found = await saleByReference(deps.db, reference)
  // Another buyer's order is reported as not found.
  // guard: moved-refund-of-buyer
  if (!found || (await buyerOf(deps.db, session, found)) === null) return fail('unknown_sale')
  return inTx(deps.db, async (tx) => {
    const sale = await lockSale(tx, found.id)
    // guard: moved-refund-offered
    const tickets = await movedTickets(tx, sale.id, now)
    const places = await movedPlaces(tx, sale.id, now)
    if (tickets.length === 0 && places.length === 0) return fail('no_moved_tickets')
    const what =
      places.length > 0
        ? { what: 'lines' as const, ticketTypeIds: places.map(({ ticket_type_id }) => ticket_type_id) }
        : { what: 'tickets' as const, codes: tickets.map(({ code }) => code) }
    const refunded = await refundLocked(tx, deps, sale, what, now)
    if (!refunded.ok && refunded.code === 'companion_left') return fail(refunded.code)
    if (!refunded.ok) return fail(refunded.code === 'plan_paying' ? 'order_plan_paying' : 'no_moved_tickets')
    const nice = (minor: Minor) => formatMinor(minor, currencyCode(sale.currency))
    return { amount: nice(refunded.amountMinor), less_to_pay: nice(refunded.lessToPayMinor ?? 0) }
  })
}
