import { LIMITS } from '@foyer/domain/limits.ts'
import { z } from 'zod'
import { amount, call, count, Done, flag, id, Nothing, T, text } from '../call.ts'
import { Checkout } from '../shapes/checkout.ts'

export const basketCalls = {
  get: call({ summary: 'Returns the current checkout.', body: Nothing, reply: Checkout, fails: [] }),
  add_to_basket: call({
    summary:
      'Adds tickets to the basket. Reserved seats are given by their labels, or `section` is where the shop chooses them, `amount` is what the buyer pays for each ticket where that is their choice, `code` opens types sold by access code, and `party` are the seats of the same price category that are being chosen together with these, at other prices too.',
    body: z.object({
      ticket_id: id,
      quantity: count,
      seats: z.array(text(60)).max(LIMITS.maxTicketsPerLine).default([]),
      party: z.array(text(60)).max(LIMITS.maxTicketsPerLine).default([]),
      section: text(60),
      amount: amount.optional(),
      code: text(T.code).optional(),
    }),
    reply: z.object({ success: z.literal(true), basket_quantity: z.number() }),
    fails: [
      'unknown_ticket',
      'unknown_seat',
      'bad_quantity',
      'quantity_above_max',
      'places_above_max',
      'bad_amount',
      'amount_below_min',
      'amount_above_max',
      'amount_fixed',
      'basket_full',
      'too_many_baskets',
      'not_on_sale',
      'sold_out',
      'few_left',
      'seat_taken',
      'single_seat',
      'other_currency',
      'access_code_max',
      'basket_is_held',
    ],
  }),
  add_gift_voucher_to_basket: call({
    summary: 'Adds gift vouchers of one value to the basket.',
    body: z.object({ gift_voucher_id: id, qty: count, value: amount }),
    reply: z.object({ success: z.literal(true), basket_quantity: z.number() }),
    fails: [
      'unknown_voucher',
      'bad_quantity',
      'bad_voucher_value',
      'voucher_quantity_above_max',
      'basket_full',
      'too_many_baskets',
      'other_currency',
      'basket_is_held',
    ],
  }),
  update_ticket_quantity: call({
    summary: 'Sets the quantity of one ticket type in the basket.',
    body: z.object({ ticket_id: id, quantity: count }),
    reply: Done,
    fails: [
      'quantity_fixed',
      'unknown_ticket',
      'bad_quantity',
      'quantity_above_max',
      'places_above_max',
      'quantity_below_min',
      'not_on_sale',
      'few_left',
      'access_code_max',
      'basket_is_held',
    ],
  }),
  update_ticket_amount: call({
    summary: 'Sets what the buyer pays for each ticket of a type with a price that buyers choose.',
    body: z.object({ ticket_id: id, amount }),
    reply: Done,
    fails: ['unknown_ticket', 'bad_amount', 'amount_below_min', 'amount_above_max', 'amount_fixed', 'basket_is_held'],
  }),
  update_gift_voucher_quantity: call({
    summary: 'Sets the quantity of gift vouchers of one design and value in the basket.',
    body: z.object({ gift_voucher_id: id, qty: count, value: amount }),
    reply: Done,
    fails: ['unknown_voucher', 'bad_quantity', 'voucher_quantity_above_max', 'basket_is_held'],
  }),
  update_refund_protection: call({
    summary: 'Adds or removes refund protection. It is ignored if the basket does not offer it.',
    body: z.object({ refund_protection: flag }),
    reply: Done,
    fails: ['basket_is_held'],
  }),
  set_code: call({
    summary: 'Applies a discount or gift voucher code.',
    body: z.object({ code: text(T.code) }),
    /** `already_applied`: the code was in the basket before, and counts once. */
    reply: z.object({ code_applied: z.boolean(), already_applied: z.literal(true).optional() }),
    fails: ['basket_is_held'],
  }),
  remove_code: call({
    summary: 'Removes a discount or gift voucher code from the basket.',
    body: z.object({ code: text(T.code) }),
    reply: Done,
    fails: ['unknown_code', 'basket_is_held'],
  }),
  remove_from_basket: call({
    summary: 'Removes a ticket line from the basket.',
    body: z.object({ ticket_id: id }),
    reply: Done,
    fails: ['unknown_ticket', 'basket_is_held'],
  }),
  remove_gift_voucher_from_basket: call({
    summary: 'Removes a gift voucher line from the basket.',
    body: z.object({ gift_voucher_id: id, value: amount }),
    reply: Done,
    fails: ['unknown_voucher', 'basket_is_held'],
  }),
}
