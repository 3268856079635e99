import type { ErrorCode } from '@foyer/contract/errors.ts'
import type { OfficeBody, OfficeFail } from '@foyer/contract/office/calls.ts'
import { formatMinor } from '@foyer/domain/format/money.ts'
import { parseAmount } from '@foyer/domain/money/chosen-amount.ts'
import { type CurrencyCode, currencyCode, type Minor, sum } from '@foyer/domain/money/money.ts'
import { fail } from '@foyer/domain/result.ts'
import type { Tx } from '../../db/transaction/tx.ts'
import type { FailWith } from '../../http/handle.ts'
import { type LineRow, moneyOf, remainingOf } from '../../payment/refund/book-back.ts'
import { refundLines } from '../../payment/refund/lines.ts'
import { refundLocked } from '../../payment/refund/order.ts'
import type { CannotRefund, Refunded, RefundRequest } from '../../payment/refund/request.ts'
import { isByHand } from '../../payment-provider.ts'
import { customerOf } from '../../sale/customer/customer.ts'
import type { SaleRow } from '../../sale/sale.ts'
import { isGivenBack, newRefundsOf, openRefundsOf } from '../counter/give-back.ts'
import { lockShift } from '../counter/shift.ts'
import { grantOf, type OfficeContext, type OfficeHandlers, RolledBack } from '../handle.ts'
import { doneWith } from './acts.ts'
import { lockOwnOrder, type OwnOrder } from './own-order.ts'
import { giveVoucher, voucherDesignOf } from './voucher.ts'

type Ask = OfficeBody<'refund_order'>
type Locked = OwnOrder & { sale: SaleRow }
type CannotDo = FailWith<OfficeFail<'refund_order'> | 'not_found' | 'may_not'>

const CODES = {
  unknown_order: 'not_found',
  not_paid: 'not_paid',
  already_refunded: 'refund_ended',
  voucher_spent: 'refund_voucher_spent',
  too_much: 'refund_too_much',
  nothing_to_refund: 'refund_nothing',
  unknown_code: 'not_found',
  admitted: 'refund_used',
  plan_paying: 'order_plan_paying',
} as const satisfies Record<CannotRefund['code'], ErrorCode>

export const refundOrderOfOffice: OfficeHandlers['refund_order'] = {
  async act(tx, body, ctx) {
    // A shift comes before the sale, as at the counter.
    const shift = body.to === 'payment' ? await lockShift(tx, ctx) : undefined
    const own = await lockOwnOrder(tx, ctx, body.order_id)
    if (own === undefined) return fail('not_found')
    if (body.to === 'voucher' && (await customerOf(tx, own.sale)) === null) return fail('refund_needs_email')
    const currency = currencyCode(own.sale.currency)
    if (body.to === 'voucher' && (await voucherDesignOf(tx, grantOf(ctx).organiserId, currency)) === undefined)
      return fail('no_voucher_design')
    const before = refundedOf(own.lines)
    const open = await openRefundsOf(tx, body.order_id)
    const done = await refund(tx, ctx, own, body, currency)
    if (!done.ok) return done
    const limit = await limitOf(tx, ctx)
    // Counted over all refunds of the order. What was done so far is undone.
    // guard: box-office-limit
    if (limit !== null && before + done.amountMinor > limit)
      throw new RolledBack(fail('refund_over_limit', { limit: formatMinor(limit, currency) }))
    if (body.to === 'voucher' && done.amountMinor > 0)
      await giveVoucher(tx, ctx, own, { amountMinor: done.amountMinor, currency })
    // Money taken by hand comes out of the open shift's drawer; without a shift it waits at the counter.
    for (const refund of shift ? await newRefundsOf(tx, body.order_id, open) : [])
      if (isByHand(refund.provider) && refund.currency === shift!.currency) await isGivenBack(tx, ctx, shift!, refund)
    const { what, to, reason } = body
    return {
      reply: doneWith(ctx, body.order_id),
      log: {
        subject: ['order', body.order_id],
        after: {
          what,
          to,
          reason,
          amount_minor: done.amountMinor,
          currency,
          tickets: done.tickets,
          whole: done.whole,
          ...(done.lessToPayMinor && { less_to_pay_minor: done.lessToPayMinor }),
        },
      },
    }
  },
}

/** How much of an order this person may refund; null without a limit. */
export async function limitOf(tx: Pick<Tx, 'selectFrom'>, ctx: OfficeContext): Promise<Minor | null> {
  const { role, organiserId } = grantOf(ctx)
  if (role !== 'box_office') return null
  const { box_office_refund_minor } = await tx
    .selectFrom('organisers')
    .select('box_office_refund_minor')
    .where('id', '=', organiserId)
    .executeTakeFirstOrThrow()
  return box_office_refund_minor
}

/** What of these lines has gone back as money. */
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

/** What is left of these lines, as money. */
export const leftOf = (lines: readonly LineRow[]): Minor => sum(lines.map((line) => moneyOf(remainingOf(line))))

async function refund(
  tx: Tx,
  ctx: OfficeContext,
  own: Locked,
  body: Ask,
  currency: CurrencyCode,
): Promise<Refunded | CannotDo> {
  const { deps, now } = ctx
  const { sale, lines } = own
  const { organiserId } = grantOf(ctx)
  const reason = body.reason === '' ? {} : { used: body.reason }
  const sent =
    body.to === 'payment' ? {} : { sent: body.to === 'voucher' ? ('vouchers' as const) : ('elsewhere' as const) }
  const ask = (more: Omit<RefundRequest, 'reference'>) =>
    refundLocked(
      tx,
      deps,
      sale,
      { organiserId, ...reason, ...sent, ...(body.donation && { donation: true }), ...more },
      now,
    )
  if (sale.paid_at === null) return fail('not_paid')
  if (sale.cancelled_at !== null) return fail('refund_ended')
  switch (body.what) {
    case 'tickets': {
      const tickets = await ticketsOf(tx, sale.id, lines, body.ticket_ids)
      if (tickets.length === 0 || tickets.length < new Set(body.ticket_ids).size) return fail('not_found')
      return inOfficeWords(await ask({ codes: tickets.map(({ code }) => code) }))
    }
    case 'amount':
    case 'percent': {
      if (!own.seesAll) return fail('may_not')
      const amountMinor = body.what === 'amount' ? parseAmount(body.amount, currency) : shareOf(body, own)
      if (amountMinor === null || amountMinor <= 0) return fail('bad_amount')
      return inOfficeWords(await ask({ amountMinor }))
    }
    case 'lines':
    case 'all': {
      const chosen = lines.filter(({ line, kind }) =>
        body.what === 'all' ? body.donation || kind !== 'donation' : body.lines.includes(line),
      )
      const used = (await ticketsOf(tx, sale.id, chosen)).filter(({ admitted_at }) => admitted_at !== null).length
      if (used > 0 && body.reason === '') return fail('refund_used', { used })
      const isWhole = body.what === 'all' && !own.isShared && chosen.length === lines.length && own.seesAll
      // Of an order over several organisers, only the own lines.
      // guard: whole-order-of-one-organiser
      if (isWhole && body.to === 'payment') return inOfficeWords(await refundLocked(tx, deps, sale, reason, now))
      return inOfficeWords(await refundLines(tx, deps, sale, chosen, { why: 'refunded', now, ...sent }))
    }
  }
}

const shareOf = ({ percent, donation }: Ask, { lines }: OwnOrder): Minor | null => {
  const wanted = /^\d{1,3}(\.\d{1,2})?$/.test(percent) ? Number(percent) : 0
  if (wanted <= 0 || wanted > 100) return null
  return Math.round((leftOf(lines.filter(({ kind }) => donation || kind !== 'donation')) * wanted * 100) / 10_000)
}

export const inOfficeWords = (
  outcome: Refunded | CannotRefund,
): Refunded | FailWith<(typeof CODES)[CannotRefund['code']]> =>
  outcome.ok ? outcome : fail(CODES[outcome.code], outcome.facts)

const ticketsOf = (tx: Tx, saleId: number, lines: readonly LineRow[], only?: readonly number[]) =>
  tx
    .selectFrom('tickets')
    .select(['id', 'code', 'admitted_at'])
    .where('sale_id', '=', saleId)
    .where('status', '=', 'valid')
    .where('ticket_type_id', 'in', [-1, ...lines.flatMap(({ ticket_type_id }) => ticket_type_id ?? [])])
    .$if(only !== undefined, (query) => query.where('id', 'in', [-1, ...only!]))
    .execute()
