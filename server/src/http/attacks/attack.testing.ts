import { CALLS } from '@foyer/contract/calls.ts'
import type { CallName } from '@foyer/contract/paths.ts'
import { type RawBuilder, sql } from 'kysely'
import { z } from 'zod'
import type { Db } from '../../db/transaction/tx.ts'
import type { FullCustomer } from '../../testing/fixtures/full-customer.ts'

/** What an attacker sends: each field of each call that names something, with every value of another customer. */

type Schema = {
  type?: string
  properties?: Record<string, Schema>
  items?: Schema
  anyOf?: Schema[]
  enum?: unknown[]
  const?: unknown
  additionalProperties?: Schema
}

const references = (of: FullCustomer) => [of.order.reference, of.plan.reference, of.open.reference]

/** Fields that name a thing a person owns; `call.field` goes before `field`. */
const NAMES: Record<string, (of: FullCustomer) => (string | number)[]> = {
  address_id: (of) => [of.address],
  selected_user_address_id: (of) => [of.address],
  email: (of) => [of.email, of.friend],
  transfer_id: (of) => of.transferIds,
  'claim_transfer.token': (of) => [of.claimToken],
  reference: references,
  sale_reference: references,
  payment_method_id: (of) => [of.card],
  selected_payment_method_id: (of) => [of.card],
  'pay_with_instalment.id': (of) => [of.card],
  setup_intent: (of) => [of.paymentIntent],
  waiver_id: (of) => [of.waiverId],
  ticket_ids: (of) => of.ticketIds,
  'change_own_ticket.ticket_id': (of) => of.ticketIds,
  'rename_ticket.ticket_id': (of) => of.ticketIds,
  'check_ticket.code': (of) => of.ticketCodes,
  'door_entries.code': (of) => of.ticketCodes,
}

/** Fields that name nothing that belongs to a person: the catalogue's ids, and free text. One valid value each. */
const WORDS: Record<string, (of: FullCustomer) => string | number> = {
  'pay_change_with_square.source': () => 'cnon:card-nonce-ok',
  'sign_waiver.version': () => 1,
  ticket_id: (of) => of.order.ticketId,
  ticket_type_id: (of) => of.order.ticketId,
  'return_tickets.ticket_type_id': (of) => of.plan.ticketId,
  'name_plan_ticket.ticket_type_id': (of) => of.plan.ticketId,
  'name_plan_ticket.place': () => 0,
  seat_id: () => 1,
  seat_ids: () => 1,
  left: () => 1,
  voucher: () => '',
  less_to_pay: () => '',
  difference: () => 0,
  'add_to_basket.quantity': () => 1,
  quantity: () => 1,
  qty: () => 1,
  seats: () => 'A1',
  party: () => 'A1',
  access: () => 1,
  section: () => 'Stalls',
  gift_voucher_id: () => 1,
  value: () => 10,
  amount: () => 10,
  refund_protection: () => 1,
  code: () => '123456',
  context: () => 'checkout',
  'h-captcha-response': () => '',
  state: () => 'order_completed',
  fullname: () => 'Mal Lory',
  first_name: () => 'Mal',
  last_name: () => 'Lory',
  address_1: () => '1 Elsewhere',
  address_2: () => '',
  town: () => 'Elsewhere',
  postcode: () => 'AB1 2CD',
  country: () => '1',
  contact_number: () => '020 7946 0999',
  organiser_subscribed_marketing: () => 1,
  ct_subscribed: () => 1,
  event_subscribed: () => 1,
  amount_before_booking_fee: () => 5,
  charity_id: () => 1,
  is_gift_aid: () => 1,
  subscribe: () => 1,
  uk_based: () => 1,
  address1: () => '1 Elsewhere',
  uk_taxpayer: () => 1,
  own_money: () => 1,
  not_gambling: () => 1,
  gift_voucher_from: () => 'Mal',
  gift_voucher_to: () => 'Lory',
  answers: () => 'nothing',
  before_or_after: () => 'after',
  token: () => 'cnon:card-nonce-ok',
  instalment_option: () => '2',
  brand: () => 'visa',
  last4: () => '4242',
  month: () => '12',
  year: () => '2035',
  funding: () => 'credit',
  make_default_payment_method: () => 1,
  seq: () => 1,
  is_dark_mode: () => 1,
  address: () => 'Hushmere',
  name: () => 'Mal Lory',
  is_gift: () => 0,
  send_gift: () => 'Send now',
  delivery_date: () => '',
  delivery_time: () => '',
  message: () => 'Hello from Mal Lory',
  children: () => 'Young Lory',
  signed_by: () => 'Mal Lory',
  is_minor: () => 0,
  signature_kind: () => 'typed',
  signature: () => 'Mal Lory',
  access_code: () => 'guessed',
  where: () => 'Main door',
  look: () => 0,
  pairing_code: () => 'AAAA-2222',
  device: () => 'guessed',
  version: () => '',
  key: () => 'k',
  kind: () => 'in',
  door_ticket_id: () => 1,
  at: () => '2026-09-01T18:00:00Z',
  offline: () => 1,
  reason: () => 'a reason',
  q: () => '',
  place: () => '',
  organiser: () => '',
  from: () => '',
  to: () => '',
  when: () => '',
  category: () => '',
  price: () => '',
  page: () => 1,
  view: () => '',
  slug: (of) => of.order.event!.slug,
}

const look = <T>(table: Record<string, T>, name: CallName, field: string): T | undefined =>
  table[`${name}.${field}`] ?? table[field]

const schemaOf = (name: CallName) => z.toJSONSchema(CALLS[name].body, { io: 'input', unrepresentable: 'any' }) as Schema

function leavesOf(schema: Schema, field = ''): string[] {
  if (schema.properties) return Object.entries(schema.properties).flatMap(([key, of]) => leavesOf(of, key))
  if (schema.items) return leavesOf(schema.items, field)
  return field === '' ? [] : [field]
}

export const namingFields = (name: CallName): string[] =>
  [...new Set(leavesOf(schemaOf(name)))].filter((field) => look(NAMES, name, field) !== undefined)

/** Fields of the contract that are not classified yet: whether they name something that belongs to a customer. */
export const unknownFields = (name: CallName): string[] =>
  leavesOf(schemaOf(name)).filter((field) => !look(NAMES, name, field) && !look(WORDS, name, field))

/** Every body of a call in which the naming fields hold, in all combinations, what is theirs or what is the attacker's own. */
export function bodiesAgainst(
  name: CallName,
  theirs: FullCustomer,
  own: FullCustomer | null,
): Record<string, unknown>[] {
  const fields = namingFields(name)
  let choices: Record<string, string | number>[] = [{}]
  for (const field of fields) {
    const values = look(NAMES, name, field)!
    const all = [...values(theirs), ...(own ? values(own) : [])]
    choices = choices.flatMap((choice) => all.map((value) => ({ ...choice, [field]: value })))
  }
  return choices.map((choice) => fill(schemaOf(name), name, theirs, choice) as Record<string, unknown>)
}

function fill(schema: Schema, name: CallName, of: FullCustomer, named: Record<string, unknown>, field = ''): unknown {
  if (schema.properties)
    return Object.fromEntries(
      Object.entries(schema.properties).map(([key, inner]) => [key, fill(inner, name, of, named, key)]),
    )
  if (schema.items) return field === 'seats' ? [] : [fill(schema.items, name, of, named, field)]
  if (schema.additionalProperties) return field === 'answers' ? { diet: 'nothing' } : {}
  return named[field] ?? look(WORDS, name, field)?.(of)
}

/** Requests to customers and vendors do not count as changes. */
const WHEN_LOOKED = ['last_seen_at', 'checked_at']
/** Counters that all customers share. */
const SHARED = ['rate_limits', 'stock', 'quotas', 'payment_notices']
const columnsByDb = new WeakMap<Db, Map<string, Set<string>>>()

/** Tables and their columns, looked up once: the schema does not change in a test. */
async function columnsOf(db: Db): Promise<Map<string, Set<string>>> {
  const before = columnsByDb.get(db)
  if (before) return before
  const { rows } = await sql<{ name: string; columns: string[] }>`
    select relname as name, jsonb_agg(attname) as columns from pg_class join pg_attribute on attrelid = pg_class.oid
    where relnamespace = 'public'::regnamespace and relkind = 'r' and attnum > 0 and relname not like 'kysely%'
    group by 1 order by 1`.execute(db)
  const found = new Map(
    rows.filter(({ name }) => !SHARED.includes(name)).map(({ name, columns }) => [name, new Set(columns)]),
  )
  columnsByDb.set(db, found)
  return found
}

async function rowsWhere(db: Db, where: (name: string, columns: Set<string>) => RawBuilder<unknown> | null) {
  const each = [...(await columnsOf(db))].flatMap(([name, columns]) => {
    const condition = where(name, columns)
    return condition === null
      ? []
      : [
          sql`select ${sql.lit(name)} as name, to_jsonb(t) - ${WHEN_LOOKED}::text[] as row from ${sql.table(name)} t where ${condition}`,
        ]
  })
  const { rows } = await sql<{ name: string; row: object }>`${sql.join(each, sql` union all `)}`.execute(db)
  return rows.map(({ name, row }) => `${name} ${JSON.stringify(row)}`).sort()
}

/** Every row of the database, one line each: table, then columns. */
export const allRows = (db: Db): Promise<string[]> => rowsWhere(db, () => sql`true`)

const ADDRESSES = ['email', 'recipient', 'guest_email', 'holder_email', 'proved_email']

/** The rows that belong to this person by one of their columns. */
export const rowsOf = (db: Db, { userId, saleIds, email }: Pick<FullCustomer, 'userId' | 'saleIds' | 'email'>) =>
  rowsWhere(db, (name, columns) => {
    const sales = sql`any(${sql.val(saleIds)}::bigint[])`
    const conditions = [
      ...(columns.has('user_id') ? [sql`t.user_id = ${userId}`] : []),
      ...(columns.has('sale_id') ? [sql`t.sale_id = ${sales}`] : []),
      ...(name === 'sales' ? [sql`t.id = ${sales}`] : []),
      ...ADDRESSES.filter((column) => columns.has(column)).map((column) => sql`t.${sql.ref(column)} = ${email}`),
    ]
    return conditions.length === 0 ? null : sql.join(conditions, sql` or `)
  })
