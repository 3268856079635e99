import { niceDate } from '@foyer/domain/format/dates.ts'
import { formatMinor } from '@foyer/domain/format/money.ts'
import { currencyCode } from '@foyer/domain/money/money.ts'
import { sql } from 'kysely'
import { exportCatalogue } from '../../catalogue/export/export.ts'
import { IS_CLOSED } from '../../may-sell.ts'
import { DATE_COUNTS, withCounts } from '../../sale/hold/counts.ts'
import { grantOf, type OfficeHandlers } from '../handle.ts'
import { mayAlso, stateOf } from './state.ts'

const MAX = 200

type Row = {
  id: number
  title: string
  status: 'draft' | 'published' | 'cancelled'
  currency: string
  timezone: string
  on_sale_from: Date | null
  closed: boolean
  next: Date | null
  all_day: boolean | null
  postponed: boolean
  dates: number
  types: number
  sold: number
  capacity: number
  left: number
  takings: number
}

export const officeEvents: OfficeHandlers['office_events'] = {
  async read({ show, q }, ctx) {
    const { organiserId, eventIds } = grantOf(ctx)
    const { db } = ctx.deps
    const { now } = ctx
    const organiser = await db
      .selectFrom('organisers')
      .select('name')
      .where('id', '=', organiserId)
      .executeTakeFirstOrThrow()
    const seesMoney = mayAlso(ctx, 'see_money')
    const { rows } = await sql<Row>`
      select event.id, event.title, event.status, event.currency, event.timezone, event.on_sale_from, ${IS_CLOSED} as closed,
        upcoming.starts_at as next, upcoming.all_day, dates.n as dates, dates.postponed, types.n as types, types.sold,
        types.capacity + pool.capacity as capacity, types."left" + pool."left" as "left", money.takings
      from events event
      left join lateral (select starts_at, all_day from event_dates date
        where date.event_id = event.id and date.status = 'published' and coalesce(ends_at, starts_at) >= ${now}
        order by starts_at limit 1) upcoming on true
      cross join lateral (select count(*) filter (where ${DATE_COUNTS})::int as n,
        coalesce(bool_or(date.status = 'postponed'), false) as postponed,
        max(case when date.status = 'postponed' then 'infinity' else coalesce(ends_at, starts_at) end) as last from event_dates date where event_id = event.id) dates
      ${withCounts('event', now)}
      cross join lateral (
        select coalesce(sum(net_minor + fee_minor - refunded_net_minor - refunded_fee_minor), 0)::bigint as takings
        from order_lines where ${seesMoney} and order_lines.event_id = event.id) money
      where event.organiser_id = ${organiserId}
        and (${eventIds === null} or event.id = any(${sql.val(eventIds ?? [])}::bigint[]))
        and (${q} = '' or strpos(lower(event.title), lower(${q})) > 0)
        and (event.archived_at is not null) = ${show === 'archived'}
        and (${show === 'archived'} or (upcoming.starts_at is null and dates.last < ${now}) = ${show === 'past'})
      order by case when ${show === 'past'} then dates.last end desc, upcoming.starts_at nulls last, event.id desc
      limit ${MAX}`.execute(db)
    return {
      organiser: organiser.name,
      may_change: mayAlso(ctx, 'change_events') && eventIds === null,
      may_export: grantOf(ctx).role === null || mayAlso(ctx, 'change_events'),
      events: rows.map((row) => ({
        event_id: row.id,
        title: row.title,
        state: stateOf(row, now),
        nice_next: row.next === null ? '' : niceDate(row.next, row.timezone, { allDay: row.all_day === true }),
        dates: row.dates,
        sold: row.sold,
        capacity: row.capacity,
        takings: seesMoney && row.takings !== 0 ? formatMinor(row.takings, currencyCode(row.currency)) : '',
      })),
      filter: { show, q },
    }
  },
}

export const exportOwnCatalogue: OfficeHandlers['export_catalogue'] = {
  async change(tx, _, ctx) {
    const { organiserId, eventIds } = grantOf(ctx)
    const catalogue = await exportCatalogue(tx, { organiserId, eventIds, pictures: true })
    return {
      reply: {
        filename: `catalogue-${ctx.now.toISOString().slice(0, 10)}.json`,
        content_type: 'application/json; charset=utf-8',
        text: `${JSON.stringify(catalogue, null, 2)}\n`,
      },
      log: { subject: ['organiser', organiserId], after: { events: catalogue.events?.length ?? 0 } },
    }
  },
}
