import { eventPath, eventThumbnail, voucherPosterPath } from '@foyer/contract/pages.ts'
import type { Checkout, RefundPolicy } from '@foyer/contract/types.ts'
import { isAboveMaximum, isBelowMinimum } from '@foyer/domain/basket/quantity.ts'
import { dayOf, heldTime, niceDate, shortWhen, ukDay } from '@foyer/domain/format/dates.ts'
import { absorbsBookingFees } from '@foyer/domain/money/display.ts'
import { type CurrencyCode, type Minor, toMajor } from '@foyer/domain/money/money.ts'
import type { Question } from '@foyer/domain/questions/question.ts'
import { policyWithCoolOff } from '../catalogue/read/cool-off.ts'
import type { SessionSale } from '../sale/session/session-sale.ts'
import type { Snapshot, SnapshotLine } from '../sale/snapshot/snapshot.ts'
import { voucherExpiry } from '../tickets/delivery/expiry.ts'
import { freeFor } from './shortages.ts'
import { taxOf } from './tax.ts'

// The parts of the checkout object that need nothing but the sale.

/** The number of tickets left is shown only at or below this. */
const FEW_LEFT = 20

/** A ticket line as the wire has it. */
export function ticketView(
  line: SessionSale['lines'][number],
  { sale, pools }: Snapshot,
  currency: CurrencyCode,
  now: Date,
): Checkout['tickets'][number] {
  const major = (minor: Minor) => toMajor(minor, currency)
  return {
    ticket_id: line.ticketTypeId,
    event_id: line.eventId,
    date_id: line.dateId,
    event_name: line.eventTitle,
    event_url: eventPath(line.eventSlug),
    ticket_name: line.ticketName,
    nice_date: shortWhen(line, now, line),
    seats: line.seats,
    qty: line.qty,
    price: major(line.priceMinor),
    booking_fee: major(line.bookingFeeMinor),
    event_hide_booking_fee: line.hideBookingFee,
    thumbnail: eventThumbnail(line.eventId, line.eventPicture),
    non_refundable: line.nonRefundable,
    can_update_quantity: line.canUpdateQuantity,
    max_can_reserve: line.maxCanReserve,
    min_per_customer: line.minPerCustomer,
    required_tickets: line.requirements.map(({ ids, title, offers }) => ({ ids, title, offers })),
    refund_policy: policyWithCoolOff(
      (line.refundPolicy ?? line.organiserRefundPolicy) as RefundPolicy | null,
      { ...line, held: line, currency },
      now,
    ),
    max_can_reserve_exceeded: isAboveMaximum(line),
    min_per_customer_exceeded: isBelowMinimum(line.qty, line),
    discount_amount: major(line.discountMinor),
    absorb_fee: line.absorbFee,
    timezone: line.timezone,
    ...(sale.paid_at !== null && { over: (line.endsAt ?? line.startsAt).toISOString() }),
    organiser_url: line.organiserUrl,
    pay_what_you_can:
      line.pricing === null || line.pricing === 'tiers'
        ? null
        : { min: major(line.pricing.minMinor), suggested: major(line.pricing.suggestedMinor) },
    ...(line.placesLimit && { places_limit: line.placesLimit }),
    left: leftFor(line, pools, sale.held_until !== null),
  }
}

function leftFor(line: SnapshotLine, pools: Snapshot['pools'], held: boolean): number | null {
  const left = freeFor(line, pools, held)
  return left > FEW_LEFT ? null : left
}

export const voucherView = (
  line: SessionSale['vouchers'][number],
  currency: CurrencyCode,
  now: Date,
): Checkout['gift_vouchers'][number] => ({
  id: line.designId,
  name: line.name,
  value: toMajor(line.valueMinor, currency),
  qty: line.qty,
  max_qty: line.maxQty,
  thumbnail: voucherPosterPath(line.designId),
  uk_expiry_date: ukDay(voucherExpiry(now, line.validMonths)),
  o_name: line.organiserName,
  o_url: line.organiserUrl,
})

export const eventView = (event: SessionSale['events'][number]): Checkout['events'][number] => ({
  id: event.id,
  title: event.title,
  refund_protection: event.firstLine.eventHasRefundProtection,
  warn_customers_about_different_timeslots_message: event.differentDatesWarning,
  shareable_link: event.url,
  venue:
    event.firstLine.venueId === null
      ? null
      : {
          full_address: event.address,
          map_address: event.firstLine.venueMapAddress ?? event.address,
          map_checkin: dayOf(event.firstLine.startsAt, event.firstLine.timezone),
        },
  has_livestream: event.hasLivestream,
  access_online: event.livestreamUrl,
  reward_referrers: event.reward && { text: event.reward.text, short_text: event.reward.shortText },
  ga: event.analyticsId,
  ga_conversion_id: event.conversionId,
  fb_pixel: event.pixelId,
  questions_intro_html: event.questionsIntroHtml,
})

export const questionView = (question: Question) => ({
  id: question.id,
  ticket_id: question.ticketTypeId,
  osq_id: question.sharedId,
  question: question.html,
  type: question.type,
  mandatory: question.isMandatory ? ('1' as const) : ('0' as const),
  once_per_checkout: question.isOncePerCheckout ? ('1' as const) : ('0' as const),
  prepopulated_array: [...question.options],
})

export const messageView = ({
  line,
  html,
}: SessionSale['messages'][number]): Checkout['after_sale_messages'][number] => ({
  organiser_name: line.organiserName,
  event_title: line.eventTitle,
  event_nice_date: niceDate(line.startsAt, line.timezone, { allDay: true }),
  event_nice_time: line.allDay ? '' : heldTime(line.startsAt, line),
  message: html,
})

/** The total and everything it is made of, in major units. */
export function amountsView(sale: SessionSale, snapshot: Snapshot) {
  const { sale: row, totals } = snapshot
  const major = (minor: Minor) => toMajor(minor, sale.currency)
  const amounts = (minor: Record<string, Minor>) =>
    Object.fromEntries(Object.entries(minor).map(([key, amount]) => [key, major(amount)]))
  const taxMinor = taxOf(snapshot)
  return {
    basket_total: major(sale.totalMinor),
    delivery_cost: major(sale.deliveryMinor),
    discounts_applied: amounts(totals.discounts),
    offers_applied_total: major(sale.offersMinor),
    gift_vouchers_applied_total: major(sale.vouchersAppliedMinor),
    refund_protection: row.refund_protection && totals.hasRefundProtection ? 1 : 0,
    has_refund_protection: totals.hasRefundProtection,
    refund_protection_cost: major(totals.refundProtectionMinor),
    all_booking_fees_are_absorbed: absorbsBookingFees(sale),
    gift_vouchers_applied: amounts(totals.vouchersApplied),
    booking_fees_total: major(totals.bookingFeesMinor + totals.donationFeeMinor),
    ...(sale.smallTotal && {
      small_total: { rule: sale.smallTotal.rule, amount: major(sale.smallTotal.amountMinor) },
    }),
    ...(taxMinor !== 0 && { tax_total: major(taxMinor) }),
  } satisfies Partial<Checkout>
}

export function donationView(
  sale: SessionSale,
  { sale: row, has }: Snapshot,
): Pick<Checkout, 'donation' | 'donation_amount'> {
  if (sale.donationMinor <= 0) return { donation: null, donation_amount: null }
  const amount = toMajor(sale.donationMinor, sale.currency)
  return {
    donation: {
      amount_before_booking_fee: amount,
      booking_fee: toMajor(row.donation_fee_minor, sale.currency),
      is_gift_aid: has.declaration,
    },
    donation_amount: amount,
  }
}

export const marketingView = (preferences: SessionSale['marketingPreferences']): Checkout['marketing_preferences'] => ({
  ct_subscribed: preferences.newsletter,
  event_subscribed: preferences.eventNews,
  basket_organisers: preferences.organisers.map(({ id, name, subscribed, signupMessage }) => ({
    id,
    name,
    organiser_subscribed: subscribed,
    marketing_signup_message: signupMessage,
  })),
  revocable: preferences.revocable,
})
