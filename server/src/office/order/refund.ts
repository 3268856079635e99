import type { ErrorCode } from '@foyer/contract/errors.ts'
import type { OfficeBody, OfficeFail } from '@foyer/contract/office/calls.ts'
import { formatMinor } from '@foyer/domain/format/money.ts'
import { parseAmount } from '@foyer/domain/money/chosen-amount.ts'
import { type CurrencyCode, currencyCode, type Minor, sum, toMajor, toMinor } from '@foyer/domain/money/money.ts'
import { fail } from '@foyer/domain/result.ts'
import type { Tx } from '../../db/transaction/tx.ts'
import type { FailWith } from '../../http/handle.ts'
import { isByHand } from '../../payment/provider/provider.ts'
import { type LineRow, moneyOf, remainingOf } from '../../payment/refund/book-refund.ts'
import { refundLocked } from '../../payment/refund/order.ts'
import type { CannotRefund, Refunded, RefundRequest } from '../../payment/refund/request.ts'
import { customerOf } from '../../sale/customer/customer.ts'
import type { SaleRow } from '../../sale/sale.ts'
import { lockShift } from '../counter/shift.ts'
import { countRefundInShift, newRefundsOf, openRefundsOf } from '../counter/shift-refunds.ts'
import { grantOf, type OfficeContext, type OfficeHandlers, RolledBack } from '../handle.ts'
import { orderReply } from './acts.ts'
import { disputeOfSale } from './disputes.ts'
import { lockOwnOrder, type OwnOrder } from './own-order.ts'
import { giveVoucher, voucherDesignOf } from './voucher.ts'

type RefundBody = OfficeBody<'refund_order'>
type LockedOrder = OwnOrder & { sale: SaleRow }
type Refusal = FailWith<OfficeFail<'refund_order'> | 'not_found' | 'may_not'>

/** The office's error for each reason of the refund's own. */
const ERROR_CODES = {
  unknown_order: 'not_found',
  not_paid: 'not_paid',
  already_refunded: 'refund_ended',
  voucher_spent: 'refund_voucher_spent',
  too_much: 'refund_too_much',
  nothing_to_refund: 'refund_nothing',
  unknown_code: 'not_found',
  admitted: 'refund_used',
  plan_paying: 'order_plan_paying',
  companion_left: 'refund_companion',
} as const satisfies Record<CannotRefund['code'], ErrorCode>

export const refundOrderOfOffice: OfficeHandlers['refund_order'] = {
  async change(tx, body, ctx) {
    // The shift is locked before the sale, as at the counter.
    const shift = body.to === 'payment' ? await lockShift(tx, ctx) : undefined
    const own = await lockOwnOrder(tx, ctx, body.order_id)
    if (own === undefined) return fail('not_found')
    if (!body.disputed && (await disputeOfSale(tx, body.order_id)) === 'disputed') return fail('payment_disputed')
    if (body.to === 'voucher' && (await customerOf(tx, own.sale)) === null) return fail('refund_needs_email')
    const currency = currencyCode(own.sale.currency)
    if (body.to === 'voucher' && (await voucherDesignOf(tx, grantOf(ctx).organiserId, currency)) === undefined)
      return fail('no_voucher_design')
    const before = refundedOf(own.lines)
    const open = await openRefundsOf(tx, body.order_id)
    const refunded = await refund(tx, ctx, own, body, currency)
    if (!refunded.ok) return refunded
    const limit = await refundLimitOf(tx, ctx, currency)
    // The limit applies to all refunds of an order together. Throwing undoes this one.
    // guard: box-office-limit
    if (limit !== null && before + refunded.amountMinor > limit)
      throw new RolledBack(fail('refund_over_limit', { limit: formatMinor(limit, currency) }))
    if (body.to === 'voucher' && refunded.amountMinor > 0)
      await giveVoucher(tx, ctx, own, { amountMinor: refunded.amountMinor, currency })
    // A payment taken by hand is handed back from the open shift's drawer. Without a shift, it is owed at the counter.
    for (const refund of shift ? await newRefundsOf(tx, body.order_id, open) : [])
      if (isByHand(refund.provider) && refund.currency === shift!.currency)
        await countRefundInShift(tx, ctx, shift!, refund)
    const { what, to, reason } = body
    return {
      reply: orderReply(ctx, body.order_id),
      log: {
        subject: ['order', body.order_id],
        after: {
          what,
          to,
          reason,
          amount_minor: refunded.amountMinor,
          currency,
          tickets: refunded.tickets,
          whole: refunded.whole,
          ...(refunded.lessToPayMinor && { less_to_pay_minor: refunded.lessToPayMinor }),
        },
      },
    }
  },
}

/** How much of an order in this currency the person may refund, in minor units; null without a limit. */
export async function refundLimitOf(
  tx: Pick<Tx, 'selectFrom'>,
  ctx: OfficeContext,
  currency: CurrencyCode,
): Promise<Minor | null> {
  const { role, organiserId } = grantOf(ctx)
  if (role !== 'box_office') return null
  const { box_office_refund_minor } = await tx
    .selectFrom('organisers')
    .select('box_office_refund_minor')
    .where('id', '=', organiserId)
    .executeTakeFirstOrThrow()
  // Stored in hundredths of whatever currency the order has, and not every currency has hundredths.
  return toMinor(toMajor(box_office_refund_minor, 'GBP'), currency)
}

/** How much of these lines was refunded as money. */
export const refundedOf = (lines: readonly LineRow[]): Minor =>
  sum(
    lines.map((line) =>
      moneyOf({
        net: line.refunded_net_minor,
        fee: line.refunded_fee_minor,
        protection: line.refunded_protection_minor,
        delivery: line.refunded_delivery_minor,
        voucher: line.refunded_voucher_minor,
        rounding: line.refunded_rounding_minor,
      }),
    ),
  )

/** How much of these lines can still be refunded as money. */
export const refundableOf = (lines: readonly LineRow[]): Minor => sum(lines.map((line) => moneyOf(remainingOf(line))))

async function refund(
  tx: Tx,
  ctx: OfficeContext,
  own: LockedOrder,
  body: RefundBody,
  currency: CurrencyCode,
): Promise<Refunded | Refusal> {
  const { deps, now } = ctx
  const { sale, lines } = own
  const { organiserId } = grantOf(ctx)
  const reason = body.reason === '' ? {} : { used: body.reason }
  const sent =
    body.to === 'payment' ? {} : { sent: body.to === 'voucher' ? ('vouchers' as const) : ('elsewhere' as const) }
  const part = { organiserId, donation: body.donation, ...reason, ...sent }
  const refundOf = async (request: RefundRequest) => officeOutcome(await refundLocked(tx, deps, sale, request, now))
  if (sale.paid_at === null) return fail('not_paid')
  if (sale.cancelled_at !== null) return fail('refund_ended')
  switch (body.what) {
    case 'tickets': {
      const tickets = await ticketsOf(tx, sale.id, lines, body.ticket_ids)
      if (tickets.length < new Set(body.ticket_ids).size)
        return fail((await areOfOrder(tx, sale.id, lines, body.ticket_ids)) ? 'ticket_ended' : 'not_found')
      if (tickets.length === 0) return fail('not_found')
      return refundOf({ what: 'tickets', codes: tickets.map(({ code }) => code), ...part })
    }
    case 'amount':
    case 'percent': {
      if (!own.seesAll) return fail('may_not')
      const amountMinor = body.what === 'amount' ? parseAmount(body.amount, currency) : shareOf(body, own)
      if (amountMinor === null || amountMinor <= 0) return fail('bad_amount')
      return refundOf({ what: 'amount', amountMinor, ...part })
    }
    case 'lines':
    case 'all': {
      const chosen = lines.filter(({ line, kind }) =>
        body.what === 'all' ? body.donation || kind !== 'donation' : body.lines.includes(line),
      )
      const used = (await ticketsOf(tx, sale.id, chosen)).filter(({ admitted_at }) => admitted_at !== null).length
      if (used > 0 && body.reason === '') return fail('refund_used', { used })
      const isWhole = body.what === 'all' && !own.isShared && chosen.length === lines.length && own.seesAll
      // In an order with several organisers, only this organiser's lines are refunded.
      // guard: whole-order-of-one-organiser
      if (isWhole && body.to === 'payment') return refundOf({ what: 'whole', ...reason })
      return refundOf({ what: 'lines', lines: chosen.map(({ line }) => line), ...part })
    }
  }
}

/** A percentage of what can still be refunded; null if it is none. */
const shareOf = ({ percent, donation }: RefundBody, { lines }: OwnOrder): Minor | null => {
  const wanted = /^\d{1,3}(\.\d{1,2})?$/.test(percent) ? Number(percent) : 0
  if (wanted <= 0 || wanted > 100) return null
  return Math.round((refundableOf(lines.filter(({ kind }) => donation || kind !== 'donation')) * wanted * 100) / 10_000)
}

export const officeOutcome = (
  outcome: Refunded | CannotRefund,
): Refunded | FailWith<(typeof ERROR_CODES)[CannotRefund['code']]> =>
  outcome.ok ? outcome : fail(ERROR_CODES[outcome.code], outcome.values)

/** Whether all of these tickets are, or were, of these lines: a colleague may have refunded one meanwhile. */
async function areOfOrder(tx: Tx, saleId: number, lines: readonly LineRow[], ids: readonly number[]): Promise<boolean> {
  const found = await ticketsQuery(tx, saleId, lines)
    .where('id', 'in', [-1, ...ids])
    .execute()
  return found.length === new Set(ids).size
}

const ticketsQuery = (tx: Tx, saleId: number, lines: readonly LineRow[]) =>
  tx
    .selectFrom('tickets')
    .select(['id', 'code', 'admitted_at'])
    .where('sale_id', '=', saleId)
    .where('ticket_type_id', 'in', [-1, ...lines.flatMap(({ ticket_type_id }) => ticket_type_id ?? [])])

const ticketsOf = (tx: Tx, saleId: number, lines: readonly LineRow[], only?: readonly number[]) =>
  ticketsQuery(tx, saleId, lines)
    .where('status', '=', 'valid')
    .$if(only !== undefined, (query) => query.where('id', 'in', [-1, ...only!]))
    .execute()
