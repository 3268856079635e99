import { type CurrencyCode, toMinor } from '@foyer/domain/money/money.ts'
import type { Question } from '@foyer/domain/questions/question.ts'
import type { Line, VoucherLine } from '@foyer/domain/sale/line.ts'
import type { Sale, SaleEvent } from '@foyer/domain/sale/sale.ts'
import { ADDRESS_FORM } from './forms/address.ts'
import { fromWire } from './forms/names.ts'
import type { Checkout, CheckoutEvent, GiftVoucherLine, TicketLine, Question as WireQuestion } from './types.ts'

/** Converts the checkout object into a domain sale: the only place where its wire names become domain names. */
export function saleOf(checkout: Checkout): Sale {
  const currency = checkout.currency.code
  const minor = (major: number) => toMinor(major, currency)
  return {
    step: checkout.state,
    currency,
    lines: checkout.tickets.map((ticket) => lineOf(ticket, currency)),
    vouchers: checkout.gift_vouchers.map((line) => voucherLineOf(line, currency)),
    events: checkout.events.map(eventOf),
    organisers: checkout.organisers.map((organiser) => ({
      id: organiser.id,
      name: organiser.name,
      charityId: organiser.charity,
      isSaas: organiser.is_saas,
      questionsIntroHtml: organiser.questions_intro_html,
    })),
    totalMinor: minor(checkout.basket_total),
    donationMinor: minor(checkout.donation_amount ?? 0),
    vouchersAppliedMinor: minor(checkout.gift_vouchers_applied_total),
    offersMinor: minor(checkout.offers_applied_total),
    deliveryMinor: minor(checkout.delivery_cost),
    refundProtectionMinor: checkout.refund_protection ? minor(checkout.refund_protection_cost) : 0,
    ...(checkout.small_total && {
      smallTotal: { rule: checkout.small_total.rule, amountMinor: minor(checkout.small_total.amount) },
    }),
    isHeld: checkout.seconds_remaining > 0,
    isPaid: checkout.payment_complete,
    isExpress: checkout.express,
    hasCustomer: checkout.account !== null,
    requiresPhone: checkout.has_require_phone_number,
    marketingPreferences: checkout.marketing_preferences && {
      newsletter: checkout.marketing_preferences.ct_subscribed,
      eventNews: checkout.marketing_preferences.event_subscribed,
      organisers: checkout.marketing_preferences.basket_organisers.map((organiser) => ({
        subscribed: organiser.organiser_subscribed,
      })),
      canRevoke: isRevocable(checkout.marketing_preferences.revocable),
    },
    needsDeliveryAddress: checkout.require_delivery_address,
    needsPostalAddress: checkout.require_postal_address !== false,
    deliveryAddress: checkout.delivery_address && fromWire(ADDRESS_FORM, checkout.delivery_address),
    voucherFrom: checkout.gift_voucher_from,
    voucherTo: checkout.gift_voucher_to,
    questionsBefore: checkout.before_payment_questions.map(questionOf),
    questionsAfter: checkout.after_payment_questions.map(questionOf),
    answers: checkout.answers,
    hasWaivers: checkout.has_waivers,
    hasAfterSaleMessages: checkout.after_sale_messages.length > 0,
    ownProvider: checkout.opoa?.provider ?? null,
    planKeys: Object.keys(checkout.payment_plan_schedule_options ?? {}),
    hasBankTransfer: checkout.bank_transfer_configured,
    organiserAnalyticsIds: checkout.ga_ua_properties,
  }
}

type Revocable = NonNullable<Checkout['marketing_preferences']>['revocable']

const isRevocable = (revocable: Revocable): boolean =>
  revocable !== undefined && (revocable.ct_subscribed || revocable.event_subscribed || revocable.organisers.length > 0)

export const lineOf = (ticket: TicketLine, currency: CurrencyCode): Line => ({
  ticketTypeId: ticket.ticket_id,
  eventId: ticket.event_id,
  dateId: ticket.date_id,
  qty: ticket.qty,
  priceMinor: toMinor(ticket.price, currency),
  bookingFeeMinor: toMinor(ticket.booking_fee, currency),
  discountMinor: toMinor(ticket.discount_amount, currency),
  absorbFee: ticket.absorb_fee,
  hideBookingFee: ticket.event_hide_booking_fee,
  minPerCustomer: ticket.min_per_customer,
  maxCanReserve: ticket.max_can_reserve,
  ...(ticket.places_limit && { placesLimit: ticket.places_limit }),
  requirements: ticket.required_tickets,
  seats: ticket.seats,
})

export const voucherLineOf = (line: GiftVoucherLine, currency: CurrencyCode): VoucherLine => ({
  designId: line.id,
  valueMinor: toMinor(line.value, currency),
  qty: line.qty,
})

const eventOf = (event: CheckoutEvent): SaleEvent => ({
  id: event.id,
  title: event.title,
  url: event.shareable_link,
  differentDatesWarning: event.warn_customers_about_different_timeslots_message,
  address: event.venue?.full_address ?? null,
  hasLivestream: event.has_livestream,
  livestreamUrl: event.access_online,
  reward: event.reward_referrers && {
    text: event.reward_referrers.text,
    shortText: event.reward_referrers.short_text,
  },
  questionsIntroHtml: event.questions_intro_html,
  analyticsId: event.ga,
  conversionId: event.ga_conversion_id,
  pixelId: event.fb_pixel,
})

const questionOf = (question: WireQuestion): Question => ({
  id: question.id,
  ticketTypeId: question.ticket_id,
  sharedId: question.osq_id,
  html: question.question,
  type: question.type,
  isMandatory: question.mandatory === '1',
  isOncePerCheckout: question.once_per_checkout === '1',
  options: question.prepopulated_array,
})
