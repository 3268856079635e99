import { z } from 'zod'
import { call, Done, Nothing, text } from '../call.ts'

const SecondsRemaining = z.object({ seconds_remaining: z.number() })

export const checkoutCalls = {
  reserve_tickets: call({
    says: 'Holds everything in the basket for a while, all or nothing. Which of the outcomes it was, the fields say (OPEN-29).',
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
    says: 'A fresh proof-of-work challenge, where the shop asks its own.',
    body: Nothing,
    reply: z.record(z.string(), z.unknown()),
    fails: [],
  }),
  update_basket_state: call({
    says: 'Stores a move to another step and answers how long the hold still lasts.',
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
    ],
  }),
  destroy_sale: call({
    says: 'Gives the hold up; basket, codes and account stay (OPEN-15).',
    body: Nothing,
    reply: Done,
    fails: ['already_paid', 'payment_running'],
  }),
  extend_hold: call({
    says: 'Prolongs the hold, where nobody else waits for these tickets.',
    body: Nothing,
    reply: SecondsRemaining,
    fails: ['hold_expired', 'hold_not_extendable', 'hold_wanted', 'payment_running', 'already_paid'],
  }),
}
