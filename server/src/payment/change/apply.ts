import { type Minor, sum } from '@foyer/domain/money/money.ts'
import { type TaxRates, taxWithin } from '@foyer/domain/money/tax.ts'
import { changedTo } from '@foyer/domain/payment/change.ts'
import type { Selectable } from 'kysely'
import type { TicketsTable } from '../../db/schema/types.generated.ts'
import type { Tx } from '../../db/transaction/tx.ts'
import type { Random } from '../../random.ts'
import { returnQuotas } from '../../sale/hold/access-codes.ts'
import { freeSeats } from '../../sale/hold/seats.ts'
import { record, type SaleRow } from '../../sale/sale.ts'
import { renewOwnTicket } from '../../tickets/retire.ts'
import { book } from '../ledger/ledger.ts'
import { issueChangeReceipt } from '../receipt/issue.ts'
import { type LineRow, linesOf, moneyOf, type Parts } from '../refund/book-refund.ts'
import { refundParts } from '../refund/lines.ts'
import { refundablePayments, returnStock } from '../refund/reverse-sale.ts'
import { costOf, ticketPriceOf } from './difference.ts'
import { moveShare } from './move-line.ts'
import { countHeld } from './pending.ts'
import { countInSale, countSold } from './places.ts'
import type { TargetType } from './types.ts'

/** What was paid for a change above the price paid before. */
export type Extra = { changeId: number; paymentId: number; minor: Minor; feeMinor: Minor }

/** The payment no longer has what a lower price returns: a bank has taken it back. */
export class NothingToReturn extends Error {}

type Change = {
  ticket: Selectable<TicketsTable>
  line: LineRow
  to: Pick<TargetType, 'id' | 'event_id' | 'date_id' | 'price_minor' | 'booking_fee_minor'>
  /** Seats already marked as sold for this change. A ticket for several people may keep some of its own. */
  seatIds: readonly number[]
  /** The place is held for this change instead of being free. */
  isHeld?: boolean
  extra?: Extra
  /** What is returned of the ticket's line for a lower price. */
  back?: Parts | null
}

/**
 * Makes a ticket one of another type or on another seat: new code, stock, seats, the order's lines, taxes and ledger, and returns a
 * lower price. The sale and the counters must be locked. Returns the line it is in now; null if the ticket was used, refunded or sent to someone else.
 * Throws CannotMove if the taxes don't allow it, NothingToReturn if the money isn't there. After all three, what was written must be
 * rolled back.
 */
export async function applyChange(
  tx: Tx,
  sale: SaleRow,
  { ticket, line, to, seatIds, isHeld = false, extra, back = null }: Change,
  { random, now }: { random: Random; now: Date },
): Promise<number | null> {
  if (back !== null) await checkWhatIsLeft(tx, sale.id, back)
  if (!(await renewOwnTicket(tx, ticket.id, { random, now }))) return null
  const seated = seatedIn(seatIds)
  const left = seatIdsOf(ticket).filter((id) => !seatIds.includes(id))
  const freeOldSeats = async () => {
    if (left.length > 0) await freeSeats(tx, sale.id, 'sold', { ids: left })
  }
  await record(tx, sale.id, 'ticket_changed', now)
  if (to.id === ticket.ticket_type_id) {
    await freeOldSeats()
    await tx.updateTable('tickets').set(seated).where('id', '=', ticket.id).execute()
    return line.line
  }
  await returnStock(tx, ticket.ticket_type_id, 1)
  await returnQuotas(tx, sale.id, ticket.ticket_type_id, 1)
  if (isHeld) await countHeld(tx, to.id, -1)
  await countSold(tx, to.id, 1)
  await freeOldSeats()
  return moveToType(tx, sale, { ticket, line, to, seated, extra, back }, now)
}

/** The seats of a ticket; none if it has no numbered ones. */
export const seatIdsOf = ({ seat_id, seat_ids }: Pick<Selectable<TicketsTable>, 'seat_id' | 'seat_ids'>): number[] =>
  seat_ids ?? (seat_id === null ? [] : [seat_id])

/** The columns of a ticket that has these seats. */
export const seatedIn = (seatIds: readonly number[]): Moved['seated'] => ({
  seat_id: seatIds[0] ?? null,
  seat_ids: seatIds.length > 1 ? [...seatIds] : null,
})

/** Throws NothingToReturn if the payments don't have this much left. */
export async function checkWhatIsLeft(tx: Tx, saleId: number, back: Parts): Promise<void> {
  const left = sum((await refundablePayments(tx, saleId)).map(({ leftMinor }) => leftMinor))
  // guard: changed-within-what-is-left
  if (moneyOf(back) > left) throw new NothingToReturn()
}

type Moved = Pick<Change, 'ticket' | 'line' | 'to' | 'extra' | 'back'> & {
  seated: { seat_id: number | null; seat_ids: number[] | null }
}

/** Makes a ticket one of another type in what the sale has, the order's lines, taxes and ledger. Its place must be counted. */
export async function moveToType(
  tx: Tx,
  sale: SaleRow,
  { ticket, line, to, seated, extra, back = null }: Moved,
  now: Date,
): Promise<number> {
  const settledMinor = extra?.minor ?? (back === null ? 0 : -(back.net + back.fee))
  const price = changedTo(await ticketPriceOf(tx, ticket.id), costOf(to), settledMinor)
  await countInSale(tx, sale.id, { typeId: ticket.ticket_type_id, qty: -1, now })
  await countInSale(tx, sale.id, { typeId: to.id, qty: 1, now })
  await tx
    .updateTable('tickets')
    .set({
      ticket_type_id: to.id,
      ...seated,
      instance: await nextInstance(tx, sale.id, to.id),
      price_minor: price.priceMinor,
      price_paid_minor: price.paidMinor,
      price_waived_minor: price.waivedMinor,
    })
    .where('id', '=', ticket.id)
    .execute()
  const { lines, filledIn } = await linesOf(tx, sale)
  const place = { typeId: to.id, eventId: to.event_id, dateId: to.date_id }
  const moved = await moveShare(tx, sale, lines, line, place, { filledIn, now })
  if (extra) await addToLine(tx, sale, moved, extra, { filledIn, now })
  if (back !== null) {
    const movedLine = (await linesOf(tx, sale)).lines.find((line) => line.line === moved)!
    await refundParts(tx, sale, new Map([[movedLine, back]]), { qty: new Map(), why: 'changed', now })
  }
  return moved
}

async function nextInstance(tx: Tx, saleId: number, typeId: number): Promise<number> {
  const { last } = await tx
    .selectFrom('tickets')
    .select((eb) => eb.fn.max('instance').as('last'))
    .where('sale_id', '=', saleId)
    .where('ticket_type_id', '=', typeId)
    .executeTakeFirstOrThrow()
  return last === null ? 0 : Number(last) + 1
}

/** Adds what was paid for a change to a line and its taxes, to what the order cost, and to the ledger. */
async function addToLine(
  tx: Tx,
  sale: SaleRow,
  number: number,
  { changeId, paymentId, minor, feeMinor }: Extra,
  { filledIn, now }: { filledIn: boolean; now: Date },
): Promise<void> {
  const line = (await linesOf(tx, sale)).lines.find((line) => line.line === number)!
  const parts = { net: minor - feeMinor, fee: feeMinor }
  await tx
    .updateTable('order_lines')
    .set((eb) => ({
      list_minor: eb('list_minor', '+', parts.net),
      net_minor: eb('net_minor', '+', parts.net),
      fee_minor: eb('fee_minor', '+', parts.fee),
    }))
    .where('sale_id', '=', sale.id)
    .where('line', '=', number)
    .execute()
  await addTax(tx, line, parts)
  await tx
    .updateTable('orders')
    .set((eb) => ({ total_minor: eb('total_minor', '+', minor) }))
    .where('sale_id', '=', sale.id)
    .execute()
  await tx
    .updateTable('sales')
    .set((eb) => ({ total_minor: eb('total_minor', '+', minor), updated_at: now }))
    .where('id', '=', sale.id)
    .execute()
  const organiserId = filledIn ? null : line.organiser_id
  const of = filledIn ? {} : { organiserId, eventId: line.event_id, ticketTypeId: line.ticket_type_id }
  await book(tx, {
    saleId: sale.id,
    movement: 'sale',
    // guard: paid-change-booked
    amounts: [
      { account: 'tickets', minor: -parts.net, ...of },
      { account: 'booking_fees', minor: -parts.fee, ...of },
      { account: 'receivable', minor, organiserId },
    ],
    currency: sale.currency ?? 'GBP',
    paymentId,
    at: now,
  })
  await issueChangeReceipt(tx, sale.id, { changeId, line: number, parts, now })
}

/** A line that is taxed has the tax within each of its parts; a ticket that cost nothing before takes the rates of its type. */
async function addTax(tx: Tx, line: LineRow, parts: { net: Minor; fee: Minor }): Promise<void> {
  const rows = await tx
    .selectFrom('order_line_taxes')
    .selectAll()
    .where('sale_id', '=', line.sale_id)
    .where('line', '=', line.line)
    .execute()
  const { rates } = await tx
    .selectFrom('ticket_types')
    .select('tax_rates as rates')
    .where('id', '=', line.ticket_type_id)
    .executeTakeFirstOrThrow()
  const wasFree = sum([line.net_minor, line.fee_minor, line.protection_minor, line.delivery_minor]) === 0
  if (rows.length === 0 && !(wasFree && rates !== null)) return
  for (const part of ['net', 'fee'] as const) {
    const added = parts[part]
    if (added === 0) continue
    const row = rows.find((row) => row.part === part)
    const rateBp = row?.rate_bp ?? (rates as TaxRates | null)?.[part] ?? rows[0]!.rate_bp
    const gross = (row?.gross_minor ?? 0) + added
    const tax = taxWithin(gross, rateBp)
    const taxed = { gross_minor: gross, tax_minor: tax }
    if (row === undefined)
      await tx
        .insertInto('order_line_taxes')
        .values({ sale_id: line.sale_id, line: line.line, part, rate_bp: rateBp, ...taxed })
        .execute()
    else
      await tx
        .updateTable('order_line_taxes')
        .set(taxed)
        .where('sale_id', '=', line.sale_id)
        .where('line', '=', line.line)
        .where('part', '=', part)
        .execute()
    await tx
      .updateTable('order_lines')
      .set((eb) => ({ tax_minor: eb('tax_minor', '+', tax - (row?.tax_minor ?? 0)) }))
      .where('sale_id', '=', line.sale_id)
      .where('line', '=', line.line)
      .execute()
  }
}
