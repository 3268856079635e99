import { orderPath } from '@foyer/contract/pages.ts'
import { sum } from '@foyer/domain/money/money.ts'
import { fail } from '@foyer/domain/result.ts'
import { inTx, type Tx } from '../../db/transaction/tx.ts'
import type { Deps } from '../../deps.ts'
import { cancelledMail } from '../../mail/templates/refund.ts'
import { customerOf } from '../../sale/customer/customer.ts'
import { mailBuyer } from '../../sale/mail-buyer.ts'
import { orderNumberOf } from '../../sale/order/order-number.ts'
import type { SaleRow } from '../../sale/sale.ts'
import { endedTicketsOf } from '../../tickets/ended.ts'
import { seatIdsOf } from '../change/apply.ts'
import {
  type LineRow,
  leftOfTickets,
  linesOf,
  moneyOf,
  type Parts,
  paidOf,
  remainingOf,
  spreadAmount,
  voucherPartOf,
} from './book-refund.ts'
import { leavesCompanion } from './companions.ts'
import {
  countUsed,
  endTickets,
  type RefundDeps,
  recordOfUse,
  refundLines,
  refundParts,
  vouchersSpent,
} from './lines.ts'
import type { CannotRefund, Refunded, RefundRequest, SentOtherwise } from './request.ts'
import { lockByReference, refundablePayments, reverseSale } from './reverse-sale.ts'

/** Refunds an order or a part of it. The money leaves through the outbox, and the buyer is told when it has arrived. */
export async function refundOrder(
  deps: Pick<Deps, 'db' | 'clock'> & RefundDeps,
  { reference, ...request }: RefundRequest & { reference: string },
): Promise<Refunded | CannotRefund> {
  const now = deps.clock.now()
  return inTx(deps.db, async (tx): Promise<Refunded | CannotRefund> => {
    const sale = await lockByReference(tx, reference)
    return sale === null ? fail('unknown_order') : refundLocked(tx, deps, sale, request, now)
  })
}

/** The same, of an order that is locked. */
export async function refundLocked(
  tx: Tx,
  deps: RefundDeps,
  sale: SaleRow,
  request: RefundRequest,
  now: Date,
): Promise<Refunded | CannotRefund> {
  if (sale.paid_at === null) return fail('not_paid')
  if (sale.cancelled_at !== null) return fail('already_refunded')
  switch (request.what) {
    case 'whole':
      return refundWhole(tx, deps, sale, request, now)
    case 'lines': {
      const chosen = ownLines((await linesOf(tx, sale)).lines, request.organiserId).filter(isChosen(request))
      const typeIds = chosen.flatMap(({ ticket_type_id }) => ticket_type_id ?? [])
      // guard: lines-refunded-with-their-companion
      if (await leavesCompanion(tx, sale.id, { typeIds })) return fail('companion_left')
      return refundLines(tx, deps, sale, chosen, { why: 'refunded', now, ...sentBy(request) })
    }
    case 'tickets':
    case 'amount':
      return refundPart(tx, deps, sale, request, now)
  }
}

type Requested<What extends RefundRequest['what']> = Extract<RefundRequest, { what: What }>

async function refundWhole(
  tx: Tx,
  deps: RefundDeps,
  sale: SaleRow,
  { used: reason }: Requested<'whole'>,
  now: Date,
): Promise<Refunded | CannotRefund> {
  if (await vouchersSpent(tx, sale.id)) return fail('voucher_spent')
  const issued = await tx
    .selectFrom('tickets')
    .select(['id', 'admitted_at'])
    .where('sale_id', '=', sale.id)
    .where('status', '=', 'valid')
    .execute()
  const used = countUsed(issued)
  // guard: used-tickets-refunded-with-a-reason
  if (used > 0 && reason === undefined) return fail('admitted', { used, of: issued.length })
  const { backMinor: amountMinor } = await reverseSale(tx, sale, {
    why: 'refunded',
    kept: new Set(),
    now,
    facts: recordOfUse(used, reason),
  })
  if (amountMinor === 0) await mailCancelled(tx, deps, sale, { key: `cancelled:${sale.id}`, isCancelled: true, now })
  return { ok: true, amountMinor, currency: sale.currency ?? 'GBP', tickets: issued.length, whole: true }
}

const isChosen =
  ({ lines, ticketTypeIds, donation }: Requested<'lines'>) =>
  ({ line, kind, ticket_type_id }: LineRow): boolean =>
    lines === undefined
      ? (donation || kind !== 'donation') && (ticketTypeIds?.includes(ticket_type_id ?? -1) ?? true)
      : lines.includes(line)

const sentBy = ({ sent }: { sent?: SentOtherwise }) => (sent === undefined ? {} : { sent })

/** The lines an organiser may refund; all of them for the operator. */
const ownLines = (lines: readonly LineRow[], organiserId: number | undefined): readonly LineRow[] =>
  // guard: own-lines-only
  lines.filter((line) => organiserId === undefined || line.organiser_id === organiserId)

async function refundPart(
  tx: Tx,
  deps: RefundDeps,
  sale: SaleRow,
  request: Requested<'tickets' | 'amount'>,
  now: Date,
): Promise<Refunded | CannotRefund> {
  const codes = request.what === 'tickets' ? request.codes : []
  const tickets = await ticketsWith(tx, sale.id, codes)
  if (tickets.length < codes.length) return fail('unknown_code')
  const used = countUsed(tickets)
  if (used > 0 && request.used === undefined) return fail('admitted', { used, of: tickets.length })
  const { lines } = await linesOf(tx, sale)
  const own = ownLines(lines, request.organiserId)
  const lineOf = ({ ticket_type_id }: { ticket_type_id: number }) =>
    own.find((line) => line.ticket_type_id === ticket_type_id)
  if (tickets.some((ticket) => !lineOf(ticket))) return fail('unknown_code')
  // guard: refunded-with-its-companion
  if (await leavesCompanion(tx, sale.id, { seatIds: tickets.flatMap(seatIdsOf) })) return fail('companion_left')
  const left = sum((await refundablePayments(tx, sale.id)).map(({ leftMinor }) => leftMinor))

  const qty = new Map<number, number>()
  for (const ticket of tickets) qty.set(lineOf(ticket)!.line, (qty.get(lineOf(ticket)!.line) ?? 0) + 1)
  const ended = [...qty].map(([number, count]) => ({ line: own.find(({ line }) => line === number)!, count }))
  const parts =
    request.amountMinor === undefined
      ? new Map(ended.map(({ line, count }) => [line, worthOf(line, count)]))
      : // A goodwill refund comes out of tickets and fees; a donation is another's, and may carry Gift Aid.
        spreadAmount(
          own.filter(({ kind }) => request.donation || kind !== 'donation'),
          request.amountMinor,
        )
  const amountMinor = sum([...parts.values()].map(moneyOf))
  if (request.amountMinor === undefined ? amountMinor > left : amountMinor < request.amountMinor || amountMinor > left)
    return fail('too_much')
  const toVouchers = sum([...parts.values()].map(({ voucher }) => voucher))
  if (amountMinor + toVouchers <= 0 && tickets.length === 0) return fail('nothing_to_refund')

  if (tickets.length > 0)
    await endTickets(tx, sale, tickets, { amountMinor, facts: recordOfUse(used, request.used), now })
  await refundParts(tx, sale, parts, { qty, why: 'refunded', now, ...sentBy(request) })
  if (amountMinor === 0 || (request.sent !== undefined && tickets.length > 0)) {
    const key = `cancelled:${sale.id}:${tickets.map(({ id }) => id).join(',')}`
    await mailCancelled(tx, deps, sale, { key, isCancelled: false, now })
  }
  return { ok: true, amountMinor, currency: sale.currency ?? 'GBP', tickets: tickets.length, whole: false }
}

/** The value of this many tickets of a line: what they still have of price and fee. */
export function worthOf(line: LineRow, count: number): Parts {
  const left = remainingOf(line)
  const { net, fee, rounding: ofRounding } = leftOfTickets(line, count)
  const voucher = voucherPartOf(net + fee, paidOf(line), left)
  // A rounding is refunded with its ticket. Nothing was paid for a waived amount, so none of it is refunded.
  const rounding = left.rounding < 0 ? Math.max(left.rounding, voucher - net - fee) : ofRounding
  return { net, fee, protection: 0, delivery: 0, voucher, rounding }
}

const ticketsWith = (tx: Tx, saleId: number, codes: readonly string[]) =>
  codes.length === 0
    ? Promise.resolve([])
    : tx
        .selectFrom('tickets')
        .select(['id', 'ticket_type_id', 'seat_id', 'seat_ids', 'admitted_at'])
        .where('sale_id', '=', saleId)
        .where('status', '=', 'valid')
        .where('code', 'in', codes)
        .orderBy('id')
        .forUpdate()
        .execute()

/** Tells the buyer about a cancellation without a refund, which no other email would. */
export async function mailCancelled(
  tx: Tx,
  { config }: RefundDeps,
  sale: SaleRow,
  { key, isCancelled, now }: { key: string; isCancelled: boolean; now: Date },
): Promise<void> {
  const customer = await customerOf(tx, sale)
  if (customer === null) return
  await mailBuyer(tx, config, sale, async () => ({
    ...cancelledMail({
      number: await orderNumberOf(tx, sale.id),
      orderUrl: config.publicUrl + orderPath(sale.reference),
      isCancelled,
      ended: await endedTicketsOf(tx, sale.id),
    }),
    key,
    kind: 'refund',
    recipient: customer.email,
    saleId: sale.id,
    now,
  }))
}
