import type { Minor } from '@foyer/domain/money/money.ts'
import { sum } from '@foyer/domain/money/money.ts'
import { endTransfers } from '../../after-sale/transfer/end.ts'
import type { LedgerEntriesTable } from '../../db/schema/types.generated.ts'
import type { Tx } from '../../db/transaction/tx.ts'
import { cancelDeclaration } from '../../donation/declaration.ts'
import { type Facts, lockSale, record, type SaleRow, saleByReference } from '../../sale/sale.ts'
import { voidTickets } from '../../tickets/retire.ts'
import { book } from '../ledger/ledger.ts'
import { queueRefund } from './queue.ts'

export type Account = LedgerEntriesTable['account']

/** Accounts that record how money moved, not what it was for. */
const MOVES: ReadonlySet<Account> = new Set<Account>([
  'captured',
  'refunded',
  'receivable',
  'disputed',
  'dispute_losses',
])

/** The balance of each account of this sale, in minor units. What the sale was for is credited, so negative. */
export async function balancesOf(tx: Tx, saleId: number): Promise<Partial<Record<Account, Minor>>> {
  const rows = await tx
    .selectFrom('ledger_entries')
    .select((eb) => ['account', eb.fn.sum<string>('amount_minor').as('minor')])
    .where('sale_id', '=', saleId)
    .groupBy('account')
    .execute()
  return Object.fromEntries(rows.map(({ account, minor }) => [account, Number(minor)]))
}

/** The payments of a sale that still hold the buyer's money, newest first, with the amount that can be refunded. */
export async function refundable(tx: Tx, saleId: number) {
  const payments = await tx
    .selectFrom('payments')
    .selectAll()
    .where('sale_id', '=', saleId)
    .where('outcome', '=', 'fulfilled')
    .where('provider', '<>', 'free')
    .orderBy('id', 'desc')
    .forUpdate()
    .execute()
  const onTheWay = await tx
    .selectFrom('refunds')
    .select(['payment_id', 'amount_minor'])
    .where('sale_id', '=', saleId)
    .where('status', 'in', ['queued', 'pending'])
    .execute()
  const disputed = await tx
    .selectFrom('ledger_entries')
    .select(['payment_id', 'amount_minor'])
    .where('sale_id', '=', saleId)
    .where('account', '=', 'dispute_losses')
    .execute()
  return payments.map((payment) => ({
    payment,
    leftMinor:
      payment.amount_minor -
      payment.refunded_minor -
      sum(disputed.filter(({ payment_id }) => payment_id === payment.id).map(({ amount_minor }) => amount_minor)) -
      sum(onTheWay.filter(({ payment_id }) => payment_id === payment.id).map(({ amount_minor }) => amount_minor)),
  }))
}

/** Refunds this much of a sale, starting with its newest payment. The caller has checked that there is enough. */
export async function sendMoneyBack(
  tx: Tx,
  saleId: number,
  { amountMinor, reason, now }: { amountMinor: Minor; reason: string; now: Date },
): Promise<number[]> {
  let rest = amountMinor
  const refunds: number[] = []
  for (const { payment, leftMinor } of await refundable(tx, saleId)) {
    const part = Math.min(rest, leftMinor)
    if (part <= 0) continue
    refunds.push(await queueRefund(tx, { payment, amountMinor: part, reason, now }))
    rest -= part
  }
  if (rest > 0) throw new Error(`sale ${saleId} holds ${rest} less than is to go back`)
  return refunds
}

/**
 * Ends a completed sale: tickets become invalid, stock and codes are returned, the plan and the Gift Aid declaration are
 * cancelled. The caller books it. The sale must be locked.
 */
export async function endSale(tx: Tx, sale: SaleRow, why: string, now: Date, facts: Facts = {}): Promise<void> {
  const valid = await tx
    .selectFrom('tickets')
    .select('id')
    .where('sale_id', '=', sale.id)
    .where('status', '=', 'valid')
    .execute()
  // guard: refunded-tickets-voided
  await voidTickets(tx, sale.id, { now })
  await endTransfers(
    tx,
    sale,
    valid.map(({ id }) => id),
    now,
  )
  const sold = await tx
    .selectFrom('sale_lines')
    .select(['ticket_type_id', 'qty'])
    .where('sale_id', '=', sale.id)
    .orderBy('ticket_type_id')
    .execute()
  const returned = await tx
    .selectFrom('sale_events')
    .select('facts')
    .where('sale_id', '=', sale.id)
    .where('kind', '=', 'tickets_refunded')
    .execute()
  for (const { ticket_type_id, qty } of sold) {
    const before = sum(
      returned.map(({ facts }) =>
        Number((facts as { returned?: Record<string, number> }).returned?.[ticket_type_id] ?? 0),
      ),
    )
    // guard: refunded-stock-returned
    await returnStock(tx, ticket_type_id, qty - before)
  }
  await tx
    .updateTable('seats')
    .set({ status: 'free', sale_id: null })
    .where('sale_id', '=', sale.id)
    .where('status', '=', 'sold')
    .execute()
  await returnCodes(tx, sale.id)
  await cancelDeclaration(tx, sale.id, now)
  await tx
    .updateTable('payment_plans')
    .set({ status: 'cancelled', ends_on: null })
    .where('sale_id', '=', sale.id)
    .execute()
  await tx
    .updateTable('plan_instalments')
    .set({ status: 'cancelled', next_try_at: null })
    .where('sale_id', '=', sale.id)
    .where('status', '<>', 'paid')
    .execute()
  await tx.updateTable('sales').set({ cancelled_at: now, updated_at: now }).where('id', '=', sale.id).execute()
  await record(tx, sale.id, 'cancelled', now, { why, ...facts })
}

/**
 * Reverses a completed sale in full: it ends, the ledger is reversed except for what is kept, and the amount owed to the
 * buyer leaves through the outbox. The sale must be locked. Returns the refunded amount in minor units.
 */
export async function reverseSale(
  tx: Tx,
  sale: SaleRow,
  { why, kept, now, facts }: { why: string; kept: ReadonlySet<Account>; now: Date; facts?: Facts },
): Promise<Minor> {
  await endSale(tx, sale, why, now, facts)
  const balances = await balancesOf(tx, sale.id)
  const turned = Object.fromEntries(
    (Object.entries(balances) as [Account, Minor][])
      .filter(([account, minor]) => !MOVES.has(account) && !kept.has(account) && minor !== 0)
      .map(([account, minor]) => [account, -minor]),
  )
  const left = sum((await refundable(tx, sale.id)).map(({ leftMinor }) => leftMinor))
  const onTheWay = await tx
    .selectFrom('refunds')
    .select((eb) => eb.fn.coalesce(eb.fn.sum<string>('amount_minor'), eb.lit(0)).as('minor'))
    .where('sale_id', '=', sale.id)
    .where('status', 'in', ['queued', 'pending'])
    .executeTakeFirstOrThrow()
  // What the buyer has paid for nothing is refunded; what they still owed for it is cancelled.
  const turnedTotal = sum(Object.values(turned))
  const owed = -((balances.receivable ?? 0) - turnedTotal) - Number(onTheWay.minor)
  const back = Math.max(0, Math.min(owed, left))
  // A buyer who has paid less than is kept owes nothing more: the rest is written off.
  const forgiven = Math.max(0, -owed)
  await book(tx, {
    saleId: sale.id,
    movement: 'cancellation',
    amounts: forgive({ ...turned, receivable: -turnedTotal }, balances, kept, forgiven),
    currency: sale.currency ?? 'GBP',
    at: now,
  })
  if (back > 0) await sendMoneyBack(tx, sale.id, { amountMinor: back, reason: why, now })
  return back
}

function forgive(
  amounts: Partial<Record<Account, Minor>>,
  balances: Partial<Record<Account, Minor>>,
  kept: ReadonlySet<Account>,
  forgiven: Minor,
): Partial<Record<Account, Minor>> {
  let rest = forgiven
  const result: Partial<Record<Account, Minor>> = {
    ...amounts,
    receivable: (amounts.receivable ?? 0) - forgiven,
  }
  for (const account of kept) {
    const part = Math.min(rest, -(balances[account] ?? 0))
    if (part <= 0) continue
    result[account] = (result[account] ?? 0) + part
    rest -= part
  }
  if (rest !== 0) throw new Error('more was to be forgiven than was kept')
  return result
}

export async function returnStock(tx: Tx, ticketTypeId: number, qty: number): Promise<void> {
  if (qty <= 0) return
  await tx
    .updateTable('stock')
    .set((eb) => ({ sold: eb('sold', '-', qty) }))
    .where('ticket_type_id', '=', ticketTypeId)
    .execute()
}

/** Returns what the sale's codes paid or used, so that they work for another order. */
async function returnCodes(tx: Tx, saleId: number): Promise<void> {
  const codes = await tx.selectFrom('sale_codes').selectAll().where('sale_id', '=', saleId).orderBy('code').execute()
  for (const { discount_id, voucher_id, reserved_minor } of codes) {
    if (discount_id !== null)
      await tx
        .updateTable('discount_codes')
        .set((eb) => ({ uses: eb('uses', '-', 1) }))
        .where('id', '=', discount_id)
        .execute()
    if (voucher_id !== null && reserved_minor > 0)
      await tx
        .updateTable('issued_vouchers')
        .set((eb) => ({ balance_minor: eb('balance_minor', '+', reserved_minor) }))
        .where('id', '=', voucher_id)
        .execute()
  }
}

/** The sale with this reference, locked. */
export const lockByReference = async (tx: Tx, reference: string): Promise<SaleRow | null> => {
  const found = await saleByReference(tx, reference)
  return found ? lockSale(tx, found.id) : null
}
