import { fill } from '@foyer/contract/fill.ts'
import { ADDRESS_FORM } from '@foyer/contract/forms/address.ts'
import { toWire } from '@foyer/contract/forms/names.ts'
import { refusals } from '@foyer/contract/messages.ts'
import { charityMarkPath, eventPath, eventThumbnail, voucherPosterPath } from '@foyer/contract/pages.ts'
import type { Checkout, RefundPolicy } from '@foyer/contract/types.ts'
import { isAboveMaximum, isBelowMinimum } from '@foyer/domain/basket/quantity.ts'
import { extensionsLeft } from '@foyer/domain/checkout/extension.ts'
import { dayOf, niceDate, niceTime, ukDate } from '@foyer/domain/format/dates.ts'
import { shownOrderNumber } from '@foyer/domain/format/order-number.ts'
import { absorbsBookingFees } from '@foyer/domain/money/display.ts'
import { type CurrencyCode, currencyInfo, DEFAULT_CURRENCY, type Minor, toMajor } from '@foyer/domain/money/money.ts'
import { cardProvider } from '@foyer/domain/payment/methods.ts'
import type { Question } from '@foyer/domain/questions/question.ts'
import { isTransferOffered } from '../after-sale/transfer/view.ts'
import { captchaSitekey } from '../captcha/captcha.ts'
import { catalogueCache } from '../catalogue/cache.ts'
import type { Deps } from '../deps.ts'
import type { Session } from '../http/session.ts'
import { traitsOf } from '../payment-provider.ts'
import { charityOf } from '../sale/charity.ts'
import { secondsRemaining } from '../sale/sale.ts'
import { type SessionSale, sessionSaleOf } from '../sale/session-sale.ts'
import { organisersOf, type Snapshot, type SnapshotLine } from '../sale/snapshot.ts'
import { planOptionsOf, planRemainingOf } from './plan-view.ts'
import { priceWarnings, recordPricesShown } from './price-changes.ts'
import { freeFor, shortages } from './shortages.ts'
import { smallTotalWarnings } from './small-total.ts'
import { taxOf } from './tax.ts'

/** The number of tickets left is shown only at or below this. */
const FEW_LEFT = 20

/** Returns the checkout object of a sale for this session: the only conversion from a sale to its wire format. */
export async function checkoutView(deps: Deps, session: Session, snapshot: Snapshot, now: Date): Promise<Checkout> {
  const { db, config } = deps
  const { sale: row, has, totals } = snapshot
  const sale = await sessionSaleOf(deps, session, snapshot, now)
  const { currency, customer, isCustomer } = sale
  const major = (minor: Minor) => toMajor(minor, currency)
  const amounts = (minor: Record<string, Minor>) =>
    Object.fromEntries(Object.entries(minor).map(([key, amount]) => [key, major(amount)]))
  const held = row.held_until !== null
  const eventIds = sale.events.map(({ id }) => id)
  const notices = !has.notices
    ? []
    : await db.selectFrom('basket_notices').selectAll().where('sale_id', '=', row.id).orderBy('id').execute()
  const noticesOf = (wantedKind: string) => notices.filter(({ kind }) => kind === wantedKind).map(({ text }) => text)
  const remainingMinor = has.plans ? await planRemainingOf(db, row.id) : null
  const short = await shortages(db, snapshot)
  await recordPricesShown(db, snapshot)
  const taxMinor = taxOf(snapshot)
  const charity = await charityView(deps, snapshot, currency)

  return {
    sale_reference: row.reference,
    state: sale.step,
    seconds_remaining: secondsRemaining(row.held_until, now),
    captcha_sitekey: sale.step === 'captcha' ? captchaSitekey(deps) : null,
    tickets: sale.lines.map((line) => ({
      ticket_id: line.ticketTypeId,
      event_id: line.eventId,
      date_id: line.dateId,
      event_name: line.eventTitle,
      event_url: eventPath(line.eventSlug),
      ticket_name: line.ticketName,
      nice_date: niceDate(line.startsAt, line.timezone, { allDay: line.allDay }),
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
      refund_policy: (line.refundPolicy ?? line.organiserRefundPolicy) as RefundPolicy | null,
      max_can_reserve_exceeded: isAboveMaximum(line),
      min_per_customer_exceeded: isBelowMinimum(line.qty, line),
      discount_amount: major(line.discountMinor),
      absorb_fee: line.absorbFee,
      timezone: line.timezone,
      ...(row.paid_at !== null && { over: (line.endsAt ?? line.startsAt).toISOString() }),
      organiser_url: line.organiserUrl,
      pay_what_you_can:
        line.pricing === null || line.pricing === 'tiers'
          ? null
          : { min: major(line.pricing.minMinor), suggested: major(line.pricing.suggestedMinor) },
      ...(line.placesLimit && { places_limit: line.placesLimit }),
      left: leftFor(line, snapshot.pools, held),
    })),
    gift_vouchers: sale.vouchers.map((line) => ({
      id: line.designId,
      name: line.name,
      value: major(line.valueMinor),
      qty: line.qty,
      thumbnail: voucherPosterPath(line.designId),
      uk_expiry_date: ukDate(monthsAfter(now, line.validMonths)),
      o_name: line.organiserName,
      o_url: line.organiserUrl,
    })),
    events: sale.events.map(eventView),
    organisers: await Promise.all(
      organisersOf(snapshot).map(async (organiser) => ({
        id: organiser.organiserId,
        name: organiser.organiserName,
        full_url: organiser.organiserUrl,
        has_custom_refund_policy: organiser.organiserRefundPolicy !== null,
        upcoming_events: await catalogueCache(db).upcoming(now, organiser.organiserId, eventIds),
        is_saas: organiser.isSaas,
        charity: organiser.charityId,
        questions_intro_html: organiser.organiserQuestionsIntroHtml,
      })),
    ),
    currency: currencyInfo(currency),
    basket_total: major(sale.totalMinor),
    delivery_cost: major(sale.deliveryMinor),
    discounts_applied: amounts(totals.discounts),
    offers_applied_total: major(sale.offersMinor),
    gift_vouchers_applied_total: major(sale.vouchersAppliedMinor),
    refund_protection: row.refund_protection && totals.hasRefundProtection ? 1 : 0,
    has_refund_protection: totals.hasRefundProtection,
    refund_protection_cost: major(totals.refundProtectionMinor),
    all_booking_fees_are_absorbed: absorbsBookingFees(sale),
    had_mismatching_currencies: row.had_mismatching_currencies,
    reserving_error: short.reservingError,
    basket_errors: [
      ...noticesOf('error'),
      ...cancelledWarnings(snapshot),
      ...short.warnings,
      ...priceWarnings(snapshot),
      ...smallTotalWarnings(sale, snapshot, charity?.name ?? ''),
    ],
    basket_success: noticesOf('success'),
    express: sale.isExpress,
    is_gift_aid: has.declaration,
    edit_basket_clicked: row.edit_basket_clicked,
    donation:
      sale.donationMinor > 0
        ? {
            amount_before_booking_fee: major(sale.donationMinor),
            booking_fee: major(row.donation_fee_minor),
            is_gift_aid: has.declaration,
          }
        : null,
    donation_amount: sale.donationMinor > 0 ? major(sale.donationMinor) : null,
    charity,
    marketing_preferences: {
      ct_subscribed: sale.marketingPreferences.newsletter,
      event_subscribed: sale.marketingPreferences.eventNews,
      basket_organisers: sale.marketingPreferences.organisers.map(({ id, name, subscribed, signupMessage }) => ({
        id,
        name,
        organiser_subscribed: subscribed,
        marketing_signup_message: signupMessage,
      })),
      revocable: sale.marketingPreferences.revocable,
    },
    has_require_phone_number: sale.requiresPhone,
    init_guest_email: isCustomer ? (row.guest_email ?? row.init_guest_email) : session.provedEmail,
    payment_complete: sale.isPaid,
    payment_plan_remaining: remainingMinor === null ? null : major(remainingMinor),
    payment_plan_schedule_options: planOptionsOf(sale.plans, snapshot, now),
    opoa: sale.ownProvider === null ? null : { provider: sale.ownProvider },
    sagepay_or_stripe: 'stripe',
    require_delivery_address: sale.needsDeliveryAddress,
    require_postal_address: sale.needsPostalAddress,
    before_payment_questions: sale.questionsBefore.map(questionView),
    after_payment_questions: sale.questionsAfter.map(questionView),
    has_waivers: sale.hasWaivers,
    after_sale_messages:
      sale.isBuyer && has.messages && row.cancelled_at === null ? await messagesOf(deps, snapshot.lines, eventIds) : [],
    truelayer_returned_from: row.truelayer_returned_from,
    bank_payment_open: has.payments && row.state === 'payment' && (await hasLeftBankPayment(db, row.id)),
    ga_ua_properties: sale.organiserAnalyticsIds,

    gift_vouchers_applied: amounts(totals.vouchersApplied),
    booking_fees_total: major(totals.bookingFeesMinor + totals.donationFeeMinor),
    expired: row.expired && !row.edit_basket_clicked,
    hold_extensions_left: extensionsLeftOf(row, config.holdSeconds),
    account:
      customer && isCustomer
        ? { full_name: customer.full_name, email: customer.email, is_guest: customer.is_guest }
        : null,
    contact_number: isCustomer ? (row.contact_number ?? '') : '',
    gift_voucher_from: sale.voucherFrom,
    gift_voucher_to: sale.voucherTo,
    delivery_address: sale.deliveryAddress && toWire(ADDRESS_FORM, sale.deliveryAddress),
    answers: sale.answers,
    transfer_allowed: await isTransferOffered(db, snapshot),
    card_script_url: traitsOf(deps, cardProvider(sale))?.cardScriptUrl ?? '',
    ...(sale.smallTotal && {
      small_total: { rule: sale.smallTotal.rule, amount: major(sale.smallTotal.amountMinor) },
    }),
    ...(row.cancelled_at !== null && { cancelled: true }),
    ...(snapshot.orderNumber !== null && { order_number: shownOrderNumber(snapshot.orderNumber) }),
    ...(taxMinor !== 0 && { tax_total: major(taxMinor) }),
    stay_map_url: config.stayMapUrl ?? null,
    bank_transfer_configured: sale.hasBankTransfer,
  }
}

/** The checkout of a browser with an empty basket. */
export const emptyCheckout = (session: Session): Checkout => ({
  sale_reference: '',
  state: 'basket',
  seconds_remaining: 0,
  captcha_sitekey: null,
  tickets: [],
  gift_vouchers: [],
  events: [],
  organisers: [],
  currency: currencyInfo(DEFAULT_CURRENCY),
  basket_total: 0,
  delivery_cost: 0,
  discounts_applied: {},
  offers_applied_total: 0,
  gift_vouchers_applied_total: 0,
  refund_protection: 0,
  has_refund_protection: false,
  refund_protection_cost: 0,
  all_booking_fees_are_absorbed: false,
  had_mismatching_currencies: false,
  reserving_error: null,
  basket_errors: [],
  basket_success: [],
  express: false,
  is_gift_aid: false,
  edit_basket_clicked: false,
  donation: null,
  donation_amount: null,
  charity: null,
  marketing_preferences: { ct_subscribed: false, event_subscribed: false, basket_organisers: [] },
  has_require_phone_number: false,
  init_guest_email: session.provedEmail,
  payment_complete: false,
  payment_plan_remaining: null,
  payment_plan_schedule_options: null,
  opoa: null,
  sagepay_or_stripe: 'stripe',
  require_delivery_address: false,
  before_payment_questions: [],
  after_payment_questions: [],
  has_waivers: false,
  after_sale_messages: [],
  truelayer_returned_from: null,
  ga_ua_properties: [],
  gift_vouchers_applied: {},
  booking_fees_total: 0,
  expired: false,
  hold_extensions_left: 0,
  account: null,
  contact_number: '',
  gift_voucher_from: '',
  gift_voucher_to: '',
  delivery_address: null,
  answers: {},
  transfer_allowed: false,
  card_script_url: '',
  bank_transfer_configured: false,
})

export function monthsAfter(from: Date, months: number): Date {
  const then = new Date(from)
  const day = then.getUTCDate()
  then.setUTCMonth(then.getUTCMonth() + months)
  // One month after 31 January is the end of February, not the start of March.
  if (then.getUTCDate() !== day) then.setUTCDate(0)
  return then
}

function leftFor(line: SnapshotLine, pools: Snapshot['pools'], held: boolean): number | null {
  const left = freeFor(line, pools, held)
  return left > FEW_LEFT ? null : left
}

function extensionsLeftOf({ held_from, held_until, hold_extensions }: Snapshot['sale'], holdSeconds: number): number {
  if (held_from === null || held_until === null) return 0
  return extensionsLeft({ heldFrom: held_from, heldUntil: held_until, extensions: hold_extensions, holdSeconds })
}

const questionView = (question: Question) => ({
  id: question.id,
  ticket_id: question.ticketTypeId,
  osq_id: question.sharedId,
  question: question.html,
  type: question.type,
  mandatory: question.isMandatory ? ('1' as const) : ('0' as const),
  once_per_checkout: question.isOncePerCheckout ? ('1' as const) : ('0' as const),
  prepopulated_array: [...question.options],
})

async function charityView({ db }: Deps, snapshot: Snapshot, currency: CurrencyCode): Promise<Checkout['charity']> {
  const row = await charityOf(db, snapshot)
  if (row === null) return null
  return {
    id: row.id,
    name: row.name,
    logo: row.logo || charityMarkPath(row.slug),
    description_html: row.description_html,
    donation_checkout_title: row.donation_checkout_title,
    donation_options: row.donation_options_minor.map((minor) => toMajor(minor, currency)),
    base_fee: toMajor(row.base_fee_minor, currency),
    booking_fee: row.booking_fee_bp / 100,
    booking_fee_includes_vat: row.booking_fee_includes_vat,
    booking_fee_vat: row.booking_fee_vat_bp / 100,
    booking_fee_cap: row.booking_fee_cap_minor === null ? null : toMajor(row.booking_fee_cap_minor, currency),
    gift_aid_wording: row.gift_aid_wording ?? '',
  }
}

const eventView = (event: SessionSale['events'][number]): Checkout['events'][number] => ({
  id: event.id,
  title: event.title,
  refund_protection: event.firstLine.refundProtectionBp !== null,
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

/** Says which events of a basket have been cancelled, also to those who follow its link. */
const cancelledWarnings = ({ sale, lines }: Snapshot): string[] => {
  if (sale.held_until !== null || sale.paid_at !== null) return []
  const titles = lines.flatMap(({ eventStatus, eventTitle }) => (eventStatus === 'cancelled' ? [eventTitle] : []))
  return [...new Set(titles)].map((event) => fill(refusals.cancelledInBasket, { event }))
}

async function messagesOf({ db }: Deps, lines: readonly SnapshotLine[], eventIds: readonly number[]) {
  if (eventIds.length === 0) return []
  const rows = await db
    .selectFrom('after_sale_messages')
    .selectAll()
    .where('event_id', 'in', eventIds)
    .orderBy('id')
    .execute()
  return rows.map((row) => {
    const line = lines.find((candidate) => candidate.eventId === row.event_id)!
    return {
      organiser_name: line.organiserName,
      event_title: line.eventTitle,
      event_nice_date: ukDate(line.startsAt, line.timezone),
      event_nice_time: niceTime(line.startsAt, line.timezone),
      message: row.message_html,
    }
  })
}

/** Whether a bank transfer is being cancelled, because the buyer chose another way to pay, and has no final result yet. */
const hasLeftBankPayment = async (db: Deps['db'], saleId: number): Promise<boolean> =>
  (await db
    .selectFrom('payments')
    .select('id')
    .where('sale_id', '=', saleId)
    .where('provider', '=', 'truelayer')
    .where('status', 'in', ['created', 'processing'])
    .where('called_off_at', 'is not', null)
    .limit(1)
    .executeTakeFirst()) !== undefined
