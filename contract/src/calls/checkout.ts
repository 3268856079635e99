import { z } from 'zod'
import { call, Done, Nothing, text } from '../call.ts'

const SecondsRemaining = z.object({ seconds_remaining: z.number() })

export const checkoutCalls = {
  reserve_tickets: call({
    summary: 'Holds everything in the basket for a limited time, or nothing. The fields of the reply tell the outcome.',
    body: z.object({ 'h-captcha-response': text(20_000) }),
    reply: z.object({
      reserved: z.boolean().optional(),
      sale_reference: z.string().optional(),
      fresh_reservation: z.boolean().optional(),
      /** Seconds until the hold expires. */
      checkout_time: z.number().optional(),
      captcha: z.boolean().optional(),
      captcha_sitekey: z.string().optional(),
      redirect: z.string().optional(),
      error: z.string().optional(),
    }),
    fails: ['wrong_step', 'already_paid'],
  }),
  get_captcha_challenge: call({
    summary: 'Returns a new proof-of-work challenge if the shop uses its own captcha.',
    body: Nothing,
    reply: z.record(z.string(), z.unknown()),
    fails: [],
  }),
  update_basket_state: call({
    summary: 'Moves the checkout to another step and returns the remaining time of the hold.',
    returnsCheckout: true,
    body: z.object({ state: text(60) }),
    reply: SecondsRemaining,
    fails: [
      'unknown_state',
      'wrong_step',
      'step_incomplete',
      'hold_expired',
      'basket_empty',
      'not_paid',
      'payment_running',
      'price_changed',
    ],
  }),
  destroy_sale: call({
    summary: 'Releases the hold. The basket, its codes and the account remain.',
    body: Nothing,
    reply: Done,
    fails: ['already_paid', 'payment_running', 'offer_not_editable'],
  }),
  extend_hold: call({
    summary: 'Extends the hold if there is no other demand for its tickets.',
    body: Nothing,
    reply: SecondsRemaining,
    fails: ['hold_expired', 'hold_not_extendable', 'hold_wanted', 'payment_running', 'already_paid'],
  }),
}
