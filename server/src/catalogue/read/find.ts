import type { EventFilterValues } from '@foyer/contract/pages.ts'
import { type Span, spanOf } from '@foyer/domain/browse/when.ts'
import { type RawBuilder, sql } from 'kysely'
import { IS_CLOSED } from '../../may-sell.ts'
import { dateToCome, OFFERED_TO_ALL, saleNotOver } from './offered.ts'
import { purchaseTotal } from './purchases.ts'
import { ONLINE, type Reader } from './shared.ts'

/** Events of one page of the list. */
export const PAGE_SIZE = 24
/** Each word costs a lookup in the index, and searches are rarely longer. */
const MAX_WORDS = 8

export type Found = {
  /** In the order of the first date that matches; `first` is its start. */
  events: { id: number; first: Date }[]
  total: number
  /** Nothing was found as typed, so these match with one letter more, less or different. */
  similar: boolean
}

type Condition = RawBuilder<boolean>
const all = (conditions: readonly Condition[]): Condition => sql`(${sql.join(conditions, sql` and `)})`
const any = (conditions: readonly Condition[]): Condition => sql`(${sql.join(conditions, sql` or `)})`
const TRUE: Condition = sql`true`

/** Every typed word is the beginning of a word of the event. */
export const asTyped = (words: readonly string[]): Condition =>
  sql`event.id in (select event_id from event_search where keys @> ${words.map((word) => `${word}*`)}::text[])`

/** Every typed word is the beginning of a word of the event, or a whole word but for a mistake. */
export const withMistakes = (words: readonly string[]): Condition =>
  sql`event.id in (select event_id from event_search where ${all(
    words.map(
      (word) =>
        sql`keys && (array[${`${word}*`}::text] || array(select variant from search_variants(${word}) where length(${word}::text) >= 4))`,
    ),
  )})`

const inSpan = ({ start, end, day }: Span): Condition =>
  all([
    ...(start
      ? [
          sql<boolean>`(coalesce(date.ends_at, date.starts_at) >= ${start}
      or (date.all_day and coalesce(date.ends_at, date.starts_at) >= ${day}))`,
        ]
      : []),
    ...(end ? [sql<boolean>`date.starts_at < ${end}`] : []),
    TRUE,
  ])

/** Days are in each event's own time zone, so one day is a different period in another zone. */
function onDays(filters: EventFilterValues, zones: readonly string[], now: Date): Condition[] {
  if (filters.when === '' && filters.from === '' && filters.to === '') return []
  return [
    // The old time of a postponed date is no day to look for it.
    sql`date.status <> 'postponed'`,
    any([...zones.map((zone) => all([sql`event.timezone = ${zone}`, inSpan(spanOf(filters, now, zone))])), sql`false`]),
  ]
}

const atPlace = (place: string): Condition[] =>
  place === ''
    ? []
    : place.toLowerCase() === ONLINE.toLowerCase()
      ? [sql`event.venue_id is null`]
      : [
          sql`event.venue_id in (select id from venues where lower(town) = lower(${place}) or lower(name) = lower(${place}))`,
        ]

/** A ticket that is free of charge for everyone, with its postage. */
const isFree = (now: Date): Condition => sql`exists (select from ticket_types type where type.event_id = event.id
  and ${OFFERED_TO_ALL} and ${saleNotOver(now)} and not type.extra
  and ${purchaseTotal(now)} = 0
  and not exists (select from ticket_requirements need where need.ticket_type_id = type.id))`

function conditions(filters: EventFilterValues, zones: readonly string[], now: Date): Condition[] {
  return [
    sql`event.status <> 'draft'`,
    sql`not ${IS_CLOSED}`,
    // A cancelled date is shown if the event has no other to come.
    sql`(date.status = 'published' or not exists (select from event_dates other where other.event_id = event.id
      and other.status = 'published' and coalesce(other.ends_at, other.starts_at) >= ${now}))`,
    dateToCome(now),
    ...onDays(filters, zones, now),
    ...atPlace(filters.place),
    ...(filters.organiser === ''
      ? []
      : [sql<boolean>`event.organiser_id = (select id from organisers where slug = ${filters.organiser})`]),
    ...(filters.category === '' ? [] : [sql<boolean>`lower(event.category) = lower(${filters.category})`]),
    ...(filters.price === 'free' ? [isFree(now)] : []),
  ]
}

export const matchQuery = (where: readonly Condition[], page: number) => sql<{
  id: number
  first: Date
  total: number
}>`
  select event.id, min(date.starts_at) as first, count(*) over ()::int as total
    from events event join event_dates date on date.event_id = event.id
    where ${all(where)}
    group by event.id order by bool_and(date.status = 'postponed'), first, event.id limit ${PAGE_SIZE} offset ${(page - 1) * PAGE_SIZE}`

type Db = Reader & Parameters<ReturnType<typeof matchQuery>['execute']>[0]

async function wordsOf(db: Db, typed: string): Promise<string[]> {
  const { rows } = await sql<{ words: string[] }>`select search_words(${typed}) as words`.execute(db)
  return rows[0]!.words.slice(0, MAX_WORDS)
}

/** The ways to search for what was typed, the strictest first. */
async function ways(db: Db, typed: string): Promise<Condition[]> {
  if (typed.trim() === '') return [TRUE]
  const words = await wordsOf(db, typed)
  return words.length === 0 ? [sql`false`] : [asTyped(words), withMistakes(words)]
}

/** Finds one page of events. Two statements, and one more where nothing is found as typed. */
export async function findEvents(
  db: Db,
  filters: EventFilterValues,
  zones: readonly string[],
  now: Date,
): Promise<Found & { where: Condition[] }> {
  const common = conditions(filters, zones, now)
  const attempts = await ways(db, filters.q)
  for (const [index, way] of attempts.entries()) {
    const where = [...common, way]
    const { rows } = await matchQuery(where, filters.page).execute(db)
    // A page after the last one shows the first.
    const [found] = rows.length > 0 || filters.page === 1 ? [rows] : [(await matchQuery(where, 1).execute(db)).rows]
    if (found.length > 0 || index === attempts.length - 1)
      return {
        events: found.map(({ id, first }) => ({ id, first })),
        total: found[0]?.total ?? 0,
        similar: index > 0 && found.length > 0,
        where,
      }
  }
  return { events: [], total: 0, similar: false, where: common }
}

/** The places of all events found that have coordinates, with the number of events. */
export async function placesFound(db: Db, where: readonly Condition[]) {
  const { rows } = await sql<{ name: string; town: string; latitude: number; longitude: number; events: number }>`
    select venue.name, venue.town, venue.latitude, venue.longitude, count(distinct event.id)::int as events
      from events event join event_dates date on date.event_id = event.id join venues venue on venue.id = event.venue_id
      where venue.latitude is not null and venue.longitude is not null and ${all(where)}
      group by venue.id order by events desc, venue.name limit 100`.execute(db)
  return rows
}
