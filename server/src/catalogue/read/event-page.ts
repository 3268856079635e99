import { fill } from '@foyer/contract/fill.ts'
import { shop } from '@foyer/contract/messages.ts'
import { fromText, priceText, tierText } from '@foyer/contract/price-text.ts'
import type { EventPageData, RefundPolicy, SeatData, TicketTypeData } from '@foyer/contract/types.ts'
import { queuePath } from '@foyer/contract/waiting-room.ts'
import { lowestPrice, soldOnTheirOwn } from '@foyer/domain/basket/lowest-price.ts'
import { isDateOver, saleState } from '@foyer/domain/basket/on-sale.ts'
import { maxPerBasket } from '@foyer/domain/basket/quantity.ts'
import { ticketsLeft } from '@foyer/domain/basket/tickets-left.ts'
import { type Held, heldTime, shortHeldDate, shortWhen } from '@foyer/domain/format/dates.ts'
import { addressAfter } from '@foyer/domain/format/place.ts'
import { groupBy } from '@foyer/domain/group.ts'
import { type Purchase, purchaseOf } from '@foyer/domain/money/cheapest-purchase.ts'
import { type CurrencyCode, currencyCode, toMajor, toMinor } from '@foyer/domain/money/money.ts'
import { nextPrice, priceInForce } from '@foyer/domain/money/price-tiers.ts'
import type { SmallTotalTerms } from '@foyer/domain/money/small-total.ts'
import { smallTotalTerms } from '@foyer/domain/payment/minimum.ts'
import { leftOnSeats, type SeatKind } from '@foyer/domain/seats/kinds.ts'
import { sql } from 'kysely'
import { heldOf } from '../../db/held-online.ts'
import { termsIdOf, withTermsLink } from '../../texts/own-texts.ts'
import { soldBy, TRADER } from '../../trader.ts'
import { tiersOf } from '../price-tiers.ts'
import { cardOf } from './card.ts'
import { policyWithCoolOff } from './cool-off.ts'
import { pricedUpcomingOf } from './lists.ts'
import { OFFERED_TO_ALL, openedByCode } from './offered.ts'
import { CARD_PROVIDER, purchasesOf } from './purchases.ts'
import { seatDetails } from './seat-details.ts'
import { niceEnd, type Reader, type When } from './shared.ts'

const isOver = ({ starts_at, ends_at }: When, now: Date): boolean =>
  isDateOver({ startsAt: starts_at, endsAt: ends_at }, now)

/** The public ticket types of an event, and those that this access code unlocks. */
async function ticketTypesOf(db: Reader, eventId: number, codeId: number | null) {
  const types = await db
    .selectFrom('ticket_types as type')
    .innerJoin('stock', 'stock.ticket_type_id', 'type.id')
    .leftJoin('pools as pool', 'pool.id', 'type.pool_id')
    .selectAll('type')
    .select([
      'stock.capacity',
      'stock.held',
      'stock.sold',
      'pool.capacity as pool_capacity',
      'pool.held as pool_held',
      'pool.sold as pool_sold',
      'pool.kept as pool_kept',
    ])
    .where('type.event_id', '=', eventId)
    .where(codeId === null ? OFFERED_TO_ALL : sql<boolean>`(${OFFERED_TO_ALL} or ${openedByCode(codeId)})`)
    .orderBy('type.extra')
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
  const seated = types.filter((type) => type.seated)
  const poolIds = seated.flatMap(({ pool_id }) => (pool_id === null ? [] : [pool_id]))
  const seats =
    seated.length === 0
      ? []
      : await db
          .selectFrom('seats')
          .select([
            'ticket_type_id',
            'pool_id',
            'label',
            'section',
            'row_name',
            'seat_number',
            'status',
            'kind',
            'view_note',
            'aisle',
            'step_free',
          ])
          .where((eb) =>
            eb.or([
              eb(
                'ticket_type_id',
                'in',
                seated.map(({ id }) => id),
              ),
              ...(poolIds.length > 0 ? [eb('pool_id', 'in', poolIds)] : []),
            ]),
          )
          .orderBy('id')
          .execute()
  const tiers = await tiersOf(
    db,
    types.flatMap(({ id, tiered }) => (tiered ? [id] : [])),
  )
  return { types, tiers, needsOf: groupBy(needs, byType), seatsOf: groupBy(seats, placeOf) }
}

/** How many tickets one order may still contain with an access code; null if there is no limit. */
async function leftByCode(db: Reader, codeId: number | null): Promise<number | null> {
  if (codeId === null) return null
  const code = await db
    .selectFrom('access_codes as code')
    .leftJoin('quotas as quota', 'quota.id', 'code.quota_id')
    .select(['code.max_per_order', sql<number | null>`quota.max_tickets - quota.used`.as('left')])
    .where('code.id', '=', codeId)
    .executeTakeFirst()
  const limits = [code?.max_per_order, code?.left].filter((limit) => typeof limit === 'number')
  return limits.length === 0 ? null : Math.min(...limits)
}

type LoadedTypes = Awaited<ReturnType<typeof ticketTypesOf>>

/** Whose seats these are: all types of a pool have the same. */
const placeOf = ({ pool_id, ticket_type_id }: { pool_id: number | null; ticket_type_id: number | null }): string =>
  pool_id === null ? `type ${ticket_type_id}` : `pool ${pool_id}`

const byType = ({ ticket_type_id }: { ticket_type_id: number }): number => ticket_type_id

const leftOf = (type: LoadedTypes['types'][number]) =>
  ticketsLeft(
    type,
    type.pool_capacity === null
      ? null
      : {
          pool: {
            capacity: type.pool_capacity,
            held: type.pool_held ?? 0,
            sold: type.pool_sold ?? 0,
            kept: type.pool_kept ?? 0,
          },
          places: type.pool_places,
        },
  )

type Selling = {
  hideBookingFee: boolean
  currency: CurrencyCode
  held: Held
  now: Date
  leftByCode: number | null
  maxPlaces: number | null
  purchases: ReadonlyMap<number, Purchase>
  small: SmallTotalTerms | undefined
  coolOffHours: number | null
  startsAt: Date
}

function ticketTypeData(
  type: LoadedTypes['types'][number],
  { tiers, needsOf, seatsOf }: LoadedTypes,
  { hideBookingFee, currency, held, now, leftByCode, maxPlaces, purchases, small, coolOffHours, startsAt }: Selling,
): TicketTypeData {
  const major = (minor: number) => toMajor(minor, currency)
  const { free, capacity } = leftOf(type)
  const withCode = type.visibility === 'code'
  const ownSeats = seatsOf.get(placeOf({ pool_id: type.pool_id, ticket_type_id: type.id })) ?? []
  const onSeats = leftOnSeats(
    ownSeats.flatMap(({ status, kind }) => (status === 'free' ? [kind] : [])),
    { takes: type.seat_kinds, places: type.pool_places },
  )
  const most = Math.min(free, type.seated ? onSeats.all : free)
  const left = withCode ? Math.min(most, leftByCode ?? most) : most
  const ordinary = Math.min(left, type.seated ? onSeats.ordinary : left)
  const fewLeft = left > 0 && ordinary <= Math.max(5, capacity / 10)
  const seats = ownSeats.map(
    (seat): SeatData => ({
      label: seat.label,
      section: seat.section,
      row: seat.row_name,
      number: seat.seat_number,
      free: seat.status === 'free',
      ...seatDetails(seat),
    }),
  )
  const own = tiers.get(type.id) ?? []
  const least = type.min_per_customer
  const { priceMinor, tier } = priceInForce(own, type.price_minor, least, now)
  const lowestMinor = type.min_price_minor ?? priceMinor
  const purchase = purchases.get(type.id)!
  const requires = (needsOf.get(type.id) ?? []).map(({ title }) => title)
  return {
    ticket_id: type.id,
    name: type.name,
    description: type.description,
    all_in_price: major(lowestMinor + type.booking_fee_minor),
    price: major(lowestMinor),
    booking_fee: major(type.booking_fee_minor),
    pay_what_you_can:
      type.min_price_minor === null ? null : { min: major(type.min_price_minor), suggested: major(type.price_minor) },
    total_from: major(purchase.totalMinor),
    price_text: priceText(purchase, currency, requires),
    ...(purchase.requiredMinor > 0 && { required_cost: major(purchase.requiredMinor) }),
    ...(tier && {
      tier_text: tierText(
        { date: tier.until && niceEnd(tier.until, held), left: tier.left },
        purchaseOf(
          { ...purchase, unitMinor: nextPrice(own, type.price_minor, now, least)! + type.booking_fee_minor },
          small,
        ),
        currency,
      ),
    }),
    ...(maxPlaces !== null && !type.extra && { places_limit: { most: maxPlaces, each: type.pool_places } }),
    extra: type.extra,
    hide_booking_fee: hideBookingFee,
    absorb_fee: type.absorb_fee,
    min_per_customer: least,
    max_per_basket: maxPerBasket({ maxCanReserve: type.max_can_reserve }),
    left,
    ...(withCode && { with_code: true as const }),
    few_left: fewLeft,
    ...(fewLeft && {
      left_text: ordinary > 0 ? fill(shop['tickets.left'], { n: ordinary }) : shop['tickets.spacesLeft'],
    }),
    sold_out: left === 0,
    non_refundable: type.non_refundable,
    refund_policy: policyWithCoolOff(
      type.refund_policy as RefundPolicy | null,
      {
        coolOffHours: type.non_refundable ? null : coolOffHours,
        startsAt,
        held,
        bookingFeeMinor: type.booking_fee_minor,
        currency,
      },
      now,
    ),
    requires,
    sale: saleState({ saleFrom: type.sale_from, saleUntil: type.sale_until }, now),
    nice_sale_from: type.sale_from && shortHeldDate(type.sale_from, now, held),
    pool_id: type.pool_id,
    delivered_by_post: type.delivered_by_post,
    delivery_cost: major(type.delivered_by_post ? type.delivery_cost_minor : 0),
    seats: type.seated ? seats : null,
    ...(type.seated && type.pool_places > 1 && { seats_each: type.pool_places }),
    ...(type.seated && type.seat_kinds !== null && { seat_kinds: type.seat_kinds as SeatKind[] }),
  }
}

/** Refund protection covers the price of tickets that can be refunded. */
const canBeProtected = ({ non_refundable, price, pay_what_you_can }: ReturnType<typeof ticketTypeData>): boolean =>
  !non_refundable && (price > 0 || pay_what_you_can !== null)

/**
 * Returns everything an event page shows, past dates included; null for an unknown or unpublished event. At most eight
 * statements, and one for each level of tickets that others require. `codeId` is a valid access code, checked by the caller,
 * that unlocks its ticket types. `drafts` is for staff.
 */
export async function eventPage(
  db: Reader,
  slug: string,
  now: Date,
  { codeId = null, drafts = false }: { codeId?: number | null; drafts?: boolean } = {},
): Promise<EventPageData | null> {
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
      'organiser.accent',
      'organiser.closed_at',
      TRADER.as('trader'),
      termsIdOf(sql`organiser.id`, now).as('terms_id'),
      'organiser.small_total as rule',
      CARD_PROVIDER.as('provider'),
      'charity.name as charity',
      'venue.name as venue',
      'venue.full_address',
      'venue.town',
      'venue.country_code',
      sql<boolean>`exists (select from ticket_types where event_id = event.id and visibility = 'code' and not archived)`.as(
        'has_access_codes',
      ),
      sql<boolean>`exists (select from waiting_rooms where event_id = event.id and drained_at is null)`.as('has_queue'),
    ])
    .where('event.slug', '=', slug)
    // guard: drafts-not-shown
    .$if(!drafts, (query) => query.where('event.status', '!=', 'draft'))
    .executeTakeFirst()
  if (!event) return null
  const dates = await db
    .selectFrom('event_dates')
    .select(['id', 'event_id', 'starts_at', 'ends_at', 'doors_at', 'all_day', 'status'])
    .where('event_id', '=', event.id)
    .orderBy('starts_at')
    .execute()
  const isPostponed = ({ status }: { status: string }) => status === 'postponed'
  const coming = dates.filter((date) => isPostponed(date) || !isOver(date, now))
  const standing = coming.filter(({ status }) => status === 'published')
  const later = event.status === 'cancelled' ? [] : coming.filter(isPostponed)
  // Dates that don't stand are shown on the page, but the event's summary is about the others.
  const toCome = [standing, later, coming].find((some) => some.length > 0) ?? []
  const postponed = standing.length === 0 && later.length > 0
  const allCancelled = event.status === 'cancelled' || (coming.length > 0 && standing.length === 0 && !postponed)
  const loaded = await ticketTypesOf(db, event.id, codeId)
  const isClosed = event.closed_at !== null
  const currency = currencyCode(event.currency)
  const small = smallTotalTerms(event, currency)
  const selling = {
    hideBookingFee: event.hide_booking_fee,
    currency,
    held: heldOf(event),
    now,
    leftByCode: await leftByCode(db, codeId),
    maxPlaces: event.max_places,
    purchases: await purchasesOf(db, sql`type.event_id = ${event.id}`, now),
    small,
    coolOffHours: event.cool_off_hours,
  }
  const typesOfDate = groupBy(loaded.types, ({ date_id }) => date_id)
  const pageDates = dates.map((date) => {
    const cancelled = date.status === 'cancelled'
    const later = isPostponed(date)
    const types = isClosed || cancelled || later ? [] : (typesOfDate.get(date.id) ?? [])
    const tickets = types
      .map((type) => ({
        ...ticketTypeData(type, loaded, { ...selling, startsAt: date.starts_at }),
        hidden: type.hide_when_sold_out,
      }))
      .flatMap(({ hidden, ...ticket }) => (hidden && ticket.sold_out ? [] : [ticket]))
    const lowest = lowestPrice(tickets)
    return {
      date_id: date.id,
      starts_at: date.starts_at.toISOString(),
      ends_at: date.ends_at?.toISOString() ?? null,
      nice_date: shortWhen(date, now, { ...heldOf(event), postponed: later }),
      nice_doors: later ? null : date.doors_at && heldTime(date.doors_at, heldOf(event)),
      all_day: date.all_day,
      past: !later && isOver(date, now),
      ...(cancelled && { cancelled: true as const }),
      ...(later && { postponed: true as const }),
      sold_out: soldOnTheirOwn(tickets).length > 0 && soldOnTheirOwn(tickets).every((ticket) => ticket.sold_out),
      from_text: lowest && fromText({ totalMinor: toMinor(lowest.total, currency), qty: lowest.qty }, currency),
      tickets,
    }
  })
  const open = pageDates.filter(({ past }) => !past)
  const openTickets = open.flatMap(({ tickets }) => tickets)
  const onOffer = soldOnTheirOwn(openTickets)
  const left = onOffer.reduce((sum, ticket) => sum + ticket.left, 0)
  const lowest = lowestPrice(openTickets)
  const card = cardOf(
    { ...event, ...heldOf(event), dates: toCome.length > 0 ? toCome : dates },
    toCome[0] ?? dates.at(-1) ?? { starts_at: event.created_at, ends_at: null, all_day: false },
    { event_id: event.id, types: onOffer.length, left, from_minor: null, from_qty: lowest?.qty ?? null },
    now,
    { cancelled: allCancelled, postponed },
  )
  return {
    event: {
      ...card,
      from_price: lowest?.total ?? null,
      ...(small && {
        small_total: { rule: small.rule as 'round_up' | 'waive', minimum: toMajor(small.minimumMinor, currency) },
      }),
      sold_out: onOffer.length > 0 && left === 0,
      id: event.id,
      description_html: event.description_html,
      organiser_url: event.organiser_url,
      organiser_about_html: withTermsLink(event.organiser_about_html, event.organiser, event.terms_id),
      ...(event.picture_alt !== '' && { picture_alt: event.picture_alt }),
      ...(event.accent !== null && { accent: event.accent }),
      ...(event.trader.name !== '' && { sold_by: soldBy(event.trader) }),
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
      online: heldOf(event).online,
      cancelled: allCancelled,
      ...(isClosed && { closed: fill(shop['event.closed'], { organiser: event.organiser }) }),
      refund_protection: event.refund_protection_bp !== null && openTickets.some(canBeProtected),
      timezone: event.timezone,
      different_timeslots_warning: event.different_timeslots_warning,
      has_livestream: event.livestream_url !== null,
      ...(event.has_queue && !isClosed && !allCancelled && open.length > 0 && { queue_url: queuePath(event.slug) }),
      ...(event.waiting_list && !isClosed && { waiting_list: true as const }),
      ...(event.has_access_codes && !isClosed && { has_access_codes: true as const }),
    },
    dates: pageDates,
    more: await pricedUpcomingOf(db, event.organiser_id, now, [event.id]),
  }
}
