import { STEPS } from '@foyer/domain/checkout/steps.ts'
import { QUESTION_TYPES } from '@foyer/domain/questions/types.ts'
import { describe, expect, it } from 'vitest'
import type { z } from 'zod'
import * as account from './account.ts'
import * as catalogue from './catalogue.ts'
import * as checkout from './checkout.ts'
import * as common from './common.ts'

/** The entities of both documents (A3, B3) with every field they name. */
const ENTITIES: [name: string, shape: z.ZodObject, fields: string][] = [
  [
    'checkout',
    checkout.Checkout,
    'sale_reference state seconds_remaining captcha_sitekey tickets gift_vouchers events organisers currency basket_total delivery_cost discounts_applied offers_applied_total gift_vouchers_applied_total refund_protection has_refund_protection refund_protection_cost all_booking_fees_are_absorbed had_mismatching_currencies reserving_error basket_errors basket_success express is_gift_aid edit_basket_clicked donation charity marketing_preferences has_require_phone_number init_guest_email donation_amount payment_complete payment_plan_remaining payment_plan_schedule_options opoa require_delivery_address before_payment_questions after_payment_questions has_waivers after_sale_messages truelayer_returned_from ga_ua_properties sagepay_or_stripe',
  ],
  ['currency', checkout.Checkout.shape.currency, 'symbol code'],
  [
    'marketing preferences',
    checkout.Checkout.shape.marketing_preferences.unwrap(),
    'ct_subscribed event_subscribed basket_organisers',
  ],
  [
    'ticket line',
    checkout.TicketLine,
    'ticket_id event_id date_id event_name event_url ticket_name nice_date seats qty price booking_fee event_hide_booking_fee thumbnail non_refundable can_update_quantity max_can_reserve min_per_customer required_tickets refund_policy max_can_reserve_exceeded min_per_customer_exceeded discount_amount absorb_fee organiser_url',
  ],
  ['required ticket', checkout.TicketLine.shape.required_tickets.element, 'ids title'],
  ['refund policy', common.RefundPolicy, 'text title description'],
  ['gift voucher line', checkout.GiftVoucherLine, 'id name value qty thumbnail uk_expiry_date o_name o_url'],
  [
    'event',
    checkout.CheckoutEvent,
    'id title refund_protection warn_customers_about_different_timeslots_message shareable_link venue has_livestream access_online reward_referrers ga ga_conversion_id fb_pixel',
  ],
  ['venue', checkout.CheckoutEvent.shape.venue.unwrap(), 'full_address map_address map_checkin'],
  ['reward', checkout.CheckoutEvent.shape.reward_referrers.unwrap(), 'text short_text'],
  ['organiser', checkout.Organiser, 'name full_url has_custom_refund_policy upcoming_events is_saas charity'],
  ['upcoming event', catalogue.UpcomingEvent, 'url thumbnail title location date'],
  ['basket organiser', checkout.BasketOrganiser, 'id organiser_subscribed marketing_signup_message'],
  ['donation', checkout.Donation, 'amount_before_booking_fee booking_fee is_gift_aid'],
  [
    'charity',
    checkout.Charity,
    'id name logo description_html donation_checkout_title donation_options base_fee booking_fee booking_fee_includes_vat booking_fee_vat booking_fee_cap',
  ],
  ['user', account.User, 'id first_name last_name full_name email is_dark_mode subscribed is_event_subscribed'],
  [
    'address',
    account.Address,
    'selected_user_address_id first_name last_name address_1 address_2 town postcode country state',
  ],
  ['saved address', account.SavedAddress, 'id first_name last_name full_address'],
  ['possible address', account.PossibleAddress, 'formatted_address address_line_2 town post_code'],
  ['question', checkout.Question, 'id ticket_id osq_id question type mandatory once_per_checkout prepopulated_array'],
  [
    'after-sale message',
    checkout.AfterSaleMessage,
    'organiser_name event_title event_nice_date event_nice_time message',
  ],
  ['saved payment method', account.SavedPaymentMethod, 'payment_method_id card_type last4digits expiry is_default'],
  ['instalment option', checkout.PlanOption, 'label schedule'],
  ['instalment', checkout.PlanOption.shape.schedule.element, 'uk_due value'],
]

it.each(ENTITIES)('%s has every specified field', (_, shape, fields) =>
  expect(Object.keys(shape.shape)).toEqual(expect.arrayContaining(fields.split(' '))),
)

describe('shapes and rules agree', () => {
  it('state is one of the stored steps', () => {
    for (const step of STEPS) expect(checkout.StoredStepName.safeParse(step).success).toBe(step !== 'determining')
    expect(checkout.StoredStepName.safeParse('Basket').success).toBe(false)
  })

  it('a question has one of the types', () =>
    expect([...checkout.Question.shape.type.options].sort()).toEqual(Object.keys(QUESTION_TYPES).sort()))

  it('refund protection is 0 or 1', () => {
    const is = (value: unknown) => checkout.Checkout.shape.refund_protection.safeParse(value).success
    expect([0, 1, 2, true, '1', null].map(is)).toEqual([true, true, false, false, false, false])
  })
})
