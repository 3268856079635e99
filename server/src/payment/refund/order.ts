import { orderPath } from '@foyer/contract/pages.ts'
import { currencyCode, type Minor, sum, toMajor } from '@foyer/domain/money/money.ts'
import { type Fail, fail, type Ok } from '@foyer/domain/result.ts'
import { endTransfers } from '../../after-sale/transfer/end.ts'
import type { Config } from '../../config.ts'
import { inTx, type Tx } from '../../db/transaction/tx.ts'
import type { Deps } from '../../deps.ts'
import { queueMail } from '../../mail/outbox.ts'
import { cancelledMail } from '../../mail/templates/refund.ts'
import { customerOf } from '../../sale/customer/customer.ts'
import { type Facts, record, type SaleRow } from '../../sale/sale.ts'
import { endedTicketsOf } from '../../tickets/ended.ts'
import { voidTickets } from '../../tickets/retire.ts'
import { bookPartRefund } from './part.ts'
import { lockByReference, refundable, returnStock, reverseSale, sendMoneyBack } from './reverse-sale.ts'

export type Refunded = Ok<{ amountMinor: Minor; currency: string; tickets: number; whole: boolean }>
export type CannotRefund = Fail<
  | 'unknown_order'
  | 'not_paid'
  | 'already_refunded'
  | 'voucher_spent'
  | 'too_much'
  | 'nothing_to_refund'
  | 'unknown_code'
  | 'admitted'
>

/**
 * Refunds an order. Without an amount, everything: the payment, its tickets, stock, codes and Gift Aid. With an amount
 * (minor units) or ticket codes, only that part: an amount alone is a goodwill refund and leaves the tickets valid, while
 * tickets refund their own price and fee. The money leaves through the outbox, and the buyer is told when it has arrived.
 */
export async function refundOrder(
  deps: Pick<Deps, 'db' | 'clock'> & { config: Pick<Config, 'publicUrl'> },
  ask: { reference: string; amountMinor?: Minor; codes?: string[]; used?: string },
): Promise<Refunded | CannotRefund> {
  const now = deps.clock.now()
  return inTx(deps.db, async (tx): Promise<Refunded | CannotRefund> => {
    const sale = await lockByReference(tx, ask.reference)
    if (sale === null) return fail('unknown_order')
    if (sale.paid_at === null) return fail('not_paid')
    if (sale.cancelled_at !== null) return fail('already_refunded')
    const currency = sale.currency ?? 'GBP'
    if (ask.amountMinor === undefined && ask.codes === undefined) {
      if (await voucherSpent(tx, sale.id)) return fail('voucher_spent')
      const issued = await tx
        .selectFrom('tickets')
        .select(['id', 'admitted_at'])
        .where('sale_id', '=', sale.id)
        .where('status', '=', 'valid')
        .execute()
      const used = usedOf(issued)
      // guard: used-tickets-refunded-with-a-reason
      if (used > 0 && ask.used === undefined) return fail('admitted', { used, of: issued.length })
      const amountMinor = await reverseSale(tx, sale, {
        why: 'refunded',
        kept: new Set(),
        now,
        facts: recordOfUse(used, ask.used),
      })
      if (amountMinor === 0)
        await mailCancelled(tx, deps, sale, { key: `cancelled:${sale.id}`, isCancelled: true, now })
      return { ok: true, amountMinor, currency, tickets: issued.length, whole: true }
    }
    return refundPart(tx, deps, sale, { ...ask, currency, now })
  })
}

/** A gift voucher that has paid for something cannot be refunded in full. */
const voucherSpent = async (tx: Tx, saleId: number): Promise<boolean> =>
  (await tx
    .selectFrom('issued_vouchers')
    .select('id')
    .where('sale_id', '=', saleId)
    .where((eb) => eb.or([eb('balance_minor', '<', eb.ref('value_minor')), eb('reserved_minor', '>', 0)]))
    .executeTakeFirst()) !== undefined

const usedOf = (tickets: readonly { admitted_at: Date | null }[]): number =>
  tickets.filter(({ admitted_at }) => admitted_at !== null).length

/** Why tickets were refunded although they had been used at the door. */
const recordOfUse = (used: number, reason: string | undefined): Facts => (used > 0 && reason ? { used, reason } : {})

async function refundPart(
  tx: Tx,
  deps: { config: Pick<Config, 'publicUrl'> },
  sale: SaleRow,
  ask: { amountMinor?: Minor; codes?: string[]; used?: string; currency: string; now: Date },
): Promise<Refunded | CannotRefund> {
  const { currency, now } = ask
  const tickets = await ticketsWith(tx, sale.id, ask.codes ?? [])
  if (tickets.length < (ask.codes?.length ?? 0)) return fail('unknown_code')
  const used = usedOf(tickets)
  if (used > 0 && ask.used === undefined) return fail('admitted', { used, of: tickets.length })
  const left = sum((await refundable(tx, sale.id)).map(({ leftMinor }) => leftMinor))
  const worth = sum(tickets.map(({ price_minor, booking_fee_minor }) => (price_minor ?? 0) + (booking_fee_minor ?? 0)))
  // Discounts and vouchers may have paid part of them: never refund more than came in.
  const amountMinor = ask.amountMinor ?? Math.min(worth, left)
  if (amountMinor <= 0 && tickets.length === 0) return fail('nothing_to_refund')
  if (amountMinor > left) return fail('too_much')

  if (tickets.length > 0) {
    const ticketIds = tickets.map(({ id }) => id)
    await voidTickets(tx, sale.id, { ticketIds, now })
    await endTransfers(tx, sale, ticketIds, now)
    const returned: Record<string, number> = {}
    for (const { ticket_type_id, seat_id } of tickets) {
      returned[ticket_type_id] = (returned[ticket_type_id] ?? 0) + 1
      if (seat_id !== null)
        await tx.updateTable('seats').set({ status: 'free', sale_id: null }).where('id', '=', seat_id).execute()
    }
    for (const id of Object.keys(returned)
      .map(Number)
      .sort((a, b) => a - b))
      await returnStock(tx, id, returned[id]!)
    await record(tx, sale.id, 'tickets_refunded', now, {
      returned,
      amount: toMajor(amountMinor, currencyCode(currency)),
      ...recordOfUse(used, ask.used),
    })
  }
  if (amountMinor > 0) {
    await bookPartRefund(tx, sale, amountMinor, now)
    await sendMoneyBack(tx, sale.id, { amountMinor, reason: 'refunded', now })
  } else {
    const key = `cancelled:${sale.id}:${tickets.map(({ id }) => id).join(',')}`
    await mailCancelled(tx, deps, sale, { key, isCancelled: false, now })
  }
  return { ok: true, amountMinor, currency, tickets: tickets.length, whole: false }
}

const ticketsWith = (tx: Tx, saleId: number, codes: readonly string[]) =>
  codes.length === 0
    ? Promise.resolve([])
    : tx
        .selectFrom('tickets as ticket')
        .innerJoin('sale_lines as line', (join) =>
          join.onRef('line.sale_id', '=', 'ticket.sale_id').onRef('line.ticket_type_id', '=', 'ticket.ticket_type_id'),
        )
        .select([
          'ticket.id',
          'ticket.ticket_type_id',
          'ticket.seat_id',
          'ticket.admitted_at',
          'line.price_minor',
          'line.booking_fee_minor',
        ])
        .where('ticket.sale_id', '=', saleId)
        .where('ticket.status', '=', 'valid')
        .where('ticket.code', 'in', codes)
        .orderBy('ticket.id')
        .forUpdate('ticket')
        .execute()

/** Tells the buyer about a cancellation without a refund, which no other email would. */
async function mailCancelled(
  tx: Tx,
  { config }: { config: Pick<Config, 'publicUrl'> },
  sale: SaleRow,
  { key, isCancelled, now }: { key: string; isCancelled: boolean; now: Date },
): Promise<void> {
  const customer = await customerOf(tx, sale)
  if (customer === null) return
  await queueMail(tx, {
    ...cancelledMail({
      reference: sale.reference,
      orderUrl: config.publicUrl + orderPath(sale.reference),
      isCancelled,
      ended: await endedTicketsOf(tx, sale.id),
    }),
    key,
    kind: 'refund',
    recipient: customer.email,
    saleId: sale.id,
    now,
  })
}
