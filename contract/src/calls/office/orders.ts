import { DECLARATION_CANCELLATIONS } from '@foyer/domain/donation/gift-aid.ts'
import { z } from 'zod'
import { flag, id, personName, T, text } from '../../call.ts'
import { Dispute } from './dispute.ts'
import { EventHead } from './events.ts'
import { Again, ids, maybe, maybeId, NextPage } from './form-values.ts'
import { ORDER_STATES } from './lists.ts'
import { officeCall } from './spec.ts'

/** The order that a call is about. */
const OrderIds = z.object({ organiser_id: id, order_id: id })
/** A form that changes an order. By its `form_key` it acts once, however often it is sent. */
const OrderForm = OrderIds.extend({ form_key: text(T.code) })

const FoundOrder = z.object({
  order_id: z.number(),
  number: z.string(),
  name: z.string(),
  email: z.string(),
  nice_paid: z.string(),
  /** The organiser's lines in it: "2 × Adult, Quiz night, Sat 5 Dec". */
  what: z.string(),
  total: z.string(),
  state: z.enum(ORDER_STATES),
  /** The ticket holder that matched, if it is not the buyer. */
  holder: z.string(),
})

const Ticket = z.object({
  ticket_id: z.number(),
  /** Only its last characters for people who may view orders but not change them. */
  code: z.string(),
  holder: z.string(),
  seat: z.string(),
  state: z.enum(['valid', 'admitted', 'void']),
  nice_admitted: z.string(),
  /** Sent to another person, who has not claimed it or has. */
  transfer: z.string(),
  /** What a refund of it returns. */
  worth: z.string(),
  /** What it is changed to once the buyer has paid the difference; absent without such a change. */
  waiting: z.object({ amount: z.string(), to: z.string(), nice_until: z.string() }).optional(),
})

const Line = z.object({
  line: z.number(),
  kind: z.enum(['ticket', 'gift_voucher', 'donation']),
  title: z.string(),
  name: z.string(),
  nice_date: z.string(),
  event_id: z.number().nullable(),
  qty: z.number(),
  refunded_qty: z.number(),
  paid: z.string(),
  refunded: z.string(),
  /** What is left of what was paid; empty if nothing was refunded. */
  left: z.string(),
  tickets: z.array(Ticket),
  /** While a payment plan runs: the tickets it will issue. An empty holder is the buyer. */
  to_come: z
    .array(z.object({ ticket_type_id: z.number(), place: z.number(), seat: z.string(), holder: z.string() }))
    .optional(),
})

const PaperFile = z.object({ filename: z.string(), content_type: z.string(), base64: z.string() })

const Fact = z.object({ label: z.string(), text: z.string() })

/** What a ticket becomes, and what happens to the difference in price. */
const Change = { ticket_type_id: id, seat_id: maybeId, seat_ids: ids, returns: flag, charges: flag }

export const officeOrderCalls = {
  office_feedback: officeCall({
    summary: 'Lists the feedback of an organiser’s buyers, newest first, 50 at a time.',
    action: 'see_orders',
    body: z.object({ organiser_id: id, before: maybeId }),
    reply: z.object({
      messages: z.array(
        z.object({
          feedback_id: z.number(),
          order_id: z.number(),
          number: z.string(),
          name: z.string(),
          /** The events of the order that this person may see. */
          what: z.string(),
          message: z.string(),
          nice_at: z.string(),
        }),
      ),
      /** Pass it as `before` to get the next messages; null at the end. */
      next: z.number().nullable(),
    }),
    fails: [],
  }),
  office_referrals: officeCall({
    summary: 'Counts the visits and orders that came through buyers’ referral links to an event, by buyer.',
    action: 'see_orders',
    body: z.object({ organiser_id: id, event_id: id }),
    reply: z.object({
      ...EventHead,
      visits: z.number(),
      orders: z.number(),
      tickets: z.number(),
      /** The 50 buyers whose links brought the most. */
      people: z.array(
        z.object({
          order_id: z.number(),
          number: z.string(),
          name: z.string(),
          visits: z.number(),
          orders: z.number(),
          tickets: z.number(),
        }),
      ),
    }),
    fails: ['not_found'],
  }),
  office_find: officeCall({
    summary: 'Finds orders by name, email, phone, order number, ticket code, last four digits or payment id.',
    action: 'see_orders',
    body: z.object({ organiser_id: id, q: text(T.search) }),
    reply: z.object({
      q: z.string(),
      found: z.array(FoundOrder),
      /** Nothing matches the text exactly, so these are similar. */
      is_similar: z.boolean(),
      has_more: z.boolean(),
    }),
    fails: [],
  }),
  office_order: officeCall({
    summary: 'Returns an order with everything that the organiser may see of it.',
    action: 'see_orders',
    body: OrderIds,
    reply: z.object({
      order_id: z.number(),
      number: z.string(),
      state: FoundOrder.shape.state,
      nice_paid: z.string(),
      total: z.string(),
      refunded: z.string(),
      /** What is left of the total; empty if nothing was refunded. */
      left: z.string(),
      currency: z.string(),
      name: z.string(),
      email: z.string(),
      phone: z.string(),
      /** Other organisers have lines in it, which are not shown. */
      is_shared: z.boolean(),
      lines: z.array(Line),
      facts: z.array(Fact),
      /** How this person can cancel the Gift Aid declaration of its donation. */
      gift_aid: z.array(z.enum(DECLARATION_CANCELLATIONS)),
      answers: z.array(Fact),
      /** Empty if lines of the order belong to others, whose money it may be. `state` of the order says that there is one. */
      disputes: z.array(Dispute),
      payments: z.array(
        z.object({ what: z.string(), amount: z.string(), state: z.string(), nice_at: z.string(), id: z.string() }),
      ),
      mails: z.array(
        z.object({
          subject: z.string(),
          recipient: z.string(),
          status: z.enum(['queued', 'sent', 'refused']),
          reason: z.string(),
          nice_at: z.string(),
        }),
      ),
      /** Text messages of a payment plan, newest first. */
      texts: z.array(
        z.object({
          body: z.string(),
          recipient: z.string(),
          status: z.enum(['queued', 'sent', 'refused']),
          reason: z.string(),
          nice_at: z.string(),
        }),
      ),
      notes: z.array(
        z.object({
          note_id: z.number(),
          words: z.string(),
          who: z.string(),
          nice_at: z.string(),
          at_door: z.boolean(),
        }),
      ),
      timeline: z.array(z.object({ nice_at: z.string(), what: z.string(), who: z.string() })),
      may: z.object({
        change: z.boolean(),
        refund: z.boolean(),
        correct: z.boolean(),
        give: z.boolean(),
      }),
      /** The most the box office may still refund of it; empty without a limit. */
      refund_limit: z.string(),
      refundable: z.string(),
      has_vouchers: z.boolean(),
      receipt: z.boolean(),
      form_key: z.string(),
    }),
    fails: [],
  }),
  resend_order: officeCall({
    summary: 'Emails the tickets of an order to its buyer again.',
    action: 'change_orders',
    body: OrderForm.extend(Again),
    reply: NextPage,
    fails: ['not_paid', 'address_mailed_often', 'just_sent'],
  }),
  mend_contact: officeCall({
    summary:
      'Corrects the email address and phone number of an order. Tickets get new codes and are emailed to the new address.',
    action: 'change_orders',
    body: OrderForm.extend({ email: text(T.email), phone: text(T.phone) }),
    reply: NextPage,
    fails: ['bad_email', 'bad_phone', 'order_shared', 'not_paid', 'order_plan_running', 'address_mailed_often'],
  }),
  rename_holder: officeCall({
    summary: 'Changes the name on a ticket, which gets a new code.',
    action: 'change_orders',
    body: OrderForm.extend({ ticket_id: id, name: personName }),
    reply: NextPage,
    fails: ['holder_missing', 'ticket_ended', 'address_mailed_often'],
  }),
  set_plan_holder: officeCall({
    summary: 'Names a ticket of a running payment plan. It is issued with this name after the last payment.',
    action: 'change_orders',
    body: OrderForm.extend({ ticket_type_id: id, place: z.coerce.number().int().min(0), name: personName }),
    reply: NextPage,
    fails: ['holder_missing', 'ticket_ended'],
  }),
  office_change: officeCall({
    summary:
      'Lists what a ticket can be changed to, with the difference in price. With a choice, says what `change_ticket` with the same values does.',
    action: 'change_orders',
    body: OrderIds.extend({ ticket_id: id, ...Change, ticket_type_id: maybeId }),
    reply: z.object({
      order_id: z.number(),
      ticket_id: z.number(),
      number: z.string(),
      title: z.string(),
      event_id: z.number(),
      nice_date: z.string(),
      now: z.string(),
      holder: z.string(),
      paid: z.string(),
      /** Those of the ticket's own event first; those of an event, and of its date, together. */
      choices: z.array(
        z.object({
          ticket_type_id: z.number(),
          event_id: z.number(),
          title: z.string(),
          name: z.string(),
          nice_date: z.string(),
          free: z.number(),
          difference: z.string(),
          difference_minor: z.number(),
          sign: z.number(),
          /** The difference can be paid by a link. */
          may_charge: z.boolean(),
          seats: z.array(z.object({ seat_id: z.number(), label: z.string() })),
          /** The current seats of a ticket for several people that can move to other seats of its type. They are also in `seats`. */
          own_seats: z.array(z.number()),
        }),
      ),
      /** What confirming the choice does; null without one, or if it is not possible any more. */
      review: z
        .object({
          ticket_type_id: z.number(),
          seat_ids: z.array(z.number()),
          becomes: z.string(),
          difference: z.string(),
          /** The same in minor units, to send with the confirmation; negative if the ticket becomes cheaper. */
          difference_minor: z.number(),
          /** What happens to the difference: nothing if there is none. */
          money: z.enum(['none', 'asked', 'waived', 'returned', 'kept']),
          /** It returns money of a payment that a bank disputes. */
          is_disputed: z.boolean(),
          /** The rules of ticket types that it breaks, in words. */
          broken: z.array(z.string()),
          /** Who is emailed; empty for an order without an email address. */
          email: z.string(),
        })
        .nullable(),
      form_key: z.string(),
    }),
    fails: ['ticket_ended'],
  }),
  change_ticket: officeCall({
    summary:
      'Changes the type, date or seats of a ticket. `seat_ids` are all seats of a ticket for several people that stays of its type; it may keep some. A lower price can be returned; a higher one is waived, or the buyer is sent a link to pay it and the ticket changes then. With `difference`, as reviewed in minor units, nothing changes if prices have changed since.',
    action: 'change_orders',
    body: OrderForm.extend({
      ticket_id: id,
      ...Change,
      difference: maybe(z.coerce.number().int()),
      /** The sender knows that a bank disputes the payment of which a difference is returned. */
      disputed: flag,
    }),
    reply: NextPage,
    fails: [
      'payment_disputed',
      'difference_changed',
      'change_waiting',
      'difference_too_small',
      'method_not_available',
      'ticket_ended',
      'bad_change',
      'sold_out',
      'seat_taken',
      'change_seat_of_kind',
      'order_plan_running',
      'refund_over_limit',
      'refund_too_much',
      'proof_too_old',
      'address_mailed_often',
    ],
  }),
  end_ticket_change: officeCall({
    summary: 'Cancels a change of a ticket that the buyer has not paid for yet.',
    action: 'change_orders',
    body: OrderForm.extend({ ticket_id: id }),
    reply: NextPage,
    fails: ['payment_running'],
  }),
  refund_order: officeCall({
    summary: 'Refunds tickets, lines, an amount, a percentage or everything that the organiser sold in an order.',
    action: 'refund_orders',
    body: OrderForm.extend({
      what: z.enum(['tickets', 'lines', 'amount', 'percent', 'all']),
      ticket_ids: ids,
      lines: ids,
      amount: text(T.code),
      percent: text(T.code),
      donation: flag,
      to: z.enum(['payment', 'voucher', 'elsewhere']).default('payment'),
      reason: text(T.message),
      /** The sender knows that a bank disputes the payment. */
      disputed: flag,
    }),
    reply: NextPage,
    fails: [
      'payment_disputed',
      'not_paid',
      'refund_ended',
      'refund_too_much',
      'refund_nothing',
      'refund_companion',
      'refund_used',
      'refund_voucher_spent',
      'order_plan_paying',
      'ticket_ended',
      'refund_over_limit',
      'bad_amount',
      'no_voucher_design',
      'refund_needs_email',
      'order_shared',
    ],
  }),
  add_note: officeCall({
    summary: 'Adds a note to an order, which the door can see if it is marked for it.',
    action: 'change_orders',
    body: OrderForm.extend({ words: text(T.message), at_door: flag }),
    reply: NextPage,
    fails: ['message_missing'],
  }),
  end_note: officeCall({
    summary: 'Removes a note from an order.',
    action: 'change_orders',
    body: OrderForm.extend({ note_id: id }),
    reply: NextPage,
    fails: [],
  }),
  dispute_evidence: officeCall({
    summary:
      'Returns a PDF with what the shop can show about an order to the buyer’s bank: what was bought and when, the terms, emails, tickets and entries at the door.',
    action: 'change_orders',
    body: OrderIds,
    reply: PaperFile,
    fails: ['not_found'],
  }),
  office_receipt: officeCall({
    summary: 'Returns the receipt of an order and its credit notes, as a PDF file in base64.',
    action: 'see_orders',
    body: OrderIds,
    reply: PaperFile,
    fails: [],
  }),
  set_refund_limit: officeCall({
    summary: 'Sets how much of an order the box office may refund.',
    action: 'change_team',
    body: z.object({ organiser_id: id, limit: text(T.code) }),
    reply: z.object({ success: z.literal(true) }),
    fails: ['bad_amount'],
  }),
}
