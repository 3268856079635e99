import { z } from 'zod'

// Money is in the currency's smallest unit, times are ISO 8601 in UTC.

const minor = z.number().int()
const time = z.iso.datetime()
const maybeTime = time.nullable()

export const ApiTicketType = z.object({
  id: z.number(),
  name: z.string(),
  price_minor: minor,
  booking_fee_minor: minor,
  /** Postage of an order that contains it; the dearest of an organiser counts once. */
  delivery_cost_minor: minor,
  /** The total of the cheapest order of it, with its least quantity, fees, postage and the tickets that it requires. */
  total_from_minor: minor,
  /** The organiser pays the fee. */
  absorbs_fee: z.boolean(),
  is_seated: z.boolean(),
  /** Of this type on this date, as sold, held and left; all are 0 if the date is cancelled. Null where only a shared capacity limits it. */
  capacity: z.number().int().nullable(),
  sold: z.number().int(),
  /** Held for baskets and for pending payments. */
  held: z.number().int(),
  /** What can still be sold of this type alone, with shared capacity counted; null without a limit. */
  left: z.number().int().nullable(),
  archived: z.boolean(),
})

export const ApiEvent = z.object({
  id: z.number(),
  slug: z.string(),
  title: z.string(),
  url: z.string(),
  status: z.enum(['draft', 'published', 'cancelled']),
  archived: z.boolean(),
  currency: z.string(),
  timezone: z.string(),
  on_sale_from: maybeTime,
  cancelled_at: maybeTime,
  venue: z.object({ name: z.string(), address: z.string() }).nullable(),
  dates: z.array(
    z.object({
      id: z.number(),
      starts_at: time,
      ends_at: maybeTime,
      doors_at: maybeTime,
      all_day: z.boolean(),
      status: z.enum(['published', 'cancelled', 'postponed']),
      ticket_types: z.array(ApiTicketType),
    }),
  ),
})

export const ApiContact = z.object({ name: z.string(), email: z.string(), phone: z.string() })

export const ApiOrder = z.object({
  id: z.number(),
  number: z.string(),
  channel: z.string(),
  currency: z.string(),
  paid_at: time,
  changed_at: time,
  state: z.enum(['paid', 'part_refunded', 'refunded']),
  /** What the buyer paid for these lines, and how much of it was refunded. */
  total_minor: minor,
  refunded_minor: minor,
  /** The organiser’s lines. Lines of other organisers in the same order are left out. */
  lines: z.array(
    z.object({
      line: z.number().int(),
      kind: z.enum(['ticket', 'gift_voucher', 'donation']),
      name: z.string(),
      event_id: z.number().nullable(),
      date_id: z.number().nullable(),
      ticket_type_id: z.number().nullable(),
      quantity: z.number().int(),
      list_minor: minor,
      discount_minor: minor,
      net_minor: minor,
      fee_minor: minor,
      protection_minor: minor,
      delivery_minor: minor,
      rounding_minor: minor,
      voucher_minor: minor,
      tax_minor: minor,
      refunded_quantity: z.number().int(),
      refunded_minor: minor,
    }),
  ),
  tickets: z.array(
    z.object({
      id: z.number(),
      event_id: z.number(),
      date_id: z.number(),
      ticket_type_id: z.number(),
      seat: z.string(),
      status: z.enum(['valid', 'void']),
      admitted_at: maybeTime,
    }),
  ),
  /** Null for keys without the right to personal data. */
  contact: ApiContact.nullable(),
})

export const ApiPerson = z.object({
  ticket_id: z.number(),
  order_id: z.number(),
  order_number: z.string(),
  event_id: z.number(),
  date_id: z.number(),
  ticket_type_id: z.number(),
  seat: z.string(),
  status: z.enum(['valid', 'void']),
  admitted_at: maybeTime,
  holder: z.object({ name: z.string(), email: z.string() }),
  buyer: ApiContact,
  /** The buyer agreed to the organiser’s news. Only then may they be sent any. */
  news_consent: z.boolean(),
})

export const ApiAdmission = z.object({
  id: z.number(),
  ticket_id: z.number(),
  order_id: z.number(),
  event_id: z.number(),
  date_id: z.number(),
  /** Admitted, or the admission was undone. */
  kind: z.enum(['in', 'undo']),
  outcome: z.string(),
  at: time,
  place: z.string(),
  /** It was made without a network and reported later. */
  offline: z.boolean(),
})
