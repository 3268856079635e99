// Written by `npm run db:types` from the migrations. Do not edit.
import type { ColumnType, Generated, GeneratedAlways } from 'kysely'

export type JsonValue = string | number | boolean | null | JsonValue[] | { [key: string]: JsonValue }

export interface AccessCodeTypesTable {
  access_code_id: number
  ticket_type_id: number
}

export interface AccessCodesTable {
  id: Generated<number>
  event_id: number
  code: string
  valid_from: Date | null
  valid_until: Date | null
  max_per_order: number | null
  quota_id: number | null
  ended: Generated<boolean>
}

export interface AccountCustomersTable {
  account_id: number
  user_id: number
  provider_customer_id: string
}

export interface AdmissionsTable {
  id: Generated<number>
  ticket_id: number
  date_id: number
  device_id: number | null
  kind: 'in' | 'undo'
  outcome: string
  at: Date
  place: string
  reason: Generated<string>
  offline: Generated<boolean>
  other_at: Date | null
  other_place: string | null
  key: string | null
  shown_code: string | null
}

export interface AfterSaleMessagesTable {
  id: Generated<number>
  event_id: number
  message_html: string
}

export interface ApiKeysTable {
  id: Generated<number>
  organiser_id: number
  staff_id: number
  name: string
  role: 'reader' | 'box_office'
  event_ids: number[] | null
  prefix: string
  hash: string
  created_at: Date
  last_used_at: Date | null
  ended_at: Date | null
}

export interface BackupsTable {
  id: GeneratedAlways<number>
  made_at: Date
  place: string
  bytes: number | null
}

export interface BasketNoticesTable {
  id: Generated<number>
  sale_id: number
  kind: 'error' | 'success'
  text: string
}

export interface BookChecksTable {
  name: 'providers' | 'ledger' | 'seats'
  checked_at: Date
  differences: number
  unreached: Generated<number>
}

export interface CardReadersTable {
  id: Generated<number>
  organiser_id: number
  name: string
  external_id: string
  added_at: Date
  ended_at: Date | null
}

export interface CharitiesTable {
  id: Generated<number>
  slug: string
  name: string
  logo: Generated<string>
  description_html: Generated<string>
  donation_checkout_title: string
  donation_options_minor: Generated<number[]>
  base_fee_minor: Generated<number>
  booking_fee_bp: Generated<number>
  booking_fee_includes_vat: Generated<boolean>
  booking_fee_vat_bp: Generated<number>
  booking_fee_cap_minor: number | null
  hmrc_reference: Generated<string>
  gift_aid_wording: string | null
  currency: Generated<string>
}

export interface ComplaintsTable {
  id: GeneratedAlways<number>
  number: string
  form_key: string
  kind: 'order' | 'data'
  organiser_id: number | null
  sale_id: number | null
  name: string
  email: string
  message: string
  language: string
  received_at: Date
  answered_at: Date | null
  outcome: 'upheld' | 'partly' | 'rejected' | null
  answer: Generated<string>
}

export interface ConsentsTable {
  id: Generated<number>
  email: string
  kind: 'newsletter' | 'event_news' | 'organiser' | 'charity'
  organiser_id: number | null
  charity_id: number | null
  granted: boolean
  wording: string
  source: string
  sale_id: number | null
  given_at: Date
  pending: Generated<boolean>
  basis: Generated<'consent' | 'similar' | 'charity'>
}

export interface CounterRefundsTable {
  refund_id: number
  shift_id: number
  at: Date
}

export interface CounterSalesTable {
  sale_id: number
  shift_id: number
  how: 'cash' | 'other' | 'free' | 'reader'
  given_minor: number | null
  note: Generated<string>
  at: Date
  reader_id: number | null
}

export interface CounterShiftsTable {
  id: Generated<number>
  organiser_id: number
  staff_id: number
  currency: string
  opened_at: Date
  float_minor: number | null
  closed_at: Date | null
  counted_minor: number | null
  expected_minor: number | null
  report: ColumnType<JsonValue | null, string | null | undefined, string | null>
}

export interface DataRequestsTable {
  id: GeneratedAlways<number>
  organiser_id: number
  email: string
  asked_at: Date
}

export interface DiscountCodesTable {
  id: Generated<number>
  code: string
  organiser_id: number | null
  event_id: number | null
  kind: 'percent' | 'amount'
  percent_bp: number | null
  amount_minor: number | null
  currency: string | null
  valid_from: Date | null
  valid_until: Date | null
  max_uses: number | null
  uses: Generated<number>
  typed_code: Generated<string>
  owner_id: number | null
}

export interface DisputesTable {
  id: Generated<number>
  payment_id: number
  provider_dispute_id: string
  amount_minor: number
  reason: Generated<string>
  status: string
  opened_at: Date
  updated_at: Date
  due_at: Date | null
}

export interface DoorDevicesTable {
  id: Generated<number>
  event_id: number
  date_id: number
  staff_id: number
  name: string
  code: string | null
  code_until: Date
  token_hash: string | null
  made_at: Date
  paired_at: Date | null
  last_seen_at: Date | null
  ended_at: Date | null
}

export interface EventDatesTable {
  id: Generated<number>
  event_id: number
  starts_at: Date
  ends_at: Date | null
  doors_at: Date | null
  all_day: Generated<boolean>
  status: Generated<'published' | 'cancelled' | 'postponed'>
  moves: Generated<number>
  moved_from: Date | null
  tell_move: number | null
  refund_until: Date | null
  change_words: Generated<string>
}

export interface EventSearchTable {
  event_id: number
  keys: string[]
}

export interface EventsTable {
  id: Generated<number>
  organiser_id: number
  venue_id: number | null
  slug: string
  title: string
  summary: Generated<string>
  description_html: Generated<string>
  category: Generated<string>
  currency: string
  timezone: string
  status: Generated<'draft' | 'published' | 'cancelled'>
  on_sale_from: Date | null
  express: Generated<boolean>
  high_demand: Generated<boolean>
  hide_booking_fee: Generated<boolean>
  refund_protection_bp: number | null
  require_phone_number: Generated<boolean>
  different_timeslots_warning: string | null
  livestream_url: string | null
  online_url: string | null
  reward_text: string | null
  reward_short_text: string | null
  questions_intro_html: string | null
  ga: string | null
  ga_conversion_id: string | null
  fb_pixel: string | null
  source_url: string | null
  imported_from: string | null
  created_at: Generated<Date>
  cancelled_at: Date | null
  version: Generated<number>
  archived_at: Date | null
  waivers_together: Generated<boolean>
  picture: string | null
  picture_alt: Generated<string>
  max_places: number | null
  cancellation_paused_at: Date | null
  cancel_words: Generated<string>
  waiting_list: Generated<boolean>
  offer_minutes: Generated<number>
  buyers_refund_hours: number | null
  buyers_refund_keep_bp: Generated<number>
  buyers_refund_keep_minor: Generated<number>
  buyers_change_hours: number | null
  buyers_rename_hours: number | null
  buyers_changes: Generated<number>
  reminder: Generated<boolean>
  reminder_days: Generated<number>
  reminder_hours: number | null
  reminder_text: Generated<string>
  thanks: Generated<boolean>
  thanks_days: Generated<number>
  thanks_hours: number | null
  thanks_text: Generated<string>
  thanks_feedback: Generated<boolean>
  listing_key: string | null
  single_seats: Generated<'off' | 'inside' | 'aisles'>
  cool_off_hours: number | null
}

export interface FeedbackTable {
  id: Generated<number>
  sale_id: number
  message: string
  sent_at: Date
  event_id: number | null
  author: string | null
}

export interface FormerTicketCodesTable {
  code: string
  ticket_id: number
  ended_at: Date
  why: 'transferred' | 'taken_back' | 'refunded' | 'replaced'
}

export interface GiftAidClaimLinesTable {
  claim_id: number
  item: number
  sale_id: number
  first_name: string
  last_name: string
  house: string
  postcode: string
  donated_on: string
  amount_minor: number
  deducted_minor: Generated<number>
}

export interface GiftAidClaimsTable {
  id: Generated<number>
  organiser_id: number
  charity_id: number
  hmrc_reference: string
  earliest_on: string
  total_minor: number
  overclaimed_minor: Generated<number>
  staff_id: number | null
  made_at: Date
}

export interface GiftAidDeclarationsTable {
  sale_id: number
  charity_id: number
  donation_minor: number
  uk_taxpayer: boolean
  own_money: boolean
  not_gambling: boolean
  wording: string
  wording_version: string
  donor_name: Generated<string>
  address_1: Generated<string>
  postcode: Generated<string>
  uk_based: boolean
  claimable: boolean
  declared_at: Date
  cancelled_at: Date | null
  cancelled_as: 'from_now' | 'never_true' | null
}

export interface GiftAidDeductionsTable {
  claim_id: number
  sale_id: number
  refunded_minor: number
}

export interface GiftVoucherDesignsTable {
  id: Generated<number>
  organiser_id: number
  slug: string
  name: string
  description: Generated<string>
  currency: string
  values_minor: number[]
  valid_months: Generated<number>
  max_qty: Generated<number>
}

export interface GoogleClassesTable {
  date_id: number
  sent: string
}

export interface HoldsTable {
  sale_id: number
  ticket_type_id: number | null
  qty: number
  price_minor: number | null
  booking_fee_minor: number | null
  look_from: Generated<Date>
}

export interface InstallationTable {
  id: Generated<string>
  one: Generated<boolean>
}

export interface IssuedVouchersTable {
  id: Generated<number>
  code: string
  design_id: number
  sale_id: number | null
  instance: Generated<number>
  currency: string
  value_minor: number
  balance_minor: number
  reserved_minor: Generated<number>
  expires_on: string
  from_name: Generated<string>
  to_name: Generated<string>
  voided_at: Date | null
  issued_at: Date
}

export interface JobsTable {
  id: Generated<number>
  kind: string
  key: string
  payload: ColumnType<JsonValue, string | undefined, string>
  run_at: Date
  tries: Generated<number>
  locked_until: Date | null
  done_at: Date | null
  gave_up_at: Date | null
  last_error: string | null
  created_at: Date
}

export interface LedgerEntriesTable {
  id: Generated<number>
  sale_id: number
  movement: string
  account: string
  amount_minor: number
  currency: string
  payment_id: number | null
  refund_id: number | null
  at: Date
  organiser_id: number | null
  event_id: number | null
  ticket_type_id: number | null
}

export interface ListViewsTable {
  id: GeneratedAlways<number>
  organiser_id: number
  staff_id: number
  list: string
  name: string
  filter: ColumnType<JsonValue, string, string>
  is_shared: boolean
  created_at: Date
}

export interface MailingPeopleTable {
  id: Generated<number>
  mailing_id: number
  email: string | null
  name: Generated<string>
  sale_id: number | null
  ticket_type_id: number | null
  state: Generated<'waiting' | 'queued' | 'sent' | 'refused' | 'left_out'>
  mail_id: number | null
  unsubscribed_at: Date | null
}

export interface MailingsTable {
  id: Generated<number>
  organiser_id: number
  kind: 'service' | 'news'
  list: 'orders' | 'people'
  filter: ColumnType<JsonValue, string | undefined, string>
  subject: string
  body: string
  version: Generated<number>
  state: Generated<'draft' | 'waiting' | 'sending' | 'stopped' | 'done'>
  event_ids: number[] | null
  send_at: Date | null
  made_by: number | null
  made_at: Date
  sent_by: number | null
  started_at: Date | null
  ended_at: Date | null
}

export interface MailsTable {
  id: Generated<number>
  key: string
  sale_id: number | null
  kind: string
  recipient: string
  subject: string
  body_text: string
  body_html: string
  attachments: ColumnType<JsonValue, string | undefined, string>
  status: Generated<'queued' | 'sent' | 'refused'>
  tries: Generated<number>
  last_error: string | null
  queued_at: Date
  sent_at: Date | null
  unsubscribe_url: string | null
  message_id: string | null
  bounced_at: Date | null
}

export interface MoneyPaidSumsTable {
  organiser_id: number
  day: string
  currency: string
  way: string
  account: string
  sold: boolean
  minor: number
}

export interface MoneySumsTable {
  organiser_id: number
  day: string
  currency: string
  event_id: number
  ticket_type_id: number
  channel: string
  codes: ColumnType<JsonValue, string, string>
  kind: 'donations' | 'vouchers' | 'other'
  tickets: number
  fees: number
  protection: number
  delivery: number
  donations: number
  vouchers_sold: number
  vouchers_used: number
  rounding: number
  refunded: number
}

export interface MoneySumsStateTable {
  until_id: number
  seen_id: number
  seen_xid: number
}

export interface OffersTable {
  id: Generated<number>
  organiser_id: number
  event_id: number | null
  title: string
  kind: 'cheapest_free' | 'percent'
  min_qty: number
  percent_bp: number | null
}

export interface OfficeFormsTable {
  key: string
  staff_id: number | null
  call: string
  reply: ColumnType<JsonValue | null, string | null | undefined, string | null>
  at: Date
}

export interface OneTimeCodesTable {
  id: Generated<number>
  email: string
  code_hash: string
  session_id: string
  created_at: Date
  expires_at: Date
  tries: Generated<number>
  ended_at: Date | null
  kind: Generated<'short' | 'long' | 'shared'>
  network: string | null
}

export interface OrderLineTaxesTable {
  sale_id: number
  line: number
  part: 'net' | 'fee' | 'protection' | 'delivery' | 'rounding'
  rate_bp: number
  gross_minor: number
  tax_minor: number
  refunded_minor: Generated<number>
  refunded_tax_minor: Generated<number>
}

export interface OrderLinesTable {
  sale_id: number
  line: number
  kind: 'ticket' | 'gift_voucher' | 'donation'
  organiser_id: number
  event_id: number | null
  date_id: number | null
  ticket_type_id: number | null
  design_id: number | null
  charity_id: number | null
  qty: number
  list_minor: number
  offer_minor: Generated<number>
  discount_minor: Generated<number>
  net_minor: number
  fee_minor: Generated<number>
  protection_minor: Generated<number>
  delivery_minor: Generated<number>
  voucher_minor: Generated<number>
  tax_minor: Generated<number>
  refunded_qty: Generated<number>
  refunded_net_minor: Generated<number>
  refunded_fee_minor: Generated<number>
  refunded_protection_minor: Generated<number>
  refunded_delivery_minor: Generated<number>
  refunded_voucher_minor: Generated<number>
  paid_at: Date
  rounding_minor: Generated<number>
  refunded_rounding_minor: Generated<number>
  refunded_tax_minor: Generated<number>
  changed_at: Date | null
}

export interface OrderNotesTable {
  id: Generated<number>
  sale_id: number
  organiser_id: number
  staff_id: number | null
  words: string
  at_door: Generated<boolean>
  written_at: Date
  ended_at: Date | null
}

export interface OrdersTable {
  sale_id: number
  number: string
  channel: Generated<string>
  user_id: number | null
  name: Generated<string>
  email: Generated<string>
  phone: Generated<string>
  currency: string
  total_minor: number
  paid_at: Date
  filled_in: Generated<boolean>
}

export interface OrganisersTable {
  id: Generated<number>
  slug: string
  name: string
  full_url: string
  about_html: Generated<string>
  is_saas: Generated<boolean>
  payment_provider: 'stripe' | 'square' | null
  charity_id: number | null
  refund_policy: ColumnType<JsonValue | null, string | null | undefined, string | null>
  marketing_signup_message: string
  contact_email: Generated<string>
  ga_ua_property: string | null
  questions_intro_html: string | null
  small_total: Generated<'refuse' | 'round_up' | 'waive' | 'donation'>
  tax_number: string | null
  tax_address: Generated<string>
  tax_bp: Generated<number>
  fee_tax_bp: number | null
  delivery_tax_bp: number | null
  protection_tax_bp: Generated<number>
  logo: string | null
  cover: string | null
  cover_alt: Generated<string>
  accent: string | null
  box_office_refund_minor: Generated<number>
  counter_fee: Generated<boolean>
  legal_kind: 'company' | 'charity' | 'sole_trader' | 'association' | 'public_body' | null
  legal_name: Generated<string>
  legal_address: Generated<string>
  legal_country: Generated<string>
  legal_register: Generated<string>
  legal_number: Generated<string>
  legal_part: 'england_wales' | 'scotland' | 'northern_ireland' | null
  legal_charity_number: Generated<string>
  legal_phone: Generated<string>
  legal_mediator: Generated<string>
  closed_at: Date | null
}

export interface PassDevicesTable {
  device: string
  serial: string
  push_token: string
  registered_at: Date
}

export interface PaymentAccountSetupsTable {
  organiser_id: number
  provider: 'stripe' | 'square' | 'truelayer'
  external_id: string | null
  credentials: string | null
  key_id: string | null
  public_key: Generated<string>
  begun_at: Date
}

export interface PaymentAccountsTable {
  id: Generated<number>
  organiser_id: number
  provider: 'stripe' | 'square' | 'truelayer'
  external_id: string
  name: Generated<string>
  credentials: string | null
  key_id: string | null
  currencies: string[] | null
  platform_fee_bp: Generated<number>
  created_at: Date
  updated_at: Date
  tested_at: Date | null
  ended_at: Date | null
}

export interface PaymentNoticesTable {
  id: Generated<number>
  provider: string
  event_id: string
  kind: string
  provider_payment_id: string | null
  received_at: Date
}

export interface PaymentPlansTable {
  sale_id: number
  option_key: string
  status: 'active' | 'completed' | 'overdue' | 'cancelled'
  card_id: number | null
  terms_version: string
  agreed_at: Date
  ends_on: string | null
}

export interface PaymentsTable {
  id: Generated<number>
  sale_id: number
  provider: 'stripe' | 'square' | 'truelayer' | 'free' | 'cash' | 'other'
  purpose: Generated<string>
  amount_minor: number
  currency: string
  status: Generated<'created' | 'processing' | 'paid' | 'failed' | 'cancelled' | 'refunded' | 'partly_refunded'>
  outcome: 'fulfilled' | 'refunded' | null
  provider_payment_id: string | null
  idempotency_key: string
  redirect_url: string | null
  failure_code: string | null
  failure_text: string | null
  refunded_minor: Generated<number>
  created_at: Date
  updated_at: Date
  expires_at: Date | null
  paid_at: Date | null
  checked_at: Date | null
  plan_terms: ColumnType<JsonValue | null, string | null | undefined, string | null>
  called_off_at: Date | null
  payer_session: number | null
  payer_user_id: number | null
  payer_email: string | null
  terms: ColumnType<JsonValue | null, string | null | undefined, string | null>
  account_id: number | null
  platform_fee_minor: Generated<number>
  payer_network: string | null
  change_id: number | null
  card_brand: string | null
  card_last4: string | null
}

export interface PayoutLinesTable {
  payout_id: number
  external_id: string
  kind: 'payment' | 'refund' | 'dispute' | 'fee' | 'other'
  provider_payment_id: string | null
  provider_refund_id: string | null
  amount_minor: number
  fee_minor: number
  at: Date
}

export interface PayoutsTable {
  id: Generated<number>
  provider: string
  account_id: number | null
  external_id: string
  status: 'on_the_way' | 'paid' | 'failed'
  amount_minor: number
  currency: string
  arrives_at: Date
  created_at: Date
  fetched_at: Date
}

export interface PictureFilesTable {
  sha256: string
  name: string
  type: 'image/webp' | 'image/jpeg' | 'image/png'
  bytes: Uint8Array
}

export interface PicturesTable {
  sha256: string
  width: number
  height: number
  stored_at: Date
  unused_since: Date | null
}

export interface PlanInstalmentsTable {
  id: Generated<number>
  sale_id: number
  seq: number
  due_on: string
  amount_minor: number
  status: 'due' | 'paying' | 'needs_authentication' | 'paid' | 'failed' | 'cancelled'
  attempts: Generated<number>
  next_try_at: Date | null
  reminded_at: Date | null
  payment_id: number | null
}

export interface PlanNamesTable {
  sale_id: number
  ticket_type_id: number
  place: number
  name: string
}

export interface PlanOptionsTable {
  id: Generated<number>
  event_id: number
  key: string
  label: string
  payments: number
  every_months: Generated<number>
}

export interface PolicyReportsTable {
  day: string
  directive: string
  blocked: string
  times: Generated<number>
}

export interface PoolsTable {
  id: Generated<number>
  event_id: number
  event_date_id: number
  name: string
  capacity: number
  held: Generated<number>
  sold: Generated<number>
  kept: Generated<number>
  kept_reason: Generated<string>
  closed: Generated<boolean>
  listed: Generated<boolean>
  waiting: Generated<number>
}

export interface PriceTiersTable {
  id: Generated<number>
  ticket_type_id: number
  position: number
  price_minor: number
  until: Date | null
  quota_id: number | null
}

export interface QuestionAnswersTable {
  sale_id: number
  key: string
  question_id: number
  ticket_type_id: number
  instance: number | null
  answer: string
  before_or_after: 'before' | 'after'
  answered_at: Date
}

export interface QuestionTicketsTable {
  question_id: number
  ticket_type_id: number
}

export interface QuestionsTable {
  id: Generated<number>
  event_id: number
  osq_id: string
  question_html: string
  type: string
  mandatory: Generated<boolean>
  once_per_checkout: Generated<boolean>
  options: Generated<string[]>
  before_or_after: 'before' | 'after'
  sort: Generated<number>
}

export interface QuotaUsesTable {
  sale_id: number
  ticket_type_id: number
  quota_id: number
  qty: number
}

export interface QuotasTable {
  id: Generated<number>
  max_tickets: number
  used: Generated<number>
}

export interface RateLimitsTable {
  key: string
  window_start: Date
  hits: number
  places: Generated<number>
}

export interface ReceiptCountersTable {
  organiser_id: number
  kind: 'receipt' | 'credit_note'
  last: number
}

export interface ReceiptsTable {
  id: Generated<number>
  organiser_id: number
  sale_id: number
  kind: 'receipt' | 'credit_note'
  number: number
  issued_at: Date
  seller: ColumnType<JsonValue, string, string>
  lines: ColumnType<JsonValue, string, string>
  voucher_minor: Generated<number>
  change_id: number | null
}

export interface ReferralLinksTable {
  code: string
  sale_id: number
  event_id: number
  visits: Generated<number>
  created_at: Date
}

export interface ReferralVisitsTable {
  session_id: string
  code: string
  visited_at: Date
}

export interface RefundsTable {
  id: Generated<number>
  payment_id: number
  sale_id: number
  amount_minor: number
  reason: string
  status: Generated<'queued' | 'pending' | 'succeeded' | 'failed'>
  provider_refund_id: string | null
  idempotency_key: string
  failure_text: string | null
  created_at: Date
  updated_at: Date
  parts: ColumnType<JsonValue | null, string | null | undefined, string | null>
}

export interface ReminderOptOutsTable {
  email_hash: string
  since: Date
}

export interface SaleAddressesTable {
  sale_id: number
  kind: 'delivery' | 'billing'
  user_address_id: number | null
  first_name: string
  last_name: string
  address_1: string
  address_2: Generated<string>
  town: string
  postcode: string
  country: string
  state: Generated<string>
}

export interface SaleCodesTable {
  sale_id: number
  code: string
  discount_id: number | null
  voucher_id: number | null
  reserved_minor: Generated<number>
  applied_at: Date
  returned_minor: Generated<number>
}

export interface SaleEventsTable {
  id: Generated<number>
  sale_id: number
  kind: string
  facts: ColumnType<JsonValue, string | undefined, string>
  at: Date
}

export interface SaleLineSeatsTable {
  sale_id: number
  ticket_type_id: number
  seat_id: number
}

export interface SaleLinesTable {
  sale_id: number
  ticket_type_id: number
  qty: number
  price_minor: number | null
  booking_fee_minor: number | null
  added_at: Date
  chosen_minor: number | null
  access_code_id: number | null
  price_added_minor: number | null
  price_told_minor: number | null
  section: string | null
}

export interface SaleVouchersTable {
  sale_id: number
  design_id: number
  value_minor: number
  qty: number
  added_at: Date
}

export interface SalesTable {
  id: Generated<number>
  reference: string
  state: Generated<'basket' | 'captcha' | 'reserve' | 'login' | 'marketing_preferences' | 'donation' | 'gift_aid' | 'delivery_address' | 'ticket_questions_before' | 'payment' | 'deliver_tickets' | 'awaiting_truelayer' | 'ticket_questions_after' | 'after_sale_messages' | 'waiver' | 'order_completed'>
  currency: string | null
  user_id: number | null
  guest_email: string | null
  guest_name: string | null
  init_guest_email: string | null
  held_until: Date | null
  held_from: Date | null
  hold_extensions: Generated<number>
  reserving_error: string | null
  expired: Generated<boolean>
  edit_basket_clicked: Generated<boolean>
  had_mismatching_currencies: Generated<boolean>
  captcha_error: string | null
  refund_protection: Generated<boolean>
  donation_minor: Generated<number>
  donation_fee_minor: Generated<number>
  donation_charity_id: number | null
  marketing_asked: Generated<boolean>
  contact_number: string | null
  gift_voucher_from: Generated<string>
  gift_voucher_to: Generated<string>
  payment_error: string | null
  truelayer_returned_from: string | null
  referred_by: string | null
  total_minor: number | null
  paid_at: Date | null
  tickets_delivered_at: Date | null
  wallet_delivered_at: Date | null
  cancelled_at: Date | null
  created_at: Date
  updated_at: Date
  reserve_tries: Generated<number>
  reserve_tries_from: Date | null
  customer_session: number | null
  terms: ColumnType<JsonValue | null, string | null | undefined, string | null>
  terms_from: Date | null
  language: Generated<string>
  captcha_work: number | null
  agreed_at: Date | null
}

export interface SavedCardsTable {
  id: Generated<number>
  user_id: number
  provider: string
  provider_method_id: string
  brand: string
  last4: string
  exp_month: number
  exp_year: number
  funding: Generated<string>
  is_default: Generated<boolean>
  created_at: Date
  account_id: number | null
}

export interface ScheduledTasksTable {
  name: string
  started_at: Date
  finished_at: Date | null
  every_seconds: number | null
  failed_at: Date | null
  fault: string | null
}

export interface SeatAllocationsTable {
  id: Generated<number>
  event_date_id: number
  name: string
  staff_id: number | null
  made_at: Date
  release_at: Date | null
  released_at: Date | null
}

export interface SeatsTable {
  id: Generated<number>
  ticket_type_id: number | null
  label: string
  section: Generated<string>
  row_name: Generated<string>
  seat_number: Generated<number>
  status: Generated<'free' | 'held' | 'sold' | 'kept'>
  sale_id: number | null
  pool_id: number | null
  kept_reason: Generated<string>
  allocation_id: number | null
  kind: Generated<'standard' | 'wheelchair' | 'companion'>
  view_note: Generated<string>
  aisle: Generated<boolean>
  step_free: Generated<boolean>
}

export interface SessionsTable {
  id: string
  sale_id: number | null
  user_id: number | null
  proved_email: string | null
  created_at: Date
  last_seen_at: Date
  expires_at: Date
  number: Generated<number | null>
  proved_at: Date | null
  device: string | null
}

export interface SettingsTable {
  key: string
  value: ColumnType<JsonValue, string, string>
}

export interface ShopTable {
  id: Generated<boolean>
  name: string | null
  email: string | null
  logo: string | null
  accent: string | null
  legal: ColumnType<JsonValue | null, string | null | undefined, string | null>
  lacks_details: Generated<boolean>
}

export interface StaffTable {
  id: Generated<number>
  email: string
  name: string
  is_operator: Generated<boolean>
  is_dark_mode: Generated<boolean>
  created_at: Date
  ended_at: Date | null
  last_organiser_id: number | null
  notifications: 'each' | 'daily' | 'weekly' | 'problems' | 'nothing' | null
  language: 'en' | 'fr' | null
}

export interface StaffColumnsTable {
  staff_id: number
  list: string
  columns: string[]
}

export interface StaffFirstLinksTable {
  token_hash: string
  created_at: Date
  expires_at: Date
  ended_at: Date | null
}

export interface StaffInvitationsTable {
  id: Generated<number>
  organiser_id: number
  email: string
  role: 'owner' | 'manager' | 'box_office' | 'door' | 'reader'
  event_ids: number[] | null
  token_hash: string
  invited_by: number | null
  created_at: Date
  expires_at: Date
  accepted_by: number | null
  ended_at: Date | null
}

export interface StaffLogTable {
  id: GeneratedAlways<number>
  at: Date
  staff_id: number | null
  organiser_id: number | null
  action: string
  outcome: 'done' | 'refused' | 'looked'
  subject_kind: Generated<string>
  subject_id: Generated<string>
  before: ColumnType<JsonValue | null, string | null | undefined, string | null>
  after: ColumnType<JsonValue | null, string | null | undefined, string | null>
  ip_hash: Generated<string>
}

export interface StaffPasskeysTable {
  id: Generated<number>
  staff_id: number
  credential_id: string
  public_key: string
  counter: number
  transports: Generated<string[]>
  name: string
  created_at: Date
  last_used_at: Date | null
  ended_at: Date | null
}

export interface StaffRolesTable {
  id: Generated<number>
  staff_id: number
  organiser_id: number
  role: 'owner' | 'manager' | 'box_office' | 'door' | 'reader'
  event_ids: number[] | null
  given_by: number | null
  created_at: Date
  ended_at: Date | null
}

export interface StaffSessionsTable {
  id: string
  number: Generated<number>
  staff_id: number | null
  email: string | null
  proved_at: Date | null
  device: string | null
  challenge: string | null
  challenge_until: Date | null
  created_at: Date
  last_seen_at: Date
  idle_until: Date
  expires_at: Date
  ended_at: Date | null
}

export interface StockTable {
  ticket_type_id: number
  capacity: number | null
  held: Generated<number>
  sold: Generated<number>
  closed: Generated<boolean>
  pool_id: number | null
  places: Generated<number>
  listed: Generated<boolean>
  waiting: Generated<number>
}

export interface SuppressionsTable {
  email_hash: string
  why: string
  since: Date
}

export interface TextMessagesTable {
  id: Generated<number>
  key: string
  sale_id: number
  recipient: string
  body: string
  status: Generated<'queued' | 'sent' | 'refused'>
  provider_id: string | null
  tries: Generated<number>
  last_error: string | null
  queued_at: Date
  sent_at: Date | null
}

export interface TextsTable {
  id: GeneratedAlways<number>
  organiser_id: number | null
  kind: 'terms' | 'refunds' | 'privacy'
  language: string
  version: number
  html: string
  valid_from: Date
}

export interface TicketChangesTable {
  id: Generated<number>
  token: string
  sale_id: number
  organiser_id: number
  ticket_id: number
  from_type_id: number
  ticket_type_id: number
  seat_ids: Generated<number[]>
  difference_minor: number
  fee_minor: number
  by_buyer: boolean
  state: Generated<'waiting' | 'done' | 'ended'>
  ends_at: Date
  created_at: Date
  ended_at: Date | null
}

export interface TicketPassesTable {
  serial: string
  ticket_id: number
  holder_hash: string
  changed_at: Date
  stale: Generated<boolean>
  in_google: Generated<boolean>
  google_sent: string | null
}

export interface TicketRequirementsTable {
  id: Generated<number>
  ticket_type_id: number
  title: string
  any_of: number[]
}

export interface TicketTypesTable {
  id: Generated<number>
  event_id: number
  date_id: number
  name: string
  description: Generated<string>
  price_minor: number
  booking_fee_minor: Generated<number>
  absorb_fee: Generated<boolean>
  min_per_customer: Generated<number>
  max_can_reserve: number | null
  can_update_quantity: Generated<boolean>
  refund_policy: ColumnType<JsonValue | null, string | null | undefined, string | null>
  non_refundable: Generated<boolean>
  seated: Generated<boolean>
  delivered_by_post: Generated<boolean>
  delivery_cost_minor: Generated<number>
  sort: Generated<number>
  pool_id: number | null
  pool_places: Generated<number>
  sale_from: Date | null
  sale_until: Date | null
  visibility: Generated<'all' | 'code' | 'staff'>
  hide_when_sold_out: Generated<boolean>
  archived: Generated<boolean>
  tax_bp: number | null
  tax_rates: ColumnType<JsonValue | null, string | null | undefined, string | null>
  min_price_minor: number | null
  extra: Generated<boolean>
  tiered: Generated<boolean>
  door_price_minor: number | null
  seat_kinds: string[] | null
}

export interface TicketsTable {
  id: Generated<number>
  sale_id: number
  ticket_type_id: number
  seat_id: number | null
  instance: number
  code: string
  generation: Generated<number>
  holder_name: Generated<string>
  holder_email: string
  user_id: number | null
  status: Generated<'valid' | 'void'>
  admitted_at: Date | null
  admitted_where: string | null
  issued_at: Date
  seat_ids: number[] | null
  price_minor: number | null
  price_paid_minor: number | null
  price_waived_minor: number | null
}

export interface TransferTicketsTable {
  transfer_id: number
  ticket_id: number
}

export interface TransfersTable {
  id: Generated<number>
  sale_id: number
  ticket_type_id: number
  qty: number
  name: string
  email: string
  is_gift: Generated<boolean>
  message: Generated<string>
  deliver_at: Date
  status: 'scheduled' | 'sent' | 'claimed' | 'taken_back'
  claim_token_hash: string | null
  created_at: Date
  sent_at: Date | null
  claimed_at: Date | null
  claimed_by: number | null
}

export interface UserAddressesTable {
  id: Generated<number>
  user_id: number
  first_name: string
  last_name: string
  address_1: string
  address_2: Generated<string>
  town: string
  postcode: string
  country: string
  state: Generated<string>
  created_at: Date
}

export interface UsersTable {
  id: Generated<number>
  email: string
  first_name: string
  last_name: string
  is_dark_mode: Generated<boolean>
  subscribed: Generated<boolean>
  is_event_subscribed: Generated<boolean>
  stripe_customer_id: string | null
  created_at: Date
}

export interface VenuesTable {
  id: Generated<number>
  slug: string
  name: string
  full_address: string | null
  town: Generated<string>
  country_code: Generated<string>
  map_address: string | null
  latitude: number | null
  longitude: number | null
}

export interface WaitingTable {
  id: Generated<number>
  kind: 'place' | 'reminder'
  event_id: number
  date_id: number | null
  email: string
  qty: number | null
  state: Generated<'waiting' | 'offered' | 'bought' | 'missed' | 'left' | 'removed' | 'over' | 'told'>
  joined_at: Date
  offered_at: Date | null
  offered_until: Date | null
  sale_id: number | null
  ended_at: Date | null
  language: Generated<string>
}

export interface WaitingPlacesTable {
  id: Generated<number>
  room_id: number
  public_id: string
  number: number | null
  key_hash: string
  joined_at: Date
  browser: number | null
  entered_at: Date | null
  pass_until: Date | null
  sale_id: number | null
}

export interface WaitingRoomsTable {
  id: Generated<number>
  event_id: number
  created_at: Date
  secret: string
  secret_hash: string
  list_hash: string | null
  drawn_at: Date | null
  drawn_places: Generated<number>
  last_number: Generated<number>
  serving: Generated<number>
  served_at: Date | null
  samples: ColumnType<JsonValue, string | undefined, string>
  rate: Generated<number>
  message: Generated<string>
  paused: Generated<boolean>
  drained_at: Date | null
}

export interface WaitingTypesTable {
  waiting_id: number
  ticket_type_id: number
}

export interface WaiverSignaturesTable {
  id: Generated<number>
  sale_id: number
  waiver_id: number
  waiver_version: number
  name: string
  signed_by: string
  is_minor: Generated<boolean>
  signature_kind: 'typed' | 'drawn'
  signature: string
  signed_at: Date
}

export interface WaiversTable {
  id: Generated<number>
  event_id: number
  title: string
  terms_html: string
  version: Generated<number>
}

export interface WebhookChangesTable {
  id: Generated<number>
  kind: string
  subject: number
  tx: Generated<string>
}

export interface WebhookMessagesTable {
  id: Generated<number>
  uid: string
  webhook_id: number
  kind: string
  subject: number
  created_at: Date
  tries: Generated<number>
  delivered_at: Date | null
  gave_up_at: Date | null
}

export interface WebhookTriesTable {
  id: Generated<number>
  message_id: number
  at: Date
  status: number | null
  ms: number
  excerpt: Generated<string>
}

export interface WebhooksTable {
  id: Generated<number>
  organiser_id: number
  staff_id: number
  url: string
  role: 'reader' | 'box_office'
  event_ids: number[] | null
  kinds: string[]
  secret: string
  secret_key_id: string
  old_secret: string | null
  old_secret_key_id: string | null
  old_until: Date | null
  created_at: Date
  failing_since: Date | null
  failures: Generated<number>
  quiet_until: Date | null
  switched_off_at: Date | null
  ended_at: Date | null
}

export interface WriteProbesTable {
  filler: string
}

export interface Database {
  access_code_types: AccessCodeTypesTable
  access_codes: AccessCodesTable
  account_customers: AccountCustomersTable
  admissions: AdmissionsTable
  after_sale_messages: AfterSaleMessagesTable
  api_keys: ApiKeysTable
  backups: BackupsTable
  basket_notices: BasketNoticesTable
  book_checks: BookChecksTable
  card_readers: CardReadersTable
  charities: CharitiesTable
  complaints: ComplaintsTable
  consents: ConsentsTable
  counter_refunds: CounterRefundsTable
  counter_sales: CounterSalesTable
  counter_shifts: CounterShiftsTable
  data_requests: DataRequestsTable
  discount_codes: DiscountCodesTable
  disputes: DisputesTable
  door_devices: DoorDevicesTable
  event_dates: EventDatesTable
  event_search: EventSearchTable
  events: EventsTable
  feedback: FeedbackTable
  former_ticket_codes: FormerTicketCodesTable
  gift_aid_claim_lines: GiftAidClaimLinesTable
  gift_aid_claims: GiftAidClaimsTable
  gift_aid_declarations: GiftAidDeclarationsTable
  gift_aid_deductions: GiftAidDeductionsTable
  gift_voucher_designs: GiftVoucherDesignsTable
  google_classes: GoogleClassesTable
  holds: HoldsTable
  installation: InstallationTable
  issued_vouchers: IssuedVouchersTable
  jobs: JobsTable
  ledger_entries: LedgerEntriesTable
  list_views: ListViewsTable
  mailing_people: MailingPeopleTable
  mailings: MailingsTable
  mails: MailsTable
  money_paid_sums: MoneyPaidSumsTable
  money_sums: MoneySumsTable
  money_sums_state: MoneySumsStateTable
  offers: OffersTable
  office_forms: OfficeFormsTable
  one_time_codes: OneTimeCodesTable
  order_line_taxes: OrderLineTaxesTable
  order_lines: OrderLinesTable
  order_notes: OrderNotesTable
  orders: OrdersTable
  organisers: OrganisersTable
  pass_devices: PassDevicesTable
  payment_account_setups: PaymentAccountSetupsTable
  payment_accounts: PaymentAccountsTable
  payment_notices: PaymentNoticesTable
  payment_plans: PaymentPlansTable
  payments: PaymentsTable
  payout_lines: PayoutLinesTable
  payouts: PayoutsTable
  picture_files: PictureFilesTable
  pictures: PicturesTable
  plan_instalments: PlanInstalmentsTable
  plan_names: PlanNamesTable
  plan_options: PlanOptionsTable
  policy_reports: PolicyReportsTable
  pools: PoolsTable
  price_tiers: PriceTiersTable
  question_answers: QuestionAnswersTable
  question_tickets: QuestionTicketsTable
  questions: QuestionsTable
  quota_uses: QuotaUsesTable
  quotas: QuotasTable
  rate_limits: RateLimitsTable
  receipt_counters: ReceiptCountersTable
  receipts: ReceiptsTable
  referral_links: ReferralLinksTable
  referral_visits: ReferralVisitsTable
  refunds: RefundsTable
  reminder_opt_outs: ReminderOptOutsTable
  sale_addresses: SaleAddressesTable
  sale_codes: SaleCodesTable
  sale_events: SaleEventsTable
  sale_line_seats: SaleLineSeatsTable
  sale_lines: SaleLinesTable
  sale_vouchers: SaleVouchersTable
  sales: SalesTable
  saved_cards: SavedCardsTable
  scheduled_tasks: ScheduledTasksTable
  seat_allocations: SeatAllocationsTable
  seats: SeatsTable
  sessions: SessionsTable
  settings: SettingsTable
  shop: ShopTable
  staff: StaffTable
  staff_columns: StaffColumnsTable
  staff_first_links: StaffFirstLinksTable
  staff_invitations: StaffInvitationsTable
  staff_log: StaffLogTable
  staff_passkeys: StaffPasskeysTable
  staff_roles: StaffRolesTable
  staff_sessions: StaffSessionsTable
  stock: StockTable
  suppressions: SuppressionsTable
  text_messages: TextMessagesTable
  texts: TextsTable
  ticket_changes: TicketChangesTable
  ticket_passes: TicketPassesTable
  ticket_requirements: TicketRequirementsTable
  ticket_types: TicketTypesTable
  tickets: TicketsTable
  transfer_tickets: TransferTicketsTable
  transfers: TransfersTable
  user_addresses: UserAddressesTable
  users: UsersTable
  venues: VenuesTable
  waiting: WaitingTable
  waiting_places: WaitingPlacesTable
  waiting_rooms: WaitingRoomsTable
  waiting_types: WaitingTypesTable
  waiver_signatures: WaiverSignaturesTable
  waivers: WaiversTable
  webhook_changes: WebhookChangesTable
  webhook_messages: WebhookMessagesTable
  webhook_tries: WebhookTriesTable
  webhooks: WebhooksTable
  write_probes: WriteProbesTable
}
