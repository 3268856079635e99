import type { ApiReply } from '@foyer/contract/api/calls.ts'
import { eventPath } from '@foyer/contract/pages.ts'
import { groupBy } from '@foyer/domain/group.ts'
import { fail } from '@foyer/domain/result.ts'
import { sql } from 'kysely'
import { purchasesOf } from '../catalogue/read/purchases.ts'
import type { Db } from '../db/transaction/tx.ts'
import { type Granted, grantOf } from '../office/handle.ts'
import { DATE_COUNTS } from '../sale/hold/counts.ts'
import type { ApiHandlers } from './handle.ts'
import { numbersIn, pageOf } from './page.ts'

type Shown = ApiReply<'api_event'>
type EventRow = Omit<Shown, 'url' | 'venue' | 'dates' | 'on_sale_from' | 'cancelled_at'> & {
  on_sale_from: Date | null
  cancelled_at: Date | null
  venue: string | null
  address: string | null
}
type DateRow = {
  id: number
  event_id: number
  starts_at: Date
  ends_at: Date | null
  doors_at: Date | null
  all_day: boolean
  status: 'published' | 'cancelled' | 'postponed'
}
type TypeRow = Omit<Shown['dates'][number]['ticket_types'][number], 'total_from_minor'> & { date_id: number }

export const iso = (at: Date): string => at.toISOString()
export const isoOrNull = (at: Date | null): string | null => at?.toISOString() ?? null

/** Events that a key may see, in order of their ids: after one, or the one. */
export async function readEvents(
  db: Pick<Db, 'selectFrom' | 'getExecutor'>,
  ctx: Granted & { now: Date },
  publicUrl: string,
  { after = 0, only, limit = 1 }: { after?: number; only?: number; limit?: number },
): Promise<Shown[]> {
  const { organiserId, eventIds } = grantOf(ctx)
  const { now } = ctx
  // guard: api-events-scoped
  const { rows } = await sql<EventRow>`
    select event.id, event.slug, event.title, event.status, event.archived_at is not null as archived, event.currency,
      event.timezone, event.on_sale_from, event.cancelled_at, venue.name as venue, venue.full_address as address
    from events event left join venues venue on venue.id = event.venue_id
    where event.organiser_id = ${organiserId} and event.id > ${after}
      and (${eventIds === null} or event.id = any(${sql.val(eventIds ?? [])}::bigint[]))
      and (${only === undefined} or event.id = ${only ?? 0})
    order by event.id limit ${limit}`.execute(db)
  const ids = sql.val(rows.map(({ id }) => id))
  const { rows: dates } = await sql<DateRow>`
    select id, event_id, starts_at, ends_at, doors_at, all_day, status from event_dates
    where event_id = any(${ids}::bigint[]) order by starts_at, id`.execute(db)
  const { rows: types } = await sql<TypeRow>`
    select type.id, type.date_id, type.name, type.price_minor, type.booking_fee_minor,
      case when type.delivered_by_post then type.delivery_cost_minor else 0 end as delivery_cost_minor, type.absorb_fee as absorbs_fee,
      type.seated as is_seated, type.archived,
      case when ${DATE_COUNTS} then stock.capacity else 0 end as capacity,
      case when ${DATE_COUNTS} then stock.sold else 0 end as sold, case when ${DATE_COUNTS} then stock.held else 0 end as held,
      case when stock.closed or pool.closed or not ${DATE_COUNTS} then 0 else greatest(0, least(stock.capacity - stock.held - stock.sold,
        (pool.capacity - pool.kept - pool.held - pool.sold) / stock.places)) end as "left"
    from ticket_types type join stock on stock.ticket_type_id = type.id left join pools pool on pool.id = stock.pool_id
      join event_dates date on date.id = type.date_id join events event on event.id = date.event_id
    where type.event_id = any(${ids}::bigint[]) order by type.sort, type.id`.execute(db)
  const purchases = await purchasesOf(db, sql`type.event_id = any(${ids}::bigint[])`, now)
  const typesOf = groupBy(types, ({ date_id }) => date_id)
  const datesOf = groupBy(dates, ({ event_id }) => event_id)
  return rows.map(({ venue, address, ...event }) => ({
    ...event,
    url: new URL(eventPath(event.slug), `${publicUrl}/`).href,
    on_sale_from: isoOrNull(event.on_sale_from),
    cancelled_at: isoOrNull(event.cancelled_at),
    venue: venue === null ? null : { name: venue, address: address ?? '' },
    dates: (datesOf.get(event.id) ?? []).map(({ event_id: _, ...date }) => ({
      ...date,
      starts_at: iso(date.starts_at),
      ends_at: isoOrNull(date.ends_at),
      doors_at: isoOrNull(date.doors_at),
      ticket_types: (typesOf.get(date.id) ?? []).map(({ date_id: __, ...type }) => ({
        ...type,
        total_from_minor: purchases.get(type.id)!.totalMinor,
      })),
    })),
  }))
}

export const apiEvents: ApiHandlers['api_events'] = async ({ cursor, limit }, ctx) => {
  const at = numbersIn(cursor, 1)
  if (at === null) return fail('bad_request')
  const { db, config } = ctx.deps
  const found = await readEvents(db, ctx, config.publicUrl, { after: at[0]!, limit: limit + 1 })
  const { rows, ...page } = pageOf(found, { limit, cursor }, ({ id }) => String(id))
  return { data: rows, ...page }
}

export const apiEvent: ApiHandlers['api_event'] = async ({ event_id }, ctx) => {
  const { db, config } = ctx.deps
  const [event] = await readEvents(db, ctx, config.publicUrl, { only: event_id })
  return event ?? fail('not_found')
}
