import { STEPS } from '@foyer/domain/checkout/steps.ts'
import { CURRENCIES, type CurrencyCode } from '@foyer/domain/money/money.ts'
import { QUESTION_TYPE_NAMES } from '@foyer/domain/questions/types.ts'
import { z } from 'zod'

/**
 * The entities of the two documents under their names on the wire. Amounts are plain numbers of major units (10.5 is £10.50);
 * dates that begin with `nice_` or `uk_` are ready to show.
 */

const amount = z.number()
export const Currency = z.object({
  symbol: z.string(),
  code: z.enum(Object.keys(CURRENCIES) as [CurrencyCode, ...CurrencyCode[]]),
})
const html = z.string()

export const RefundPolicy = z.object({ text: z.string(), title: z.string(), description: html })

/** The buyer chooses the price, from `min` up. */
export const ChosenPrice = z.object({ min: amount, suggested: amount })

const PlacesLimit = z.object({ most: z.number(), each: z.number() })

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
          z.object({ ticket_id: z.number(), ticket_name: z.string(), event_name: z.string(), event_url: z.string() }),
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
  /** Null if the price is fixed. */
  places_limit: PlacesLimit.optional(),
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

export const UpcomingEvent = z.object({
  url: z.string(),
  thumbnail: z.string(),
  title: z.string(),
  location: z.string(),
  date: z.string(),
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

export const SavedPaymentMethod = z.object({
  payment_method_id: z.string(),
  card_type: z.string(),
  last4digits: z.string(),
  /** MM/YY */
  expiry: z.string(),
  is_default: z.boolean(),
})

/** A payment plan as its buyer sees it in the account settings. */
export const PaymentPlan = z.object({
  sale_reference: z.string(),
  order_number: z.string().nullable().optional(),
  /** The titles of its events. */
  title: z.string(),
  status: z.enum(['active', 'overdue', 'completed', 'cancelled']),
  /** For an overdue plan: the last day to pay, ready to show. */
  nice_ends: z.string().nullable(),
  currency: Currency,
  remaining: amount,
  card: SavedPaymentMethod.nullable(),
  /** The saved cards that can pay for it: those of the account that it is collected at. */
  cards: z.array(SavedPaymentMethod).optional(),
  /** It is collected at an organiser's own account, where cards are saved for it. */
  own_account: z.literal(true).optional(),
  payments: z.array(
    z.object({
      seq: z.number(),
      nice_due: z.string(),
      value: amount,
      status: z.enum(['due', 'paying', 'needs_authentication', 'paid', 'failed', 'cancelled']),
      /** Whether the buyer may pay it now. */
      can_pay: z.boolean(),
    }),
  ),
})

/** For a saved address only its id counts. */
export const Address = z.object({
  selected_user_address_id: z.string(),
  first_name: z.string(),
  last_name: z.string(),
  address_1: z.string(),
  address_2: z.string(),
  town: z.string(),
  postcode: z.string(),
  country: z.string(),
  state: z.string(),
})

export const SavedAddress = z.object({
  id: z.number(),
  first_name: z.string(),
  last_name: z.string(),
  full_address: z.string(),
})

export const PossibleAddress = z.object({
  formatted_address: z.string(),
  address_line_2: z.string(),
  town: z.string(),
  post_code: z.string(),
})

export const User = z.object({
  id: z.number(),
  first_name: z.string(),
  last_name: z.string(),
  full_name: z.string(),
  email: z.string(),
  is_dark_mode: z.boolean(),
  subscribed: z.boolean(),
  is_event_subscribed: z.boolean(),
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
  payment_plan_schedule_options: z.record(z.string(), PlanOption).nullable(),
  opoa: z.object({ provider: z.enum(['stripe', 'square']) }).nullable(),
  sagepay_or_stripe: z.enum(['stripe', 'sagepay']),
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
  /** What each gift voucher code pays. */
  gift_vouchers_applied: z.record(z.string(), amount),
  booking_fees_total: amount,
  /** The hold expired; cleared by the next reserve. */
  expired: z.boolean(),
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

// The catalogue ---------------------------------------------------------------------------------------------------------

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
  /** The lowest all-in price; null when nothing is on sale. */
  from_price: amount.nullable(),
  sold_out: z.boolean(),
  /** The event, or every date of it to come, has been cancelled. */
  cancelled: z.literal(true).optional(),
  on_sale_from: z.string().nullable(),
})

export const SeatData = z.object({
  label: z.string(),
  section: z.string(),
  row: z.string(),
  number: z.number(),
  free: z.boolean(),
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
  /** The most places of the event that one order may have, and how many each ticket takes; absent without a limit. */
  places_limit: PlacesLimit.optional(),
  /** The price is an earlier one: until a time, or for the number of tickets left at it. Absent at the last price. */
  tier: z
    .object({
      /** Including the booking fee. */
      next_price: amount,
      nice_until: z.string().nullable(),
      left: z.number().nullable(),
    })
    .optional(),
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
  delivery_cost: amount,
  seats: z.array(SeatData).nullable(),
  /** How many of the seats one ticket takes; absent for one. */
  seats_each: z.number().optional(),
})

export const EventPageData = z.object({
  event: EventCardData.extend({
    id: z.number(),
    /** The colour of links and buttons, as the organiser chose it. */
    accent: z.string().optional(),
    description_html: html,
    organiser_url: z.string(),
    organiser_about_html: html,
    /** What the picture shows; absent for a poster, which the shop draws. */
    picture_alt: z.string().optional(),
    charity: z.string().nullable(),
    venue: z
      .object({ name: z.string(), full_address: z.string().nullable(), town: z.string(), country_code: z.string() })
      .nullable(),
    online: z.boolean(),
    cancelled: z.boolean(),
    refund_protection: z.boolean(),
    timezone: z.string(),
    different_timeslots_warning: z.string().nullable(),
    has_livestream: z.boolean(),
    /** Some ticket types are sold only with an access code. */
    has_access_codes: z.literal(true).optional(),
    /** What has sold out has a waiting list. */
    waiting_list: z.literal(true).optional(),
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
      sold_out: z.boolean(),
      tickets: z.array(TicketTypeData),
    }),
  ),
  more: z.array(UpcomingEvent),
})

export const GiftVoucherDesign = z.object({
  id: z.number(),
  slug: z.string(),
  name: z.string(),
  description: z.string(),
  organiser: z.string(),
  organiser_url: z.string(),
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
  categories: z.array(z.string()),
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

/** A ticket in the wallet. */
export const WalletTicket = z.object({
  id: z.number(),
  event: z.string(),
  event_url: z.string(),
  event_id: z.number(),
  ticket: z.string(),
  nice_date: z.string(),
  starts_at: z.string(),
  ends_at: z.string().nullable(),
  place: z.string(),
  address: z.string().nullable(),
  seat: z.string().nullable(),
  holder: z.string(),
  thumbnail: z.string(),
  /** The content of the QR code; null once the ticket is void. */
  code: z.string().nullable(),
  short_code: z.string(),
  /** Admits nobody: it is collected with its code. */
  extra: z.boolean().optional(),
  status: z.enum(['valid', 'void', 'admitted']),
  /** The event or this date of it has been cancelled. */
  cancelled: z.literal(true).optional(),
  sale_reference: z.string(),
  order_number: z.string().nullable().optional(),
  /** The page of the order, for its buyer; null for a ticket received from another customer. */
  order_url: z.string().nullable().optional(),
  /** A gift that has not been sent yet: its recipient, and when it will be. */
  leaves: z.object({ to: z.string(), nice_when: z.string() }).nullable().optional(),
  /** The page where the party signs the event's terms; null without terms. */
  waiver_url: z.string().nullable().optional(),
  /** The organiser's messages to guests, as clean HTML. */
  messages: z.array(z.object({ organiser: z.string(), html: z.string() })).optional(),
  terms: z.string(),
  past: z.boolean(),
})
export const WalletData = z.object({
  /** The operator has configured certificates, so each ticket is also offered as an Apple Wallet pass. */
  apple_pass: z.boolean().optional(),
  /** `down`: Google could not be reached just now. */
  google_wallet: z.enum(['on', 'down']).optional(),
  tickets: z.array(WalletTicket),
  vouchers: z.array(
    z.object({
      code: z.string(),
      name: z.string(),
      organiser: z.string(),
      value: amount,
      balance: amount,
      currency: Currency,
      nice_expires: z.string(),
    }),
  ),
  email: z.string(),
  /** Orders of this buyer with tickets to come whose email bounced; absent if none did. */
  undelivered: z.array(z.object({ email: z.string(), event: z.string(), order_url: z.string() })).optional(),
})
