import { fill, joined } from '@foyer/contract/fill.ts'
import type { OfficeReply } from '@foyer/contract/office/calls.ts'
import { home } from '@foyer/contract/office/messages.ts'
import { OFFICE_PAGES, officeOrganiserPath } from '@foyer/contract/office/pages.ts'
import { DAY_MS } from '@foyer/domain/format/calendar-days.ts'
import { dayOf, niceDay } from '@foyer/domain/format/dates.ts'
import { formatMinor } from '@foyer/domain/format/money.ts'
import { shownOrderNumber } from '@foyer/domain/format/order-number.ts'
import { currencyCode } from '@foyer/domain/money/money.ts'
import { daysToAnswer } from '@foyer/domain/payment/dispute.ts'
import { LONGEST_PLAN } from '@foyer/domain/payment/plan.ts'
import { CARD_PROVIDERS } from '@foyer/domain/payment/providers.ts'
import { type RawBuilder, sql } from 'kysely'
import { COSTS_MONEY } from '../../catalogue/import/write/traders.ts'
import type { Db } from '../../db/transaction/tx.ts'
import type { Deps } from '../../deps.ts'
import { isClosed } from '../../may-sell.ts'
import { DATE_COUNTS } from '../../sale/hold/counts.ts'
import { detailsMissing } from '../../trader.ts'
import { openDeclarations } from '../gift-aid/declarations.ts'
import { healthProblemsOf } from '../health/problems.ts'
import { legalSettingsPath, namesOfDetails, SHOP_LEGAL_PATH } from '../organiser/legal.ts'
import { IS_OPEN, problemsSince } from './problems.ts'

type Need = OfficeReply<'office_home'>['needs'][number]
type Scope = {
  organiserId: number
  eventIds: readonly number[] | null
  now: Date
  maySeePeople: boolean
  maySeeGiftAid: boolean
  maySeeShop: boolean
  /** Whether the shop is live; only of use to its operator. */
  live?: Deps['config']['live']
  maySeeComplaints: boolean
}

const MAX_SHOWN = 20
/** Older failures aren't shown: they have been dealt with, or never will be. */
const MAX_AGE_DAYS = 60

/** A query of the sales that need attention, or of events with a number of things that do. */
type NeedQuery = { kind: Need['kind'] } & (
  | { sales: RawBuilder<unknown> }
  | { events: RawBuilder<EventRow>; page: 'event' | 'cancel' | 'waiting' }
)
type OrderRow = { order_id: number; number: string; n: number }
type EventRow = { id: number; title: string; n: number }

/** What an organiser should look at: refunds and emails that failed, plans overdue, waivers to be signed, few tickets left. */
export async function needsOf(db: Db, scope: Scope): Promise<Need[]> {
  const needs = [
    await paymentsNeed(db, scope),
    await shopNeed(db, scope),
    await closedNeed(db, scope),
    await healthNeed(db, scope),
    await legalNeed(db, scope),
  ]
  for (const query of queriesOf(scope))
    needs.push('sales' in query ? await ordersNeed(db, scope, query) : await eventsNeed(db, scope, query))
  const disputes = needs.findIndex(({ kind }) => kind === 'disputes')
  needs[disputes] = await withDeadlines(db, scope, needs[disputes]!)
  needs.push(await giftAidNeed(db, scope), await complaintsNeed(db, scope), await requestsNeed(db, scope))
  return needs.filter(({ n }) => n > 0)
}

/** Whether the organiser still lacks an account for its payments. */
async function paymentsNeed(db: Db, { organiserId }: Scope): Promise<Need> {
  const { rows } = await sql<{ missing: boolean }>`
    select organiser.is_saas and not exists (select from payment_accounts account where account.organiser_id = organiser.id
      and account.ended_at is null and account.provider in (${sql.join(CARD_PROVIDERS.map(sql.lit))})) as missing
    from organisers organiser where organiser.id = ${organiserId}`.execute(db)
  return {
    kind: 'payments',
    n: rows[0]?.missing ? 1 : 0,
    orders: [],
    links: [{ label: '', url: `${OFFICE_PAGES.payments.path}?organiser_id=${organiserId}` }],
  }
}

/** That the shop's own legal details are missing; the operator can enter them. */
async function shopNeed(db: Db, { maySeeShop }: Scope): Promise<Need> {
  const lacks = await db.selectFrom('shop').select('id').where('lacks_details', '=', true).executeTakeFirst()
  const links = maySeeShop ? [{ label: home['need.shop.enter'], url: SHOP_LEGAL_PATH }] : []
  return { kind: 'shop', n: lacks === undefined ? 0 : 1, orders: [], links }
}

/** That the operator has closed the organiser, who can reopen it. */
async function closedNeed(db: Db, { organiserId, maySeeShop }: Scope): Promise<Need> {
  const links = maySeeShop ? [{ label: '', url: officeOrganiserPath(organiserId) }] : []
  return { kind: 'closed', n: (await isClosed(db, organiserId)) ? 1 : 0, orders: [], links }
}

/** What is wrong with the installation, for its operator. */
async function healthNeed(db: Db, { maySeeShop, live, now }: Scope): Promise<Need> {
  const problems = maySeeShop ? await healthProblemsOf(db, { live: live ?? null }, now) : []
  return { kind: 'health', n: problems.length, orders: [], links: [{ label: '', url: OFFICE_PAGES.health.path }] }
}

/** Required legal details that are missing for something that costs money, on sale or a draft, or for the first event. */
async function legalNeed(db: Db, { organiserId, now }: Scope): Promise<Need> {
  const missing = await detailsMissing(db, organiserId)
  const { rows } = await sql<{ is_needed: boolean }>`
    select not exists (select from events where organiser_id = ${organiserId})
      or exists (select from ticket_types type join events event on event.id = type.event_id
        join event_dates date on date.id = type.date_id
        where event.organiser_id = ${organiserId} and event.status <> 'cancelled' and event.archived_at is null
          and date.starts_at > ${now} and ${COSTS_MONEY}) as is_needed`.execute(db)
  return {
    kind: 'legal',
    n: rows[0]!.is_needed ? missing.length : 0,
    orders: [],
    links: [
      {
        label: fill(home['need.legalField'], { fields: namesOfDetails(missing) }),
        url: legalSettingsPath(organiserId, missing),
      },
    ],
  }
}

/** Complaints without an answer; for the operator also those about the shop. */
async function complaintsNeed(db: Db, { organiserId, eventIds, maySeeComplaints, maySeeShop }: Scope): Promise<Need> {
  const mayLook = maySeeComplaints && eventIds === null
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from complaints where answered_at is null
      and ((organiser_id = ${organiserId} and ${mayLook}::boolean)
        or (organiser_id is null and ${maySeeShop}::boolean))`.execute(db)
  return {
    kind: 'complaints',
    n: rows[0]!.n,
    orders: [],
    links: [{ label: '', url: `${OFFICE_PAGES.complaints.path}?organiser_id=${organiserId}` }],
  }
}

/** People whom organisers asked the operator to erase from the whole shop. */
async function requestsNeed(db: Db, { organiserId, maySeeShop }: Scope): Promise<Need> {
  const { n } = await db
    .selectFrom('data_requests')
    .select(({ fn }) => fn.countAll<number>().as('n'))
    .executeTakeFirstOrThrow()
  return {
    kind: 'requests',
    n: maySeeShop ? Number(n) : 0,
    orders: [],
    links: [{ label: '', url: `${OFFICE_PAGES.requests.path}?organiser_id=${organiserId}` }],
  }
}

/** Donors who can be asked for what their declaration lacks. */
async function giftAidNeed(db: Db, { organiserId, eventIds, maySeeGiftAid }: Scope): Promise<Need> {
  // A donation belongs to no event.
  const mayLook = maySeeGiftAid && eventIds === null
  const open = mayLook ? await openDeclarations(db, organiserId) : []
  return {
    kind: 'gift_aid',
    n: open.filter(({ state }) => state.status === 'incomplete').length,
    orders: [],
    links: [{ label: '', url: `${OFFICE_PAGES.gift_aid.path}?organiser_id=${organiserId}` }],
  }
}

async function ordersNeed(
  db: Db,
  { organiserId, eventIds }: Scope,
  { kind, sales }: NeedQuery & { sales: RawBuilder<unknown> },
): Promise<Need> {
  const { rows } = await sql<OrderRow>`
    select orders.sale_id as order_id, orders.number, count(*) over ()::int as n from orders
    where orders.sale_id in (select sale_id from (${sales}) found)
      and exists (select from order_lines line where line.sale_id = orders.sale_id and line.organiser_id = ${organiserId}
        and (${eventIds === null} or line.event_id = any(${sql.val(eventIds ?? [])}::bigint[])))
    order by orders.paid_at desc, orders.sale_id desc limit ${MAX_SHOWN}`.execute(db)
  const orders = rows.map(({ order_id, number }) => ({ order_id, number: shownOrderNumber(number) }))
  return { kind, n: rows[0]?.n ?? 0, orders, links: [] }
}

/** The same with how much is disputed and until when to answer, for people who may see all of the order. */
async function withDeadlines(db: Db, { organiserId, eventIds, maySeePeople, now }: Scope, need: Need): Promise<Need> {
  // A payment isn't divided by event.
  if (!maySeePeople || eventIds !== null || need.orders.length === 0) return need
  const { rows } = await sql<{ sale_id: number; minor: number; currency: string; due_at: Date | null }>`
    select payment.sale_id, sum(dispute.amount_minor)::bigint as minor, payment.currency, min(dispute.due_at) as due_at
    from disputes dispute join payments payment on payment.id = dispute.payment_id
    where payment.sale_id = any(${sql.val(need.orders.map(({ order_id }) => order_id))}::bigint[]) and ${IS_OPEN}
      and not exists (select from order_lines line where line.sale_id = payment.sale_id
        and line.organiser_id <> ${organiserId})
    group by 1, 3`.execute(db)
  const notes = new Map(
    rows.map(({ sale_id, minor, currency, due_at }) => {
      const amount = formatMinor(minor, currencyCode(currency))
      return [sale_id, disputeNote(amount, due_at, now)]
    }),
  )
  return {
    ...need,
    orders: need.orders.map((order) => {
      const note = notes.get(order.order_id)
      return note === undefined ? order : { ...order, note }
    }),
  }
}

function disputeNote(amount: string, dueAt: Date | null, now: Date): string {
  if (dueAt === null) return amount
  const days = daysToAnswer(dueAt, now)
  if (days === 0) return fill(home['need.disputeToday'], { amount })
  return fill(home['need.dispute'], { amount, days, date: niceDay(dayOf(dueAt)) })
}

async function eventsNeed(
  db: Db,
  { organiserId }: Scope,
  { kind, events, page }: Extract<NeedQuery, { events: unknown }>,
): Promise<Need> {
  const { rows } = await events.execute(db)
  const links = rows.map(({ id, title, n }) => ({
    label: joined([title, `(${n})`], ' '),
    url: `${OFFICE_PAGES[page].path}?organiser_id=${organiserId}&event_id=${id}`,
  }))
  return { kind, n: rows.reduce((sum, { n }) => sum + n, 0), orders: [], links }
}

/** In the order in which the page shows them. */
function queriesOf({ organiserId, eventIds, now, maySeePeople }: Scope): NeedQuery[] {
  const problems = problemsSince(new Date(now.getTime() - MAX_AGE_DAYS * DAY_MS))
  const inDays = (days: number) => new Date(now.getTime() + days * DAY_MS)
  const isOwnEvent = sql<boolean>`(${eventIds === null} or event.id = any(${sql.val(eventIds ?? [])}::bigint[]))`
  return [
    { kind: 'disputes', sales: problems.disputes },
    { kind: 'refunds', sales: problems.refunds },
    {
      kind: 'cancelled',
      page: 'cancel',
      events: sql`select event.id, event.title, count(distinct found.sale_id)::int as n
        from (${problems.cancelled}) found join events event on event.id = found.event_id
        where event.organiser_id = ${organiserId} and ${isOwnEvent}
        group by event.id, event.title order by event.id`,
    },
    { kind: 'emails', sales: problems.emails },
    { kind: 'plans', sales: problems.plans },
    {
      kind: 'long_plans',
      page: 'event',
      events: sql`select event.id, event.title, count(*)::int as n from plan_options option
        join events event on event.id = option.event_id
        where event.organiser_id = ${organiserId} and ${isOwnEvent} and event.archived_at is null
          and (option.payments - 1) * option.every_months >= ${LONGEST_PLAN.months}
          and exists (select from event_dates date where date.event_id = event.id and date.starts_at > ${now})
        group by event.id, event.title order by event.id`,
    },
    {
      kind: 'waivers',
      page: 'event',
      events: sql`select event.id, event.title, sum(greatest(0, holders.n - signed.n))::int as n
        from waivers waiver join events event on event.id = waiver.event_id
        cross join lateral (select tickets.sale_id, count(*)::int as n from tickets
          join ticket_types type on type.id = tickets.ticket_type_id join event_dates date on date.id = type.date_id
          where type.event_id = event.id and not type.extra and tickets.status = 'valid' and ${DATE_COUNTS}
            and date.starts_at between ${now} and ${inDays(7)} group by 1) holders
        cross join lateral (select count(*)::int as n from waiver_signatures signature
          where signature.sale_id = holders.sale_id and signature.waiver_id = waiver.id
            and signature.waiver_version = waiver.version) signed
        where event.organiser_id = ${organiserId} and ${isOwnEvent} and holders.n > signed.n
        group by event.id, event.title order by event.id`,
    },
    {
      kind: 'waiting',
      page: 'waiting',
      events: sql`select event.id, event.title, count(*)::int as n from waiting
        join event_dates date on date.id = waiting.date_id and date.starts_at > ${now} and date.status = 'published'
        join events event on event.id = waiting.event_id
        where ${maySeePeople} and waiting.kind = 'place' and waiting.state = 'waiting' and event.organiser_id = ${organiserId} and ${isOwnEvent}
        group by event.id, event.title order by event.id`,
    },
    {
      kind: 'low_stock',
      page: 'event',
      events: sql`select event.id, event.title, least(types.free, 1000000)::int as n
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
    },
  ]
}
