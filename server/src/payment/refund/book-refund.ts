import { addDays } from '@foyer/domain/format/calendar-days.ts'
import { dayOf } from '@foyer/domain/format/dates.ts'
import { groupBy } from '@foyer/domain/group.ts'
import { LIMITS } from '@foyer/domain/limits.ts'
import { type Minor, sum } from '@foyer/domain/money/money.ts'
import { shareOfLine } from '@foyer/domain/money/order-lines.ts'
import { prorate, prorateSigned } from '@foyer/domain/money/prorate.ts'
import { type Selectable, sql } from 'kysely'
import type { OrderLinesTable } from '../../db/schema/types.generated.ts'
import type { Tx } from '../../db/transaction/tx.ts'
import { cancelDeclaration } from '../../donation/declaration.ts'
import type { SaleRow } from '../../sale/sale.ts'
import { type Account, book, type Posting } from '../ledger/ledger.ts'
import { fillInOrder } from '../order/fill-in.ts'
import { issueCreditNotes } from '../receipt/issue.ts'
import { deductTax } from './deduct-tax.ts'

export type LineRow = Selectable<OrderLinesTable>

/** The parts of a line that can be refunded, by their account. */
const PART_OF: Partial<Record<Account, Part>> = {
  tickets: 'net',
  offers: 'net',
  discounts: 'net',
  gift_vouchers_sold: 'net',
  donation: 'net',
  booking_fees: 'fee',
  donation_fee: 'fee',
  refund_protection: 'protection',
  delivery: 'delivery',
  gift_vouchers_redeemed: 'voucher',
  rounding: 'rounding',
}
export type Part = 'net' | 'fee' | 'protection' | 'delivery' | 'voucher' | 'rounding'
export type Parts = Record<Part, Minor>
export const PARTS = ['net', 'fee', 'protection', 'delivery', 'voucher', 'rounding'] as const

const kindOf = (account: Account): LineRow['kind'] =>
  account === 'gift_vouchers_sold'
    ? 'gift_voucher'
    : account === 'donation' || account === 'donation_fee'
      ? 'donation'
      : 'ticket'

/** The parts of a line as they were paid. */
export const paidOf = (line: LineRow): Parts => ({
  net: line.net_minor,
  fee: line.fee_minor,
  protection: line.protection_minor,
  delivery: line.delivery_minor,
  voucher: line.voucher_minor,
  rounding: line.rounding_minor,
})

/** The parts of a line that have not been refunded yet. */
export const remainingOf = (line: LineRow): Parts => ({
  net: line.net_minor - line.refunded_net_minor,
  fee: line.fee_minor - line.refunded_fee_minor,
  protection: line.protection_minor - line.refunded_protection_minor,
  delivery: line.delivery_minor - line.refunded_delivery_minor,
  voucher: line.voucher_minor - line.refunded_voucher_minor,
  rounding: line.rounding_minor - line.refunded_rounding_minor,
})

/**
 * What this many tickets, which have not been refunded, still have of a line: their share of what was paid for it, and no more than
 * their share of what is left, because goodwill and returned differences were refunded of each.
 */
export function leftOfTickets(line: LineRow, count: number): Parts {
  const { qty, refunded_qty: before } = line
  const paid = shareOfLine(paidOf(line), { qty, before, count })
  const left = shareOfLine(remainingOf(line), { qty: qty - before, before: 0, count })
  const smaller = (part: Part) => (Math.abs(left[part]) < Math.abs(paid[part]) ? left[part] : paid[part])
  return Object.fromEntries(PARTS.map((part) => [part, smaller(part)])) as Parts
}

/** How much of these parts was paid with money; the rest returns to gift vouchers. */
export const moneyOf = ({ net, fee, protection, delivery, voucher, rounding }: Parts): Minor =>
  net + fee + protection + delivery + rounding - voucher

/**
 * How much of an amount of price and fee gift vouchers paid: their share of all that was paid for the line, or more if less money
 * is left.
 */
export function voucherPartOf(minor: Minor, paid: Parts, left: Parts): Minor {
  const all = paid.net + paid.fee + paid.protection + paid.delivery
  const share = all === 0 ? 0 : Math.ceil((paid.voucher * minor) / all)
  return Math.min(left.voucher, minor, Math.max(share, minor - moneyOf({ ...left, rounding: 0 })))
}

/** The lines of a paid sale, which must be locked. Writes the order first if an earlier version left it out. */
export async function linesOf(tx: Tx, sale: SaleRow): Promise<{ lines: LineRow[]; filledIn: boolean }> {
  const read = () =>
    tx
      .selectFrom('orders')
      .innerJoin('order_lines as line', 'line.sale_id', 'orders.sale_id')
      .selectAll('line')
      .select('orders.filled_in')
      .where('orders.sale_id', '=', sale.id)
      .orderBy('line.line')
      .execute()
  const found = await read()
  const lines = found.length > 0 || !(await fillInOrder(tx, sale)) ? found : await read()
  return { lines, filledIn: lines[0]?.filled_in ?? true }
}

/** The ledger's postings of a line's refund. */
export function postingsOf(line: LineRow, parts: Parts): Posting[] {
  const { organiser_id: organiserId, event_id: eventId, ticket_type_id: ticketTypeId } = line
  const [net, fee] = (
    {
      ticket: ['tickets', 'booking_fees'],
      gift_voucher: ['gift_vouchers_sold', 'booking_fees'],
      donation: ['donation', 'donation_fee'],
    } as const
  )[line.kind]
  const post = (account: Account, minor: Minor): Posting => ({ account, minor, organiserId, eventId, ticketTypeId })
  return [
    post(net, parts.net),
    post(fee, parts.fee),
    post('refund_protection', parts.protection),
    post('delivery', parts.delivery),
    post('gift_vouchers_redeemed', -parts.voucher),
    post('rounding', parts.rounding),
  ].filter(({ minor }) => minor !== 0)
}

/** What is refunded: parts of lines, or amounts of the ledger, which name no line. */
type Amounts = { parts: ReadonlyMap<LineRow, Parts> } | { postings: readonly Posting[] }
type Refund = Amounts & { movement: string; qty?: ReadonlyMap<number, number>; now: Date }

/**
 * Books a refund of these amounts and deducts them from the order's lines in the same transaction, so that lines and ledger
 * always agree. `qty` is how many tickets of a line are refunded. Returns the buyer's money by organiser.
 */
export async function bookRefund(tx: Tx, sale: SaleRow, refund: Refund): Promise<Map<number | null, Minor>> {
  const { lines, filledIn } = await linesOf(tx, sale)
  const named =
    'parts' in refund ? [...refund.parts].flatMap(([line, parts]) => postingsOf(line, parts)) : refund.postings
  // The ledger of an order from earlier versions names no organiser, and stays that way.
  const postings = filledIn ? named.map(({ account, minor }) => ({ account, minor })) : named
  const owed = new Map(
    [...groupBy(postings, ({ organiserId = null }: Posting) => organiserId)].map(([id, own]) => [
      id,
      sum(own.map(({ minor }) => minor)),
    ]),
  )
  await book(tx, {
    saleId: sale.id,
    movement: refund.movement,
    amounts: [
      ...postings,
      ...[...owed].map(([organiserId, minor]): Posting => ({ account: 'receivable', minor: -minor, organiserId })),
    ],
    currency: sale.currency ?? 'GBP',
    at: refund.now,
  })
  // guard: lines-follow-ledger
  await deductFromLines(tx, sale, lines, refund)
  return owed
}

/** The parts by line. Two values of a gift voucher are lines that no posting tells apart, so parts that are known aren't spread. */
const partsByLine = (lines: readonly LineRow[], refund: Amounts): Map<number, Parts> =>
  'parts' in refund
    ? new Map(
        [...refund.parts].flatMap(([{ line }, parts]) =>
          PARTS.some((part) => parts[part] !== 0) ? [[line, parts]] : [],
        ),
      )
    : spreadPostings(lines, refund.postings)

function spreadPostings(lines: readonly LineRow[], postings: readonly Posting[]): Map<number, Parts> {
  const changed = new Map<number, Parts>()
  const groups = groupBy(postings, ({ account, organiserId, ticketTypeId }) =>
    [kindOf(account), PART_OF[account], organiserId, ticketTypeId].join(),
  )
  for (const [, own] of groups) {
    const { account, organiserId = null, ticketTypeId = null } = own[0]!
    const part = PART_OF[account]!
    const minor = sum(own.map((amount) => amount.minor)) * (part === 'voucher' ? -1 : 1)
    const matches = (line: LineRow) =>
      line.kind === kindOf(account) &&
      (organiserId === null || line.organiser_id === organiserId) &&
      (ticketTypeId === null || line.ticket_type_id === ticketTypeId)
    const open = lines.map((line) =>
      matches(line) ? remainingOf(line)[part] - (changed.get(line.line)?.[part] ?? 0) : 0,
    )
    for (const [i, share] of prorateSigned(minor, open).entries())
      if (share !== 0) {
        const line = lines[i]!.line
        const before = changed.get(line) ?? { net: 0, fee: 0, protection: 0, delivery: 0, voucher: 0, rounding: 0 }
        changed.set(line, { ...before, [part]: before[part] + share })
      }
  }
  return changed
}

async function deductFromLines(tx: Tx, sale: SaleRow, lines: readonly LineRow[], refund: Refund): Promise<void> {
  const { qty, now } = refund
  const changed = partsByLine(lines, refund)
  for (const line of lines) {
    const parts = changed.get(line.line)
    const returnedQty = qty?.get(line.line) ?? 0
    if (parts === undefined && returnedQty === 0) continue
    await tx
      .updateTable('order_lines')
      .set((eb) => ({
        refunded_qty: eb('refunded_qty', '+', returnedQty),
        refunded_net_minor: eb('refunded_net_minor', '+', parts?.net ?? 0),
        refunded_fee_minor: eb('refunded_fee_minor', '+', parts?.fee ?? 0),
        refunded_protection_minor: eb('refunded_protection_minor', '+', parts?.protection ?? 0),
        refunded_delivery_minor: eb('refunded_delivery_minor', '+', parts?.delivery ?? 0),
        refunded_voucher_minor: eb('refunded_voucher_minor', '+', parts?.voucher ?? 0),
        refunded_rounding_minor: eb('refunded_rounding_minor', '+', parts?.rounding ?? 0),
      }))
      .where('sale_id', '=', sale.id)
      .where('line', '=', line.line)
      .execute()
    if (line.kind === 'gift_voucher') await takeFromVouchers(tx, sale.id, line, parts?.net ?? 0)
    if (line.kind === 'donation' && (parts?.net ?? 0) > 0)
      await updateDeclaration(tx, sale.id, remainingOf(line).net - parts!.net, now)
  }
  // guard: tax-follows-refund
  const taxes = await deductTax(tx, sale.id, changed)
  // guard: credit-note-issued
  await issueCreditNotes(
    tx,
    sale.id,
    new Map([...changed].map(([line, parts]) => [line, { qty: qty?.get(line) ?? 0, parts }])),
    { taxes, now },
  )
}

/**
 * Takes what was refunded of a line of gift vouchers from those that it sold, so that nobody spends what they got back. What has been
 * spent already stays spent.
 */
async function takeFromVouchers(tx: Tx, saleId: number, line: LineRow, minor: Minor): Promise<void> {
  if (minor <= 0) return
  const vouchers = await tx
    .selectFrom('issued_vouchers')
    .select(['id', 'balance_minor', 'reserved_minor'])
    .where('sale_id', '=', saleId)
    .where('design_id', '=', line.design_id)
    .where('value_minor', '=', line.list_minor / line.qty)
    .where('voided_at', 'is', null)
    .orderBy('id')
    .forUpdate()
    .execute()
  let rest = minor
  for (const { id, balance_minor, reserved_minor } of vouchers) {
    const part = Math.min(rest, balance_minor - reserved_minor)
    if (part <= 0) continue
    rest -= part
    await tx
      .updateTable('issued_vouchers')
      .set((eb) => ({ balance_minor: eb('balance_minor', '-', part) }))
      .where('id', '=', id)
      .execute()
  }
}

/** Gift Aid can be claimed only on what the charity keeps. */
async function updateDeclaration(tx: Tx, saleId: number, donationMinor: Minor, now: Date): Promise<void> {
  // guard: declaration-follows-donation
  if (donationMinor <= 0) return cancelDeclaration(tx, saleId, now)
  await tx
    .updateTable('gift_aid_declarations')
    .set({ donation_minor: donationMinor })
    .where('sale_id', '=', saleId)
    .where('cancelled_at', 'is', null)
    .execute()
}

/** Whether its buyer withdrew from the voucher, which paid back what was left of it then. An order that ended is no withdrawal. */
const isWithdrawn = sql<boolean>`(voided_at is not null and exists (
  select from sales sale where sale.id = issued_vouchers.sale_id and sale.cancelled_at is null))`

/**
 * The columns of a gift voucher to which this much returns, so that it can be spent: one that has expired meanwhile, or is about to, is
 * valid again for a while, and one that its buyer withdrew from has this much again.
 */
export const returnedToVoucher = (minor: Minor, now: Date) => ({
  balance_minor: sql<number>`case when ${isWithdrawn} then 0 else balance_minor end + ${minor}`,
  expires_on: sql<string>`greatest(expires_on, ${addDays(dayOf(now), LIMITS.returnedVoucherDays)}::date)`,
  voided_at: sql<Date | null>`case when ${isWithdrawn} then null else voided_at end`,
})

/** Returns this much to the gift vouchers of an organiser that paid for the order, the last one applied first. */
export async function returnToVouchers(
  tx: Tx,
  saleId: number,
  organiserId: number,
  { minor, now }: { minor: Minor; now: Date },
): Promise<void> {
  if (minor === 0) return
  const codes = await tx
    .selectFrom('sale_codes as code')
    .innerJoin('issued_vouchers as voucher', 'voucher.id', 'code.voucher_id')
    .innerJoin('gift_voucher_designs as design', 'design.id', 'voucher.design_id')
    .select(['code.code', 'voucher.id', 'code.applied_at', 'code.reserved_minor', 'code.returned_minor'])
    .where('code.sale_id', '=', saleId)
    .where('design.organiser_id', '=', organiserId)
    // Locked in the order in which a reserve locks them.
    .orderBy('voucher.id')
    .forUpdate()
    .execute()
  codes.sort((a, b) => b.applied_at.getTime() - a.applied_at.getTime())
  let rest = minor
  for (const { code, id, reserved_minor, returned_minor } of codes) {
    const part = Math.min(rest, reserved_minor - returned_minor)
    if (part <= 0) continue
    rest -= part
    await tx
      .updateTable('sale_codes')
      .set((eb) => ({ returned_minor: eb('returned_minor', '+', part) }))
      .where('sale_id', '=', saleId)
      .where('code', '=', code)
      .execute()
    await tx.updateTable('issued_vouchers').set(returnedToVoucher(part, now)).where('id', '=', id).execute()
  }
  if (rest !== 0) throw new Error(`gift vouchers paid ${rest} less of sale ${saleId} than is to go back`)
}

/**
 * Spreads an amount of money over lines in proportion to what was paid for them with money, first over tickets and fees. The
 * donation is reached only if the lines include it, and last.
 */
export function spreadAmount(lines: readonly LineRow[], amountMinor: Minor): Map<LineRow, Parts> {
  const result = new Map<LineRow, Parts>()
  let rest = amountMinor
  for (const group of [
    lines.filter(({ kind }) => kind !== 'donation'),
    lines.filter(({ kind }) => kind === 'donation'),
  ]) {
    const open = group.map((line) => moneyOf(remainingOf(line)))
    const inGroup = Math.min(rest, sum(open))
    rest -= inGroup
    for (const [i, share] of prorate(inGroup, open).entries()) {
      if (share === 0) continue
      const left = remainingOf(group[i]!)
      const [net, fee, protection, delivery, rounding] = prorate(share, [
        left.net,
        left.fee,
        left.protection,
        left.delivery,
        // Nothing is paid for a line that was waived, so its share is 0.
        Math.max(0, left.rounding),
      ]) as [Minor, Minor, Minor, Minor, Minor]
      result.set(group[i]!, { net, fee, protection, delivery, rounding, voucher: 0 })
    }
  }
  return result
}
