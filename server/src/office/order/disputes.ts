import type { OfficeReply } from '@foyer/contract/office/calls.ts'
import { providerNames } from '@foyer/contract/office/events/payments.en.ts'
import { disputeReasons } from '@foyer/contract/office/orders/disputes.en.ts'
import { niceDate } from '@foyer/domain/format/dates.ts'
import { formatMinor } from '@foyer/domain/format/money.ts'
import { currencyCode } from '@foyer/domain/money/money.ts'
import { daysToAnswer, disputeState, isWithdrawn } from '@foyer/domain/payment/dispute.ts'
import { sql } from 'kysely'
import type { Db } from '../../db/transaction/tx.ts'
import { disputePageOf } from '../../payment/providers/table.ts'
import { grantOf, type OfficeContext } from '../handle.ts'
import type { OwnOrder } from './own-order.ts'
import { disputeOf } from './state.ts'

type Shown = OfficeReply<'office_order'>['disputes'][number]

export async function disputeOfSale(db: Pick<Db, 'selectNoFrom'>, saleId: number) {
  const { dispute } = await db.selectNoFrom(disputeOf(sql.val(saleId)).as('dispute')).executeTakeFirstOrThrow()
  return dispute
}

/**
 * The disputes of an order's payments, newest first. None for an order with lines of other organisers and for people who are limited to
 * some events, because a payment isn't divided.
 */
export async function disputesOf(db: Db, ctx: OfficeContext, { order, isShared }: OwnOrder): Promise<Shown[]> {
  if (isShared || grantOf(ctx).eventIds !== null) return []
  const rows = await db
    .selectFrom('disputes as dispute')
    .innerJoin('payments as payment', 'payment.id', 'dispute.payment_id')
    .leftJoin('payment_accounts as account', 'account.id', 'payment.account_id')
    .select(['dispute.id', 'dispute.amount_minor', 'dispute.reason', 'dispute.status', 'dispute.due_at'])
    .select(['payment.provider', 'payment.provider_payment_id', 'account.external_id'])
    .where('payment.sale_id', '=', order.sale_id)
    .orderBy('dispute.id', 'desc')
    .execute()
  return rows.map(({ id, amount_minor, reason, status, due_at, provider, provider_payment_id, external_id }) => ({
    dispute_id: id,
    amount: formatMinor(amount_minor, currencyCode(order.currency)),
    // The providers' codes are English words: "product_not_received", "NO_KNOWLEDGE".
    reason: reason.toLowerCase().replaceAll('_', ' '),
    meaning: disputeReasons[reason.toLowerCase()] ?? '',
    provider: (providerNames as Record<string, string>)[provider] ?? provider,
    days_left: due_at === null ? null : daysToAnswer(due_at, ctx.now),
    is_withdrawn: isWithdrawn(status),
    state: disputeState(status),
    nice_due: due_at === null ? '' : niceDate(due_at),
    url: disputePageOf(provider, { providerPaymentId: provider_payment_id ?? '', account: external_id }),
  }))
}
