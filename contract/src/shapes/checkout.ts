import { STEPS } from '@foyer/domain/checkout/steps.ts'
import { CARD_PROVIDERS, DEFAULT_CARD_PROVIDER } from '@foyer/domain/payment/providers.ts'
import { QUESTION_TYPE_NAMES } from '@foyer/domain/questions/types.ts'
import { z } from 'zod'
import { Address } from './account.ts'
import { UpcomingEvent } from './catalogue.ts'
import { amount, ChosenPrice, Currency, html, PlacesLimit, RefundPolicy } from './common.ts'

// The checkout and its parts, as both documents name them on the wire. Dates that begin with `nice_` or `uk_` are ready to show.

export const TicketLine = z.object({
  ticket_id: z.number(),
  event_id: z.number(),
  date_id: z.number(),
  event_name: z.string(),
  event_url: z.string(),
  ticket_name: z.string(),
  nice_date: z.string(),
  seats: z.array(z.string()),
  qty: z.number(),
  price: amount,
  booking_fee: amount,
  event_hide_booking_fee: z.boolean(),
  thumbnail: z.string(),
  non_refundable: z.boolean(),
  can_update_quantity: z.boolean(),
  max_can_reserve: z.number().nullable(),
  min_per_customer: z.number(),
  required_tickets: z.array(
    z.object({
      ids: z.array(z.number()),
      title: z.string(),
      /** The tickets of `ids` that are on sale, and where. */
      offers: z
        .array(
          z.object({
            ticket_id: z.number(),
            ticket_name: z.string(),
            event_name: z.string(),
            event_url: z.string(),
            /** the same ticket may be on sale for several dates */
            nice_date: z.string(),
          }),
        )
        .optional(),
    }),
  ),
  refund_policy: RefundPolicy.nullable(),
  max_can_reserve_exceeded: z.boolean(),
  min_per_customer_exceeded: z.boolean(),
  discount_amount: amount,
  absorb_fee: z.boolean(),
  organiser_url: z.string(),
  /** The event's time zone: a gift's delivery time is in it. */
  timezone: z.string(),
  /** The most places of the event that one order may have, and how many each ticket takes; absent without a limit. */
  places_limit: PlacesLimit.optional(),
  /** Null if the price is fixed. */
  pay_what_you_can: ChosenPrice.nullable(),
  /** When the event is over; only in a paid order. */
  over: z.string().optional(),
  /** Tickets available now, including this basket's own hold; null while there are plenty. */
  left: z.number().nullable(),
})

export const GiftVoucherLine = z.object({
  id: z.number(),
  name: z.string(),
  value: amount,
  qty: z.number(),
  /** The most of one value in an order, as its design says. */
  max_qty: z.number(),
  thumbnail: z.string(),
  uk_expiry_date: z.string(),
  o_name: z.string(),
  o_url: z.string(),
})

export const CheckoutEvent = z.object({
  id: z.number(),
  title: z.string(),
  refund_protection: z.boolean(),
  warn_customers_about_different_timeslots_message: z.string().nullable(),
  shareable_link: z.string(),
  venue: z
    .object({
      full_address: z.string().nullable(),
      map_address: z.string().nullable(),
      map_checkin: z.string().nullable(),
    })
    .nullable(),
  has_livestream: z.boolean(),
  access_online: z.string().nullable(),
  reward_referrers: z.object({ text: z.string(), short_text: z.string() }).nullable(),
  ga: z.string().nullable(),
  ga_conversion_id: z.string().nullable(),
  fb_pixel: z.string().nullable(),
  questions_intro_html: html.nullable(),
})

export const Organiser = z.object({
  id: z.number(),
  name: z.string(),
  full_url: z.string(),
  has_custom_refund_policy: z.boolean(),
  upcoming_events: z.array(UpcomingEvent),
  is_saas: z.boolean(),
  /** The charity's id, or null. */
  charity: z.number().nullable(),
  questions_intro_html: html.nullable(),
  /** “Sold by …” with the organiser's legal details, or only its name. */
  sold_by: z.string(),
  /** The organiser's own terms, if it has any. */
  terms_url: z.string().optional(),
})

export const BasketOrganiser = z.object({
  id: z.number(),
  name: z.string(),
  organiser_subscribed: z.boolean(),
  marketing_signup_message: z.string(),
})

/** Percentages are plain numbers (2.5 is 2.5 %). */
export const Charity = z.object({
  id: z.number(),
  name: z.string(),
  logo: z.string(),
  description_html: html,
  donation_checkout_title: z.string(),
  donation_options: z.array(amount),
  base_fee: amount,
  booking_fee: z.number(),
  booking_fee_includes_vat: z.boolean(),
  booking_fee_vat: z.number(),
  booking_fee_cap: amount.nullable(),
  gift_aid_wording: z.string(),
})

export const Donation = z.object({ amount_before_booking_fee: amount, booking_fee: amount, is_gift_aid: z.boolean() })

export const Question = z.object({
  id: z.number(),
  ticket_id: z.number(),
  osq_id: z.string(),
  question: html,
  type: z.enum(QUESTION_TYPE_NAMES),
  mandatory: z.enum(['0', '1']),
  once_per_checkout: z.enum(['0', '1']),
  prepopulated_array: z.array(z.string()),
})

export const AfterSaleMessage = z.object({
  organiser_name: z.string(),
  event_title: z.string(),
  event_nice_date: z.string(),
  event_nice_time: z.string(),
  message: html,
})

export const PlanOption = z.object({
  label: z.string(),
  schedule: z.array(z.object({ uk_due: z.string(), value: amount })),
})

export const StoredStepName = z.enum(STEPS).exclude(['determining'])

/** The one representation of the sale: every screen reads only from it. */
export const Checkout = z.object({
  sale_reference: z.string(),
  state: StoredStepName,
  seconds_remaining: z.number(),
  captcha_sitekey: z.string().nullable(),
  tickets: z.array(TicketLine),
  gift_vouchers: z.array(GiftVoucherLine),
  events: z.array(CheckoutEvent),
  organisers: z.array(Organiser),
  currency: Currency,
  basket_total: amount,
  delivery_cost: amount,
  discounts_applied: z.record(z.string(), amount),
  offers_applied_total: amount,
  gift_vouchers_applied_total: amount,
  refund_protection: z.union([z.literal(0), z.literal(1)]),
  has_refund_protection: z.boolean(),
  refund_protection_cost: amount,
  all_booking_fees_are_absorbed: z.boolean(),
  had_mismatching_currencies: z.boolean(),
  reserving_error: z.string().nullable(),
  basket_errors: z.array(z.string()),
  basket_success: z.array(z.string()),
  express: z.boolean(),
  is_gift_aid: z.boolean(),
  edit_basket_clicked: z.boolean(),
  donation: Donation.nullable(),
  donation_amount: amount.nullable(),
  charity: Charity.nullable(),
  marketing_preferences: z
    .object({
      ct_subscribed: z.boolean(),
      event_subscribed: z.boolean(),
      basket_organisers: z.array(BasketOrganiser),
      /** What the buyer agreed to in this sale and can still revoke; the step shows it again, ticked. */
      revocable: z
        .object({ ct_subscribed: z.boolean(), event_subscribed: z.boolean(), organisers: z.array(z.number()) })
        .optional(),
    })
    .nullable(),
  has_require_phone_number: z.boolean(),
  init_guest_email: z.string().nullable(),
  payment_complete: z.boolean(),
  payment_plan_remaining: amount.nullable(),
  /** Of an order with payments to come. */
  payment_plan: z.object({ paid: amount, next: amount, next_due: z.string() }).optional(),
  payment_plan_schedule_options: z.record(z.string(), PlanOption).nullable(),
  opoa: z.object({ provider: z.enum(CARD_PROVIDERS) }).nullable(),
  sagepay_or_stripe: z.enum([DEFAULT_CARD_PROVIDER, 'sagepay']),
  require_delivery_address: z.boolean(),
  /** False where the step only needs the names on gift vouchers, because nothing is posted. */
  require_postal_address: z.boolean().optional(),
  before_payment_questions: z.array(Question),
  after_payment_questions: z.array(Question),
  has_waivers: z.boolean(),
  after_sale_messages: z.array(AfterSaleMessage),
  truelayer_returned_from: z.string().nullable(),
  /** A bank payment that the buyer abandoned for another method can still come in. */
  bank_payment_open: z.boolean().optional(),
  ga_ua_properties: z.array(z.string()),

  // Not in the documents, but shown on screen.
  /** The donor opted in to Gift Aid without the three statements; absent otherwise. */
  gift_aid_unconfirmed: z.boolean().optional(),
  /** What each gift voucher code pays. */
  gift_vouchers_applied: z.record(z.string(), amount),
  booking_fees_total: amount,
  /** The hold expired; cleared by the next reserve. */
  expired: z.boolean(),
  /** How long a reserve holds the basket; 0 for an empty one. */
  hold_seconds: z.number(),
  /** How often the buyer can still extend the hold. */
  hold_extensions_left: z.number(),
  /** The customer of this sale, as far as this session knows; null before the account step is done. */
  account: z.object({ full_name: z.string(), email: z.string(), is_guest: z.boolean() }).nullable(),
  contact_number: z.string(),
  gift_voucher_from: z.string(),
  gift_voucher_to: z.string(),
  delivery_address: Address.nullable(),
  answers: z.record(z.string(), z.string()),
  transfer_allowed: z.boolean(),
  /** The address of the card provider's script. */
  card_script_url: z.string(),
  bank_transfer_configured: z.boolean(),
  /** What the organiser's rule adds to or waives from a total that is too small for a card; absent if it doesn't apply. */
  small_total: z.object({ rule: z.enum(['round_up', 'waive', 'donation']), amount }).optional(),
  /** The paid order was cancelled or wholly refunded; absent otherwise. */
  cancelled: z.boolean().optional(),
  /** The order number that people quote on the phone; absent until the order is paid. */
  order_number: z.string().optional(),
  /** The tax included in the total; absent if no organiser is registered. */
  tax_total: amount.optional(),
  /** The accommodation map to embed; absent or null when the operator has configured none. */
  stay_map_url: z.string().nullable().optional(),
})
