import { sql } from 'kysely'
import { beforeAll, describe, expect, it } from 'vitest'
import { openShift } from '../office/testing/counter.ts'
import { createClaim, createDonation } from '../office/testing/gift-aid.ts'
import { adder, plantEvent } from '../office/testing/planted-event.ts'
import { plantOrder } from '../office/testing/planted-order.ts'
import { createAccount } from '../testing/fixtures/buyers.ts'
import { createEvent } from '../testing/fixtures/catalogue.ts'
import { openShop, type TestShop } from '../testing/shop.ts'
import { erasePerson } from './erase.ts'
import { eraseExpiredData } from './retention.ts'
import { tablesWith } from './testing/tables-with.ts'

/** Columns that can hold text, by table. A new column fails until it is in one of the three lists. */
type Declared = Readonly<Record<string, string>>

/** About buyers and those who get their tickets: erased at their request, and after the times of docs/privacy.md. */
const ERASED: Declared = {
  account_customers: 'provider_customer_id',
  admissions: 'reason',
  complaints: 'name email message answer',
  consents: 'email wording source',
  counter_sales: 'note',
  data_requests: 'email',
  feedback: 'message author',
  issued_vouchers: 'from_name to_name',
  mailing_people: 'email name',
  mails: 'recipient subject body_text body_html attachments last_error unsubscribe_url',
  one_time_codes: 'email code_hash session_id network',
  order_notes: 'words',
  orders: 'name email phone',
  pass_devices: 'device serial push_token',
  payments: 'failure_text payer_email payer_network card_brand card_last4',
  plan_names: 'name',
  question_answers: 'answer',
  sale_addresses: 'first_name last_name address_1 address_2 town postcode country state',
  sales: 'guest_email guest_name init_guest_email contact_number gift_voucher_from gift_voucher_to',
  saved_cards: 'provider_method_id brand last4 funding',
  sessions: 'id proved_email device',
  text_messages: 'recipient body last_error',
  tickets: 'holder_name holder_email',
  transfers: 'name email message',
  user_addresses: 'first_name last_name address_1 address_2 town postcode country state',
  users: 'email first_name last_name stripe_customer_id',
  waiting: 'email',
}

/** Kept at a person's request, because a law or a claim needs it; erased with old orders. */
const KEPT: Declared = {
  gift_aid_claim_lines: 'first_name last_name house postcode',
  gift_aid_declarations: 'donor_name address_1 postcode',
  waiver_signatures: 'name signed_by signature',
}

/** Not about buyers, or only by a number, code or hash that means nothing once the rest is erased. */
const NOT_OF_BUYERS: Declared = {
  access_codes: 'code',
  admissions: 'kind outcome place other_place key shown_code',
  after_sale_messages: 'message_html',
  api_keys: 'name role prefix hash',
  backups: 'place',
  basket_notices: 'kind text',
  book_checks: 'name',
  card_readers: 'name external_id',
  charities: 'slug name logo description_html donation_checkout_title hmrc_reference gift_aid_wording currency',
  complaints: 'number form_key kind language outcome',
  consents: 'kind basis',
  counter_sales: 'how',
  counter_shifts: 'currency report',
  discount_codes: 'code typed_code kind currency',
  disputes: 'provider_dispute_id reason status',
  door_devices: 'name code token_hash',
  event_dates: 'status change_words',
  event_search: 'keys',
  events:
    'slug title summary description_html category currency timezone status different_timeslots_warning livestream_url online_url reward_text reward_short_text questions_intro_html ga ga_conversion_id fb_pixel source_url imported_from picture picture_alt cancel_words reminder_text thanks_text listing_key single_seats',
  former_ticket_codes: 'code why',
  gift_aid_claims: 'hmrc_reference',
  gift_aid_declarations: 'wording wording_version cancelled_as',
  gift_voucher_designs: 'slug name description currency',
  google_classes: 'sent',
  issued_vouchers: 'code currency',
  jobs: 'kind key payload last_error',
  ledger_entries: 'movement account currency',
  mailing_people: 'state',
  list_views: 'list name filter',
  mailings: 'kind list filter subject body state',
  mails: 'key kind status message_id',
  money_paid_sums: 'currency way account',
  money_sums: 'currency channel codes kind',
  offers: 'title kind',
  office_forms: 'key call reply',
  one_time_codes: 'kind',
  order_line_taxes: 'part',
  order_lines: 'kind',
  orders: 'number channel currency',
  organisers:
    'slug name full_url about_html payment_provider refund_policy marketing_signup_message contact_email ga_ua_property questions_intro_html small_total tax_number tax_address legal_kind legal_name legal_address legal_country legal_register legal_number legal_part legal_charity_number legal_phone legal_mediator logo cover cover_alt accent',
  payment_accounts: 'provider external_id name credentials key_id currencies',
  payment_account_setups: 'provider external_id credentials key_id public_key',
  payment_notices: 'provider event_id kind provider_payment_id',
  payment_plans: 'option_key status terms_version',
  payments:
    'provider purpose currency status outcome provider_payment_id idempotency_key redirect_url failure_code plan_terms terms',
  payout_lines: 'external_id kind provider_payment_id provider_refund_id',
  payouts: 'provider external_id status currency',
  picture_files: 'sha256 name type bytes',
  pictures: 'sha256',
  plan_instalments: 'status',
  plan_options: 'key label',
  policy_reports: 'directive blocked',
  pools: 'name kept_reason',
  question_answers: 'key before_or_after',
  questions: 'osq_id question_html type options before_or_after',
  rate_limits: 'key',
  receipt_counters: 'kind',
  receipts: 'kind seller lines',
  referral_links: 'code',
  referral_visits: 'session_id code',
  refunds: 'reason status provider_refund_id idempotency_key failure_text parts',
  reminder_opt_outs: 'email_hash',
  sale_addresses: 'kind',
  sale_codes: 'code',
  sale_events: 'kind facts',
  sale_lines: 'section',
  sales:
    'reference state currency reserving_error captcha_error payment_error truelayer_returned_from referred_by terms language',
  saved_cards: 'provider',
  scheduled_tasks: 'name fault',
  seat_allocations: 'name',
  seats: 'label section row_name status kept_reason kind view_note',
  settings: 'key value',
  shop: 'name email legal logo accent',
  staff: 'email name notifications language',
  staff_columns: 'list columns',
  staff_first_links: 'token_hash',
  staff_invitations: 'email role token_hash',
  staff_log: 'action outcome subject_kind subject_id before after ip_hash',
  staff_passkeys: 'credential_id public_key transports name',
  staff_roles: 'role',
  staff_sessions: 'id email device challenge',
  suppressions: 'email_hash why',
  text_messages: 'key status provider_id',
  texts: 'kind language html',
  ticket_changes: 'token state',
  ticket_passes: 'serial holder_hash google_sent',
  ticket_requirements: 'title',
  ticket_types: 'name description refund_policy visibility tax_rates seat_kinds',
  tickets: 'code status admitted_where',
  transfers: 'status claim_token_hash',
  venues: 'slug name full_address town country_code map_address',
  waiting: 'kind state language',
  waiting_places: 'public_id key_hash',
  waiting_rooms: 'secret secret_hash list_hash samples message',
  waiver_signatures: 'signature_kind',
  waivers: 'title terms_html',
  webhook_changes: 'kind tx',
  webhook_messages: 'uid kind',
  webhook_tries: 'excerpt',
  webhooks: 'url role kinds secret secret_key_id old_secret old_secret_key_id',
  write_probes: 'filler',
}

/** Of an account, which stays until its owner erases it. */
const OF_ACCOUNT = ['users', 'user_addresses', 'saved_cards', 'account_customers', 'consents']
/** Which rows are the buyer's, in tables where the fixture has others too. */
const OWN_ROWS: Declared = {
  sales: 'id in (select sale_id from counter_sales)',
  orders: 'sale_id in (select sale_id from counter_sales)',
  tickets: 'sale_id in (select sale_id from counter_sales)',
  sessions: 'user_id is not null',
}
const YEAR = 365 * 86_400

const EMAIL = 'wanda.buyer@example.org'
const NAME = 'Wanda Wyvern'

const columnsOf = (declared: Declared): [table: string, column: string][] =>
  Object.entries(declared).flatMap(([table, columns]) =>
    columns.split(' ').map((column): [string, string] => [table, column]),
  )

/** A buyer with a row in every table of personal data, and a value in each of its columns. */
async function createKnownBuyer(shop: TestShop): Promise<void> {
  const { db, clock } = shop
  const add = adder(db)
  const now = clock.now()
  const later = new Date(now.getTime() + 3_600_000)
  const { organiserId } = await createEvent(db)
  const { id: user_id } = await createAccount(shop, EMAIL)
  const event = await plantEvent(shop, { organiserId, mark: 'Plain', minor: 700, status: 'published' })
  const shift = (await openShift(shop, { organiserId, staffId: event.manager.id }))!
  const buyer = { email: EMAIL, name: NAME, userId: user_id }
  const order = await plantOrder(shop, { mark: 'Plain', events: [event], buyer, shiftId: shift.id })
  const account = await add('payment_accounts', {
    organiser_id: organiserId,
    provider: 'stripe',
    external_id: 'acct_privacy',
    created_at: now,
    updated_at: now,
  })
  await add('account_customers', { account_id: account.id, user_id, provider_customer_id: 'cus_privacy' })
  await add('user_addresses', {
    user_id,
    first_name: NAME,
    last_name: '',
    address_1: '1 Row',
    town: 'Portwell',
    postcode: 'PW1 1AA',
    country: '1',
    created_at: now,
  })
  await add('saved_cards', {
    user_id,
    provider: 'stripe',
    provider_method_id: 'pm_privacy',
    brand: 'visa',
    last4: '4242',
    exp_month: 1,
    exp_year: 2040,
    created_at: now,
  })
  const session = { id: 'session-privacy', user_id, created_at: now, last_seen_at: now, expires_at: later }
  await add('sessions', session)
  await add('one_time_codes', {
    email: EMAIL,
    code_hash: 'hash',
    session_id: session.id,
    created_at: now,
    expires_at: later,
  })
  const mailing = await add('mailings', {
    organiser_id: organiserId,
    kind: 'service',
    list: 'orders',
    filter: '{}',
    subject: 'Soon',
    body: 'Soon',
    event_ids: [event.eventId],
    made_by: event.manager.id,
    made_at: now,
    ended_at: now,
  })
  await add('mailing_people', { mailing_id: mailing.id, email: EMAIL, name: NAME, sale_id: order.orderId })
  const donation = await createDonation(db, { organiserId, now })
  await createClaim(db, donation, now)
  for (const table of ['gift_aid_declarations', 'gift_aid_claim_lines'] as const)
    await db.updateTable(table).set({ sale_id: order.orderId }).execute()

  await add('data_requests', { organiser_id: organiserId, email: EMAIL, asked_at: now })
  await db.updateTable('waiting').set({ email: EMAIL, ended_at: now, state: 'left' }).execute()
  for (const [table, column] of [...columnsOf(ERASED), ...columnsOf(KEPT)])
    await sql`update ${sql.table(table)} set ${sql.ref(column)} = ${
      column === 'attachments' ? '["filled"]' : /email|recipient/.test(column) ? EMAIL : `filled ${column}`
    } where (${sql.ref(column)} is null or ${sql.ref(column)}::text in ('', '[]')) and ${sql.raw(OWN_ROWS[table] ?? 'true')}`.execute(
      db,
    )
  // Nothing to come, and nothing running, would be refused.
  await db.updateTable('tickets').set({ status: 'void' }).execute()
  await db.updateTable('payment_plans').set({ status: 'completed' }).execute()
}

/** What the buyer's rows say in these columns, by `table.column`. */
async function wordsIn({ db }: TestShop, columns: readonly [string, string][]): Promise<Map<string, Set<string>>> {
  const found = new Map<string, Set<string>>()
  for (const [table, column] of columns) {
    const { rows } = await sql<{
      word: string
    }>`select distinct ${sql.ref(column)}::text as word from ${sql.table(table)}
      where ${sql.ref(column)}::text not in ('', '[]') and ${sql.raw(OWN_ROWS[table] ?? 'true')}`.execute(db)
    found.set(`${table}.${column}`, new Set(rows.map(({ word }) => word)))
  }
  return found
}

const stillSaid = (before: Map<string, Set<string>>, after: Map<string, Set<string>>): string[] =>
  [...before].filter(([name, words]) => [...words].some((word) => after.get(name)!.has(word))).map(([name]) => name)

describe('personal data, column by column', () => {
  let shop: Awaited<ReturnType<typeof openShop>>
  beforeAll(async () => {
    shop = await openShop('postgres')
    await createKnownBuyer(shop)
    return () => shop.close()
  }, 60_000)

  it('every column that can hold text is declared', async () => {
    const { rows } = await sql<{ name: string }>`
      select c.table_name || '.' || c.column_name as name from information_schema.columns c
      join information_schema.tables t using (table_schema, table_name)
      where table_schema = 'public' and t.table_type = 'BASE TABLE' and c.table_name not like 'kysely%'
        and c.data_type in ('text', 'character varying', 'character', 'jsonb', 'json', 'bytea', 'ARRAY', 'inet')
        and c.udt_name not in ('_int8', '_int4')`.execute(shop.db)
    const declared = [ERASED, KEPT, NOT_OF_BUYERS].flatMap(columnsOf).map((pair) => pair.join('.'))
    expect(rows.map(({ name }) => name).sort()).toEqual(declared.sort())
  })

  it('each is filled here, and no longer says anything once its person was erased', async () => {
    const [erased, kept] = [columnsOf(ERASED), columnsOf(KEPT)]
    const before = await wordsIn(shop, [...erased, ...kept])
    expect([...before].filter(([, words]) => words.size === 0).map(([name]) => name)).toEqual([])
    const user = await shop.db.selectFrom('users').select('id').executeTakeFirstOrThrow()
    expect(await erasePerson(shop.deps, { userId: user.id, email: EMAIL })).toMatchObject({ ok: true })
    const after = await wordsIn(shop, [...erased, ...kept])
    expect(stillSaid(before, after)).toEqual(kept.map((pair) => pair.join('.')))
    expect(await tablesWith(shop.db, [EMAIL, NAME])).toEqual([])
  })
})

describe('personal data of an order', () => {
  let shop: Awaited<ReturnType<typeof openShop>>
  beforeAll(async () => {
    shop = await openShop('postgres')
    await createKnownBuyer(shop)
    return () => shop.close()
  }, 60_000)

  it('are erased from every column after seven years, while the account stays', async () => {
    const columns = [...columnsOf(ERASED), ...columnsOf(KEPT)]
    const before = await wordsIn(shop, columns)
    shop.clock.advance(8 * YEAR)
    await eraseExpiredData(shop.deps)
    const left = stillSaid(before, await wordsIn(shop, columns)).map((name) => name.split('.')[0]!)
    expect([...new Set(left)].sort()).toEqual([...OF_ACCOUNT].sort())
  })
})
