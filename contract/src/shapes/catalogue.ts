import { SEAT_KINDS } from '@foyer/domain/seats/kinds.ts'
import { z } from 'zod'
import { amount, ChosenPrice, Currency, html, PlacesLimit, RefundPolicy } from './common.ts'

// What pages show of events and gift vouchers on sale.

export const UpcomingEvent = z.object({
  url: z.string(),
  thumbnail: z.string(),
  title: z.string(),
  location: z.string(),
  date: z.string(),
})

export const EventCardData = z.object({
  slug: z.string(),
  url: z.string(),
  title: z.string(),
  summary: z.string(),
  category: z.string(),
  organiser: z.string(),
  organiser_slug: z.string(),
  place: z.string(),
  town: z.string(),
  thumbnail: z.string(),
  /** First date, ISO in UTC, and as words in the event's own zone. */
  starts_at: z.string(),
  nice_date: z.string(),
  more_dates: z.number(),
  currency: Currency,
  /** The total of the cheapest order, with everything that cannot be avoided; null when nothing is on sale. */
  from_price: amount.nullable(),
  /** How many tickets that is for; absent for one. */
  from_quantity: z.number().optional(),
  sold_out: z.boolean(),
  /** The event, or every date of it to come, has been cancelled. */
  cancelled: z.literal(true).optional(),
  /** No date of it stands, and at least one is postponed: its new day will follow. */
  postponed: z.literal(true).optional(),
  on_sale_from: z.string().nullable(),
  /** The same as words; empty when it is null. */
  nice_on_sale_from: z.string(),
})

export const SeatData = z.object({
  label: z.string(),
  section: z.string(),
  row: z.string(),
  number: z.number(),
  free: z.boolean(),
  /** Absent for an ordinary seat. Choosing one of these needs `access` of add_to_basket. */
  kind: z.enum(['wheelchair', 'companion']).optional(),
  /** What restricts the view, in words; absent for a full one. */
  view: z.string().optional(),
  /** Its name with all that is special about it: “C6, wheelchair space, aisle”. Absent if nothing is. */
  name: z.string().optional(),
  /** What the plan shows instead of its number. */
  sign: z.string().optional(),
})

export const TicketTypeData = z.object({
  ticket_id: z.number(),
  name: z.string(),
  description: z.string(),
  /** The price of one ticket including its booking fee; the lowest price if the buyer chooses it. */
  all_in_price: amount,
  price: amount,
  booking_fee: amount,
  /** Null if the price is fixed; otherwise `price` is the lowest price. */
  pay_what_you_can: ChosenPrice.nullable(),
  /** The total of the cheapest order of it: its least quantity with postage, the tickets it requires and rounding. */
  total_from: amount,
  /** The same in words: "£14.95 for one, £10.00 for each further ticket (with £4.95 postage per order)". */
  price_text: z.string(),
  /** The tickets that it requires, with postage that is dearer than its own; absent for none. */
  required_cost: amount.optional(),
  /** The most places of the event that one order may have, and how many each ticket takes; absent without a limit. */
  places_limit: PlacesLimit.optional(),
  /** The price is an earlier one: until when, or for how many tickets, and the total that follows. Absent at the last price. */
  tier_text: z.string().optional(),
  /** Sold with the event, but doesn't admit anyone. */
  extra: z.boolean(),
  hide_booking_fee: z.boolean(),
  absorb_fee: z.boolean(),
  min_per_customer: z.number(),
  /** The maximum in one basket: the organiser's maximum, limited to the shop's own. */
  max_per_basket: z.number(),
  /** Available now. It may be slightly out of date, because only the reserve decides. */
  left: z.number(),
  few_left: z.boolean(),
  /** What is left when that is little, without wheelchair spaces and companion seats, which nobody gets unasked. */
  left_text: z.string().optional(),
  /** Unlocked by the access code of this request. */
  with_code: z.literal(true).optional(),
  sold_out: z.boolean(),
  non_refundable: z.boolean(),
  refund_policy: RefundPolicy.nullable(),
  requires: z.array(z.string()),
  /** The type's own sale: it may open later or close earlier than the event's. */
  sale: z.enum(['not_yet', 'open', 'over']),
  nice_sale_from: z.string().nullable(),
  /** The types of a date with the same pool share its places and its seats. */
  pool_id: z.number().nullable(),
  delivered_by_post: z.boolean(),
  /** Postage per order; 0 for a ticket that is not posted. */
  delivery_cost: amount,
  seats: z.array(SeatData).nullable(),
  /** How many of the seats one ticket takes; absent for one. */
  seats_each: z.number().optional(),
  /** The kinds of seats that it may take; absent for any. */
  seat_kinds: z.array(z.enum(SEAT_KINDS)).optional(),
})

export const EventPageData = z.object({
  event: EventCardData.extend({
    id: z.number(),
    /** The colour of links and buttons, as the organiser chose it. */
    accent: z.string().optional(),
    /** What happens to a total too small for a card; absent if it is not changed. */
    small_total: z.object({ rule: z.enum(['round_up', 'waive']), minimum: amount }).optional(),
    description_html: html,
    organiser_url: z.string(),
    organiser_about_html: html,
    /** “Sold by …” with the organiser's legal details. */
    sold_by: z.string().optional(),
    /** What the picture shows; absent for a poster, which the shop draws. */
    picture_alt: z.string().optional(),
    charity: z.string().nullable(),
    venue: z
      .object({ name: z.string(), full_address: z.string().nullable(), town: z.string(), country_code: z.string() })
      .nullable(),
    online: z.boolean(),
    cancelled: z.boolean(),
    /** That its organiser sells nothing here any more, if so. */
    closed: z.string().optional(),
    refund_protection: z.boolean(),
    timezone: z.string(),
    different_timeslots_warning: z.string().nullable(),
    has_livestream: z.boolean(),
    /** Some ticket types are sold only with an access code. */
    has_access_codes: z.literal(true).optional(),
    /** What has sold out has a waiting list. */
    waiting_list: z.literal(true).optional(),
    /** The page of its queue; absent without one. */
    queue_url: z.string().optional(),
  }),
  /** The access code of this request, and whether it unlocked anything. */
  access: z.object({ code: z.string(), state: z.enum(['opened', 'wrong', 'too_many']) }).optional(),
  dates: z.array(
    z.object({
      date_id: z.number(),
      starts_at: z.string(),
      ends_at: z.string().nullable(),
      nice_date: z.string(),
      nice_doors: z.string().nullable(),
      all_day: z.boolean(),
      past: z.boolean(),
      /** The date has been cancelled: it has no tickets. */
      cancelled: z.literal(true).optional(),
      /** It has no new day yet, and sells nothing meanwhile. */
      postponed: z.literal(true).optional(),
      sold_out: z.boolean(),
      /** The lowest price of the date: "From £24.95 for 2". Null if nothing is left. */
      from_text: z.string().nullable(),
      tickets: z.array(TicketTypeData),
    }),
  ),
  /** `price`: the lowest one in words, if it can be bought now */
  more: z.array(UpcomingEvent.extend({ price: z.string().optional() })),
})

export const GiftVoucherDesign = z.object({
  id: z.number(),
  slug: z.string(),
  name: z.string(),
  description: z.string(),
  organiser: z.string(),
  organiser_url: z.string(),
  /** “Sold by …” with all details; empty if they aren't known. */
  sold_by: z.string().optional(),
  thumbnail: z.string(),
  currency: Currency,
  values: z.array(amount),
  valid_months: z.number(),
  max_qty: z.number(),
})

export const EventListData = z.object({
  events: z.array(EventCardData),
  total: z.number(),
  /** Nothing matches the words as typed; these have a word that is close to each. */
  similar: z.boolean(),
  page: z.number(),
  pages: z.number(),
  /** The possible filter values, from everything on sale. */
  places: z.array(z.string()),
  /** `value` is what the organisers wrote; `name` is in the reader's language. */
  categories: z.array(z.object({ value: z.string(), name: z.string() })),
  /** yyyy-mm */
  months: z.array(z.string()),
  /** The places of all events found, for a map; only where it was asked for. */
  pins: z
    .array(
      z.object({
        name: z.string(),
        town: z.string(),
        latitude: z.number(),
        longitude: z.number(),
        events: z.number(),
      }),
    )
    .optional(),
  organisers: z.array(z.object({ slug: z.string(), name: z.string() })),
  gift_vouchers: z.array(GiftVoucherDesign),
})
