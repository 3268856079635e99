import type { CatalogueEvent, CatalogueTicketType, EventInput, TicketTypeInput } from '../format/format.ts'
import { amount, flag, from, html, int, partOf, percent, policy, text, until } from './part.ts'

/** The fields of an event itself. Its organiser, venue, picture and reward are written beside them. */
export const EVENT = partOf<CatalogueEvent, EventInput>()({
  title: text,
  summary: text,
  description_html: html,
  category: text,
  currency: text,
  timezone: text,
  status: text,
  on_sale_from: from,
  express: flag,
  waivers_together: flag,
  max_places: int,
  single_seats: text,
  waiting_list: flag,
  offer_minutes: int,
  high_demand: flag,
  hide_booking_fee: flag,
  refund_protection_percent: ['refund_protection_bp', percent],
  buyers_refund_hours: int,
  buyers_refund_keep_percent: ['buyers_refund_keep_bp', percent],
  buyers_refund_keep: ['buyers_refund_keep_minor', amount],
  buyers_change_hours: int,
  buyers_rename_hours: int,
  buyers_changes: int,
  reminder: flag,
  reminder_days: int,
  reminder_hours: int,
  reminder_text: text,
  thanks: flag,
  thanks_days: int,
  thanks_hours: int,
  thanks_text: text,
  thanks_feedback: flag,
  require_phone_number: flag,
  different_timeslots_warning: text,
  livestream_url: text,
  online_url: text,
  questions_intro_html: html,
  ga: text,
  ga_conversion_id: text,
  fb_pixel: text,
  source_url: text,
})

/** The fields of a ticket type. Its stock, seats, pool, price tiers and requirements are written beside them. */
export const TICKET_TYPE = partOf<CatalogueTicketType, TicketTypeInput>()({
  name: text,
  description: text,
  price: ['price_minor', amount],
  extra: flag,
  min_price: ['min_price_minor', amount],
  booking_fee: ['booking_fee_minor', amount],
  absorb_fee: flag,
  door_price: ['door_price_minor', amount],
  places: ['pool_places', int],
  sale_from: from,
  sale_until: until,
  tax_percent: ['tax_bp', percent],
  visibility: text,
  hide_when_sold_out: flag,
  archived: flag,
  min_per_customer: int,
  max_can_reserve: int,
  can_update_quantity: flag,
  refund_policy: policy,
  non_refundable: flag,
  delivered_by_post: flag,
  delivery_cost: ['delivery_cost_minor', amount],
})

/** An earlier price of a ticket type. Its number of tickets is a quota. */
export const PRICE_TIER = partOf<
  CatalogueTicketType['price_tiers'][number],
  NonNullable<TicketTypeInput['price_tiers']>[number]
>()({ price: ['price_minor', amount], until, tickets: int })
