import { eventPath } from '@foyer/contract/pages.ts'
import { niceDate } from '@foyer/domain/format/dates.ts'
import { sql } from 'kysely'
import { grantOf, type OfficeHandlers } from '../handle.ts'

const DAYS = 7

type Row = {
  event_id: number
  title: string
  slug: string
  timezone: string
  starts_at: Date
  all_day: boolean
  sold: number
  held: number
  capacity: number
}

export const officeHome: OfficeHandlers['office_home'] = {
  async look(_, ctx) {
    const { organiserId, eventIds } = grantOf(ctx)
    const { db } = ctx.deps
    const organiser = await db
      .selectFrom('organisers')
      .select(['name', 'slug'])
      .where('id', '=', organiserId)
      .executeTakeFirstOrThrow()
    const until = new Date(ctx.now.getTime() + DAYS * 86_400_000)
    const since = new Date(ctx.now.getTime() - 86_400_000 / 4)
    const { rows } = await sql<Row>`
      select events.id as event_id, events.title, events.slug, events.timezone, date.starts_at, date.all_day,
        coalesce(sum(stock.sold), 0)::int as sold, coalesce(sum(stock.held), 0)::int as held,
        coalesce(sum(stock.capacity), 0)::int as capacity
      from events join event_dates date on date.event_id = events.id
      left join ticket_types type on type.date_id = date.id left join stock on stock.ticket_type_id = type.id
      where events.organiser_id = ${organiserId} and date.starts_at between ${since} and ${until}
        and (${eventIds === null} or events.id = any(${sql.val(eventIds ?? [])}::bigint[]))
      group by events.id, date.id order by date.starts_at, events.title limit 200`.execute(db)
    return {
      organiser: organiser.name,
      organiser_url: `/organisers/${organiser.slug}/`,
      dates: rows.map(({ event_id, title, slug, timezone, starts_at, all_day, sold, held, capacity }) => ({
        event_id,
        title,
        url: eventPath(slug),
        nice_date: niceDate(starts_at, timezone, { allDay: all_day }),
        sold,
        held,
        capacity,
      })),
    }
  },
}
