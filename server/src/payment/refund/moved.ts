import type { BodyOf, ReplyOf } from '@foyer/contract/calls.ts'
import type { MovedPageData } from '@foyer/contract/pages.ts'
import { niceDate } from '@foyer/domain/format/dates.ts'
import { formatMinor } from '@foyer/domain/format/money.ts'
import { groupBy } from '@foyer/domain/group.ts'
import { currencyCode, sum } from '@foyer/domain/money/money.ts'
import { type Fail, fail } from '@foyer/domain/result.ts'
import { sql } from 'kysely'
import { buyerOf } from '../../after-sale/buyer.ts'
import { type Db, inTx, type Tx } from '../../db/transaction/tx.ts'
import type { Deps } from '../../deps.ts'
import type { RequestContext } from '../../http/handle.ts'
import type { Session } from '../../http/session.ts'
import { lockSale, saleByReference } from '../../sale/sale.ts'
import { IS_TRANSFERRED } from '../../tickets/transferred.ts'
import { moneyOf } from './book-refund.ts'
import { refundLocked, worthOf } from './order.ts'

type Moved = {
  code: string
  ticket_type_id: number
  ticket: string
  event: string
  timezone: string
  all_day: boolean
  starts_at: Date
  refund_until: Date
}

/**
 * The tickets that the organiser of a moved date still offers to refund: the buyer's own, not used, and not transferred.
 */
async function movedTickets(db: Pick<Db, 'selectFrom'>, saleId: number, now: Date): Promise<Moved[]> {
  const { rows } = await sql<Moved>`
    select ticket.code, ticket.ticket_type_id, type.name as ticket, event.title as event, event.timezone, date.all_day,
      date.starts_at, date.refund_until
    from tickets ticket join ticket_types type on type.id = ticket.ticket_type_id
      join event_dates date on date.id = type.date_id join events event on event.id = type.event_id
      join orders on orders.sale_id = ticket.sale_id
    where ticket.sale_id = ${saleId} and ticket.status = 'valid' and ticket.admitted_at is null
      and date.refund_until > ${now} and date.status = 'published' and event.status <> 'cancelled'
      and ticket.holder_email = orders.email
      and not ${IS_TRANSFERRED}
    order by ticket.id`.execute(db as Tx)
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
  const tickets = await movedTickets(db, sale.id, clock.now())
  if (tickets.length === 0) return null
  const lines = await db.selectFrom('order_lines').selectAll().where('sale_id', '=', sale.id).execute()
  const groups = [...groupBy(tickets, ({ ticket_type_id }) => ticket_type_id)]
  const worth = groups.map(([typeId, same]) => {
    const line = lines.find(({ ticket_type_id }) => ticket_type_id === typeId)
    return line ? moneyOf(worthOf(line, same.length)) : 0
  })
  const nice = (at: Date, { timezone, all_day }: Moved) => niceDate(at, timezone, { allDay: all_day })
  const [first] = tickets.toSorted((a, b) => a.refund_until.getTime() - b.refund_until.getTime())
  return {
    reference,
    amount: formatMinor(sum(worth), currencyCode(sale.currency)),
    nice_until: niceDate(first!.refund_until, first!.timezone, { allDay: true }),
    tickets: groups.map(([, same]) => ({
      n: same.length,
      ticket: same[0]!.ticket,
      event: same[0]!.event,
      nice_date: nice(same[0]!.starts_at, same[0]!),
    })),
  }
}

/** Refunds a buyer's tickets of moved dates, while the organiser offers it. */
export async function refundMoved(
  { reference }: BodyOf<'refund_moved'>,
  { deps, session, now }: RequestContext,
): Promise<ReplyOf<'refund_moved'> | Fail<'unknown_sale' | 'no_moved_tickets'>> {
  const found = await saleByReference(deps.db, reference)
  // Another buyer's order is reported as not found.
  // guard: moved-refund-of-buyer
  if (!found || (await buyerOf(deps.db, session, found)) === null) return fail('unknown_sale')
  return inTx(deps.db, async (tx) => {
    const sale = await lockSale(tx, found.id)
    // guard: moved-refund-offered
    const tickets = await movedTickets(tx, sale.id, now)
    if (tickets.length === 0) return fail('no_moved_tickets')
    const refunded = await refundLocked(tx, deps, sale, { codes: tickets.map(({ code }) => code) }, now)
    if (!refunded.ok) return fail('no_moved_tickets')
    return { amount: formatMinor(refunded.amountMinor, currencyCode(sale.currency)) }
  })
}
