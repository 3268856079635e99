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
import {
  countUsed,
  endTickets,
  type RefundDeps,
  recordOfUse,
  refundLines,
  refundParts,
  vouchersSpent,
} from './lines.ts'
import type { CannotRefund, Refunded, RefundRequest } from './request.ts'
import { lockByReference, refundablePayments, reverseSale } from './reverse-sale.ts'

/**
 * Refunds an order. Without an amount, everything: the payment, its tickets, stock, codes and Gift Aid. With an amount
 * (minor units) or ticket codes, only that part: an amount alone is a goodwill refund and leaves the tickets valid, while
 * tickets refund their own price and fee. The money leaves through the outbox, and the buyer is told when it has arrived.
 */
export async function refundOrder(
  deps: Pick<Deps, 'db' | 'clock'> & RefundDeps,
  request: RefundRequest,
): Promise<Refunded | CannotRefund> {
  const now = deps.clock.now()
  return inTx(deps.db, async (tx): Promise<Refunded | CannotRefund> => {
    const sale = await lockByReference(tx, request.reference)
    return sale === null ? fail('unknown_order') : refundLocked(tx, deps, sale, request, now)
  })
}

/** The same, of an order that is locked. */
export async function refundLocked(
  tx: Tx,
  deps: RefundDeps,
  sale: SaleRow,
  request: Omit<RefundRequest, 'reference'>,
  now: Date,
): Promise<Refunded | CannotRefund> {
  if (sale.paid_at === null) return fail('not_paid')
  if (sale.cancelled_at !== null) return fail('already_refunded')
  const currency = sale.currency ?? 'GBP'
  if (
    request.amountMinor === undefined &&
    request.codes === undefined &&
    (request.ticketTypeIds || request.organiserId !== undefined)
  ) {
    const { lines } = await linesOf(tx, sale)
    const chosen = ownLines(lines, request.organiserId).filter(
      (line) =>
        (request.donation || line.kind !== 'donation') &&
        (!request.ticketTypeIds || request.ticketTypeIds.includes(line.ticket_type_id ?? -1)),
    )
    return refundLines(tx, deps, sale, chosen, { why: 'refunded', now, ...sentBy(request) })
  }
  if (request.amountMinor === undefined && request.codes === undefined) {
    if (await vouchersSpent(tx, sale.id)) return fail('voucher_spent')
    const issued = await tx
      .selectFrom('tickets')
      .select(['id', 'admitted_at'])
      .where('sale_id', '=', sale.id)
      .where('status', '=', 'valid')
      .execute()
    const used = countUsed(issued)
    // guard: used-tickets-refunded-with-a-reason
    if (used > 0 && request.used === undefined) return fail('admitted', { used, of: issued.length })
    const { backMinor: amountMinor } = await reverseSale(tx, sale, {
      why: 'refunded',
      kept: new Set(),
      now,
      facts: recordOfUse(used, request.used),
    })
    if (amountMinor === 0) await mailCancelled(tx, deps, sale, { key: `cancelled:${sale.id}`, isCancelled: true, now })
    return { ok: true, amountMinor, currency, tickets: issued.length, whole: true }
  }
  return refundPart(tx, deps, sale, { ...request, currency, now })
}

const sentBy = ({ sent }: Pick<RefundRequest, 'sent'>) => (sent === undefined ? {} : { sent })

/** The lines an organiser may refund; all of them for the operator. */
const ownLines = (lines: readonly LineRow[], organiserId: number | undefined): readonly LineRow[] =>
  // guard: own-lines-only
  lines.filter((line) => organiserId === undefined || line.organiser_id === organiserId)

async function refundPart(
  tx: Tx,
  deps: RefundDeps,
  sale: SaleRow,
  request: Pick<RefundRequest, 'amountMinor' | 'codes' | 'organiserId' | 'donation' | 'used' | 'sent'> & {
    currency: string
    now: Date
  },
): Promise<Refunded | CannotRefund> {
  const { currency, now, organiserId } = request
  const tickets = await ticketsWith(tx, sale.id, request.codes ?? [])
  if (tickets.length < (request.codes?.length ?? 0)) return fail('unknown_code')
  const used = countUsed(tickets)
  if (used > 0 && request.used === undefined) return fail('admitted', { used, of: tickets.length })
  const { lines } = await linesOf(tx, sale)
  const own = ownLines(lines, organiserId)
  const lineOf = ({ ticket_type_id }: { ticket_type_id: number }) =>
    own.find((line) => line.ticket_type_id === ticket_type_id)
  if (tickets.some((ticket) => !lineOf(ticket))) return fail('unknown_code')
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
  return { ok: true, amountMinor, currency, tickets: tickets.length, whole: false }
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
      ended: await endedTicketsOf(tx, sale.id, now),
    }),
    key,
    kind: 'refund',
    recipient: customer.email,
    saleId: sale.id,
    now,
  }))
}
