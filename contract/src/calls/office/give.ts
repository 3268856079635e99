import { z } from 'zod'
import { count, id, T, text } from '../../call.ts'
import { maybeId, NextPage } from './form-values.ts'
import { officeCall } from './spec.ts'

const Organiser = z.object({ organiser_id: id })

export const officeGiveCalls = {
  office_give: officeCall({
    summary: 'Returns what can be given away: the upcoming dates, and the ticket types of one of them.',
    action: 'sell_at_counter',
    body: Organiser.extend({
      date_id: maybeId,
      /** The order whose buyer gets one more ticket. */
      order_id: maybeId,
      given: z.coerce.number().int().min(0).max(1000).optional().catch(undefined),
    }),
    reply: z.object({
      form_key: z.string(),
      dates: z.array(z.object({ date_id: z.number(), title: z.string(), nice_date: z.string() })),
      date_id: z.number().nullable(),
      types: z.array(z.object({ ticket_id: z.number(), name: z.string(), left: z.number() })),
      /** Open allocations of the date with seats that are held back; null if no type has numbered seats. */
      allocations: z.array(z.object({ allocation_id: z.number(), name: z.string(), seats: z.number() })).nullable(),
      /** How many orders the last form created; null before the first. */
      given: z.number().nullable(),
      most: z.number(),
      /** The buyer of the order, as a line of the list; empty without one. */
      people: z.string(),
      order_id: z.number().nullable(),
    }),
    fails: ['not_found'],
  }),
  give_tickets: officeCall({
    summary:
      'Gives complimentary tickets: an order with emailed tickets for each person on the list, for all of them or none.',
    action: 'give_tickets',
    body: Organiser.extend({
      form_key: text(T.code),
      ticket_id: id,
      /** For each person. */
      quantity: count.default(1),
      /** Where seats come from that the list doesn't name; without it, the best free ones. */
      allocation_id: maybeId,
      /** One person per line: "Ada Lovelace, ada@example.org", with the person's seats after it: ", A1, A2". */
      people: text(40_000),
      /** The sentence of `give_check` that was confirmed. Tickets with numbered seats are given only with it, and only as it says. */
      confirmed: text(100_000),
      reason: text(T.name),
    }),
    reply: NextPage,
    fails: [
      'not_found',
      'give_nobody',
      'give_line_wrong',
      'give_too_many',
      'give_seat_wrong',
      'give_seats_short',
      'give_check',
      'seat_taken',
      'unknown_seat',
      'counter_note_missing',
      'counter_refused',
      'bad_quantity',
      'not_on_sale',
      'sold_out',
      'few_left',
      'quantity_above_max',
      'places_above_max',
      'unknown_ticket',
      'address_mailed_often',
    ],
  }),
}
