import { sql } from 'kysely'
import { compiledOnce, type Parameters, type Query, query } from '../../db/transaction/batch.ts'
import { insertRows, type Lists, listsOf, namesOf, rowsOf } from '../../db/transaction/column-lists.ts'
import { ON_ITS_NODE } from '../../db/transaction/on-its-node.ts'
import { jobRow, type NewJob } from '../../jobs/jobs.ts'
import type { Facts } from '../../sale/sale.ts'
import type { Terms } from '../../sale/terms/terms.ts'
import type { ledgerRows } from '../ledger/ledger.ts'
import { type NewOrder, type orderLineRows, orderLists, ordersWrite, type orderTaxRows } from '../order/write.ts'
import type { Payment } from '../payment.ts'

/** A free order's payment, which is written with what it pays for. */
export type FreePayment = {
  sale_id: number
  currency: string
  idempotency_key: string
  payer_session: number | null
  payer_user_id: number | null
  payer_email: string | null
}

/** A payment as `soldQueries` leaves it once it became tickets. */
export const fulfilledAt = (at: Date, payment: Payment): Payment => ({
  ...payment,
  status: 'paid',
  outcome: 'fulfilled',
  paid_at: at,
  updated_at: at,
  checked_at: at,
  redirect_url: null,
  failure_code: null,
  failure_text: null,
})

/** What a payment that became tickets leaves in the database, apart from stock, seats and codes. */
export type Sold = {
  payment: Pick<Payment, 'id' | 'outcome' | 'card_brand' | 'card_last4'> | FreePayment
  order: NewOrder
  lines: ReturnType<typeof orderLineRows>
  taxes: ReturnType<typeof orderTaxRows>
  /** Entries without a payment belong to the one that is written with them. */
  ledger: ReturnType<typeof ledgerRows>
  terms: Terms
  history: { kind: string; facts: Facts }
  delivery?: NewJob
}

/** The columns that are written, with their types. */
const COLUMNS = {
  payments: {
    sale_id: 'bigint',
    provider: 'text',
    amount_minor: 'bigint',
    currency: 'text',
    status: 'text',
    outcome: 'text',
    idempotency_key: 'text',
    payer_session: 'bigint',
    payer_user_id: 'bigint',
    payer_email: 'text',
    created_at: 'timestamptz',
    updated_at: 'timestamptz',
    paid_at: 'timestamptz',
  },
  order_lines: {
    sale_id: 'bigint',
    line: 'int',
    kind: 'text',
    organiser_id: 'bigint',
    event_id: 'bigint',
    date_id: 'bigint',
    ticket_type_id: 'bigint',
    design_id: 'bigint',
    charity_id: 'bigint',
    qty: 'int',
    list_minor: 'bigint',
    offer_minor: 'bigint',
    discount_minor: 'bigint',
    net_minor: 'bigint',
    fee_minor: 'bigint',
    protection_minor: 'bigint',
    delivery_minor: 'bigint',
    voucher_minor: 'bigint',
    rounding_minor: 'bigint',
    tax_minor: 'bigint',
    paid_at: 'timestamptz',
  },
  order_line_taxes: {
    sale_id: 'bigint',
    line: 'int',
    part: 'text',
    rate_bp: 'int',
    gross_minor: 'bigint',
    tax_minor: 'bigint',
  },
  ledger_entries: {
    sale_id: 'bigint',
    movement: 'text',
    account: 'text',
    amount_minor: 'bigint',
    currency: 'text',

    payment_id: 'bigint',
    organiser_id: 'bigint',
    event_id: 'bigint',
    ticket_type_id: 'bigint',
    at: 'timestamptz',
  },
  sale_events: { sale_id: 'bigint', kind: 'text', facts: 'jsonb', at: 'timestamptz' },
  jobs: { kind: 'text', key: 'text', payload: 'jsonb', run_at: 'timestamptz', created_at: 'timestamptz' },
} as const

/** The columns of payments that were begun before and are captured now, with their types. */
const CAPTURED = { id: 'bigint', at: 'timestamptz', card_brand: 'text', card_last4: 'text' } as const
/** The columns of sales that are sold, with their types. */
const SOLD = { id: 'bigint', total_minor: 'bigint', paid_at: 'timestamptz', terms: 'jsonb' } as const

const statement = compiledOnce((db, lists: Parameters<Lists>) => {
  const into = (table: keyof typeof COLUMNS) => insertRows(table, COLUMNS[table], lists)
  const written = sql<never>`
    with made as (${into('payments')} returning id, sale_id),
    captured as (
      update payments set status = 'paid', outcome = 'fulfilled', paid_at = paid.at, updated_at = paid.at, checked_at = paid.at,
        redirect_url = null, failure_code = null, failure_text = null, card_brand = paid.card_brand, card_last4 = paid.card_last4
      from ${rowsOf('captured', CAPTURED, lists)} as paid (${namesOf(CAPTURED)})
      where payments.id = paid.id
    ),
    ordered as (${ordersWrite(lists)}),
    line as (${into('order_lines')}),
    tax as (${into('order_line_taxes')}),
    sold as (
      update sales set state = 'deliver_tickets', paid_at = sold.paid_at, total_minor = sold.total_minor, terms = sold.terms,
        terms_from = sold.paid_at, agreed_at = coalesce(held_from, sold.paid_at), held_until = null, held_from = null,
        expired = false, reserving_error = null, payment_error = null, updated_at = sold.paid_at
      from ${rowsOf('sold', SOLD, lists)} as sold (${namesOf(SOLD)})
      where sales.id = sold.id
    ),
    entry as (
      select nextval('ledger_entries_id_seq') as id, one.*
      from ${rowsOf('ledger_entries', COLUMNS.ledger_entries, lists)} as one (${namesOf(COLUMNS.ledger_entries)})
    ),
    booked as (
      insert into ledger_entries (id, sale_id, movement, account, amount_minor, currency, payment_id, organiser_id, event_id,
        ticket_type_id, at)
      select entry.id, entry.sale_id, movement, account, amount_minor, currency, coalesce(payment_id, made.id), organiser_id, event_id,
        ticket_type_id, at
      from entry left join made on made.sale_id = entry.sale_id ${ON_ITS_NODE}
    ),
    noted as (${into('sale_events')}),
    queued as (${into('jobs')} on conflict (kind, key) do nothing)
    select`
  return { compile: () => written.compile(db) }
})

/** The statement that writes what was sold, for any number of sales. They must be locked. */
export const soldQueries = (sold: readonly Sold[]): Query<void>[] => {
  if (sold.length === 0) return []
  const payments = sold.flatMap(({ payment, order: { paidAt: at } }) => {
    if ('id' in payment) return []
    const paid = { provider: 'free', amount_minor: 0, status: 'paid', outcome: 'fulfilled' }
    return [{ ...payment, ...paid, created_at: at, updated_at: at, paid_at: at }]
  })
  const captured = sold.flatMap(({ payment, order }) =>
    'id' in payment && payment.outcome === null ? [{ ...payment, at: order.paidAt }] : [],
  )
  const events = sold.map(({ order, history: { kind, facts } }) => ({
    sale_id: order.sale.id,
    kind,
    facts: JSON.stringify(facts),
    at: order.paidAt,
  }))
  const jobs = sold.flatMap(({ delivery }) => (delivery === undefined ? [] : [jobRow(delivery)]))
  const sales = sold.map(({ order: { sale, totalMinor, paidAt }, terms }) => ({
    id: sale.id,
    total_minor: totalMinor,
    paid_at: paidAt,
    terms: JSON.stringify(terms),
  }))
  const rowLists = <Name extends keyof typeof COLUMNS>(
    table: Name,
    rows: readonly { [Column in keyof (typeof COLUMNS)[Name]]: unknown }[],
  ) => listsOf(table, COLUMNS[table], rows)
  const lists: Lists = {
    ...rowLists('payments', payments),
    ...listsOf('captured', CAPTURED, captured),
    ...orderLists(sold.map(({ order }) => order)),
    ...rowLists(
      'order_lines',
      sold.flatMap(({ lines }) => lines),
    ),
    ...rowLists(
      'order_line_taxes',
      sold.flatMap(({ taxes }) => taxes),
    ),
    ...listsOf('sold', SOLD, sales),
    ...rowLists(
      'ledger_entries',
      sold.flatMap(({ ledger }) => ledger),
    ),
    ...rowLists('sale_events', events),
    ...rowLists('jobs', jobs),
  }
  return [query(statement(lists), () => {})]
}
