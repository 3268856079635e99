import { eventPath, organiserPath } from '@foyer/contract/pages.ts'
import { DAY_MS } from '@foyer/domain/format/calendar-days.ts'
import { dayOf, longWhen } from '@foyer/domain/format/dates.ts'
import { sql } from 'kysely'
import { HELD_COLUMNS, type HeldRow } from '../../db/held-online.ts'
import type { Db } from '../../db/transaction/tx.ts'
import { DATE_COUNTS, withCounts } from '../../sale/hold/counts.ts'
import { mayAlso } from '../event/state.ts'
import { grantOf, type OfficeHandlers } from '../handle.ts'
import { newestOrders } from '../lists/newest.ts'
import { needsOf } from './needs.ts'
import { soldToday, takenLately } from './today.ts'

const DAYS_AHEAD = 7
/** Dates shown if none is within these days, and orders. */
const FEW = 5

type Row = HeldRow & {
  event_id: number
  date_id: number
  title: string
  slug: string
  sold: number
  held: number
  capacity: number
  left: number
  is_cancelled: boolean
}

export const officeHome: OfficeHandlers['office_home'] = {
  async read(_, ctx) {
    const { organiserId, eventIds } = grantOf(ctx)
    const { db } = ctx.deps
    const organiser = await db
      .selectFrom('organisers')
      .select(['name', 'slug'])
      .where('id', '=', organiserId)
      .executeTakeFirstOrThrow()
    const until = new Date(ctx.now.getTime() + DAYS_AHEAD * DAY_MS)
    const since = new Date(ctx.now.getTime() - DAY_MS / 4)
    const { rows } = await sql<Row>`
      select event.id as event_id, date.id as date_id, event.title, event.slug, ${HELD_COLUMNS}, date.starts_at, date.ends_at, date.all_day,
        types.sold, types.held, types.capacity + pool.capacity as capacity, types."left" + pool."left" as "left",
        not ${DATE_COUNTS} as is_cancelled
      from (select coming.*, row_number() over (order by coming.starts_at, coming.id) as at, min(coming.starts_at) over () as first_at
        from event_dates coming join events of_own on of_own.id = coming.event_id
        where of_own.organiser_id = ${organiserId} and coming.starts_at >= ${since}
          and (coming.ends_at is null or coming.ends_at >= ${ctx.now})
          and (${eventIds === null} or of_own.id = any(${sql.val(eventIds ?? [])}::bigint[]))) date
      join events event on event.id = date.event_id
      ${withCounts('date', ctx.now)}
      where date.starts_at <= ${until} or (date.first_at > ${until} and date.at <= ${FEW})
      order by date.starts_at, event.title limit 200`.execute(db)
    const scope = { organiserId, eventIds, now: ctx.now, maySeeMoney: mayAlso(ctx, 'see_money') }
    return {
      organiser: organiser.name,
      organiser_url: organiserPath(organiser.slug),
      may_create: mayAlso(ctx, 'change_events') && eventIds === null,
      may_see_people: mayAlso(ctx, 'see_people'),
      has_events: await hasEvents(db, organiserId),
      ...(await soldToday(db, scope)),
      lately: await takenLately(db, scope),
      orders: mayAlso(ctx, 'see_orders') ? await newestOrders(db, ctx, FEW) : [],
      needs: await needsOf(db, {
        organiserId,
        eventIds,
        now: ctx.now,
        maySeePeople: mayAlso(ctx, 'see_people'),
        maySeeGiftAid: mayAlso(ctx, 'see_gift_aid'),
        maySeeComplaints: mayAlso(ctx, 'see_complaints'),
        live: ctx.deps.config.live,
        maySeeShop: ctx.session.staff?.isOperator === true,
      }),
      dates: rows.map(({ event_id, date_id, title, slug, is_cancelled, sold, held, capacity, left, ...date }) => ({
        event_id,
        date_id,
        title,
        url: eventPath(slug),
        nice_date: longWhen(date, date),
        is_today: dayOf(date.starts_at, date.timezone) === dayOf(ctx.now, date.timezone),
        is_past: dayOf(date.starts_at, date.timezone) < dayOf(ctx.now, date.timezone),
        is_cancelled,
        sold,
        held,
        capacity,
        left,
      })),
    }
  },
}

const hasEvents = async (db: Db, organiserId: number): Promise<boolean> =>
  (await db.selectFrom('events').select('id').where('organiser_id', '=', organiserId).limit(1).executeTakeFirst()) !==
  undefined
