import { fill } from '@foyer/contract/fill.ts'
import { ADDRESS_FORM } from '@foyer/contract/forms/address.ts'
import { toWire } from '@foyer/contract/forms/names.ts'
import { refusals } from '@foyer/contract/messages.ts'
import { charityMarkPath } from '@foyer/contract/pages.ts'
import type { Checkout } from '@foyer/contract/types.ts'
import { extensionsLeft } from '@foyer/domain/checkout/extension.ts'
import { niceDay } from '@foyer/domain/format/dates.ts'
import { shownOrderNumber } from '@foyer/domain/format/order-number.ts'
import { type CurrencyCode, currencyInfo, type Minor, toMajor } from '@foyer/domain/money/money.ts'
import { cardProvider } from '@foyer/domain/payment/methods.ts'
import { BANK_PROVIDERS, DEFAULT_CARD_PROVIDER } from '@foyer/domain/payment/providers.ts'
import { isTransferOffered } from '../after-sale/transfer/view.ts'
import { captchaSitekey } from '../captcha/captcha.ts'
import { catalogueCache } from '../catalogue/cache.ts'
import type { Deps } from '../deps.ts'
import { isConfirmed } from '../donation/declaration.ts'
import type { Session } from '../http/session.ts'
import { traitsOf } from '../payment/provider/provider.ts'
import { areOpen } from '../payment/provider/status.ts'
import { secondsRemaining } from '../sale/sale.ts'
import { type SessionSale, sessionSaleOf } from '../sale/session/session-sale.ts'
import { organisersOf, type Snapshot } from '../sale/snapshot/snapshot.ts'
import { charityOf } from '../sale/terms/charity.ts'
import { openPlanOf, planOptionsOf } from './plan-view.ts'
import { priceWarnings } from './price-changes.ts'
import { shortages } from './shortages.ts'
import { smallTotalWarnings } from './small-total.ts'
import {
  amountsView,
  donationView,
  eventView,
  marketingView,
  messageView,
  questionView,
  ticketView,
  voucherView,
} from './view-parts.ts'

/** Returns the checkout object of a sale for this session: the only conversion from a sale to its wire format. */
export async function checkoutView(deps: Deps, session: Session, snapshot: Snapshot, now: Date): Promise<Checkout> {
  const { db, config } = deps
  const { sale: row, has } = snapshot
  const sale = await sessionSaleOf(deps, session, snapshot, now)
  const { customer, isCustomer } = sale
  const major = (minor: Minor) => toMajor(minor, sale.currency)
  const eventIds = sale.events.map(({ id }) => id)
  const plan = has.plans ? await openPlanOf(db, row.id) : null
  const charity = await charityView(deps, snapshot, sale.currency)
  const messages = await basketMessages(deps, snapshot, sale, charity)

  return {
    sale_reference: row.reference,
    state: sale.step,
    seconds_remaining: secondsRemaining(row.held_until, now),
    captcha_sitekey: sale.step === 'captcha' ? captchaSitekey(deps, row.captcha_work ?? 1) : null,
    tickets: sale.lines.map((line) => ticketView(line, snapshot, sale.currency, now)),
    gift_vouchers: sale.vouchers.map((line) => voucherView(line, sale.currency, now)),
    events: sale.events.map(eventView),
    organisers: await organiserViews(deps, snapshot, eventIds, now),
    currency: currencyInfo(sale.currency),
    ...amountsView(sale, snapshot),
    had_mismatching_currencies: row.had_mismatching_currencies,
    ...messages,
    express: sale.isExpress,
    is_gift_aid: has.declaration,
    ...(has.declaration && !(await isConfirmed(db, row.id)) && { gift_aid_unconfirmed: true }),
    edit_basket_clicked: row.edit_basket_clicked,
    ...donationView(sale, snapshot),
    charity,
    marketing_preferences: marketingView(sale.marketingPreferences),
    has_require_phone_number: sale.requiresPhone,
    init_guest_email: isCustomer ? (row.guest_email ?? row.init_guest_email) : session.provedEmail,
    payment_complete: sale.isPaid,
    payment_plan_remaining: plan && major(plan.remainingMinor),
    payment_plan_schedule_options: planOptionsOf(sale.plans, snapshot, now),
    opoa: sale.ownProvider === null ? null : { provider: sale.ownProvider },
    sagepay_or_stripe: DEFAULT_CARD_PROVIDER,
    require_delivery_address: sale.needsDeliveryAddress,
    require_postal_address: sale.needsPostalAddress,
    before_payment_questions: sale.questionsBefore.map(questionView),
    after_payment_questions: sale.questionsAfter.map(questionView),
    has_waivers: sale.hasWaivers,
    after_sale_messages: sale.messages.map(messageView),
    truelayer_returned_from: row.truelayer_returned_from,
    bank_payment_open: has.payments && row.state === 'payment' && (await hasLeftBankPayment(db, row.id)),
    ga_ua_properties: sale.organiserAnalyticsIds,

    expired: row.expired && !row.edit_basket_clicked,
    hold_seconds: config.holdSeconds,
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
    ...(plan && {
      payment_plan: {
        paid: major(plan.paidMinor),
        next: major(plan.next.amountMinor),
        next_due: niceDay(plan.next.dueOn),
      },
    }),
    ...(row.cancelled_at !== null && { cancelled: true }),
    ...(snapshot.orderNumber !== null && { order_number: shownOrderNumber(snapshot.orderNumber) }),
    stay_map_url: config.stayMapUrl ?? null,
    bank_transfer_configured: sale.hasBankTransfer,
  }
}

/** What the basket page says above its lines: errors, warnings and good news. */
async function basketMessages(
  { db }: Deps,
  snapshot: Snapshot,
  sale: SessionSale,
  charity: Checkout['charity'],
): Promise<Pick<Checkout, 'reserving_error' | 'basket_errors' | 'basket_success'>> {
  const notices = !snapshot.has.notices
    ? []
    : await db.selectFrom('basket_notices').selectAll().where('sale_id', '=', snapshot.sale.id).orderBy('id').execute()
  const noticesOf = (wanted: string) => notices.filter(({ kind }) => kind === wanted).map(({ text }) => text)
  const short = await shortages(db, snapshot)
  return {
    reserving_error: short.reservingError,
    basket_errors: [
      ...noticesOf('error'),
      ...cancelledWarnings(snapshot),
      ...short.warnings,
      ...priceWarnings(snapshot),
      ...smallTotalWarnings(sale, snapshot, charity?.name ?? ''),
    ],
    basket_success: noticesOf('success'),
  }
}

async function termsOf(db: Deps['db'], organiserId: number, now: Date): Promise<{ terms_url?: string }> {
  const terms_url = await catalogueCache(db).termsUrl(now, organiserId)
  return terms_url === undefined ? {} : { terms_url }
}

const organiserViews = (
  { db }: Deps,
  snapshot: Snapshot,
  eventIds: readonly number[],
  now: Date,
): Promise<Checkout['organisers']> =>
  Promise.all(
    organisersOf(snapshot).map(async (organiser) => ({
      id: organiser.organiserId,
      name: organiser.organiserName,
      full_url: organiser.organiserUrl,
      has_custom_refund_policy: organiser.organiserRefundPolicy !== null,
      upcoming_events: await catalogueCache(db).upcoming(now, organiser.organiserId, eventIds),
      is_saas: organiser.isSaas,
      charity: organiser.charityId,
      questions_intro_html: organiser.organiserQuestionsIntroHtml,
      sold_by: await catalogueCache(db).soldBy(now, organiser.organiserId),
      ...(await termsOf(db, organiser.organiserId, now)),
    })),
  )

function extensionsLeftOf({ held_from, held_until, hold_extensions }: Snapshot['sale'], holdSeconds: number): number {
  if (held_from === null || held_until === null) return 0
  return extensionsLeft({ heldFrom: held_from, heldUntil: held_until, extensions: hold_extensions, holdSeconds })
}

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

/** Says which events of a basket have been cancelled or postponed, to its buyer and to anyone who follows its link. */
const cancelledWarnings = ({ sale, lines }: Snapshot): string[] => {
  if (sale.held_until !== null || sale.paid_at !== null) return []
  const titled = (status: string) =>
    new Set(lines.flatMap(({ eventStatus, eventTitle }) => (eventStatus === status ? [eventTitle] : [])))
  return [
    ...[...titled('cancelled')].map((event) => fill(refusals.cancelledInBasket, { event })),
    ...[...titled('postponed')].map((event) => fill(refusals.postponedInBasket, { event })),
  ]
}

/** Whether a bank transfer is being cancelled, because the buyer chose another way to pay, and has no final result yet. */
const hasLeftBankPayment = async (db: Deps['db'], saleId: number): Promise<boolean> =>
  (await db
    .selectFrom('payments')
    .select('id')
    .where('sale_id', '=', saleId)
    .where('provider', 'in', BANK_PROVIDERS)
    .where(areOpen())
    .where('called_off_at', 'is not', null)
    .limit(1)
    .executeTakeFirst()) !== undefined
