import { sql } from 'kysely'
import type { Tx } from '../../../db/transaction/tx.ts'
import { parseWallClock } from '../../wall-clock.ts'
import { pairUp } from '../pair-up.ts'
import type { Performance, Plan } from '../plan.ts'
import { nameOf } from '../schema-org/text.ts'
import { type Context, refuse } from './context.ts'
import { hasMovedAlready, hasMovedFrom, hasSameWallClock, type StoredDate, startsLike } from './dates.ts'

type Listed = {
  item: Plan['events'][number]
  performance: Performance
  dates: { starts: Date; movedFrom: readonly Date[] | null }[]
  organiserId: number | undefined
  venueId: number | null | undefined
}
type Stored = {
  id: number
  slug: string
  title: string
  organiser_id: number
  venue_id: number | null
  timezone: string
  imported_from: string | null
  listing_key: string | null
  source_url: string | null
  dates: Pick<StoredDate, 'starts_at' | 'moved_from'>[]
}

/**
 * Finds the stored event of each entry of a listing, and gives new ones a slug of their own. A performance is its `@id` or
 * `url`, else its name and full start; at another time it is one that is stored only where the listing says that it moved.
 * Entries that could be either of two are refused and taken out of the plan.
 */
export async function matchPerformances(context: Context, now: Date): Promise<void> {
  const { tx, plan, result } = context
  const listed = plan.events.flatMap((item): Listed[] =>
    item.performance ? [listedOf(item, item.performance, context)] : [],
  )
  if (listed.length === 0) return
  const stored = await storedEvents(tx, listed)
  const pairs = pairUp(listed, stored, testsFor(stored))
  for (const one of listed) {
    if (pairs.has(one)) continue
    const problem = pairLoose(one, stored, pairs, now)
    if (problem === null) continue
    refuse(result, one.item, `event "${one.item.value.title}"`, problem)
    plan.events.splice(plan.events.indexOf(one.item), 1)
  }
  await giveSlugs(tx, listed, pairs)
}

function listedOf(item: Plan['events'][number], performance: Performance, { organisers, venues }: Context): Listed {
  const { value } = item
  return {
    item,
    performance,
    dates: value.dates.map(({ starts }, i) => ({
      starts: parseWallClock(starts, value.timezone)!.at,
      movedFrom: performance.movedFrom[i] ?? null,
    })),
    organiserId: organisers.get(value.organiser),
    venueId: value.venue === null ? null : venues.get(value.venue),
  }
}

// Tests --------------------------------------------------------------------------------------------------------------

type Test = (listed: Listed, stored: Stored) => boolean
type DateTest = (date: Listed['dates'][number], stored: Stored['dates'][number]) => boolean

const someDate =
  (test: DateTest): Test =>
  (listed, stored) =>
    listed.dates.some((date) => stored.dates.some((one) => test(date, one)))

const isNamed: Test = ({ item }, { title }) => nameOf(title) === item.value.title
const isAtVenue: Test = ({ item, venueId }, { venue_id }) =>
  venueId !== null && venueId !== undefined && venue_id === venueId && item.value.venue !== 'venue-to-be-announced'
const isOrganised: Test = ({ organiserId }, { organiser_id }) => organiser_id === organiserId

const hasKey: Test = ({ performance }, { listing_key }) =>
  listing_key !== null && performance.keys.includes(listing_key)

const hasId: Test = (listed, stored) => hasKey(listed, stored) && stored.listing_key!.startsWith('@id ')

/** A page may show one show after another, so the name has to be the same too, or the time. */
const hasUrl: Test = (listed, stored) =>
  hasKey(listed, stored) &&
  stored.listing_key!.startsWith('url ') &&
  (isNamed(listed, stored) || someDate(startsLike)(listed, stored))

/** Whether several performances in the shop have the address of an entry: it is that of their production. */
const isUrlShared = (listed: Listed, stored: readonly Stored[]): boolean =>
  stored.filter(
    (one) => one.source_url !== null && one.source_url === listed.item.value.source_url && isNamed(listed, one),
  ).length > 1

/** Two performances of one name and time, such as in two rooms, have an `@id` each. */
const hasOtherId: Test = ({ performance }, { listing_key }) => {
  const id = performance.keys.find((key) => key.startsWith('@id '))
  return id !== undefined && listing_key?.startsWith('@id ') === true && listing_key !== id
}

const byDates = (test: DateTest): Test[] =>
  [isAtVenue, isOrganised].map(
    (place): Test =>
      (listed, stored) =>
        isNamed(listed, stored) &&
        place(listed, stored) &&
        !hasOtherId(listed, stored) &&
        someDate(test)(listed, stored),
  )

/** The zone of a place may have been read wrongly before. */
const isByOtherClock: Test = (listed, stored) => {
  const zones = { before: stored.timezone, after: listed.item.value.timezone }
  return (
    isNamed(listed, stored) &&
    isOrganised(listed, stored) &&
    !hasOtherId(listed, stored) &&
    someDate((date, one) => hasSameWallClock(date, one, zones))(listed, stored)
  )
}

const testsFor = (stored: readonly Stored[]): readonly Test[] => [
  hasId,
  (listed, one) => hasUrl(listed, one) && !isUrlShared(listed, stored),
  ...byDates(hasMovedAlready),
  ...byDates(hasMovedFrom),
  ...byDates(startsLike),
  isByOtherClock,
  // By its name and start as they were imported, whatever the office has made of them.
  (listed, one) => hasKey(listed, one) && !/^(?:@id|url) /.test(one.listing_key!),
]

/**
 * Pairs an entry that says it was rescheduled, but not from when, with the only performance that it can have been. Returns
 * why an entry has to be refused.
 */
function pairLoose(listed: Listed, stored: readonly Stored[], pairs: Map<Listed, Stored>, now: Date): string | null {
  const taken = new Set(pairs.values())
  const alike = stored.filter(
    (one) => isNamed(listed, one) && (isAtVenue(listed, one) || isOrganised(listed, one)) && !hasOtherId(listed, one),
  )
  const partOf = alike.find((one) => taken.has(one) && someDate(startsLike)(listed, one))
  const owner = [...pairs].find(([, one]) => one === partOf)?.[0]
  if (partOf && owner && !someDate(startsLike)(listed, { ...partOf, dates: datesAsStored(owner) }))
    return `it is a date of the event "${partOf.slug}" in the shop, as which another entry of this file is taken`
  if (!listed.dates.some(({ movedFrom }) => movedFrom !== null)) return null
  const [only, ...others] = alike.filter((one) => !taken.has(one) && one.dates.some(({ starts_at }) => starts_at > now))
  if (others.length > 0)
    return `it was rescheduled, but not from when: the shop has ${others.length + 1} performances of it. Give its previousStartDate, or each an @id`
  if (only) pairs.set(listed, only)
  return null
}

const datesAsStored = ({ dates }: Listed): Stored['dates'] =>
  dates.map(({ starts }) => ({ starts_at: starts, moved_from: null }))

// The shop's events --------------------------------------------------------------------------------------------------

/** The events from listings that may be those of the file: by key, name or start. */
async function storedEvents(tx: Tx, listed: readonly Listed[]): Promise<Stored[]> {
  const keys = listed.flatMap(({ performance }) => performance.keys)
  const titles = listed.map(({ item }) => item.value.title)
  const starts = listed.flatMap(({ dates }) => dates.flatMap((date) => [date.starts, ...(date.movedFrom ?? [])]))
  const rows = await tx
    .selectFrom('events as event')
    .innerJoin('event_dates as date', 'date.event_id', 'event.id')
    .select([
      'event.id',
      'event.slug',
      'event.title',
      'event.organiser_id',
      'event.venue_id',
      'event.timezone',
      'event.imported_from',
      'event.listing_key',
      'event.source_url',
      'date.starts_at',
      'date.moved_from',
    ])
    .where(({ eb, or }) => or([eb('event.imported_from', '=', 'schema.org'), eb('event.listing_key', 'is not', null)]))
    .where(({ eb, or, exists, selectFrom }) =>
      or([
        sql<boolean>`event.listing_key = any(${sql.val(keys)}::text[])`,
        sql<boolean>`event.title = any(${sql.val(titles)}::text[])`,
        exists(
          selectFrom('event_dates as other')
            .select('other.id')
            .whereRef('other.event_id', '=', 'event.id')
            .where(sql<boolean>`other.starts_at = any(${sql.val(starts)}::timestamptz[])`),
        ),
        eb(
          'event.slug',
          'in',
          listed.flatMap(({ performance }) => performance.slugs),
        ),
      ]),
    )
    .orderBy('event.id')
    .orderBy('date.starts_at')
    .execute()
  const events = new Map<number, Stored>()
  for (const { starts_at, moved_from, ...event } of rows) {
    const known = events.get(event.id) ?? { ...event, dates: [] }
    known.dates.push({ starts_at, moved_from })
    events.set(event.id, known)
  }
  return [...events.values()]
}

/** Entries take the slug of their event. A new one takes the shortest that no other event has. */
async function giveSlugs(tx: Tx, listed: readonly Listed[], pairs: ReadonlyMap<Listed, Stored>): Promise<void> {
  const wanted = listed.flatMap(({ performance }) => performance.slugs)
  const rows = await tx
    .selectFrom('events')
    .select(['slug', 'imported_from', 'listing_key'])
    .where('slug', 'in', wanted)
    .execute()
  const taken = new Set([...pairs.values()].map(({ slug }) => slug))
  for (const row of rows) {
    // The shop's own event of this name and day may be the same one; the entry is then refused.
    if (row.imported_from === 'schema.org' || row.listing_key !== null) taken.add(row.slug)
  }
  for (const one of listed) {
    const { value } = one.item
    value.slug =
      pairs.get(one)?.slug ?? one.performance.slugs.find((slug) => !taken.has(slug)) ?? one.performance.slugs.at(-1)!
    taken.add(value.slug)
  }
}
