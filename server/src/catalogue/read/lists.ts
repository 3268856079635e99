import { type EventFilterValues, eventPath, eventThumbnail, type OrganiserPageData } from '@foyer/contract/pages.ts'
import type { EventListData, UpcomingEvent } from '@foyer/contract/types.ts'
import { dayOf } from '@foyer/domain/format/dates.ts'
import { groupBy } from '@foyer/domain/group.ts'
import { sql } from 'kysely'
import { tierPrice } from '../price-tiers.ts'
import { finds, folded } from '../search.ts'
import { cardOf, type Offering } from './card.ts'
import { dateNotOver, FREE, OFFERED_TO_ALL, saleNotOver } from './offered.ts'
import { niceWhen, ONLINE, type Reader } from './shared.ts'
import { giftVouchers } from './vouchers.ts'

/** Filters can reach the events that a list of this length leaves out. */
const LIST_LIMIT = 500
const UPCOMING_LIMIT = 4

const NO_FILTERS: EventFilterValues = { q: '', place: '', organiser: '', from: '', to: '' }

const locationOf = (venue: string | null, town: string | null): string =>
  venue === null ? ONLINE : town && !folded(venue).includes(folded(town)) ? `${venue}, ${town}` : venue

/** Returns every published event that is not over, with its upcoming dates, soonest first. Two statements. */
async function upcomingEvents(db: Reader, now: Date, organiserId?: number) {
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
      'event.on_sale_from',
      'organiser.name as organiser',
      'organiser.slug as organiser_slug',
      'venue.name as venue',
      'venue.town as town',
    ])
    .where('event.status', '=', 'published')
    .$if(organiserId !== undefined, (query) => query.where('event.organiser_id', '=', organiserId!))
    .execute()
  const dates = await db
    .selectFrom('event_dates as date')
    .innerJoin('events as event', 'event.id', 'date.event_id')
    .select(['date.event_id', 'date.starts_at', 'date.ends_at', 'date.all_day'])
    .where('event.status', '=', 'published')
    .where('date.status', '=', 'published')
    .where(dateNotOver(now))
    .$if(organiserId !== undefined, (query) => query.where('event.organiser_id', '=', organiserId!))
    .orderBy('date.starts_at')
    .execute()
  const datesOf = groupBy(dates, ({ event_id }) => event_id)
  return events
    .flatMap((event) => {
      const its = datesOf.get(event.id)
      return its === undefined ? [] : [{ ...event, dates: its }]
    })
    .sort((a, b) => a.dates[0]!.starts_at.getTime() - b.dates[0]!.starts_at.getTime() || a.id - b.id)
}

type Upcoming = Awaited<ReturnType<typeof upcomingEvents>>[number]

/** Returns the dates within a filter: those that end on or after `from` and begin on or before `to`. */
const datesWithin = ({ dates, timezone }: Upcoming, { from, to }: EventFilterValues) =>
  dates.filter(
    ({ starts_at, ends_at }) =>
      (from === '' || dayOf(ends_at ?? starts_at, timezone) >= from) && (to === '' || dayOf(starts_at, timezone) <= to),
  )

const townOf = (event: Upcoming): string => (event.venue === null ? ONLINE : (event.town ?? ''))

function fits(event: Upcoming, filters: EventFilterValues): boolean {
  const place = folded(filters.place)
  return (
    (place === '' || [townOf(event), event.venue ?? ''].some((name) => folded(name) === place)) &&
    (filters.organiser === '' || event.organiser_slug === filters.organiser) &&
    finds(filters.q, [event.title, event.organiser, event.venue ?? ONLINE, event.town ?? '', event.category])
  )
}

/**
 * Returns, per event, how many tickets are left on upcoming dates and the lowest price for admission in minor units. Tickets
 * that require another (a member's price, a car park) count only if there is nothing else.
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
      sql<
        number | null
      >`min(coalesce(${tierPrice(now)}, type.min_price_minor, type.price_minor) + type.booking_fee_minor) filter (where ${FREE} > 0)`.as(
        'from_minor',
      ),
    ])
    .where('type.event_id', 'in', [...eventIds])
    .where(OFFERED_TO_ALL)
    .where(saleNotOver(now))
    .where(dateNotOver(now))
    .where('type.extra', '=', false)
    .groupBy(['type.event_id', 'needs_another'])
    .orderBy('needs_another', 'desc')
    .execute()
  // If both kinds exist, the row of tickets without requirements comes last and replaces the other.
  return new Map(rows.map((row) => [row.event_id, row]))
}

async function cardsOf(db: Reader, events: readonly Upcoming[], filters: EventFilterValues, now: Date) {
  const matching = events
    .filter((event) => fits(event, filters))
    .flatMap((event) => {
      const [date] = datesWithin(event, filters)
      return date === undefined ? [] : [{ event, date }]
    })
    .sort((a, b) => a.date.starts_at.getTime() - b.date.starts_at.getTime() || a.event.id - b.event.id)
  const shown = matching.slice(0, LIST_LIMIT)
  const offerings = await offeringsOf(
    db,
    shown.map(({ event }) => event.id),
    now,
  )
  return {
    total: matching.length,
    cards: shown.map(({ event, date }) => cardOf(event, date, offerings.get(event.id), now)),
  }
}

const inOrder = (names: Iterable<string>): string[] =>
  [...new Set(names)].filter((name) => name !== '').sort((a, b) => a.localeCompare(b, 'en'))

/** Returns upcoming events, soonest first, filtered, with the available filter values. Days are in each event's time zone. */
export async function listEvents(db: Reader, filters: Partial<EventFilterValues>, now: Date): Promise<EventListData> {
  const events = await upcomingEvents(db, now)
  const { cards, total } = await cardsOf(db, events, { ...NO_FILTERS, ...filters }, now)
  const organisers = new Map(events.map((event) => [event.organiser_slug, event.organiser]))
  return {
    events: cards,
    total,
    places: inOrder(events.map(townOf)),
    organisers: [...organisers]
      .map(([slug, name]) => ({ slug, name }))
      .sort((a, b) => a.name.localeCompare(b.name, 'en')),
    gift_vouchers: await giftVouchers(db),
  }
}

/** Returns an organiser's other upcoming events, soonest first, without the events given. */
export async function upcomingOf(
  db: Reader,
  organiserId: number,
  now: Date,
  exceptEventIds: readonly number[] = [],
): Promise<UpcomingEvent[]> {
  const events = await upcomingEvents(db, now, organiserId)
  return events
    .filter(({ id }) => !exceptEventIds.includes(id))
    .slice(0, UPCOMING_LIMIT)
    .map((event) => ({
      url: eventPath(event.slug),
      thumbnail: eventThumbnail(event.id, event.picture),
      title: event.title,
      location: locationOf(event.venue, event.town),
      date: niceWhen(event.dates[0]!, event.timezone),
    }))
}

/** Returns an organiser's page, or null if the slug is unknown. */
export async function organiserPage(db: Reader, slug: string, now: Date): Promise<OrganiserPageData | null> {
  const organiser = await db
    .selectFrom('organisers')
    .leftJoin('charities', 'charities.id', 'organisers.charity_id')
    .select(['organisers.id', 'organisers.name', 'organisers.about_html', 'charities.name as charity'])
    .where('organisers.slug', '=', slug)
    .executeTakeFirst()
  if (!organiser) return null
  const { cards } = await cardsOf(db, await upcomingEvents(db, now, organiser.id), NO_FILTERS, now)
  const vouchers = await giftVouchers(db, organiser.id)
  const { name, about_html, charity } = organiser
  return { name, about_html, charity, events: cards, gift_vouchers: vouchers }
}
