import type { CannotRefund } from '../refund/request.ts'

/** Why an order could not be refunded, as the commands say it. */
export const WHY: Record<CannotRefund['code'], string> = {
  unknown_order: 'There is no order with this reference.',
  not_paid: 'This order has not been paid for.',
  already_refunded: 'This order has been taken back already.',
  voucher_spent: 'A gift voucher of this order has been used. Return an amount instead.',
  too_much: 'This is more than is left of what was paid.',
  nothing_to_refund: 'There is nothing to return.',
  unknown_code: 'A ticket with such a code is not part of this order, or no longer valid.',
  admitted:
    '{used} of its {of} tickets has been used at the door. Repeat the command with --used REASON to refund them all the same.',
  companion_left: 'A companion ticket of this order would be left without its wheelchair space. Return both together.',
  plan_paying: 'A payment of this order’s plan is being taken at this moment. Try again in a few minutes.',
}
