import type { EventFilterValues, OrganiserPageData } from '@foyer/contract/pages.ts'
import type {
  EventCardData,
  EventListData,
  EventPageData,
  GiftVoucherDesign,
  RefundPolicy,
  SeatData,
  TicketTypeData,
  UpcomingEvent,
} from '@foyer/contract/types.ts'
import { dayOf, niceDate, niceTime } from '@foyer/domain/format/dates.ts'
import { addressAfter } from '@foyer/domain/format/place.ts'
import { groupBy } from '@foyer/domain/group.ts'
import { LIMITS } from '@foyer/domain/limits.ts'
import { CURRENCIES, type CurrencyCode, toMajor } from '@foyer/domain/money/money.ts'
import { type Kysely, sql } from 'kysely'
import type { Database } from '../db/types.generated.ts'
import { eventPosterPath, voucherPosterPath } from './poster.ts'
import { finds, folded } from './search.ts'

/**
 * What the shop window shows. A handful of statements per page whatever the number of events, and nothing here decides
 * anything: availability may be a moment old, only the reserve is the truth.
 */

type Reader = Pick<Kysely<Database>, 'selectFrom'>

/** More than anybody scrolls through; the filters reach the rest. */
const LIST_LIMIT = 500
const UPCOMING_LIMIT = 4
const ONLINE = 'Online'

const NO_FILTERS: EventFilterValues = { q: '', place: '', organiser: '', from: '', to: '' }

export const eventPath = (slug: string): string => `/events/${slug}/`

const currencyOf = (code: string) => ({ symbol: CURRENCIES[code as CurrencyCode].symbol, code })

type When = { starts_at: Date; ends_at: Date | null; all_day: boolean }

/** The date in words by the event's own clock; an event of several whole days says both ends. */
function niceWhen({ starts_at, ends_at, all_day }: When, zone: string): string {
  const start = niceDate(starts_at, zone, { allDay: all_day })
  const lasts = all_day && ends_at !== null && dayOf(ends_at, zone) !== dayOf(starts_at, zone)
  return lasts ? `${start} to ${niceDate(ends_at, zone, { allDay: true })}` : start
}

/** An event is over when it has ended, or has begun if nobody said when it ends. */
const isOver = ({ starts_at, ends_at }: When, now: Date): boolean => (ends_at ?? starts_at) < now

const locationOf = (venue: string | null, town: string | null): string =>
  venue === null ? ONLINE : town && !folded(venue).includes(folded(town)) ? `${venue}, ${town}` : venue

// Lists -----------------------------------------------------------------------------------------------------------------

/** Every event that is published and not over, with its dates to come, soonest first. Two statements. */
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
    .where(sql<boolean>`coalesce(date.ends_at, date.starts_at) >= ${now}`)
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

/** The dates of an event that a filter leaves: those that still run on or after `from` and begin on or before `to`. */
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

type Offering = { event_id: number; types: number; left: number; from_minor: number | null }

/**
 * Per event, how many tickets are left on the dates to come and the lowest price one can really pay for getting in:
 * tickets that need another one (a member's price, a car park) count only where there is nothing else.
 */
async function offeringsOf(db: Reader, eventIds: readonly number[], now: Date): Promise<Map<number, Offering>> {
  if (eventIds.length === 0) return new Map()
  const rows = await db
    .selectFrom('ticket_types as type')
    .innerJoin('stock', 'stock.ticket_type_id', 'type.id')
    .innerJoin('event_dates as date', 'date.id', 'type.date_id')
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
      sql<number>`sum(greatest(stock.capacity - stock.held - stock.sold, 0))::bigint`.as('left'),
      sql<number | null>`min(type.price_minor + type.booking_fee_minor)
        filter (where stock.capacity > stock.held + stock.sold)`.as('from_minor'),
    ])
    .where('type.event_id', 'in', [...eventIds])
    .where(sql<boolean>`coalesce(date.ends_at, date.starts_at) >= ${now}`)
    .groupBy(['type.event_id', 'needs_another'])
    .orderBy('needs_another', 'desc')
    .execute()
  // Where both kinds exist, the row of the tickets that stand alone comes last and replaces the other.
  return new Map(rows.map((row) => [row.event_id, row]))
}

function cardOf(event: Upcoming, date: When, offering: Offering | undefined, now: Date): EventCardData {
  const soldOut = offering !== undefined && offering.left === 0
  return {
    slug: event.slug,
    url: eventPath(event.slug),
    title: event.title,
    summary: event.summary,
    category: event.category,
    organiser: event.organiser,
    organiser_slug: event.organiser_slug,
    place: event.venue ?? ONLINE,
    town: event.town ?? '',
    thumbnail: eventPosterPath(event.id),
    starts_at: date.starts_at.toISOString(),
    nice_date: niceWhen(date, event.timezone),
    more_dates: event.dates.length - 1,
    currency: currencyOf(event.currency),
    from_price: offering?.from_minor == null ? null : toMajor(offering.from_minor),
    sold_out: soldOut,
    on_sale_from: event.on_sale_from !== null && event.on_sale_from > now ? event.on_sale_from.toISOString() : null,
  }
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

/** What is on: soonest first, filtered; with what the filters may be set to. Days are those of each event's own zone. */
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

/** ENT-21: what else an organiser has coming, soonest first, without the events the buyer is looking at already. */
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
      thumbnail: eventPosterPath(event.id),
      title: event.title,
      location: locationOf(event.venue, event.town),
      date: niceWhen(event.dates[0]!, event.timezone),
    }))
}

/** The page of an organiser, or null when there is none of that name. */
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

/** The gift vouchers the shop sells. */
export async function giftVouchers(db: Reader, organiserId?: number): Promise<GiftVoucherDesign[]> {
  const designs = await db
    .selectFrom('gift_voucher_designs as design')
    .innerJoin('organisers as organiser', 'organiser.id', 'design.organiser_id')
    .selectAll('design')
    .select(['organiser.name as organiser', 'organiser.full_url as organiser_url'])
    .$if(organiserId !== undefined, (query) => query.where('design.organiser_id', '=', organiserId!))
    .orderBy('design.id')
    .execute()
  return designs.map((design) => ({
    id: design.id,
    slug: design.slug,
    name: design.name,
    description: design.description,
    organiser: design.organiser,
    organiser_url: design.organiser_url,
    thumbnail: voucherPosterPath(design.id),
    currency: currencyOf(design.currency),
    values: design.values_minor.map(toMajor),
    valid_months: design.valid_months,
    max_qty: design.max_qty,
  }))
}

// One event -------------------------------------------------------------------------------------------------------------

async function ticketTypesOf(db: Reader, eventId: number) {
  const types = await db
    .selectFrom('ticket_types as type')
    .innerJoin('stock', 'stock.ticket_type_id', 'type.id')
    .selectAll('type')
    .select(['stock.capacity', 'stock.held', 'stock.sold'])
    .where('type.event_id', '=', eventId)
    .orderBy('type.sort')
    .orderBy('type.id')
    .execute()
  const needs = await db
    .selectFrom('ticket_requirements as need')
    .innerJoin('ticket_types as type', 'type.id', 'need.ticket_type_id')
    .select(['need.ticket_type_id', 'need.title'])
    .where('type.event_id', '=', eventId)
    .orderBy('need.id')
    .execute()
  const seated = types.filter((type) => type.seated).map((type) => type.id)
  const seats =
    seated.length === 0
      ? []
      : await db
          .selectFrom('seats')
          .select(['ticket_type_id', 'label', 'section', 'row_name', 'seat_number', 'status'])
          .where('ticket_type_id', 'in', seated)
          .orderBy('id')
          .execute()
  return { types, needsOf: groupBy(needs, byType), seatsOf: groupBy(seats, byType) }
}

type LoadedTypes = Awaited<ReturnType<typeof ticketTypesOf>>

const byType = ({ ticket_type_id }: { ticket_type_id: number }): number => ticket_type_id

function ticketTypeData(
  type: LoadedTypes['types'][number],
  { needsOf, seatsOf }: LoadedTypes,
  hideBookingFee: boolean,
): TicketTypeData {
  const left = Math.max(0, type.capacity - type.held - type.sold)
  const seats = (seatsOf.get(type.id) ?? []).map(
    (seat): SeatData => ({
      label: seat.label,
      section: seat.section,
      row: seat.row_name,
      number: seat.seat_number,
      free: seat.status === 'free',
    }),
  )
  return {
    ticket_id: type.id,
    name: type.name,
    description: type.description,
    all_in_price: toMajor(type.price_minor + type.booking_fee_minor),
    price: toMajor(type.price_minor),
    booking_fee: toMajor(type.booking_fee_minor),
    hide_booking_fee: hideBookingFee,
    absorb_fee: type.absorb_fee,
    min_per_customer: type.min_per_customer,
    max_per_basket: Math.min(type.max_can_reserve ?? LIMITS.maxTicketsPerLine, LIMITS.maxTicketsPerLine),
    left,
    few_left: left > 0 && left <= Math.max(5, type.capacity / 10),
    sold_out: left === 0,
    non_refundable: type.non_refundable,
    refund_policy: type.refund_policy as RefundPolicy | null,
    requires: (needsOf.get(type.id) ?? []).map(({ title }) => title),
    delivered_by_post: type.delivered_by_post,
    delivery_cost: toMajor(type.delivery_cost_minor),
    seats: type.seated ? seats : null,
  }
}

/** Everything an event page shows, past dates included; null for an unknown or unpublished event. Six statements at most. */
export async function eventPage(db: Reader, slug: string, now: Date): Promise<EventPageData | null> {
  const event = await db
    .selectFrom('events as event')
    .innerJoin('organisers as organiser', 'organiser.id', 'event.organiser_id')
    .leftJoin('charities as charity', 'charity.id', 'organiser.charity_id')
    .leftJoin('venues as venue', 'venue.id', 'event.venue_id')
    .selectAll('event')
    .select([
      'organiser.name as organiser',
      'organiser.slug as organiser_slug',
      'organiser.full_url as organiser_url',
      'organiser.about_html as organiser_about_html',
      'charity.name as charity',
      'venue.name as venue',
      'venue.full_address',
      'venue.town',
      'venue.country_code',
    ])
    .where('event.slug', '=', slug)
    .where('event.status', '!=', 'draft')
    .executeTakeFirst()
  if (!event) return null
  const dates = await db
    .selectFrom('event_dates')
    .select(['id', 'event_id', 'starts_at', 'ends_at', 'doors_at', 'all_day'])
    .where('event_id', '=', event.id)
    .orderBy('starts_at')
    .execute()
  const toCome = dates.filter((date) => !isOver(date, now))
  const loaded = await ticketTypesOf(db, event.id)
  const typesOfDate = groupBy(loaded.types, ({ date_id }) => date_id)
  const pageDates = dates.map((date) => {
    const types = typesOfDate.get(date.id) ?? []
    const tickets = types.map((type) => ticketTypeData(type, loaded, event.hide_booking_fee))
    return {
      date_id: date.id,
      starts_at: date.starts_at.toISOString(),
      ends_at: date.ends_at?.toISOString() ?? null,
      nice_date: niceWhen(date, event.timezone),
      nice_doors: date.doors_at && niceTime(date.doors_at, event.timezone),
      all_day: date.all_day,
      past: isOver(date, now),
      sold_out: standAlone(tickets).length > 0 && standAlone(tickets).every((ticket) => ticket.sold_out),
      tickets,
    }
  })
  const open = pageDates.filter(({ past }) => !past)
  const onOffer = standAlone(open.flatMap(({ tickets }) => tickets))
  const left = onOffer.reduce((sum, ticket) => sum + ticket.left, 0)
  const prices = onOffer.filter((ticket) => !ticket.sold_out).map((ticket) => ticket.all_in_price)
  const card = cardOf(
    { ...event, dates: toCome.length > 0 ? toCome : dates },
    toCome[0] ?? dates.at(-1) ?? { starts_at: event.created_at, ends_at: null, all_day: false },
    { event_id: event.id, types: onOffer.length, left, from_minor: null },
    now,
  )
  return {
    event: {
      ...card,
      from_price: prices.length > 0 ? Math.min(...prices) : null,
      sold_out: onOffer.length > 0 && left === 0,
      id: event.id,
      description_html: event.description_html,
      organiser_url: event.organiser_url,
      organiser_about_html: event.organiser_about_html,
      charity: event.charity,
      venue:
        event.venue === null
          ? null
          : {
              name: event.venue,
              full_address: addressAfter(event.venue, event.full_address),
              town: event.town ?? '',
              country_code: event.country_code ?? 'GB',
            },
      online: event.online_url !== null || event.venue === null,
      cancelled: event.status === 'cancelled',
      refund_protection: event.refund_protection_bp !== null,
      timezone: event.timezone,
      different_timeslots_warning: event.different_timeslots_warning,
      has_livestream: event.livestream_url !== null,
    },
    dates: pageDates,
    more: await upcomingOf(db, event.organiser_id, now, [event.id]),
  }
}

/** Tickets one can get in with; those that need another count only where there is nothing else. */
function standAlone(tickets: readonly TicketTypeData[]): readonly TicketTypeData[] {
  const alone = tickets.filter(({ requires }) => requires.length === 0)
  return alone.length > 0 ? alone : tickets
}
