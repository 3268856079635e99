import { LIMITS } from '@foyer/domain/limits.ts'
import { z } from 'zod'
import { amount, call, count, Done, flag, id, Nothing, T, text } from '../call.ts'
import { Checkout } from '../shapes.ts'

export const basketCalls = {
  get: call({ says: 'The whole checkout as it stands now.', body: Nothing, reply: Checkout, fails: [] }),
  add_to_basket: call({
    says: 'Puts tickets into the basket, or more of them; seats by label where the ticket has seats.',
    body: z.object({
      ticket_id: id,
      quantity: count,
      seats: z.array(text(60)).max(LIMITS.maxTicketsPerLine).default([]),
    }),
    reply: z.object({ success: z.literal(true), basket_quantity: z.number() }),
    fails: [
      'unknown_ticket',
      'unknown_seat',
      'bad_quantity',
      'quantity_above_max',
      'basket_full',
      'not_on_sale',
      'sold_out',
      'few_left',
      'seat_taken',
      'other_currency',
      'basket_is_held',
    ],
  }),
  add_gift_voucher_to_basket: call({
    says: 'Puts gift vouchers of one value into the basket.',
    body: z.object({ gift_voucher_id: id, qty: count, value: amount }),
    reply: z.object({ success: z.literal(true), basket_quantity: z.number() }),
    fails: [
      'unknown_voucher',
      'bad_quantity',
      'bad_voucher_value',
      'voucher_quantity_above_max',
      'basket_full',
      'other_currency',
      'basket_is_held',
    ],
  }),
  update_ticket_quantity: call({
    says: 'Sets how many tickets of one type the basket holds.',
    body: z.object({ ticket_id: id, quantity: count }),
    reply: Done,
    fails: [
      'quantity_fixed',
      'unknown_ticket',
      'bad_quantity',
      'quantity_above_max',
      'quantity_below_min',
      'not_on_sale',
      'few_left',
      'basket_is_held',
    ],
  }),
  update_gift_voucher_quantity: call({
    says: 'Sets how many gift vouchers of one design and value the basket holds.',
    body: z.object({ gift_voucher_id: id, qty: count, value: amount }),
    reply: Done,
    fails: ['unknown_voucher', 'bad_quantity', 'voucher_quantity_above_max', 'basket_is_held'],
  }),
  update_refund_protection: call({
    says: 'Chooses refund protection or not; it is kept only where the basket offers it.',
    body: z.object({ refund_protection: flag }),
    reply: Done,
    fails: ['basket_is_held'],
  }),
  set_code: call({
    says: 'Applies one discount or gift voucher code.',
    body: z.object({ code: text(T.code) }),
    /** `already_applied`: the code was in the basket before, and counts once. */
    reply: z.object({ code_applied: z.boolean(), already_applied: z.literal(true).optional() }),
    fails: ['basket_is_held'],
  }),
  remove_code: call({
    says: 'Takes a discount or gift voucher code off the basket.',
    body: z.object({ code: text(T.code) }),
    reply: Done,
    fails: ['unknown_code', 'basket_is_held'],
  }),
  remove_from_basket: call({
    says: 'Takes a ticket line out.',
    body: z.object({ ticket_id: id }),
    reply: Done,
    fails: ['unknown_ticket', 'basket_is_held'],
  }),
  remove_gift_voucher_from_basket: call({
    says: 'Takes a gift voucher line out.',
    body: z.object({ gift_voucher_id: id, value: amount }),
    reply: Done,
    fails: ['unknown_voucher', 'basket_is_held'],
  }),
}
