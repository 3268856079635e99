import { DRAWING, SIGNATURE_KINDS } from '@foyer/domain/after-sale/waiver.ts'
import { z } from 'zod'
import { call, count, Done, flag, id, Nothing, personName, T, text } from '../call.ts'

const Delivered = z.object({ delivery_completed: z.boolean() })

export const afterSaleCalls = {
  deliver_to_bitticket: call({
    summary: 'Issues the tickets of a paid order. Safe to repeat.',
    body: Nothing,
    reply: Delivered,
    fails: ['not_paid'],
  }),
  deliver_to_wallet: call({
    summary: 'Adds the tickets to the wallet and emails it. Safe to repeat.',
    body: Nothing,
    reply: Delivered,
    fails: ['not_paid'],
  }),
  set_transfers: call({
    summary: 'Transfers tickets to other people, now or at a chosen time.',
    body: z.object({
      /** One of the customer's own orders; absent, the order of the checkout. */
      reference: text(T.code),
      transfers: z
        .array(
          z.object({
            ticket_id: id,
            name: personName,
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
    fails: [
      'unknown_sale',
      'bad_transfer',
      'unknown_ticket',
      'transfer_not_allowed',
      'not_paid',
      'email_not_proved',
      'address_mailed_often',
    ],
  }),
  take_back_transfer: call({
    summary: 'Cancels a transfer that has not been claimed. Safe to repeat.',
    body: z.object({ transfer_id: id }),
    reply: Done,
    fails: ['unknown_transfer', 'already_claimed'],
  }),
  claim_transfer: call({
    summary: 'Claims tickets sent to the email address verified in this session. Safe to repeat.',
    body: z.object({ token: text(T.code) }),
    reply: Done,
    fails: ['unknown_transfer', 'other_recipient', 'transfer_taken_back'],
  }),
  resend_wallet: call({
    summary:
      'Emails the wallet of an order again. A different address is allowed if the first one is unreachable and the new one is verified.',
    body: z.object({ reference: text(T.code), email: text(T.email) }),
    reply: Done,
    fails: [
      'unknown_sale',
      'not_paid',
      'bad_email',
      'email_not_proved',
      'address_is_reachable',
      'address_mailed_often',
    ],
  }),
  get_simple_info: call({
    summary: "Returns the order's reference and the email address its wallet was sent to.",
    body: Nothing,
    reply: z.object({
      sale_email: z.string(),
      sale_reference: z.string(),
      /** The order number that people quote on the phone. */
      order_number: z.string().nullable().optional(),
      /** One receipt for each organiser who was paid, for the buyer only. */
      receipts: z.array(z.object({ organiser: z.string(), url: z.string() })).optional(),
      /** The mail server of that address refused our mail, so the page shows the buyer how to correct it. */
      undelivered: z.boolean().optional(),
    }),
    fails: ['not_paid'],
  }),
  get_reward_referrer_link: call({
    summary: "Returns the customer's referral link, or an empty string if there is none.",
    body: Nothing,
    reply: z.object({ link: z.string() }),
    fails: [],
  }),
  send_customer_feedback: call({
    summary: 'Sends feedback to the organiser.',
    body: z.object({ message: text(T.message) }),
    reply: Done,
    fails: ['message_missing', 'not_paid'],
  }),
  subscribe_to_events: call({
    summary: 'Subscribes the customer to important event updates.',
    body: Nothing,
    reply: Done,
    fails: ['not_paid'],
  }),
  send_waiver_link: call({
    summary: 'Emails the link to sign the waivers of an order.',
    body: z.object({ reference: text(T.code), email: text(T.email) }),
    reply: Done,
    fails: ['unknown_sale', 'unknown_waiver', 'bad_email', 'address_mailed_often'],
  }),
  sign_waiver: call({
    summary:
      'Signs a waiver for one participant, or waivers of an event together where the organiser allows it. Anyone with the link may sign. Safe to repeat.',
    body: z.object({
      reference: text(T.code),
      waiver_id: id,
      /** The version of the terms that was shown; the current one by default. */
      version: id.optional(),
      /** The participant. */
      name: personName,
      /** The signer: the participant, or an adult for a minor. */
      signed_by: personName,
      is_minor: flag,
      signature_kind: z.enum(SIGNATURE_KINDS),
      /** Typed: the name. Drawn: the strokes, as in domain/after-sale/waiver.ts. */
      signature: text(DRAWING.maxLength),
      /** Other waivers of the same event, where its organiser allows signing them together: all or none are signed. */
      also: z
        .array(z.object({ waiver_id: id, version: id }))
        .max(20)
        .optional(),
      /** The names of children the same adult signs for, under the same condition. */
      children: z.array(personName).max(20).optional(),
    }),
    /** `missing`: how many signatures the order still needs; null while it has no tickets. */
    reply: Done.extend({ missing: z.number().nullable() }),
    fails: ['unknown_waiver', 'bad_full_name', 'signature_missing', 'not_signed_together'],
  }),
}
