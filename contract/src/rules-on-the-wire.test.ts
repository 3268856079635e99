import { shareTile } from '@foyer/domain/after-sale/share.ts'
import { adultsFor, tilesOf } from '@foyer/domain/after-sale/tiles.ts'
import { isTransferAllowed } from '@foyer/domain/after-sale/transfers.ts'
import { reserveBlock } from '@foyer/domain/basket/blocks-reserving.ts'
import { editQuantity, storedWarning } from '@foyer/domain/basket/quantity.ts'
import { basketQuantity } from '@foyer/domain/basket/quantity-total.ts'
import { missingRequirements } from '@foyer/domain/basket/requirements.ts'
import { timeslotWarnings } from '@foyer/domain/basket/timeslots.ts'
import { firstIncompleteBeforePayment, isComplete } from '@foyer/domain/checkout/complete.ts'
import { nextStep, pathToPayment } from '@foyer/domain/checkout/steps.ts'
import { absorbsBookingFees, bookingFeeTotal, displayedPrice, hidesBookingFees } from '@foyer/domain/money/display.ts'
import { availableMethods, isPlan, unconfiguredOrganiser } from '@foyer/domain/payment/methods.ts'
import { firstIncompleteStep, questionSteps, questionsIntro } from '@foyer/domain/questions/steps.ts'
import { expect, it } from 'vitest'
import { saleOf } from './sale.ts'
import * as checkout from './shapes/checkout.ts'
import type { Checkout } from './types.ts'

/** A sale on the wire: two tickets for a charity's event, a gift voucher, a donation, and a choice of payment plans. */
const CHECKOUT: Checkout = {
  sale_reference: 'ref',
  state: 'payment',
  seconds_remaining: 600,
  captcha_sitekey: null,
  tickets: [
    {
      ticket_id: 10,
      event_id: 1,
      date_id: 100,
      event_name: 'Gala',
      event_url: '/events/gala/',
      ticket_name: 'Adult',
      nice_date: 'Fri 25 Dec 2026, 7:30pm',
      seats: [],
      qty: 2,
      price: 15.2,
      booking_fee: 1.35,
      event_hide_booking_fee: false,
      thumbnail: '/posters/1.svg',
      non_refundable: false,
      can_update_quantity: true,
      max_can_reserve: 6,
      min_per_customer: 1,
      required_tickets: [{ ids: [10, 11], title: 'Adult' }],
      refund_policy: null,
      max_can_reserve_exceeded: false,
      min_per_customer_exceeded: false,
      discount_amount: 3.04,
      absorb_fee: false,
      timezone: 'Europe/London',
      organiser_url: '/organisers/band/',
      pay_what_you_can: null,
      left: null,
    },
  ],
  gift_vouchers: [
    {
      id: 5,
      name: 'Night out',
      value: 25,
      qty: 1,
      thumbnail: '/posters/v5.svg',
      max_qty: 20,
      uk_expiry_date: '25/12/2028',
      o_name: 'Band',
      o_url: '/organisers/band/',
    },
  ],
  events: [
    {
      id: 1,
      title: 'Gala',
      refund_protection: true,
      warn_customers_about_different_timeslots_message: 'Two days!',
      shareable_link: 'https://shop.example/events/gala/',
      venue: { full_address: '1 High Street, Leeds', map_address: null, map_checkin: null },
      has_livestream: false,
      access_online: null,
      reward_referrers: { text: 'Come along', short_text: 'get £5' },
      ga: null,
      ga_conversion_id: null,
      fb_pixel: null,
      questions_intro_html: '<p>Hello</p>',
    },
  ],
  organisers: [
    {
      id: 3,
      name: 'Band',
      full_url: '/organisers/band/',
      has_custom_refund_policy: false,
      upcoming_events: [],
      is_saas: true,
      charity: 7,
      questions_intro_html: null,
      sold_by: 'Sold by The Old Mill',
    },
  ],
  currency: { symbol: '£', code: 'GBP' },
  // 30.40 - 3.04 + 2.70 fees + 25 voucher + 2.50 post + 2.65 protection + 20 and 0.70 donation - 10 paid by a voucher
  basket_total: 70.91,
  delivery_cost: 2.5,
  discounts_applied: { TEN: 3.04 },
  offers_applied_total: 0,
  gift_vouchers_applied_total: 10,
  refund_protection: 1,
  has_refund_protection: true,
  refund_protection_cost: 2.65,
  all_booking_fees_are_absorbed: false,
  had_mismatching_currencies: false,
  reserving_error: null,
  basket_errors: [],
  basket_success: [],
  express: false,
  is_gift_aid: true,
  edit_basket_clicked: false,
  donation: { amount_before_booking_fee: 20, booking_fee: 0.7, is_gift_aid: true },
  donation_amount: 20,
  charity: {
    id: 7,
    name: 'Good Cause',
    logo: '/logos/7.svg',
    description_html: '<p>Good</p>',
    donation_checkout_title: 'Give',
    donation_options: [5, 10, 20],
    base_fee: 0.2,
    booking_fee: 2.5,
    booking_fee_includes_vat: false,
    booking_fee_vat: 20,
    booking_fee_cap: null,
    gift_aid_wording: 'I am a UK taxpayer',
  },
  marketing_preferences: {
    ct_subscribed: false,
    event_subscribed: true,
    basket_organisers: [{ id: 3, name: 'Band', organiser_subscribed: true, marketing_signup_message: 'News?' }],
  },
  has_require_phone_number: false,
  init_guest_email: null,
  payment_complete: false,
  payment_plan_remaining: null,
  payment_plan_schedule_options: {
    '1': { label: 'Once', schedule: [{ uk_due: '01/12/2026', value: 70.91 }] },
    '3': { label: 'Three payments', schedule: [{ uk_due: '01/12/2026', value: 23.65 }] },
  },
  opoa: null,
  sagepay_or_stripe: 'stripe',
  require_delivery_address: true,
  before_payment_questions: [
    {
      id: 4,
      ticket_id: 10,
      osq_id: 'diet',
      question: '<p>Diet?</p>',
      type: 'dropdown',
      mandatory: '1',
      once_per_checkout: '0',
      prepopulated_array: ['None', 'Vegan'],
    },
  ],
  after_payment_questions: [],
  has_waivers: true,
  after_sale_messages: [],
  truelayer_returned_from: null,
  ga_ua_properties: [],
  gift_vouchers_applied: { GIFT: 10 },
  booking_fees_total: 3.4,
  expired: false,
  hold_seconds: 900,
  hold_extensions_left: 2,
  account: { full_name: 'Ada Lovelace', email: 'ada@example.com', is_guest: true },
  contact_number: '',
  gift_voucher_from: 'Ada',
  gift_voucher_to: 'Bob',
  delivery_address: {
    selected_user_address_id: 'new',
    first_name: 'Ada',
    last_name: 'Lovelace',
    address_1: '1 High Street',
    address_2: '',
    town: 'Leeds',
    postcode: 'LS1 1AA',
    country: '1',
    state: '',
  },
  answers: { '10_4_0': 'None', '10_4_1': 'Vegan' },
  transfer_allowed: true,
  card_script_url: '',
  bank_transfer_configured: true,
}
const SALE = saleOf(CHECKOUT)
const [line] = SALE.lines

it('a sale that is sent over the wire', () => expect(checkout.Checkout.parse(CHECKOUT)).toEqual(CHECKOUT))

it('has amounts in minor units of the currency', () => {
  expect([SALE.totalMinor, SALE.donationMinor, line!.priceMinor]).toEqual([70_91, 20_00, 15_20])
  const yen = saleOf({ ...CHECKOUT, currency: { symbol: '¥', code: 'JPY' }, basket_total: 7091 })
  expect(yen.totalMinor).toBe(7091)
})

it('has no charge for what is not chosen', () => {
  expect(SALE.refundProtectionMinor).toBe(2_65)
  expect(saleOf({ ...CHECKOUT, refund_protection: 0 }).refundProtectionMinor).toBe(0)
  expect(saleOf({ ...CHECKOUT, donation: null, donation_amount: null }).donationMinor).toBe(0)
})

it('allows consent of this sale to be withdrawn', () => {
  const nothing = { ct_subscribed: false, event_subscribed: false, organisers: [] }
  const canRevoke = (revocable?: NonNullable<Checkout['marketing_preferences']>['revocable']) =>
    saleOf({ ...CHECKOUT, marketing_preferences: { ...CHECKOUT.marketing_preferences!, revocable } })
      .marketingPreferences!.canRevoke
  expect([canRevoke(), canRevoke(nothing)]).toEqual([false, false])
  expect(canRevoke({ ...nothing, ct_subscribed: true })).toBe(true)
  expect(canRevoke({ ...nothing, event_subscribed: true })).toBe(true)
  expect(canRevoke({ ...nothing, organisers: [3] })).toBe(true)
})

it('requires a postal address unless stated otherwise', () => {
  expect(SALE.needsPostalAddress).toBe(true)
  expect(saleOf({ ...CHECKOUT, require_postal_address: false }).needsPostalAddress).toBe(false)
})

it('works with the money rules', () => {
  expect(bookingFeeTotal(SALE)).toBe(3_40)
  expect([hidesBookingFees(SALE), absorbsBookingFees(SALE)]).toEqual([false, false])
  expect(displayedPrice(line!, true)).toBe(16_55)
})

it('works with the basket rules', () => {
  expect(basketQuantity(SALE)).toBe(3)
  expect(missingRequirements(SALE.lines)).toEqual([])
  expect(timeslotWarnings(SALE.lines, SALE.events)).toEqual([])
  expect(reserveBlock({ loading: false, quantityPending: false, updating: false, lines: SALE.lines })).toBeNull()
  expect(storedWarning(line!)).toBeNull()
  expect(editQuantity('9', line!)).toEqual({ kind: 'cut', quantity: 6, max: 6 })
})

it('works with the step rules', () => {
  expect(pathToPayment(SALE)).toEqual([
    'donation',
    'gift_aid',
    'login',
    'marketing_preferences',
    'delivery_address',
    'ticket_questions_before',
    'payment',
  ])
  expect(nextStep('deliver_tickets', SALE)).toBe('waiver')
  const server = { ...SALE, isDelivered: false }
  expect(firstIncompleteBeforePayment(server)).toBeNull()
  expect(firstIncompleteBeforePayment({ ...server, answers: {} })).toBe('ticket_questions_before')
  expect(isComplete('payment', server)).toBe(false)
})

it('works with the payment rules', () => {
  expect(availableMethods(SALE)).toEqual(['bank', 'card', 'plan'])
  expect(SALE.planKeys.filter(isPlan)).toEqual(['3'])
  expect(unconfiguredOrganiser(SALE)).toBe('Band')
})

it('works with the rules for questions and after the sale', () => {
  const steps = questionSteps(SALE.questionsBefore, SALE.lines)
  expect(firstIncompleteStep(steps, new Set([0]), SALE.answers)).toBeNull()
  expect(questionsIntro(SALE)).toBe('<p>Hello</p>')
  expect(isTransferAllowed(SALE.lines)).toBe(true)
  expect(tilesOf({ events: SALE.events, transferAllowed: true, referralLink: 'x' })).toContain('place')
  expect(shareTile(SALE.events, 'x')?.key).toBe('link.shareReward')
  expect(adultsFor(1, SALE.lines)).toBe(2)
})
