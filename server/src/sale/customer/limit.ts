import type { Line } from '@foyer/domain/sale/line.ts'
import { type RawBuilder, sql } from 'kysely'
import { command, type Query, query, runBatch, runQuery } from '../../db/transaction/batch.ts'
import { unnestRows } from '../../db/transaction/column-lists.ts'
import type { Tx } from '../../db/transaction/tx.ts'
import { areRunning } from '../../payment/provider/status.ts'
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
  and exists (select 1 from payments where payments.sale_id = sales.id and ${areRunning(now)})))`

/**
 * The sales whose customer would have more tickets of a type than one customer may buy, counting the customer's other orders as
 * an account, guest or express buyer. Returned tickets don't count, those sent to others do. A ticket type belongs to one date, so
 * each date has its own maximum. A sale without earlier orders is never among them: the reserve has checked it, and its hold keeps
 * the maximum of that moment.
 */
const exceedingMaximumQuery = (buyers: readonly Buyer[], counts: RawBuilder<boolean> = isPaid): Query<Set<number>> =>
  query(
    sql<{ sale_id: number }>`
      with buyer as (
        select * from ${unnestRows('buyer', buyers, {
          sale_id: ['bigint', ({ saleId }) => saleId],
          email: ['text', ({ email }) => email],
          typed_in: ['bigint', ({ typedIn }) => typedIn ?? null],
        })}
      )
      select distinct line.sale_id
      from buyer
      join sale_lines line on line.sale_id = buyer.sale_id
      join ticket_types type on type.id = line.ticket_type_id
      cross join lateral (
        select coalesce(sum(other.qty - coalesce((select sum(returned.refunded_qty) from order_lines returned
          where returned.sale_id = other.sale_id and returned.ticket_type_id = other.ticket_type_id), 0)), 0) as qty
        from sales
        join sale_lines other on other.sale_id = sales.id and other.ticket_type_id = line.ticket_type_id
        where (sales.user_id = (select id from users where users.email = buyer.email) or sales.guest_email = buyer.email)
          and sales.id <> buyer.sale_id and ${counts}
      ) bought
      where type.max_can_reserve is not null and bought.qty > 0 and line.qty + bought.qty > type.max_can_reserve`,
    (rows) => new Set(rows.map(({ sale_id }) => sale_id)),
  )

export const salesExceedingMaximum = async (tx: Tx, buyers: readonly Buyer[]): Promise<Set<number>> =>
  buyers.length === 0 ? new Set() : runQuery(tx, exceedingMaximumQuery(buyers))

/** The same for one sale. */
export const exceedsMaximum = async (tx: Tx, { id: saleId }: Pick<SaleRow, 'id'>, email: string): Promise<boolean> =>
  (await salesExceedingMaximum(tx, [{ saleId, email }])).has(saleId)

/** Locks a customer's purchases until the transaction ends. Take it after the sale's lock and before stock. */
const lockPurchasesQuery = (email: string): Query<void> =>
  command(sql`select pg_advisory_xact_lock(hashtextextended(${`customer:${email}`}, 0))`)

/**
 * Whether a sale that is paid for now exceeds its customer's maximum. The lock makes the second of two payments of one customer
 * see the first. With `starting`, payments in progress at a vendor count too, so that nobody is charged for tickets they can't
 * keep.
 */
export async function exceedsMaximumAtPayment(
  tx: Tx,
  { id: saleId }: Pick<SaleRow, 'id'>,
  { email, typedIn }: Pick<Customer, 'email' | 'typedIn'>,
  { starting }: { starting?: Date } = {},
): Promise<boolean> {
  const [, over] = await runBatch(
    tx,
    // guard: customer-purchases-locked
    lockPurchasesQuery(email),
    exceedingMaximumQuery([{ saleId, email, typedIn }], starting && isPaidOrRunning(starting)),
  )
  return over.has(saleId)
}

/** The same when a payment of the locked sale starts. */
export async function exceedsMaximumAtStart(
  tx: Tx,
  { sale, lines }: { sale: SaleRow; lines: readonly Limited[] },
  now: Date,
): Promise<boolean> {
  if (!hasMaximum(lines)) return false
  const customer = await customerOf(tx, sale)
  return customer !== null && exceedsMaximumAtPayment(tx, sale, customer, { starting: now })
}
