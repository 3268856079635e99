import type { OfficeReply } from '@foyer/contract/office/calls.ts'
import { OFFICE_PAGES } from '@foyer/contract/office/pages.ts'
import { shownOrderNumber } from '@foyer/domain/format/order-number.ts'
import { sql } from 'kysely'
import type { Db } from '../../db/transaction/tx.ts'

type Need = OfficeReply<'office_home'>['needs'][number]
type Scope = { organiserId: number; eventIds: readonly number[] | null; now: Date; seesPeople: boolean }

const MAX_SHOWN = 20
const DAY_MS = 86_400_000
/** Older failures have been dealt with, or nobody will. */
const SINCE_DAYS = 60

type OrderRow = { order_id: number; number: string; n: number }
type EventRow = { id: number; title: string; n: number }

/** What an organiser should look at: refunds and emails that failed, plans overdue, waivers to be signed, few tickets left. */
export async function needsOf(db: Db, { organiserId, eventIds, now, seesPeople }: Scope): Promise<Need[]> {
  const since = new Date(now.getTime() - SINCE_DAYS * DAY_MS)
  const inDays = (days: number) => new Date(now.getTime() + days * DAY_MS)
  const isOwnEvent = sql<boolean>`(${eventIds === null} or event.id = any(${sql.val(eventIds ?? [])}::bigint[]))`
  const isOwnLine = sql<boolean>`line.organiser_id = ${organiserId}
    and (${eventIds === null} or line.event_id = any(${sql.val(eventIds ?? [])}::bigint[]))`
  const orders = async (kind: Need['kind'], which: ReturnType<typeof sql>): Promise<Need> => {
    const { rows } = await sql<OrderRow>`
      select orders.sale_id as order_id, orders.number, count(*) over ()::int as n from orders
      where orders.sale_id in (${which})
        and exists (select from order_lines line where line.sale_id = orders.sale_id and ${isOwnLine})
      order by orders.paid_at desc limit ${MAX_SHOWN}`.execute(db)
    const shown = rows.map(({ order_id, number }) => ({ order_id, number: shownOrderNumber(number) }))
    return { kind, n: rows[0]?.n ?? 0, orders: shown, links: [] }
  }
  const events = async (
    kind: Need['kind'],
    which: ReturnType<typeof sql>,
    page: 'event' | 'cancel' | 'waiting',
  ): Promise<Need> => {
    const { rows } = await sql<EventRow>`${which}`.execute(db)
    const links = rows.map(({ id, title, n }) => ({
      label: `${title} (${n})`,
      url: `${OFFICE_PAGES[page].path}?organiser_id=${organiserId}&event_id=${id}`,
    }))
    return { kind, n: rows.reduce((sum, { n }) => sum + n, 0), orders: [], links }
  }
  const { rows: unpaid } = await sql<{ missing: boolean }>`
    select organiser.is_saas and not exists (select from payment_accounts account where account.organiser_id = organiser.id
      and account.ended_at is null and account.provider <> 'truelayer') as missing
    from organisers organiser where organiser.id = ${organiserId}`.execute(db)
  const payments: Need = {
    ...{ kind: 'payments', n: unpaid[0]?.missing ? 1 : 0, orders: [] },
    links: [{ label: '', url: `${OFFICE_PAGES.payments.path}?organiser_id=${organiserId}` }],
  }
  const needs = [
    payments,
    await orders('refunds', sql`select sale_id from refunds where status = 'failed' and updated_at > ${since}`),
    await events(
      'cancelled',
      sql`select event.id, event.title, count(distinct line.sale_id)::int as n from sale_events happened
        join order_lines line on line.sale_id = happened.sale_id and line.kind = 'ticket' and line.refunded_qty < line.qty
        join events event on event.id = line.event_id join event_dates date on date.id = line.date_id
        where happened.kind = 'cancellation_blocked' and event.organiser_id = ${organiserId} and ${isOwnEvent}
          and (event.cancelled_at is not null or date.status = 'cancelled')
        group by event.id, event.title order by event.id`,
      'cancel',
    ),
    await orders(
      'emails',
      sql`select sale_id from mails where status = 'refused' and queued_at > ${since} and sale_id is not null`,
    ),
    await orders('plans', sql`select sale_id from payment_plans where status = 'overdue'`),
    await events(
      'waivers',
      sql`select event.id, event.title, sum(greatest(0, holders.n - signed.n))::int as n
        from waivers waiver join events event on event.id = waiver.event_id
        cross join lateral (select count(*)::int as n from tickets join ticket_types type on type.id = tickets.ticket_type_id
          join event_dates date on date.id = type.date_id
          where type.event_id = event.id and not type.extra and tickets.status = 'valid'
            and date.starts_at between ${now} and ${inDays(7)}) holders
        cross join lateral (select count(*)::int as n from waiver_signatures signature
          join sales on sales.id = signature.sale_id and sales.cancelled_at is null
          where signature.waiver_id = waiver.id) signed
        where event.organiser_id = ${organiserId} and ${isOwnEvent} and holders.n > signed.n
        group by event.id, event.title order by event.id`,
      'event',
    ),
    await events(
      'waiting',
      sql`select event.id, event.title, count(*)::int as n from waiting
        join event_dates date on date.id = waiting.date_id and date.starts_at > ${now} and date.status = 'published'
        join events event on event.id = waiting.event_id
        where ${seesPeople} and waiting.kind = 'place' and waiting.state = 'waiting' and event.organiser_id = ${organiserId} and ${isOwnEvent}
        group by event.id, event.title order by event.id`,
      'waiting',
    ),
    await events(
      'low_stock',
      sql`select event.id, event.title, least(types.free, 1000000)::int as n
        from events event join event_dates date on date.event_id = event.id and date.status = 'published'
          and date.starts_at between ${now} and ${inDays(30)}
        cross join lateral (select
          coalesce(sum(stock.capacity - stock.held - stock.sold) filter (where stock.pool_id is null), 0)
            + coalesce((select sum(capacity - kept - held - sold) from pools where event_date_id = date.id), 0) as free,
          coalesce(sum(stock.capacity) filter (where stock.pool_id is null), 0)
            + coalesce((select sum(capacity - kept) from pools where event_date_id = date.id), 0) as capacity
          from ticket_types type join stock on stock.ticket_type_id = type.id
          where type.date_id = date.id and not type.extra and not type.archived) types
        where event.organiser_id = ${organiserId} and event.status = 'published' and ${isOwnEvent}
          and types.free > 0 and types.free <= types.capacity / 10
        order by date.starts_at limit ${MAX_SHOWN}`,
      'event',
    ),
  ]
  return needs.filter(({ n }) => n > 0)
}
