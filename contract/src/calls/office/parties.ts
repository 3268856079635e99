import { z } from 'zod'
import { flag, id, T, text } from '../../call.ts'
import { NextPage } from './form-values.ts'
import { officeCall } from './spec.ts'

const Party = z.object({
  organiser_id: id,
  order_id: id,
  /** One of the party's tickets: all those of its order and date with numbered seats move. */
  ticket_id: id,
  /** The label of the first seat; if somebody sits there, the two parties swap. */
  seat: text(T.code),
  /** Instead of a seat: along the row by one, to the higher number (1) or the lower (-1). */
  step: z.coerce.number().int().min(-1).max(1).default(0).catch(0),
})

export const officePartyCalls = {
  office_party: officeCall({
    summary: 'Returns where a party sits, and for a seat or a step, what `move_party` with the same values does.',
    action: 'change_orders',
    body: Party,
    reply: z.object({
      order_id: z.number(),
      ticket_id: z.number(),
      number: z.string(),
      title: z.string(),
      nice_date: z.string(),
      seats: z.string(),
      tickets: z.number(),
      /** The seats beside the party, if they are free. */
      along: z.array(z.object({ step: z.number(), seats: z.string() })),
      seat: z.string(),
      step: z.number(),
      /** Why the party can't move there; empty if it can. */
      refused: z.string(),
      review: z
        .object({
          moves: z.array(
            z.object({
              holder: z.string(),
              name: z.string(),
              /** The name of its type now. */
              was: z.string(),
              seats: z.string(),
              difference: z.string(),
              sign: z.number(),
            }),
          ),
          /** The order with which it swaps seats. */
          other: z.object({ order_id: z.number(), number: z.string() }).nullable(),
          /** What is waived, and what can be returned; empty for nothing. */
          more: z.string(),
          less: z.string(),
          emails: z.array(z.string()),
          /** To send with the confirmation. */
          plan: z.string(),
        })
        .nullable(),
      form_key: z.string(),
    }),
    fails: ['not_found'],
  }),
  move_party: officeCall({
    summary:
      'Moves a party to free seats, or swaps two parties, also of different prices: in one transaction, as reviewed. A higher price is waived, a lower one can be returned.',
    action: 'change_orders',
    body: Party.extend({
      form_key: text(T.code),
      plan: text(20_000),
      returns: flag,
      /** The sender knows that a bank disputes a payment of which a difference is returned. */
      disputed: flag,
    }),
    reply: NextPage,
    fails: [
      'not_found',
      'unknown_seat',
      'seat_taken',
      'few_left',
      'sold_out',
      'ticket_ended',
      'party_sizes',
      'party_changed',
      'bad_change',
      'change_waiting',
      'order_plan_running',
      'payment_disputed',
      'refund_over_limit',
      'refund_too_much',
      'proof_too_old',
      'address_mailed_often',
    ],
  }),
}
