import type { Line } from '@foyer/domain/sale/line.ts'
import { type RawBuilder, sql } from 'kysely'
import { command, type Query, query, runBatch, runQuery } from '../../db/transaction/batch.ts'
import type { Tx } from '../../db/transaction/tx.ts'
import type { SaleRow } from '../sale.ts'
import { type Customer, customerOf } from './customer.ts'

type Buyer = { saleId: number; email: string; typedIn?: number | null }

type Limited = Pick<Line, 'maxCanReserve'>

/** Whether one of the lines has a maximum per customer. */
export const hasMaximum = (lines: readonly Limited[]): boolean =>
  lines.some(({ maxCanReserve }) => maxCanReserve !== null)

const isPaid = sql<boolean>`sales.paid_at is not null and sales.cancelled_at is null`

/** A payment that a vendor is taking counts too, but not one that a stranger started with this customer's address. */
const isPaidOrRunning = (now: Date) => sql<boolean>`(${isPaid} or (sales.paid_at is null
  and (sales.customer_session is null or sales.customer_session = buyer.typed_in)
  and exists (select 1 from payments where payments.sale_id = sales.id and payments.status = 'processing'
    and payments.expires_at > ${now})))`

/**
 * The sales that would give their customer more tickets of a type than one customer may buy, together with the customer's other
 * orders as an account, guest or express buyer. A ticket type belongs to one date, so each date has its own limit. An
 * order alone is never refused: the reserve has checked it, and its hold keeps the maximum of that moment.
 */
const overLimitQuery = (buyers: readonly Buyer[], counts: RawBuilder<boolean> = isPaid): Query<Set<number>> =>
  query(
    sql<{ sale_id: number }>`
      with buyer as (
        select * from unnest(${sql.val(buyers.map(({ saleId }) => saleId))}::bigint[], ${sql.val(buyers.map(({ email }) => email))}::text[],
          ${sql.val(buyers.map(({ typedIn }) => typedIn ?? null))}::bigint[]) as buyer(sale_id, email, typed_in)
      )
      select distinct line.sale_id
      from buyer
      join sale_lines line on line.sale_id = buyer.sale_id
      join ticket_types type on type.id = line.ticket_type_id
      cross join lateral (
        select coalesce(sum(other.qty), 0) as qty
        from sales
        join sale_lines other on other.sale_id = sales.id and other.ticket_type_id = line.ticket_type_id
        where (sales.user_id = (select id from users where users.email = buyer.email) or sales.guest_email = buyer.email)
          and sales.id <> buyer.sale_id and ${counts}
      ) bought
      where type.max_can_reserve is not null and bought.qty > 0 and line.qty + bought.qty > type.max_can_reserve`,
    (rows) => new Set(rows.map(({ sale_id }) => sale_id)),
  )

export const overLimit = async (tx: Tx, buyers: readonly Buyer[]): Promise<Set<number>> =>
  buyers.length === 0 ? new Set() : runQuery(tx, overLimitQuery(buyers))

/** The same as `overLimit`, for one sale. */
export const isOverLimit = async (tx: Tx, { id: saleId }: Pick<SaleRow, 'id'>, email: string): Promise<boolean> =>
  (await overLimit(tx, [{ saleId, email }])).has(saleId)

/** What a customer buys, locked until the transaction ends. Comes after the sale and before stock. */
const lockPurchasesQuery = (email: string): Query<void> =>
  command(sql`select pg_advisory_xact_lock(hashtextextended(${`customer:${email}`}, 0))`)

/**
 * The same at the payment, where it counts: of two payments of one customer the second sees the first. With `starting`, what a
 * vendor is taking counts too, so that nobody is charged for what could not be kept.
 */
export async function isOverLimitAtPayment(
  tx: Tx,
  { id: saleId }: Pick<SaleRow, 'id'>,
  { email, typedIn }: Pick<Customer, 'email' | 'typedIn'>,
  { starting }: { starting?: Date } = {},
): Promise<boolean> {
  const [, over] = await runBatch(
    tx,
    // guard: customer-purchases-locked
    lockPurchasesQuery(email),
    overLimitQuery([{ saleId, email, typedIn }], starting && isPaidOrRunning(starting)),
  )
  return over.has(saleId)
}

/** Whether the locked sale may not be paid for, because its customer would have more than one customer may buy. */
export async function isStartOverLimit(
  tx: Tx,
  { sale, lines }: { sale: SaleRow; lines: readonly Limited[] },
  now: Date,
): Promise<boolean> {
  if (!hasMaximum(lines)) return false
  const customer = await customerOf(tx, sale)
  return customer !== null && isOverLimitAtPayment(tx, sale, customer, { starting: now })
}
