import { DRAWING, SIGNATURE_KINDS } from '@foyer/domain/after-sale/waiver.ts'
import { z } from 'zod'
import { call, count, Done, flag, id, Nothing, T, text } from '../call.ts'

const Delivered = z.object({ delivery_completed: z.boolean() })

export const afterSaleCalls = {
  deliver_to_bitticket: call({
    says: 'Makes the tickets of a paid order; safe to repeat.',
    body: Nothing,
    reply: Delivered,
    fails: ['not_paid'],
  }),
  deliver_to_wallet: call({
    says: 'Puts the tickets into the wallet and mails it; safe to repeat.',
    body: Nothing,
    reply: Delivered,
    fails: ['not_paid'],
  }),
  set_transfers: call({
    says: 'Hands tickets to other people, now or at a chosen time.',
    body: z.object({
      transfers: z
        .array(
          z.object({
            ticket_id: id,
            name: text(T.name),
            email: text(T.email),
            qty: count,
            is_gift: flag,
            send_gift: z.enum(['Schedule', 'Send now', '']).default(''),
            delivery_date: text(10),
            delivery_time: text(8),
            message: text(T.message),
          }),
        )
        .max(100)
        .default([]),
    }),
    reply: Done,
    fails: ['bad_transfer', 'unknown_ticket', 'transfer_not_allowed', 'not_paid'],
  }),
  get_simple_info: call({
    says: "The order's reference and the address its wallet went to.",
    body: Nothing,
    reply: z.object({ sale_email: z.string(), sale_reference: z.string() }),
    fails: ['not_paid'],
  }),
  get_reward_referrer_link: call({
    says: 'The link a buyer shares with friends; empty when there is none.',
    body: Nothing,
    reply: z.object({ link: z.string() }),
    fails: [],
  }),
  send_customer_feedback: call({
    says: 'Tells the organiser how it went.',
    body: z.object({ message: text(T.message) }),
    reply: Done,
    fails: ['message_missing', 'not_paid'],
  }),
  subscribe_to_events: call({
    says: 'Signs the buyer up for important event updates.',
    body: Nothing,
    reply: Done,
    fails: ['not_paid'],
  }),
  sign_waiver: call({
    says: 'Signs the terms of an activity for one person of the party. Whoever was given the link may; a repeat changes nothing.',
    body: z.object({
      reference: text(T.code),
      waiver_id: id,
      /** Who takes part. */
      name: text(T.name),
      /** Who signs: the same, or an adult for a minor. */
      signed_by: text(T.name),
      is_minor: flag,
      signature_kind: z.enum(SIGNATURE_KINDS),
      /** Typed: the name as it was typed. Drawn: the strokes, as domain/after-sale/waiver.ts has them. */
      signature: text(DRAWING.maxLength),
    }),
    reply: Done,
    fails: ['unknown_waiver', 'bad_full_name', 'signature_missing'],
  }),
}
