import { currencyCode, type Minor, sum, toMajor } from '@foyer/domain/money/money.ts'
import { fail } from '@foyer/domain/result.ts'
import { type ExpressionBuilder, sql } from 'kysely'
import { endTransfers } from '../../after-sale/transfer/end.ts'
import type { Config } from '../../config.ts'
import type { Database } from '../../db/schema/types.generated.ts'
import type { Tx } from '../../db/transaction/tx.ts'
import { customerOf } from '../../sale/customer/customer.ts'
import { returnQuotas } from '../../sale/hold/access-codes.ts'
import { freeSeats } from '../../sale/hold/seats.ts'
import { type Facts, record, type SaleRow } from '../../sale/sale.ts'
import { mailPlan } from '../../tickets/delivery/plan-mail.ts'
import { voidTickets } from '../../tickets/retire.ts'
import { endChangesOf } from '../change/pending.ts'
import { type ByOrganiser, splitBy } from '../ledger/ledger.ts'
import { lessToPay, lowerPlan, moveSurplus, type RunningPlan, runningPlanOf } from '../plan/lower.ts'
import { bookRefund, type LineRow, linesOf, moneyOf, type Parts, remainingOf, returnToVouchers } from './book-refund.ts'
import type { CannotRefund, Refunded, SentOtherwise } from './request.ts'
import { endSale, refundablePayments, returnStock, sendMoneyBack } from './reverse-sale.ts'

/** What the buyer's emails need. */
export type RefundDeps = { config: Pick<Config, 'publicUrl' | 'shop'> }

type RefundDetails = { qty: ReadonlyMap<number, number>; why: string; now: Date; sent?: SentOtherwise }

/** Books a refund of these lines, returns the gift vouchers' part to them, and queues the money. */
export async function refundParts(
  tx: Tx,
  sale: SaleRow,
  parts: ReadonlyMap<LineRow, Parts>,
  how: RefundDetails & { plan?: { running: RunningPlan; lessToPayMinor: Minor } | undefined },
): Promise<void> {
  const { qty, why, now, sent, plan } = how
  let owed: ByOrganiser = await bookRefund(tx, sale, { movement: 'part_refund', parts, qty, now })
  for (const [line, { voucher }] of parts)
    await returnToVouchers(tx, sale.id, line.organiser_id, { minor: voucher, now })
  if (plan) {
    const backMinor = sum([...owed.values()]) - plan.lessToPayMinor
    const owes = await moveSurplus(tx, sale, now)
    const surplus = new Map([...owes].flatMap(([id, minor]) => (minor < 0 ? [[id, -minor]] : [])))
    // Without a surplus, the buyer gets back what the next payment then pays again, because less is too small for a card.
    owed = splitBy(backMinor, surplus.size > 0 ? surplus : owes)
  }
  await sendMoneyBack(tx, sale.id, { parts: owed, reason: why, now, ...(sent && { sent }) })
}

/** Lowers what is still to be paid of a plan and emails its buyer the payments to come, once for each `key`. */
export async function lowerAndMailPlan(
  tx: Tx,
  deps: RefundDeps,
  sale: SaleRow,
  running: RunningPlan,
  { minor, key, now }: { minor: Minor; key: string; now: Date },
): Promise<void> {
  await lowerPlan(tx, sale, running, { minor, now })
  const customer = await customerOf(tx, sale)
  if (customer !== null) await mailPlan(tx, deps, sale, { recipient: customer.email, key, changed: true, now })
}

export type EndedTicket = {
  id: number
  ticket_type_id: number
  seat_id: number | null
  seat_ids: number[] | null
}

/** Voids single tickets and returns their stock. */
export async function endTickets(
  tx: Tx,
  sale: SaleRow,
  tickets: readonly EndedTicket[],
  { amountMinor, facts, now }: { amountMinor: Minor; facts?: Facts | undefined; now: Date },
): Promise<void> {
  const ticketIds = tickets.map(({ id }) => id)
  await voidTickets(tx, sale.id, { ticketIds, now })
  await endTransfers(tx, sale, ticketIds, now)
  // guard: refunded-ticket-not-changed
  await endChangesOf(tx, sale.id, now, ticketIds)
  const returned = new Map<number, number>()
  for (const { ticket_type_id } of tickets) returned.set(ticket_type_id, (returned.get(ticket_type_id) ?? 0) + 1)
  await returnPlaces(tx, sale, returned, { amountMinor, facts, now })
  for (const { seat_id, seat_ids } of tickets)
    if (seat_id !== null) await freeSeats(tx, sale.id, 'sold', { ids: seat_ids ?? [seat_id] })
}

/** The same for tickets of a running payment plan, which are not issued yet. `seats` are those of the sale that become free. */
export async function endPlaces(
  tx: Tx,
  sale: SaleRow,
  { places, seatIds }: { places: ReadonlyMap<number, number>; seatIds: readonly number[] },
  how: { amountMinor: Minor; now: Date },
): Promise<void> {
  await returnPlaces(tx, sale, places, how)
  if (seatIds.length > 0) await freeSeats(tx, sale.id, 'sold', { ids: seatIds })
}

/** Returns stock by ticket type, in lock order, and records it for the buyer's timeline. */
async function returnPlaces(
  tx: Tx,
  sale: SaleRow,
  returned: ReadonlyMap<number, number>,
  { amountMinor, facts, now }: { amountMinor: Minor; facts?: Facts | undefined; now: Date },
): Promise<void> {
  for (const [id, count] of [...returned].sort(([a], [b]) => a - b)) {
    await returnStock(tx, id, count)
    await returnQuotas(tx, sale.id, id, count)
  }
  await record(tx, sale.id, 'tickets_refunded', now, {
    returned: Object.fromEntries(returned),
    amount: toMajor(amountMinor, currencyCode(sale.currency)),
    ...facts,
  })
}

export const countUsed = (tickets: readonly { admitted_at: Date | null }[]): number =>
  tickets.filter(({ admitted_at }) => admitted_at !== null).length

/** Why tickets were refunded although they had been used at the door. */
export const recordOfUse = (used: number, reason: string | undefined): Facts =>
  used > 0 && reason ? { used, reason } : {}

/**
 * Refunds whole lines with their refund protection and postage, and voids their tickets and gift vouchers. While a payment plan
 * runs, that lowers what is still to be paid first. When nothing else is left of the order, cancels it. The sale must be locked.
 */
export async function refundLines(
  tx: Tx,
  deps: RefundDeps,
  sale: SaleRow,
  chosen: readonly LineRow[],
  { why, now, sent }: { why: string; now: Date; sent?: SentOtherwise },
): Promise<Refunded | CannotRefund> {
  const leftOf = (line: LineRow) => (line.kind === 'donation' ? 0 : line.qty - line.refunded_qty)
  const isOpen = (line: LineRow) => leftOf(line) > 0 || Object.values(remainingOf(line)).some((minor) => minor !== 0)
  const lines = chosen.filter(isOpen)
  if (lines.length === 0) return fail('nothing_to_refund')
  const vouchers = lines.filter(({ kind }) => kind === 'gift_voucher')
  if (await vouchersSpent(tx, sale.id, vouchers)) return fail('voucher_spent')
  const parts = new Map(lines.map((line) => [line, remainingOf(line)]))
  const valueMinor = sum([...parts.values()].map(moneyOf))
  const ends = (await linesOf(tx, sale)).lines.every(
    (line) => !isOpen(line) || lines.some((refunded) => refunded.line === line.line),
  )
  const running = await runningPlanOf(tx, sale.id)
  const lessToPayMinor = running === null ? 0 : lessToPay(sale, running, valueMinor, ends)
  if (lessToPayMinor === null) return fail('plan_paying')
  const amountMinor = valueMinor - lessToPayMinor
  const left = sum((await refundablePayments(tx, sale.id)).map(({ leftMinor }) => leftMinor))
  if (amountMinor > left) return fail('too_much')

  const tickets = await endLines(tx, sale, lines, { amountMinor, now })
  if (vouchers.length > 0)
    await tx
      .updateTable('issued_vouchers')
      .set({ voided_at: now })
      .where('sale_id', '=', sale.id)
      .where(areOf(vouchers))
      .where('voided_at', 'is', null)
      .execute()
  const qty = new Map(lines.map((line) => [line.line, leftOf(line)]))
  const plan = running === null ? undefined : { running, lessToPayMinor }
  await refundParts(tx, sale, parts, { qty, why, now, plan, ...(sent && { sent }) })
  if (ends) await endSale(tx, sale, why, now)
  else if (running !== null) {
    const key = `plan:${sale.id}:${lines.map(({ line }) => line).join(',')}`
    await lowerAndMailPlan(tx, deps, sale, running, { minor: lessToPayMinor, key, now })
  }
  return {
    ok: true,
    amountMinor,
    ...(lessToPayMinor > 0 && { lessToPayMinor }),
    currency: sale.currency ?? 'GBP',
    tickets,
    whole: ends,
  }
}

/** Voids the tickets of these lines, issued or not, and returns their places. Returns how many places. */
async function endLines(
  tx: Tx,
  sale: SaleRow,
  lines: readonly LineRow[],
  how: { amountMinor: Minor; now: Date },
): Promise<number> {
  const returned = new Map(
    lines.flatMap((line) => (line.kind === 'ticket' ? [[line.ticket_type_id!, line.qty - line.refunded_qty]] : [])) as [
      number,
      number,
    ][],
  )
  const types = [...returned.keys()]
  if (types.length === 0) return 0
  const issued = await tx
    .selectFrom('tickets')
    .select('id')
    .where('sale_id', '=', sale.id)
    .where('ticket_type_id', 'in', types)
    .where('status', '=', 'valid')
    .orderBy('id')
    .forUpdate()
    .execute()
  const ticketIds = issued.map(({ id }) => id)
  if (ticketIds.length > 0) await voidTickets(tx, sale.id, { ticketIds, now: how.now })
  await endTransfers(tx, sale, ticketIds, how.now)
  await endChangesOf(tx, sale.id, how.now, ticketIds)
  await returnPlaces(tx, sale, returned, how)
  await freeSeats(tx, sale.id, 'sold', { ticketTypeIds: types })
  return sum([...returned.values()])
}

/** Issued gift vouchers of these lines. A line has one design in one value, and an order may have several values of a design. */
const areOf = (lines: readonly LineRow[]) => (eb: ExpressionBuilder<Database, 'issued_vouchers'>) =>
  eb.or(
    lines.map(({ design_id, list_minor, qty }) =>
      eb.and([eb('design_id', '=', design_id!), eb('value_minor', '=', list_minor / qty)]),
    ),
  )

/** Whether a gift voucher of this sale, of these lines or of any, has paid for something: then it cannot be refunded in full. */
export async function vouchersSpent(tx: Tx, saleId: number, lines?: readonly LineRow[]): Promise<boolean> {
  if (lines?.length === 0) return false
  // What a refund of an amount took from a voucher wasn't spent.
  const { rows } = await sql`
    select from issued_vouchers voucher
    left join order_lines line on line.sale_id = voucher.sale_id and line.kind = 'gift_voucher'
      and line.design_id = voucher.design_id and line.list_minor / line.qty = voucher.value_minor
    where voucher.sale_id = ${saleId} and voucher.voided_at is null
      and (${lines === undefined} or line.line = any(${sql.val(lines?.map(({ line }) => line) ?? [])}::int[]))
    group by voucher.design_id, voucher.value_minor, line.refunded_net_minor
    having sum(voucher.value_minor - voucher.balance_minor) > coalesce(line.refunded_net_minor, 0)
      or bool_or(voucher.reserved_minor > 0)`.execute(tx)
  return rows.length > 0
}
