import { sql } from 'kysely'
import { IS_CLOSED } from '../../may-sell.ts'
import { dateNotOver } from './offered.ts'
import { ONLINE, type Reader } from './shared.ts'

type Db = Reader & Parameters<ReturnType<typeof sql>['execute']>[0]

/** The values that filters can have, from everything that is on sale. */
export type Choices = {
  places: string[]
  categories: string[]
  organisers: { slug: string; name: string }[]
  /** Months with events, as 'yyyy-mm'. */
  months: string[]
  /** The time zones of events. */
  zones: string[]
}

const inOrder = (names: readonly string[]): string[] =>
  names.filter((name) => name !== '').sort((a, b) => a.localeCompare(b, 'en'))

/** Reads the choices of the filters in one statement. */
export async function choicesOf(db: Db, now: Date): Promise<Choices> {
  const { rows } = await sql<Choices>`
    with offered as materialized (
      select event.id, event.category, event.timezone, event.organiser_id, event.venue_id, date.starts_at
        from events event join event_dates date on date.event_id = event.id
        where event.status = 'published' and not ${IS_CLOSED} and date.status = 'published' and ${dateNotOver(now)}
    )
    select array(select distinct case when offered.venue_id is null then ${ONLINE} else venue.town end
        from offered left join venues venue on venue.id = offered.venue_id) as places,
      array(select distinct category from offered) as categories,
      array(select distinct timezone from offered) as zones,
      array(select distinct to_char(starts_at at time zone timezone, 'YYYY-MM') as month from offered
        where starts_at >= ${now} order by month limit 12) as months,
      coalesce((select jsonb_agg(jsonb_build_object('slug', slug, 'name', name)) from organisers
        where id in (select organiser_id from offered)), '[]') as organisers`.execute(db)
  const found = rows[0]!
  return {
    ...found,
    places: inOrder(found.places),
    categories: inOrder(found.categories),
    organisers: [...found.organisers].sort((a, b) => a.name.localeCompare(b.name, 'en')),
  }
}
