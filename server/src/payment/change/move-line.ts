import { type Minor, sum } from '@foyer/domain/money/money.ts'
import { prorate } from '@foyer/domain/money/prorate.ts'
import { taxWithin } from '@foyer/domain/money/tax.ts'
import type { Tx } from '../../db/transaction/tx.ts'
import type { SaleRow } from '../../sale/sale.ts'
import { book, type Posting } from '../ledger/ledger.ts'
import type { LineRow } from '../refund/book-refund.ts'

const MONEY = [
  'list_minor',
  'offer_minor',
  'net_minor',
  'fee_minor',
  'protection_minor',
  'delivery_minor',
  'voucher_minor',
  'rounding_minor',
] as const
const REFUNDED = [
  'refunded_net_minor',
  'refunded_fee_minor',
  'refunded_protection_minor',
  'refunded_delivery_minor',
  'refunded_voucher_minor',
  'refunded_rounding_minor',
  'refunded_tax_minor',
] as const
type Money = Record<(typeof MONEY)[number] | 'discount_minor', Minor>

/** The taxes of both lines don't fit together. What was written must be rolled back. */
export class CannotMove extends Error {}

export type MovedTo = { typeId: number; eventId: number; dateId: number }

/** What one ticket that has not been refunded has of its line: its share of what is left of each amount. */
export function shareOfOne(line: LineRow): Money {
  const left = line.qty - line.refunded_qty
  const back: Partial<Record<string, Minor>> = {
    net_minor: line.refunded_net_minor,
    fee_minor: line.refunded_fee_minor,
    protection_minor: line.refunded_protection_minor,
    delivery_minor: line.refunded_delivery_minor,
    voucher_minor: line.refunded_voucher_minor,
    rounding_minor: line.refunded_rounding_minor,
  }
  const share = Object.fromEntries(
    MONEY.map((part) => {
      const rest = line[part] - (back[part] ?? 0)
      // The list price and offer are of all tickets, the refunded too.
      const among = part === 'list_minor' || part === 'offer_minor' ? line.qty : left
      const perTicket =
        prorate(
          Math.abs(rest),
          Array.from({ length: among }, () => 1),
        )[0] ?? 0
      return [part, Math.sign(rest) * perTicket]
    }),
  ) as Money
  return { ...share, discount_minor: share.list_minor - share.offer_minor - share.net_minor }
}

/**
 * Moves one ticket's share of a line to another ticket type of the same organiser, at the price paid: the order costs what it
 * cost, and lines, taxes and ledger stay equal. The sale must be locked. Returns the line it is in now.
 */
export async function moveShare(
  tx: Tx,
  sale: SaleRow,
  lines: readonly LineRow[],
  from: LineRow,
  to: MovedTo,
  { filledIn, now }: { filledIn: boolean; now: Date },
): Promise<number> {
  const share = shareOfOne(from)
  const target = lines.find(({ ticket_type_id }) => ticket_type_id === to.typeId)
  const line = target?.line ?? Math.max(...lines.map((line) => line.line)) + 1
  const own = (number: number) =>
    tx.updateTable('order_lines').where('sale_id', '=', sale.id).where('line', '=', number)
  if (from.qty === 1 && target === undefined) {
    await own(from.line).set({ ticket_type_id: to.typeId, event_id: to.eventId, date_id: to.dateId }).execute()
    await bookMove(tx, sale, from, to, share, { filledIn, now })
    return from.line
  }
  if (target === undefined)
    await tx
      .insertInto('order_lines')
      .values({
        sale_id: sale.id,
        line,
        kind: 'ticket',
        organiser_id: from.organiser_id,
        qty: 1,
        paid_at: from.paid_at,
        ticket_type_id: to.typeId,
        event_id: to.eventId,
        date_id: to.dateId,
        ...share,
      })
      .execute()
  else
    await own(line)
      .set({ qty: target.qty + 1, ...(from.qty > 1 ? added(target, share, 1) : wholeAdded(target, from)) })
      .execute()
  if (from.qty > 1)
    await own(from.line)
      .set({ qty: from.qty - 1, ...added(from, share, -1) })
      .execute()
  await moveTaxes(tx, sale.id, from, line, share, target !== undefined)
  if (from.qty === 1)
    await tx.deleteFrom('order_lines').where('sale_id', '=', sale.id).where('line', '=', from.line).execute()
  await bookMove(tx, sale, from, to, share, { filledIn, now })
  return line
}

const added = (line: LineRow, share: Money, sign: 1 | -1) =>
  Object.fromEntries(
    [...MONEY, 'discount_minor' as const].map((part) => [part, line[part] + sign * share[part]]),
  ) as Money

/** The last ticket of a line takes all of it along, including what was refunded without ending a ticket. */
const wholeAdded = (line: LineRow, from: LineRow) =>
  Object.fromEntries(
    [...MONEY, 'discount_minor' as const, ...REFUNDED].map((part) => [part, line[part] + from[part]]),
  ) as Money & Record<(typeof REFUNDED)[number], Minor>

const TAXED = {
  net: 'net_minor',
  fee: 'fee_minor',
  protection: 'protection_minor',
  delivery: 'delivery_minor',
  rounding: 'rounding_minor',
} as const

/** Recalculates the tax within each part of both lines, and the total tax of each line. */
async function moveTaxes(
  tx: Tx,
  saleId: number,
  from: LineRow,
  to: number,
  share: Money,
  isTaken: boolean,
): Promise<void> {
  const rows = await tx
    .selectFrom('order_line_taxes')
    .selectAll()
    .where('sale_id', '=', saleId)
    .where('line', 'in', [from.line, to])
    .execute()
  const isTaxed = (line: number) => rows.some((row) => row.line === line)
  if (rows.length > 0 && isTaken && isTaxed(from.line) !== isTaxed(to)) throw new CannotMove()
  for (const row of rows.filter(({ line }) => line === from.line)) {
    const isWhole = from.qty === 1
    const moved = isWhole ? row.gross_minor : share[TAXED[row.part]]
    if (moved === 0) continue
    // What is kept of a line must contain its tax to the penny, whatever was refunded before.
    const remainingTax = taxWithin(row.gross_minor - moved, row.rate_bp) - row.refunded_tax_minor
    if (!isWhole && remainingTax !== taxWithin(row.gross_minor - moved - row.refunded_minor, row.rate_bp))
      throw new CannotMove()
    const target = rows.find(({ line, part }) => line === to && part === row.part)
    const taxed = (gross: Minor) => ({ gross_minor: gross, tax_minor: taxWithin(gross, row.rate_bp) })
    const updateLine = (line: number) =>
      tx
        .updateTable('order_line_taxes')
        .where('sale_id', '=', saleId)
        .where('line', '=', line)
        .where('part', '=', row.part)
    if (!isWhole)
      await updateLine(from.line)
        .set(taxed(row.gross_minor - moved))
        .execute()
    if (target !== undefined && target.rate_bp !== row.rate_bp) throw new CannotMove()
    const after = taxed((target?.gross_minor ?? 0) + moved)
    const back = {
      refunded_minor: (target?.refunded_minor ?? 0) + (isWhole ? row.refunded_minor : 0),
      refunded_tax_minor: (target?.refunded_tax_minor ?? 0) + (isWhole ? row.refunded_tax_minor : 0),
    }
    if (after.tax_minor - back.refunded_tax_minor !== taxWithin(after.gross_minor - back.refunded_minor, row.rate_bp))
      throw new CannotMove()
    if (target !== undefined)
      await updateLine(to)
        .set({ ...after, ...back })
        .execute()
    else
      await tx
        .insertInto('order_line_taxes')
        .values({ sale_id: saleId, line: to, part: row.part, rate_bp: row.rate_bp, ...after, ...back })
        .execute()
  }
  const written = await tx
    .selectFrom('order_line_taxes')
    .select(['line', 'tax_minor'])
    .where('sale_id', '=', saleId)
    .where('line', 'in', [from.line, to])
    .execute()
  for (const line of [from.line, to])
    await tx
      .updateTable('order_lines')
      .set({ tax_minor: sum(written.flatMap((tax) => (tax.line === line ? tax.tax_minor : []))) })
      .where('sale_id', '=', saleId)
      .where('line', '=', line)
      .execute()
}

/**
 * The ledger names ticket types, so the earnings of the ticket move to the other type. Orders of earlier versions have no types
 * in the ledger.
 */
async function bookMove(
  tx: Tx,
  sale: SaleRow,
  from: LineRow,
  to: MovedTo,
  share: Money,
  { filledIn, now }: { filledIn: boolean; now: Date },
): Promise<void> {
  if (filledIn) return
  const { organiser_id: organiserId } = from
  const parts: [Posting['account'], Minor][] = [
    ['tickets', share.net_minor],
    ['booking_fees', share.fee_minor],
    ['refund_protection', share.protection_minor],
    ['delivery', share.delivery_minor],
    ['gift_vouchers_redeemed', -share.voucher_minor],
    ['rounding', share.rounding_minor],
  ]
  const source = { organiserId, eventId: from.event_id, ticketTypeId: from.ticket_type_id }
  const target = { organiserId, eventId: to.eventId, ticketTypeId: to.typeId }
  await book(tx, {
    saleId: sale.id,
    movement: 'change',
    amounts: parts.flatMap(([account, minor]): Posting[] => [
      { account, minor, ...source },
      { account, minor: -minor, ...target },
    ]),
    currency: sale.currency ?? 'GBP',
    at: now,
  })
}
