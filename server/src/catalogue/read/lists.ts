import { fill } from '@foyer/contract/fill.ts'
import { shop } from '@foyer/contract/messages.ts'
import {
  type EventFilterValues,
  eventPath,
  eventThumbnail,
  type OrganiserPageData,
  picturePath,
} from '@foyer/contract/pages.ts'
import { fromTextOf } from '@foyer/contract/price-text.ts'
import type { EventListData, EventPageData, UpcomingEvent } from '@foyer/contract/types.ts'
import { categoryName } from '@foyer/domain/format/category.ts'
import { shortWhen } from '@foyer/domain/format/dates.ts'
import { groupBy } from '@foyer/domain/group.ts'
import { lowestPurchase } from '@foyer/domain/money/cheapest-purchase.ts'
import { type Kysely, sql } from 'kysely'
import { HELD_ONLINE } from '../../db/held-online.ts'
import type { Database } from '../../db/schema/types.generated.ts'
import { termsIdOf, withTermsLink } from '../../texts/own-texts.ts'
import { soldBy, TRADER } from '../../trader.ts'
import { folded } from '../search.ts'
import { cardOf, type Offering } from './card.ts'
import { type Choices, choicesOf } from './choices.ts'
import { NO_FILTERS } from './filters.ts'
import { findEvents, PAGE_SIZE, placesFound } from './find.ts'
import { dateNotOver, dateToCome, FREE, OFFERED_TO_ALL, saleNotOver } from './offered.ts'
import { CARD_PROVIDER, ENOUGH_FREE, purchasesOf, purchaseTotal } from './purchases.ts'
import type { Reader } from './shared.ts'
import { giftVouchers } from './vouchers.ts'

/** The most events on an organiser's page. */
const LIST_LIMIT = 500
const UPCOMING_LIMIT = 4

const locationOf = (venue: string | null, town: string | null): string =>
  venue === null ? shop['event.online'] : town && !folded(venue).includes(folded(town)) ? `${venue}, ${town}` : venue

type Only = { organiserId?: number; ids?: readonly number[] }

/**
 * Returns events that are not over, with their upcoming dates, soonest first, and postponed ones last. Dates that don't stand count only
 * if there is no other. Two statements.
 */
async function upcomingEvents(db: Reader, now: Date, only: Only) {
  if (only.ids?.length === 0) return []
  const events = await db
    .selectFrom('events as event')
    .innerJoin('organisers as organiser', 'organiser.id', 'event.organiser_id')
    .leftJoin('venues as venue', 'venue.id', 'event.venue_id')
    .select([
      'event.id',
      'event.slug',
      'event.title',
      'event.summary',
      'event.picture',
      'event.category',
      'event.currency',
      'event.timezone',
      HELD_ONLINE.as('online'),
      'event.on_sale_from',
      'event.status',
      'organiser.name as organiser',
      'organiser.slug as organiser_slug',
      'organiser.small_total as rule',
      CARD_PROVIDER.as('provider'),
      'venue.name as venue',
      'venue.town as town',
    ])
    .where('event.status', '<>', 'draft')
    .where('organiser.closed_at', 'is', null)
    .$if(only.organiserId !== undefined, (query) => query.where('event.organiser_id', '=', only.organiserId!))
    .$if(only.ids !== undefined, (query) => query.where('event.id', 'in', [...only.ids!]))
    .execute()
  const dates = await db
    .selectFrom('event_dates as date')
    .innerJoin('events as event', 'event.id', 'date.event_id')
    .select(['date.event_id', 'date.starts_at', 'date.ends_at', 'date.all_day', 'date.status'])
    .where('event.status', '<>', 'draft')
    .where(dateToCome(now))
    .$if(only.organiserId !== undefined, (query) => query.where('event.organiser_id', '=', only.organiserId!))
    .$if(only.ids !== undefined, (query) => query.where('event.id', 'in', [...only.ids!]))
    .orderBy('date.starts_at')
    .execute()
  const datesOf = groupBy(dates, ({ event_id }) => event_id)
  return events
    .flatMap((event) => {
      const eventDates = datesOf.get(event.id)
      if (eventDates === undefined) return []
      const withStatus = (wanted: string) =>
        event.status === 'published' ? eventDates.filter(({ status }) => status === wanted) : []
      const [standing, later] = [withStatus('published'), withStatus('postponed')]
      const postponed = standing.length === 0 && later.length > 0
      const cancelled = standing.length === 0 && !postponed
      return [{ ...event, dates: cancelled ? eventDates : postponed ? later : standing, cancelled, postponed }]
    })
    .sort(
      (a, b) =>
        Number(a.postponed) - Number(b.postponed) ||
        a.dates[0]!.starts_at.getTime() - b.dates[0]!.starts_at.getTime() ||
        a.id - b.id,
    )
}

type Upcoming = Awaited<ReturnType<typeof upcomingEvents>>[number]

/**
 * Returns, per event, how many tickets are left on upcoming dates and the total of the cheapest order for admission in minor
 * units. Tickets that require another (a member's price, a car park) count only if there is nothing else. At most two statements,
 * and one for each level of tickets that those require.
 */
async function offeringsOf(db: Reader, eventIds: readonly number[], now: Date): Promise<Map<number, Offering>> {
  if (eventIds.length === 0) return new Map()
  const rows = await db
    .selectFrom('ticket_types as type')
    .innerJoin('stock', 'stock.ticket_type_id', 'type.id')
    .innerJoin('event_dates as date', 'date.id', 'type.date_id')
    .leftJoin('pools as pool', 'pool.id', 'type.pool_id')
    .select((eb) => [
      'type.event_id',
      eb
        .exists(
          eb
            .selectFrom('ticket_requirements as need')
            .select('need.id')
            .whereRef('need.ticket_type_id', '=', 'type.id'),
        )
        .as('needs_another'),
      eb.fn.countAll<number>().as('types'),
      sql<number>`sum(${FREE})::bigint`.as('left'),
      sql<number | null>`min(${purchaseTotal(now)}) filter (where ${ENOUGH_FREE})`.as('from_minor'),
      sql<number | null>`(array_agg(type.min_per_customer order by ${purchaseTotal(now)}, type.min_per_customer)
        filter (where ${ENOUGH_FREE}))[1]`.as('from_qty'),
      sql<number[] | null>`array_agg(type.id) filter (where ${ENOUGH_FREE})`.as('ids'),
    ])
    .where('type.event_id', 'in', [...eventIds])
    .where('date.status', '=', 'published')
    .where(OFFERED_TO_ALL)
    .where(saleNotOver(now))
    .where(dateNotOver(now))
    .where('type.extra', '=', false)
    .groupBy(['type.event_id', 'needs_another'])
    .orderBy('needs_another', 'desc')
    .execute()
  // If both kinds exist, the row of tickets without requirements comes last and replaces the other.
  const offerings = new Map(rows.map((row) => [row.event_id, row]))
  const requiring = [...offerings.values()].flatMap(({ needs_another, ids }) => (needs_another ? (ids ?? []) : []))
  if (requiring.length > 0) {
    const purchases = await purchasesOf(db, sql`type.id = any(${sql.val(requiring)}::bigint[])`, now)
    for (const offering of offerings.values()) {
      const lowest = lowestPurchase(
        (offering.needs_another ? (offering.ids ?? []) : []).map((id) => purchases.get(id)!),
      )
      if (lowest) Object.assign(offering, { from_minor: lowest.totalMinor - lowest.addedMinor, from_qty: lowest.qty })
    }
  }
  return offerings
}

/** The cards of events, each with the date that begins at `first`, or else its next one. One statement. */
async function cardsOf(
  db: Reader,
  events: readonly Upcoming[],
  now: Date,
  first: ReadonlyMap<number, Date> = new Map(),
) {
  const offerings = await offeringsOf(
    db,
    events.map(({ id }) => id),
    now,
  )
  return events.map((event) => {
    const begins = first.get(event.id)?.getTime()
    const date = event.dates.find(({ starts_at }) => starts_at.getTime() === begins) ?? event.dates[0]!
    return cardOf(event, date, offerings.get(event.id), now, event)
  })
}

/** Returns one page of upcoming events, soonest first, filtered, with the available filter values. */
export async function listEvents(
  db: Kysely<Database>,
  wanted: Partial<EventFilterValues>,
  now: Date,
  cachedChoices?: Choices,
): Promise<EventListData> {
  const filters = { ...NO_FILTERS, ...wanted }
  const { zones, ...choices } = cachedChoices ?? (await choicesOf(db, now))
  const found = await findEvents(db, filters, zones, now)
  const events = await upcomingEvents(db, now, { ids: found.events.map(({ id }) => id) })
  const byId = new Map(events.map((event) => [event.id, event]))
  const pages = Math.max(1, Math.ceil(found.total / PAGE_SIZE))
  return {
    events: await cardsOf(
      db,
      found.events.flatMap(({ id }) => byId.get(id) ?? []),
      now,
      new Map(found.events.map(({ id, first }) => [id, first])),
    ),
    total: found.total,
    similar: found.similar,
    page: filters.page <= pages ? filters.page : 1,
    pages,
    ...choices,
    categories: choices.categories.map((value) => ({ value, name: categoryName(value) })),
    ...(filters.view === 'map' && { pins: await placesFound(db, found.where) }),
    gift_vouchers: await giftVouchers(db),
  }
}

const othersOf = async (db: Reader, organiserId: number, now: Date, exceptEventIds: readonly number[]) =>
  (await upcomingEvents(db, now, { organiserId }))
    .filter(({ id, cancelled }) => !cancelled && !exceptEventIds.includes(id))
    .slice(0, UPCOMING_LIMIT)

const asUpcoming = (event: Upcoming, now: Date): UpcomingEvent => ({
  url: eventPath(event.slug),
  thumbnail: eventThumbnail(event.id, event.picture),
  title: event.title,
  location: locationOf(event.venue, event.town),
  date: shortWhen(event.dates[0]!, now, event),
})

/** Returns an organiser's other upcoming events, soonest first, without the events given. */
export async function upcomingOf(
  db: Reader,
  organiserId: number,
  now: Date,
  exceptEventIds: readonly number[] = [],
): Promise<UpcomingEvent[]> {
  return (await othersOf(db, organiserId, now, exceptEventIds)).map((event) => asUpcoming(event, now))
}

/** The same, each with its lowest price in words if it can be bought now. */
export async function pricedUpcomingOf(
  db: Reader,
  organiserId: number,
  now: Date,
  exceptEventIds: readonly number[],
): Promise<EventPageData['more']> {
  const events = await othersOf(db, organiserId, now, exceptEventIds)
  const cards = await cardsOf(db, events, now)
  return events.map((event, i) => {
    const card = cards[i]!
    const { from_price, sold_out, on_sale_from, postponed } = card
    if (from_price === null || sold_out || on_sale_from !== null || postponed) return asUpcoming(event, now)
    return { ...asUpcoming(event, now), price: fromTextOf(card, from_price) }
  })
}

/** Returns an organiser's page, or null if the slug is unknown. */
export async function organiserPage(db: Reader, slug: string, now: Date): Promise<OrganiserPageData | null> {
  const organiser = await db
    .selectFrom('organisers as organiser')
    .leftJoin('charities', 'charities.id', 'organiser.charity_id')
    .select(['organiser.id', 'organiser.name', 'organiser.about_html', 'charities.name as charity'])
    .select('organiser.closed_at')
    .select(['organiser.logo', 'organiser.cover', 'organiser.cover_alt', 'organiser.accent', TRADER.as('trader')])
    .select(termsIdOf(sql`organiser.id`, now).as('terms_id'))
    .where('organiser.slug', '=', slug)
    .executeTakeFirst()
  if (!organiser) return null
  const cards = await cardsOf(
    db,
    (await upcomingEvents(db, now, { organiserId: organiser.id })).slice(0, LIST_LIMIT),
    now,
  )
  const vouchers = await giftVouchers(db, organiser.id)
  const { name, about_html, charity, logo, cover, cover_alt, accent, closed_at } = organiser
  return {
    name,
    about_html: withTermsLink(about_html, name, organiser.terms_id),
    charity,
    events: cards,
    gift_vouchers: vouchers,
    ...(closed_at !== null && { closed: fill(shop['event.closed'], { organiser: name }) }),
    ...(logo !== null && { logo: picturePath(logo, 'logo') }),
    ...(cover !== null && { cover: { src: picturePath(cover, 800), alt: cover_alt } }),
    ...(accent !== null && { accent }),
    ...(organiser.trader.name !== '' && { sold_by: soldBy(organiser.trader) }),
  }
}
