import type { Checkout, RefundPolicy } from '@foyer/contract/types.ts'
import { dayOf, niceDate, niceTime, ukDate } from '@foyer/domain/format/dates.ts'
import { LIMITS } from '@foyer/domain/limits.ts'
import { CURRENCIES, type Minor, toMajor } from '@foyer/domain/money/money.ts'
import { cardProvider } from '@foyer/domain/payment/methods.ts'
import { isTransferOffered } from '../after-sale/transfer/view.ts'
import { captchaSitekey } from '../captcha/captcha.ts'
import { catalogueCache } from '../catalogue/cache.ts'
import { charityMarkPath } from '../catalogue/poster.ts'
import type { Deps } from '../deps.ts'
import type { Session } from '../http/session.ts'
import { canAccess, customerOf } from '../sale/customer/customer.ts'
import { isExpress, marketingPreferencesOf, questionsOf, type SaleQuestion } from '../sale/facts.ts'
import { seatsOf } from '../sale/hold/seats.ts'
import { secondsRemaining } from '../sale/sale.ts'
import {
  currencyOf,
  needsDeliveryAddress,
  needsPostalAddress,
  organisersOf,
  ownPaymentProvider,
  type Snapshot,
  type SnapshotLine,
} from '../sale/snapshot.ts'
import { planOptionsOf, planRemainingOf } from './plan-view.ts'
import { requirementsOf } from './requirements.ts'
import { freeFor, shortageWarnings } from './shortages.ts'

/** Stock is spoken of only when it runs low. */
const FEW_LEFT = 20

/** The checkout object (ENT-01..24) of a sale, for this session: what it may not see is left out. */
export async function checkoutView(deps: Deps, session: Session, snapshot: Snapshot, now: Date): Promise<Checkout> {
  const { db, config } = deps
  const { sale, has, lines, vouchers, totals } = snapshot
  const code = currencyOf(snapshot)
  const held = sale.held_until !== null
  const seats = has.seats ? await seatsOf(db, sale.id) : new Map<number, string[]>()
  const questions = await questionsOf(db, snapshot)
  const eventIds = [...new Set(lines.map((line) => line.event_id))]
  const customer = await customerOf(db, sale)
  const mine = customer !== null && canAccess(session, customer)
  const requirements = await requirementsOf(deps, session, snapshot)
  const charity = await charityOf(deps, snapshot)
  const notices = !has.notices
    ? []
    : await db.selectFrom('basket_notices').selectAll().where('sale_id', '=', sale.id).orderBy('id').execute()
  const own = ownPaymentProvider(snapshot)
  const opoa = own === null ? null : { provider: own }

  return {
    sale_reference: sale.reference,
    state: sale.state,
    seconds_remaining: secondsRemaining(sale.held_until, now),
    captcha_sitekey: sale.state === 'captcha' ? captchaSitekey(deps) : null,
    tickets: lines.map((line, i) => ({
      ticket_id: line.ticket_type_id,
      event_id: line.event_id,
      date_id: line.date_id,
      event_name: line.event_title,
      event_url: `/events/${line.event_slug}/`,
      ticket_name: line.ticket_name,
      nice_date: niceDate(line.starts_at, line.timezone, { allDay: line.all_day }),
      seats: seats.get(line.ticket_type_id) ?? [],
      qty: line.qty,
      price: toMajor(line.price_minor),
      booking_fee: toMajor(line.booking_fee_minor),
      event_hide_booking_fee: line.hide_booking_fee,
      thumbnail: `/posters/event-${line.event_id}.svg`,
      non_refundable: line.non_refundable,
      can_update_quantity: line.can_update_quantity,
      max_can_reserve: line.max_can_reserve,
      min_per_customer: line.min_per_customer,
      required_tickets: requirements.get(line.ticket_type_id) ?? [],
      refund_policy: (line.refund_policy ?? line.organiser_refund_policy) as RefundPolicy | null,
      max_can_reserve_exceeded: line.max_can_reserve !== null && line.qty > line.max_can_reserve,
      min_per_customer_exceeded: line.qty < line.min_per_customer,
      discount_amount: toMajor(totals.discountOfLine[i]!),
      absorb_fee: line.absorb_fee,
      timezone: line.timezone,
      organiser_url: line.organiser_url,
      left: leftFor(line, held),
    })),
    gift_vouchers: vouchers.map((line) => ({
      id: line.design_id,
      name: line.name,
      value: toMajor(line.value_minor),
      qty: line.qty,
      thumbnail: `/posters/voucher-${line.design_id}.svg`,
      uk_expiry_date: ukDate(monthsAfter(now, line.valid_months)),
      o_name: line.organiser_name,
      o_url: line.organiser_url,
    })),
    events: await eventsOf(deps, lines, eventIds),
    organisers: await Promise.all(
      organisersOf(snapshot).map(async (organiser) => ({
        id: organiser.organiser_id,
        name: organiser.organiser_name,
        full_url: organiser.organiser_url,
        has_custom_refund_policy: organiser.organiser_refund_policy !== null,
        upcoming_events: await catalogueCache(db).upcoming(now, organiser.organiser_id, eventIds),
        is_saas: organiser.is_saas,
        charity: organiser.charity_id,
        questions_intro_html: organiser.organiser_questions_intro_html,
      })),
    ),
    currency: { symbol: CURRENCIES[code].symbol, code },
    basket_total: toMajor(totals.totalMinor),
    delivery_cost: toMajor(totals.deliveryMinor),
    discounts_applied: inMajor(totals.discounts),
    offers_applied_total: toMajor(totals.offersMinor),
    gift_vouchers_applied_total: toMajor(totals.vouchersAppliedMinor),
    refund_protection: sale.refund_protection && totals.hasRefundProtection ? 1 : 0,
    has_refund_protection: totals.hasRefundProtection,
    refund_protection_cost: toMajor(totals.refundProtectionMinor),
    all_booking_fees_are_absorbed: lines.length > 0 && vouchers.length === 0 && lines.every((line) => line.absorb_fee),
    had_mismatching_currencies: sale.had_mismatching_currencies,
    reserving_error: sale.reserving_error,
    basket_errors: [
      ...notices.filter((notice) => notice.kind === 'error').map((notice) => notice.text),
      ...(await shortageWarnings(db, snapshot)),
    ],
    basket_success: notices.filter((notice) => notice.kind === 'success').map((notice) => notice.text),
    express: isExpress(snapshot, questions),
    is_gift_aid: has.declaration,
    edit_basket_clicked: sale.edit_basket_clicked,
    donation:
      sale.donation_minor > 0
        ? {
            amount_before_booking_fee: toMajor(sale.donation_minor),
            booking_fee: toMajor(sale.donation_fee_minor),
            is_gift_aid: has.declaration,
          }
        : null,
    donation_amount: sale.donation_minor > 0 ? toMajor(sale.donation_minor) : null,
    charity,
    marketing_preferences: await marketingPreferencesOf(db, snapshot, customer, mine),
    has_require_phone_number: lines.some((line) => line.require_phone_number),
    init_guest_email: mine ? (sale.guest_email ?? sale.init_guest_email) : session.provedEmail,
    payment_complete: sale.paid_at !== null,
    payment_plan_remaining: has.plans ? await planRemainingOf(db, sale.id) : null,
    payment_plan_schedule_options: has.plans ? await planOptionsOf(db, snapshot, now) : null,
    opoa,
    sagepay_or_stripe: 'stripe',
    require_delivery_address: needsDeliveryAddress(snapshot),
    require_postal_address: needsPostalAddress(snapshot),
    before_payment_questions: questions.filter((q) => q.before_or_after === 'before').map(questionView),
    after_payment_questions: questions.filter((q) => q.before_or_after === 'after').map(questionView),
    has_waivers: has.waivers,
    after_sale_messages: has.messages ? await messagesOf(deps, lines, eventIds) : [],
    truelayer_returned_from: sale.truelayer_returned_from,
    bank_payment_open: has.payments && sale.state === 'payment' && (await hasLeftBankPayment(db, sale.id)),
    ga_ua_properties: [
      ...new Set(organisersOf(snapshot).flatMap(({ ga_ua_property }) => (ga_ua_property ? [ga_ua_property] : []))),
    ],

    gift_vouchers_applied: inMajor(totals.vouchersApplied),
    booking_fees_total: toMajor(totals.bookingFeesMinor + totals.donationFeeMinor),
    expired: sale.expired && !sale.edit_basket_clicked,
    hold_extensions_left: held ? Math.max(0, LIMITS.holdExtensions - sale.hold_extensions) : 0,
    account:
      customer && mine ? { full_name: customer.full_name, email: customer.email, is_guest: customer.is_guest } : null,
    contact_number: mine ? (sale.contact_number ?? '') : '',
    gift_voucher_from: mine ? sale.gift_voucher_from : '',
    gift_voucher_to: mine ? sale.gift_voucher_to : '',
    delivery_address: mine && has.address ? await deliveryAddressOf(deps, sale.id) : null,
    answers: mine && has.answers ? await answersOf(deps, sale.id) : {},
    transfer_allowed: await isTransferOffered(db, snapshot),
    card_script_url: deps.providers[cardProvider({ opoa })]?.cardScriptUrl ?? '',
    stay_map_url: config.stayMapUrl ?? null,
    bank_transfer_configured: Object.values(deps.providers).some((provider) => provider.takesBankTransfers?.(code)),
  }
}

/** What a browser with nothing in its basket gets. */
export const emptyCheckout = (session: Session): Checkout => ({
  sale_reference: '',
  state: 'basket',
  seconds_remaining: 0,
  captcha_sitekey: null,
  tickets: [],
  gift_vouchers: [],
  events: [],
  organisers: [],
  currency: { symbol: CURRENCIES.GBP.symbol, code: 'GBP' },
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

const inMajor = (amounts: Record<string, Minor>) =>
  Object.fromEntries(Object.entries(amounts).map(([key, minor]) => [key, toMajor(minor)]))

export function monthsAfter(from: Date, months: number): Date {
  const then = new Date(from)
  const day = then.getUTCDate()
  then.setUTCMonth(then.getUTCMonth() + months)
  // 31 January and a month is the end of February, not the start of March.
  if (then.getUTCDate() !== day) then.setUTCDate(0)
  return then
}

function leftFor(line: SnapshotLine, held: boolean): number | null {
  const left = freeFor(line, held)
  return left > FEW_LEFT ? null : left
}

const questionView = (question: SaleQuestion) => ({
  id: question.id,
  ticket_id: question.ticket_type_id,
  osq_id: question.osq_id,
  question: question.question_html,
  type: question.type,
  mandatory: question.mandatory ? ('1' as const) : ('0' as const),
  once_per_checkout: question.once_per_checkout ? ('1' as const) : ('0' as const),
  prepopulated_array: question.options,
})

/** OPEN-19: the charity of the first organiser in the basket who is one. */
async function charityOf({ db }: Deps, snapshot: Snapshot): Promise<Checkout['charity']> {
  const id = organisersOf(snapshot).find((organiser) => organiser.charity_id !== null)?.charity_id
  if (id === undefined || id === null) return null
  const row = await db.selectFrom('charities').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
  return {
    id: row.id,
    name: row.name,
    logo: row.logo || charityMarkPath(row.slug),
    description_html: row.description_html,
    donation_checkout_title: row.donation_checkout_title,
    donation_options: row.donation_options_minor.map(toMajor),
    base_fee: toMajor(row.base_fee_minor),
    booking_fee: row.booking_fee_bp / 100,
    booking_fee_includes_vat: row.booking_fee_includes_vat,
    booking_fee_vat: row.booking_fee_vat_bp / 100,
    booking_fee_cap: row.booking_fee_cap_minor === null ? null : toMajor(row.booking_fee_cap_minor),
    gift_aid_wording: row.gift_aid_wording ?? '',
  }
}

async function eventsOf({ db, config }: Deps, lines: readonly SnapshotLine[], eventIds: readonly number[]) {
  const venueIds = lines.flatMap((line) => (line.venue_id === null ? [] : [line.venue_id]))
  const venues =
    venueIds.length === 0 ? [] : await db.selectFrom('venues').selectAll().where('id', 'in', venueIds).execute()
  return eventIds.map((id) => {
    const line = lines.find((candidate) => candidate.event_id === id)!
    const venue = venues.find((candidate) => candidate.id === line.venue_id)
    return {
      id,
      title: line.event_title,
      refund_protection: line.refund_protection_bp !== null,
      warn_customers_about_different_timeslots_message: line.different_timeslots_warning,
      shareable_link: `${config.publicUrl}/events/${line.event_slug}/`,
      venue: venue
        ? {
            full_address: venue.full_address,
            map_address: venue.map_address ?? venue.full_address,
            map_checkin: dayOf(line.starts_at, line.timezone),
          }
        : null,
      has_livestream: line.livestream_url !== null,
      access_online: line.livestream_url,
      reward_referrers:
        line.reward_text === null ? null : { text: line.reward_text, short_text: line.reward_short_text ?? '' },
      ga: line.ga,
      ga_conversion_id: line.ga_conversion_id,
      fb_pixel: line.fb_pixel,
      questions_intro_html: line.questions_intro_html,
    }
  })
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
    const line = lines.find((candidate) => candidate.event_id === row.event_id)!
    return {
      organiser_name: line.organiser_name,
      event_title: line.event_title,
      event_nice_date: ukDate(line.starts_at, line.timezone),
      event_nice_time: niceTime(line.starts_at, line.timezone),
      message: row.message_html,
    }
  })
}

async function deliveryAddressOf({ db }: Deps, saleId: number): Promise<Checkout['delivery_address']> {
  const row = await db
    .selectFrom('sale_addresses')
    .selectAll()
    .where('sale_id', '=', saleId)
    .where('kind', '=', 'delivery')
    .executeTakeFirst()
  if (!row) return null
  const { first_name, last_name, address_1, address_2, town, postcode, country, state } = row
  const selected_user_address_id = row.user_address_id === null ? 'new' : String(row.user_address_id)
  return { selected_user_address_id, first_name, last_name, address_1, address_2, town, postcode, country, state }
}

async function answersOf({ db }: Deps, saleId: number): Promise<Record<string, string>> {
  const rows = await db.selectFrom('question_answers').select(['key', 'answer']).where('sale_id', '=', saleId).execute()
  return Object.fromEntries(rows.map(({ key, answer }) => [key, answer]))
}

/** A bank transfer that is being cancelled, because the buyer has chosen another way to pay, and that has no end yet. */
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
