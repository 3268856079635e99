import { type Minor, sum } from '@foyer/domain/money/money.ts'
import { paidForLine } from '@foyer/domain/money/order-lines.ts'
import { prorate } from '@foyer/domain/money/prorate.ts'
import { sql } from 'kysely'
import { type Db, inTx, type Tx } from '../../db/transaction/tx.ts'
import type { Deps } from '../../deps.ts'
import { enqueue, type Worker } from '../../jobs/jobs.ts'
import { lockSale, type SaleRow } from '../../sale/sale.ts'
import { readSnapshot } from '../../sale/snapshot/snapshot.ts'
import { type Account, balancesOf } from '../ledger/ledger.ts'
import { type OrderLine, orderLinesOf } from './lines.ts'
import { orderLineRows, orderQuery } from './write.ts'

/** Orders filled in by one run of the job, so that its transactions stay short. */
const BATCH_SIZE = 100

/**
 * Writes the order of a sale that was paid in a version without orders. Its lines are fitted to its ledger, because terms may
 * have changed since. The sale must be locked. Returns whether there is anything to write.
 */
export async function fillInOrder(tx: Tx, sale: SaleRow): Promise<boolean> {
  const snapshot = sale.paid_at === null ? null : await readSnapshot(tx, sale.id)
  if (!snapshot || sale.paid_at === null) return false
  const sold = await soldFor(tx, sale.id)
  const lines = fitToLedger(orderLinesOf(snapshot), sold)
  const totalMinor = sum(lines.map(paidForLine))
  await orderQuery({ sale, totalMinor, paidAt: sale.paid_at, filledIn: true }).execute(tx)
  const rows = orderLineRows(sale.id, lines, sale.paid_at)
  if (rows.length > 0) await tx.insertInto('order_lines').values(rows).execute()
  await deductRefunds(tx, sale.id, sold)
  return true
}

/** The credits of each account from when the sale was paid. */
async function soldFor(tx: Tx, saleId: number): Promise<Partial<Record<Account, Minor>>> {
  const rows = await tx
    .selectFrom('ledger_entries')
    .select((eb) => ['account', eb.fn.sum<string>('amount_minor').as('minor')])
    .where('sale_id', '=', saleId)
    .where('movement', '=', 'sale')
    .groupBy('account')
    .execute()
  return Object.fromEntries(rows.map(({ account, minor }) => [account, Math.abs(Number(minor))]))
}

/** The lines with the ledger's amounts: an amount that differs is split again in proportion to the ticket prices. */
export function fitToLedger(lines: readonly OrderLine[], sold: Partial<Record<Account, Minor>>): OrderLine[] {
  // The tax within it was not recorded then.
  const result = lines.map((line) => ({ ...line, taxes: [] }))
  const tickets = result.filter(({ kind }) => kind === 'ticket')
  const fit = (
    part:
      | 'listMinor'
      | 'offerMinor'
      | 'discountMinor'
      | 'feeMinor'
      | 'protectionMinor'
      | 'deliveryMinor'
      | 'voucherMinor',
    account: Account,
    weightOf: (line: OrderLine) => Minor,
  ) => {
    const booked = sold[account] ?? 0
    if (sum(tickets.map((line) => line[part])) === booked) return
    const weights = tickets.map(weightOf)
    const parts = prorate(booked, sum(weights) > 0 ? weights : tickets.map(({ qty }) => qty))
    for (const [i, line] of tickets.entries()) line[part] = parts[i]!
  }
  fit('listMinor', 'tickets', (line) => line.listMinor)
  fit('offerMinor', 'offers', (line) => line.listMinor)
  fit('discountMinor', 'discounts', (line) => line.listMinor - line.offerMinor)
  for (const line of tickets) line.netMinor = line.listMinor - line.offerMinor - line.discountMinor
  fit('feeMinor', 'booking_fees', (line) => line.feeMinor)
  fit('protectionMinor', 'refund_protection', (line) => line.listMinor)
  fit('deliveryMinor', 'delivery', (line) => line.qty)
  fit('voucherMinor', 'gift_vouchers_redeemed', (line) => paidForLine({ ...line, voucherMinor: 0 }))
  return result
}

const ACCOUNTS_OF_PART = {
  net: ['tickets', 'offers', 'discounts', 'gift_vouchers_sold', 'donation'],
  fee: ['booking_fees', 'donation_fee'],
  protection: ['refund_protection'],
  delivery: ['delivery'],
  voucher: ['gift_vouchers_redeemed'],
} as const satisfies Record<string, readonly Account[]>
type Part = keyof typeof ACCOUNTS_OF_PART

/** Accounts with a debit balance; sales of all others are credits. */
const DEBITS: ReadonlySet<Account> = new Set<Account>(['offers', 'discounts', 'gift_vouchers_redeemed'])

/** The kind of line of an account; ticket lines have all others. */
const KIND_OF_ACCOUNT: Partial<Record<Account, OrderLine['kind']>> = {
  gift_vouchers_sold: 'gift_voucher',
  donation: 'donation',
  donation_fee: 'donation',
}

/** Refunds from before the order was written, spread over its lines. */
async function deductRefunds(tx: Tx, saleId: number, sold: Partial<Record<Account, Minor>>): Promise<void> {
  const balances = await balancesOf(tx, saleId)
  const balanceNow = (account: Account) =>
    sum(balances.map((balance) => (balance.account === account ? balance.minor : 0)))
  const balanceWhenSold = (account: Account) => (sold[account] ?? 0) * (DEBITS.has(account) ? 1 : -1)
  const lines = await tx.selectFrom('order_lines').selectAll().where('sale_id', '=', saleId).orderBy('line').execute()
  for (const [part, accounts] of Object.entries(ACCOUNTS_OF_PART) as [Part, readonly Account[]][])
    for (const kind of ['ticket', 'gift_voucher', 'donation'] as const) {
      const own = accounts.filter((account) => (KIND_OF_ACCOUNT[account] ?? 'ticket') === kind)
      const change = sum(own.map((account) => balanceNow(account) - balanceWhenSold(account)))
      const refundedMinor = part === 'voucher' ? -change : change
      if (refundedMinor <= 0) continue
      const shares = prorate(
        refundedMinor,
        lines.map((line) => (line.kind === kind ? line[`${part}_minor`] : 0)),
      )
      for (const [i, line] of lines.entries())
        if (shares[i]! > 0)
          await tx
            .updateTable('order_lines')
            .set({ [`refunded_${part}_minor`]: shares[i]! })
            .where('sale_id', '=', saleId)
            .where('line', '=', line.line)
            .execute()
    }
  // The history lists tickets refunded one by one; a cancelled order has none left.
  await sql`
    update order_lines set refunded_qty = least(qty, case when sales.cancelled_at is not null then qty else coalesce((
      select sum((facts -> 'returned' ->> order_lines.ticket_type_id::text)::int) from sale_events
      where sale_events.sale_id = order_lines.sale_id and kind = 'tickets_refunded'), 0) end)
    from sales where sales.id = order_lines.sale_id and order_lines.sale_id = ${saleId}
      and order_lines.kind <> 'donation'`.execute(tx)
}

/** Fills in the next orders after a sale. Returns the last one if there may be more, otherwise null. */
async function fillInBatch(db: Db, after: number): Promise<number | null> {
  const { rows } = await sql<{ sale_id: number }>`
    select sale_id from payments
    where outcome = 'fulfilled' and purpose in ('sale', 'plan_first') and sale_id > ${after}
      and not exists (select from orders where orders.sale_id = payments.sale_id)
    order by sale_id limit ${BATCH_SIZE}`.execute(db)
  for (const { sale_id } of rows)
    await inTx(db, async (tx) => {
      const sale = await lockSale(tx, sale_id)
      const existing = await tx.selectFrom('orders').select('sale_id').where('sale_id', '=', sale_id).executeTakeFirst()
      if (!existing) await fillInOrder(tx, sale)
    })
  return rows.length < BATCH_SIZE ? null : rows.at(-1)!.sale_id
}

/** Fills in all orders that are missing. Books are checked only then: after an upgrade, or by a command before the first start, they would differ. */
export async function fillInAllOrders(db: Db): Promise<void> {
  for (let after: number | null = 0; after !== null; ) after = await fillInBatch(db, after)
}

/** Fills in the next orders after the sale of the payload, and queues the slice after them. */
export const fillInWorker: Worker<'fill_in_orders'> = async ({ payload }, { db, clock }) => {
  const now = clock.now()
  const last = await fillInBatch(db, payload.after)
  if (last === null) return
  const { run } = payload
  await inTx(db, (tx) =>
    enqueue(tx, { kind: 'fill_in_orders', key: `${run}:${last}`, payload: { run, after: last }, now }),
  )
}

/** Queues the job when a paid sale has no order: one was paid before orders existed, or by a process of that version. */
export async function fillInOrders({ db, clock }: Pick<Deps, 'db' | 'clock'>): Promise<void> {
  const now = clock.now()
  const { rows } = await sql`
    select 1 from payments where outcome = 'fulfilled' and purpose in ('sale', 'plan_first')
      and not exists (select from orders where orders.sale_id = payments.sale_id) limit 1`.execute(db)
  if (rows.length === 0) return
  const run = now.toISOString().slice(0, 16)
  await inTx(db, (tx) => enqueue(tx, { kind: 'fill_in_orders', key: run, payload: { run, after: 0 }, now }))
}
