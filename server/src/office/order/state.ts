import type { ORDER_STATES } from '@foyer/contract/calls/office/lists.ts'
import { ENDED_DISPUTES, LOST_DISPUTES } from '@foyer/domain/payment/dispute.ts'
import { type RawBuilder, sql } from 'kysely'

export type ShownState = 'paid' | 'part_refunded' | 'refunded'
export type OfficeState = (typeof ORDER_STATES)[number]
type OfDispute = Exclude<OfficeState, ShownState>

/** How much of the organiser's part of an order has been refunded. */
export const shownState = ({ back, ended }: { back: number; ended: boolean }): ShownState => {
  if (ended) return 'refunded'
  return back > 0 ? 'part_refunded' : 'paid'
}

/** The same for staff, who see first that a bank disputes a payment, and then that the money was lost. */
export const officeState = (order: { back: number; ended: boolean; dispute: OfDispute | null }): OfficeState =>
  order.dispute ?? shownState(order)

/** What banks say of a sale's payments: `disputed` while one of them is open, then `dispute_lost` if one was lost; else null. */
export const disputeOf = (saleId: RawBuilder<unknown>): RawBuilder<OfDispute | null> => sql<OfDispute | null>`(
  select case when bool_or(lower(dispute.status) <> all(${sql.val(ENDED_DISPUTES)}::text[])) then 'disputed'
    when bool_or(lower(dispute.status) = any(${sql.val(LOST_DISPUTES)}::text[])) then 'dispute_lost' end
  from disputes dispute join payments payment on payment.id = dispute.payment_id where payment.sale_id = ${saleId})`

/** Until when the first of a sale's open disputes is to be answered; null if none is open or the provider names no time. */
export const answerByOf = (saleId: RawBuilder<unknown>): RawBuilder<Date | null> => sql<Date | null>`(
  select min(dispute.due_at) from disputes dispute join payments payment on payment.id = dispute.payment_id
  where payment.sale_id = ${saleId} and lower(dispute.status) <> all(${sql.val(ENDED_DISPUTES)}::text[]))`
