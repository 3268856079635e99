import { type Minor, sum } from '@foyer/domain/money/money.ts'
import { shareOfLine } from '@foyer/domain/money/order-lines.ts'
import { taxWithin } from '@foyer/domain/money/tax.ts'
import type { Tx } from '../../db/transaction/tx.ts'
import type { SaleRow } from '../../sale/sale.ts'
import { book, type Posting } from '../ledger/ledger.ts'
import { type LineRow, leftOfTickets, PARTS, type Part, type Parts, paidOf } from '../refund/book-refund.ts'

/** The columns of a line that hold amounts, except for its taxes. */
type Amounts = Record<
  'list_minor' | 'offer_minor' | 'discount_minor' | `${Part}_minor` | `refunded_${Part}_minor`,
  Minor
>

/** The taxes of both lines don't fit together. What was written must be rolled back. */
export class CannotMove extends Error {}

export type MovedTo = { typeId: number; eventId: number; dateId: number }

/** What one ticket takes along: what was paid for it, and what was refunded of it as goodwill or as a difference. */
type Share = { paid: Parts; refunded: Parts; amounts: Amounts }

function shareOfOne(line: LineRow): Share {
  const which = { qty: line.qty, before: line.refunded_qty, count: 1 }
  const paid = shareOfLine(paidOf(line), which)
  const left = leftOfTickets(line, 1)
  const refunded = ofParts((part) => paid[part] - left[part])
  const { list, offer } = shareOfLine({ list: line.list_minor, offer: line.offer_minor }, which)
  return {
    paid,
    refunded,
    amounts: {
      list_minor: list,
      offer_minor: offer,
      discount_minor: list - offer - paid.net,
      ...Object.fromEntries(PARTS.map((part) => [`${part}_minor`, paid[part]])),
      ...Object.fromEntries(PARTS.map((part) => [`refunded_${part}_minor`, refunded[part]])),
    } as Amounts,
  }
}

const ofParts = (minor: (part: Part) => Minor): Parts =>
  Object.fromEntries(PARTS.map((part) => [part, minor(part)])) as Parts

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
        ...share.amounts,
      })
      .execute()
  else
    await own(line)
      .set({ qty: target.qty + 1, ...added(target, share, 1) })
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

const added = (line: LineRow, { amounts }: Share, sign: 1 | -1) =>
  Object.fromEntries(
    (Object.keys(amounts) as (keyof Amounts)[]).map((column) => [column, line[column] + sign * amounts[column]]),
  ) as Amounts

/** Moves a ticket's share of each taxed part, recalculates the tax within it on both lines, and the total tax of each line. */
async function moveTaxes(
  tx: Tx,
  saleId: number,
  from: LineRow,
  to: number,
  { paid, refunded }: Share,
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
    const { part, rate_bp: rateBp } = row
    if (paid[part] === 0) continue
    const target = rows.find(({ line, part }) => line === to && part === row.part)
    if (target !== undefined && target.rate_bp !== rateBp) throw new CannotMove()
    const rest = taxed(row.gross_minor - paid[part], row.refunded_minor - refunded[part], rateBp)
    const moved = taxed((target?.gross_minor ?? 0) + paid[part], (target?.refunded_minor ?? 0) + refunded[part], rateBp)
    // The credit notes say how much tax was refunded. Two amounts are rounded differently from one, so the lines take the difference,
    // first one with something left, whose next refund corrects it.
    const refundedTax = row.refunded_tax_minor + (target?.refunded_tax_minor ?? 0)
    let pennies = refundedTax - rest.refunded_tax_minor - moved.refunded_tax_minor
    for (const line of isKeptOf(rest) ? [rest, moved] : [moved, rest]) pennies -= takeTax(line, pennies)
    if (pennies !== 0) throw new CannotMove()
    const updateLine = (line: number) =>
      tx.updateTable('order_line_taxes').where('sale_id', '=', saleId).where('line', '=', line).where('part', '=', part)
    await updateLine(from.line).set(rest).execute()
    if (target !== undefined) await updateLine(to).set(moved).execute()
    else
      await tx
        .insertInto('order_line_taxes')
        .values({ sale_id: saleId, line: to, part, rate_bp: rateBp, ...moved })
        .execute()
  }
  const written = await tx
    .selectFrom('order_line_taxes')
    .select(['line', 'tax_minor', 'refunded_tax_minor'])
    .where('sale_id', '=', saleId)
    .where('line', 'in', [from.line, to])
    .execute()
  for (const number of [from.line, to]) {
    const own = written.filter(({ line }) => line === number)
    await tx
      .updateTable('order_lines')
      .set({
        tax_minor: sum(own.map(({ tax_minor }) => tax_minor)),
        refunded_tax_minor: sum(own.map(({ refunded_tax_minor }) => refunded_tax_minor)),
      })
      .where('sale_id', '=', saleId)
      .where('line', '=', number)
      .execute()
  }
}

type Taxed = Record<`${'refunded_' | ''}tax_minor` | 'gross_minor' | 'refunded_minor', Minor>

const isKeptOf = ({ gross_minor, refunded_minor }: Taxed): boolean => gross_minor !== refunded_minor

/** Counts so much more tax of a line as refunded, but never more than there is. Returns how much. */
function takeTax(line: Taxed, moreMinor: Minor): Minor {
  const before = line.refunded_tax_minor
  const [least, most] = [Math.min(line.tax_minor, 0), Math.max(line.tax_minor, 0)]
  line.refunded_tax_minor = Math.min(most, Math.max(least, before + moreMinor))
  return line.refunded_tax_minor - before
}

/** A taxed amount, and the tax within it and within what was refunded of it: what is kept contains its tax to the penny. */
function taxed(gross_minor: Minor, refunded_minor: Minor, rateBp: number): Taxed {
  const tax_minor = taxWithin(gross_minor, rateBp)
  const refunded_tax_minor = tax_minor - taxWithin(gross_minor - refunded_minor, rateBp)
  return { gross_minor, tax_minor, refunded_minor, refunded_tax_minor }
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
  { paid, refunded }: Share,
  { filledIn, now }: { filledIn: boolean; now: Date },
): Promise<void> {
  if (filledIn) return
  const { organiser_id: organiserId } = from
  const left = ofParts((part) => paid[part] - refunded[part])
  const parts: [Posting['account'], Minor][] = [
    ['tickets', left.net],
    ['booking_fees', left.fee],
    ['refund_protection', left.protection],
    ['delivery', left.delivery],
    ['gift_vouchers_redeemed', -left.voucher],
    ['rounding', left.rounding],
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
