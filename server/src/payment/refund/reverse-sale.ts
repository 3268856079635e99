import type { Minor } from '@foyer/domain/money/money.ts'
import { sum } from '@foyer/domain/money/money.ts'
import { endTransfers } from '../../after-sale/transfer/end.ts'
import type { Tx } from '../../db/transaction/tx.ts'
import { cancelDeclaration } from '../../donation/declaration.ts'
import { returnQuotas } from '../../sale/hold/access-codes.ts'
import { freeSeats } from '../../sale/hold/seats.ts'
import { type Facts, lockSale, record, type SaleRow, saleByReference } from '../../sale/sale.ts'
import { deletePendingNames } from '../../tickets/pending-names.ts'
import { voidTickets } from '../../tickets/retire.ts'
import { endChangesOf } from '../change/pending.ts'
import {
  type Account,
  type Balance,
  type ByOrganiser,
  balancesOf,
  book,
  type Posting,
  receivables,
  splitBy,
} from '../ledger/ledger.ts'
import { bookRefund, linesOf, returnedToVoucher } from './book-refund.ts'
import { partsOf, queueRefund } from './queue.ts'
import type { SentOtherwise } from './request.ts'

/** Accounts that record how money moved, not what it was for. */
const MONEY_ACCOUNTS: ReadonlySet<Account> = new Set<Account>([
  'captured',
  'refunded',
  'receivable',
  'disputed',
  'dispute_losses',
  'refunded_elsewhere',
  'refunded_to_vouchers',
])

const ACCOUNT_OF = { elsewhere: 'refunded_elsewhere', vouchers: 'refunded_to_vouchers' } as const

/** The payments of a sale that still hold the buyer's money, newest first, with the amount that can be refunded. */
export async function refundablePayments(tx: Tx, saleId: number) {
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
  const lost = await tx
    .selectFrom('ledger_entries')
    .select(['payment_id', 'amount_minor'])
    .where('sale_id', '=', saleId)
    .where('account', 'in', ['disputed', ...Object.values(ACCOUNT_OF)])
    .execute()
  return payments.map((payment) => ({
    payment,
    leftMinor:
      payment.amount_minor -
      payment.refunded_minor +
      sum(lost.filter(({ payment_id }) => payment_id === payment.id).map(({ amount_minor }) => amount_minor)) -
      sum(onTheWay.filter(({ payment_id }) => payment_id === payment.id).map(({ amount_minor }) => amount_minor)),
  }))
}

/**
 * Refunds this much of a sale, starting with its newest payment; what was sent in another way is only booked. The caller has
 * checked that there is enough.
 */
export async function sendMoneyBack(
  tx: Tx,
  saleId: number,
  { parts, reason, now, sent }: { parts: ByOrganiser; reason: string; now: Date; sent?: SentOtherwise },
): Promise<void> {
  let open = new Map(parts)
  for (const { payment, leftMinor } of await refundablePayments(tx, saleId)) {
    const amountMinor = Math.min(sum([...open.values()]), leftMinor)
    if (amountMinor <= 0) continue
    const own = splitBy(amountMinor, open)
    if (sent === undefined) await queueRefund(tx, { payment, amountMinor, reason, parts: own, now })
    else
      await book(tx, {
        saleId,
        movement: 'refund_otherwise',
        amounts: [...own].flatMap(([organiserId, minor]): Posting[] => [
          { account: ACCOUNT_OF[sent], minor: -minor, organiserId },
          { account: 'receivable', minor, organiserId },
        ]),
        currency: payment.currency,
        paymentId: payment.id,
        at: now,
      })
    open = new Map([...open].map(([id, minor]) => [id, minor - (own.get(id) ?? 0)]))
  }
  const rest = sum([...open.values()])
  if (rest > 0) throw new Error(`sale ${saleId} holds ${rest} less than is to be refunded`)
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
  await endChangesOf(tx, sale.id, now)
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
      returned.map((event) =>
        Number((event.facts as { returned?: Record<string, number> }).returned?.[ticket_type_id] ?? 0),
      ),
    )
    // guard: refunded-stock-returned
    await returnStock(tx, ticket_type_id, qty - before)
    await returnQuotas(tx, sale.id, ticket_type_id, qty)
  }
  await freeSeats(tx, sale.id, 'sold')
  await returnCodes(tx, sale.id, now)
  await cancelDeclaration(tx, sale.id, now)
  await deletePendingNames(tx, sale.id)
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
 * buyer is refunded through the outbox. The sale must be locked. Returns the refunded amount, and what was owed by organiser,
 * in minor units.
 */
export async function reverseSale(
  tx: Tx,
  sale: SaleRow,
  { why, kept, now, facts }: { why: string; kept: ReadonlySet<Account>; now: Date; facts?: Facts },
): Promise<{ backMinor: Minor; owed: ByOrganiser }> {
  await endSale(tx, sale, why, now, facts)
  const balances = await balancesOf(tx, sale.id)
  const postings: Posting[] = balances
    .filter(({ account }) => !MONEY_ACCOUNTS.has(account) && !kept.has(account))
    .map((balance) => ({ ...balance, minor: -balance.minor }))
  const left = sum((await refundablePayments(tx, sale.id)).map(({ leftMinor }) => leftMinor))
  const onTheWay = await refundsOnTheWay(tx, sale.id)
  const due = receivables(balances)
  const owed = new Map<number | null, Minor>()
  const short = new Map<number | null, Minor>()
  for (const id of new Set(
    balances.filter(({ account }) => !MONEY_ACCOUNTS.has(account)).map((balance) => balance.organiserId),
  )) {
    const reversed = sum(postings.map((posting) => (posting.organiserId === id ? posting.minor : 0)))
    // The buyer gets back what they paid, and no longer owes what was still due.
    const back = reversed - (due.get(id) ?? 0) - (onTheWay.get(id) ?? 0)
    // A buyer who paid less than is kept owes nothing more: the rest is written off.
    if (back < 0) {
      const missing = Math.max(0, -back - writeOffLimit(balances, kept, id))
      if (missing > 0) short.set(id, missing)
      postings.push(...writeOffPostings(balances, kept, id, -back - missing))
    } else owed.set(id, back)
  }
  if (short.size > 0) await coverFromOthers(tx, sale, owed, short, now)
  const { lines } = await linesOf(tx, sale)
  const qty = new Map(
    lines.map(({ line, kind, qty, refunded_qty }) => [line, kind === 'donation' ? 0 : qty - refunded_qty]),
  )
  await bookRefund(tx, sale, { movement: 'cancellation', postings, qty, now })
  const backMinor = Math.max(0, Math.min(sum([...owed.values()]), left))
  if (backMinor > 0) await sendMoneyBack(tx, sale.id, { parts: splitBy(backMinor, owed), reason: why, now })
  return { backMinor, owed }
}

/** Refunds of this sale that are not complete yet, by organiser. */
export async function refundsOnTheWay(tx: Tx, saleId: number): Promise<Map<number | null, Minor>> {
  const rows = await tx
    .selectFrom('refunds')
    .select(['amount_minor', 'parts'])
    .where('sale_id', '=', saleId)
    .where('status', 'in', ['queued', 'pending'])
    .execute()
  const onTheWay = new Map<number | null, Minor>()
  for (const [id, minor] of rows.flatMap((refund) => [...partsOf(refund)]))
    onTheWay.set(id, (onTheWay.get(id) ?? 0) + minor)
  return onTheWay
}

const writeOffLimit = (balances: readonly Balance[], kept: ReadonlySet<Account>, organiserId: number | null): Minor =>
  sum(
    balances.map(({ account, organiserId: id, minor }) =>
      id === organiserId && kept.has(account) ? Math.max(0, -minor) : 0,
    ),
  )

/**
 * While a plan runs, goodwill may return more of one organiser's lines than was paid for them so far: the others' part of the
 * payments covered it, and is booked to the one who owes it.
 */
async function coverFromOthers(
  tx: Tx,
  sale: SaleRow,
  owed: Map<number | null, Minor>,
  short: ReadonlyMap<number | null, Minor>,
  now: Date,
): Promise<void> {
  const amounts: Posting[] = []
  const move = (organiserId: number | null, minor: Minor) =>
    amounts.push({ account: 'receivable', minor, organiserId }, { account: 'captured', minor: -minor, organiserId })
  for (const [to, missing] of short) {
    let rest = missing
    for (const [from, minor] of owed) {
      const part = Math.min(rest, minor)
      if (part <= 0) continue
      rest -= part
      owed.set(from, minor - part)
      move(from, part)
      move(to, -part)
    }
    if (rest > 0) throw new Error(`sale ${sale.id} has returned ${rest} more than was paid`)
  }
  await book(tx, { saleId: sale.id, movement: 'plan_shared', amounts, currency: sale.currency ?? 'GBP', at: now })
}

/** The part of an organiser's kept amount that the buyer never paid. */
function writeOffPostings(
  balances: readonly Balance[],
  kept: ReadonlySet<Account>,
  organiserId: number | null,
  minor: Minor,
): Posting[] {
  let rest = minor
  const postings: Posting[] = []
  for (const balance of balances) {
    if (balance.organiserId !== organiserId || !kept.has(balance.account)) continue
    const part = Math.min(rest, -balance.minor)
    if (part <= 0) continue
    postings.push({ ...balance, minor: part })
    rest -= part
  }
  if (rest !== 0) throw new Error('more was to be forgiven than was kept')
  return postings
}

/** Returns sold tickets of a type to its stock, so that they can be sold again. */
export async function returnStock(tx: Tx, ticketTypeId: number, qty: number): Promise<void> {
  if (qty <= 0) return
  await tx
    .updateTable('stock')
    .set((eb) => ({ sold: eb('sold', '-', qty) }))
    .where('ticket_type_id', '=', ticketTypeId)
    .execute()
}

/** Returns what the sale's codes paid or used, so that they work for another order. */
async function returnCodes(tx: Tx, saleId: number, now: Date): Promise<void> {
  const codes = await tx.selectFrom('sale_codes').selectAll().where('sale_id', '=', saleId).orderBy('code').execute()
  for (const { code, discount_id, voucher_id, reserved_minor, returned_minor } of codes) {
    if (discount_id !== null)
      await tx
        .updateTable('discount_codes')
        .set((eb) => ({ uses: eb('uses', '-', 1) }))
        .where('id', '=', discount_id)
        .execute()
    if (voucher_id === null || reserved_minor === returned_minor) continue
    await tx
      .updateTable('issued_vouchers')
      .set(returnedToVoucher(reserved_minor - returned_minor, now))
      .where('id', '=', voucher_id)
      .execute()
    await tx
      .updateTable('sale_codes')
      .set({ returned_minor: reserved_minor })
      .where('sale_id', '=', saleId)
      .where('code', '=', code)
      .execute()
  }
}

/** The sale with this reference, locked. */
export const lockByReference = async (tx: Tx, reference: string): Promise<SaleRow | null> => {
  const found = await saleByReference(tx, reference)
  return found ? lockSale(tx, found.id) : null
}
