import { COUNTER_PAYMENTS } from '@foyer/domain/office/counter.ts'
import { z } from 'zod'
import { count, id, T, text } from '../../call.ts'
import { Currency, QrDrawing } from '../../shapes/common.ts'
import { maybeId, NextPage } from './form-values.ts'
import { officeCall } from './spec.ts'

const Organiser = z.object({ organiser_id: id })
/** A form that acts once, by its key. */
const CounterForm = Organiser.extend({ form_key: text(T.code) })
/** Tickets and their numbers: "12x2-15x1". */
const Chosen = text(1000)
/** The ids of chosen seats: "101-102". Without any, the shop chooses them. */
const Seats = text(2000)

/** The currency of the shift that this sale opens, if there was none when the form was shown. */
const Opens = text(T.code)

/** The seats of the chosen tickets, as they stand in the hall. */
const Hall = z.object({
  /** How many seats the tickets take, and how many are on sale. */
  needed: z.number(),
  free: z.number(),
  /** The chosen seats in words; empty if the shop chooses them. How many couldn't be chosen beside the first. */
  chosen: z.string(),
  missing: z.number(),
  /** What the chosen seats were kept for. */
  chosen_house: z.array(z.string()),
  house: z.array(z.object({ reason: z.string(), seats: z.string() })),
  rows: z.array(
    z.object({
      section: z.string(),
      name: z.string(),
      seats: z.array(
        z.object({
          seat_id: z.number(),
          label: z.string(),
          number: z.number(),
          /** A gap is before it. */
          gap: z.boolean(),
          kind: z.enum(['wheelchair', 'companion']).optional(),
          state: z.enum(['free', 'kept', 'taken', 'chosen']),
          /** What it is kept for. */
          reason: z.string(),
        }),
      ),
    }),
  ),
})

const Shift = z.object({
  shift_id: z.number(),
  who: z.string(),
  nice_opened: z.string(),
  nice_closed: z.string(),
  is_own: z.boolean(),
  currency: Currency,
  /** Empty if it wasn't counted. Then there is no difference either, and `expected` is without it. */
  float: z.string(),
  /** One for each way to pay. */
  taken: z.array(
    z.object({
      how: z.enum(COUNTER_PAYMENTS),
      sales: z.number(),
      tickets: z.number(),
      taken: z.string(),
      back: z.string(),
    }),
  ),
  expected: z.string(),
  /** Only for a closed shift. */
  counted: z.string(),
  difference: z.string(),
})

const Sold = z.object({
  order_id: z.number(),
  number: z.string(),
  nice_at: z.string(),
  what: z.string(),
  how: z.enum(COUNTER_PAYMENTS),
  total: z.string(),
  is_voided: z.boolean(),
})

/** Why tickets can't be added to a sale. */
const NOT_ADDED = [
  'other_currency',
  'not_on_sale',
  'sold_out',
  'few_left',
  'quantity_above_max',
  'places_above_max',
  'basket_full',
  'unknown_seat',
  'seat_taken',
] as const

export const officeCounterCalls = {
  office_counter: officeCall({
    summary: 'Returns what can be sold at the counter now, and the total of the chosen tickets.',
    action: 'sell_at_counter',
    body: Organiser.extend({ date_id: maybeId, chosen: Chosen, set: Chosen, seats: Seats, first: maybeId }),
    reply: z.object({
      form_key: z.string(),
      /** The cash in the drawer was counted when it opened, or since. */
      shift: z.object({ nice_opened: z.string(), is_counted: z.boolean() }).nullable(),
      /** Of the prices. */
      currency: Currency,
      currencies: z.array(z.string()),
      dates: z.array(
        z.object({
          date_id: z.number(),
          title: z.string(),
          nice_date: z.string(),
          is_today: z.boolean(),
        }),
      ),
      date_id: z.number().nullable(),
      types: z.array(
        z.object({
          ticket_id: z.number(),
          name: z.string(),
          price: z.string(),
          left: z.number(),
          /** Tickets that the seats kept for the house are enough for. */
          house: z.number(),
          /** Its buyers have to answer questions or sign a waiver, which the counter doesn't ask for. */
          online_only: z.boolean(),
          most: z.number(),
          chosen: z.number(),
        }),
      ),
      chosen: z.string(),
      seats: z.string(),
      halls: z.array(Hall),
      total: z.string(),
      total_minor: z.number(),
      /** Card readers to choose from. */
      readers: z.array(z.object({ reader_id: z.number(), name: z.string() })),
      /** Cash amounts that buyers are likely to hand over. */
      cash: z.array(z.object({ given: z.string(), label: z.string(), change: z.string() })),
      sold: z.array(Sold),
      /** Money that was refunded and still has to be handed back. */
      owed: z.array(z.object({ refund_id: z.number(), order_id: z.number(), number: z.string(), amount: z.string() })),
    }),
    fails: ['not_found'],
  }),
  open_shift: officeCall({
    summary: 'Opens a shift at the counter, or counts the cash that was in the drawer when it opened.',
    action: 'sell_at_counter',
    body: CounterForm.extend({ float: text(T.code), currency: text(T.code) }),
    reply: NextPage,
    fails: ['bad_amount', 'shift_open'],
  }),
  counter_sale: officeCall({
    summary: 'Sells tickets at the counter for cash or another payment, or gives them as complimentary.',
    action: 'sell_at_counter',
    body: CounterForm.extend({
      chosen: Chosen,
      seats: Seats,
      /** The total that was shown, in minor units. */
      total: count.default(0),
      how: z.enum(['cash', 'other', 'free']).default('cash'),
      given: text(T.code),
      note: text(T.name),
      opens: Opens,
    }),
    reply: NextPage,
    fails: [
      'not_found',
      'no_shift',
      'counter_empty',
      'counter_refused',
      'counter_online_only',
      'counter_price_changed',
      'counter_too_little',
      'counter_note_missing',
      'bad_amount',
      ...NOT_ADDED,
    ],
  }),
  office_counter_sale: officeCall({
    summary: 'Returns a sale made at the counter: the change, and its tickets to print or send.',
    action: 'sell_at_counter',
    body: Organiser.extend({ order_id: id }),
    reply: z.object({
      form_key: z.string(),
      order_id: z.number(),
      number: z.string(),
      how: z.enum(COUNTER_PAYMENTS),
      note: z.string(),
      total: z.string(),
      given: z.string(),
      change: z.string(),
      is_voided: z.boolean(),
      may_void: z.boolean(),
      is_sent: z.boolean(),
      tickets: z.array(
        z.object({
          ticket_id: z.number(),
          title: z.string(),
          nice_date: z.string(),
          place: z.string(),
          name: z.string(),
          seat: z.string(),
          code: z.string(),
          qr: QrDrawing,
        }),
      ),
    }),
    fails: ['not_found'],
  }),
  send_counter_tickets: officeCall({
    summary: 'Emails the tickets of a sale made at the counter.',
    action: 'sell_at_counter',
    body: CounterForm.extend({ order_id: id, email: text(T.email) }),
    reply: NextPage,
    fails: ['not_found', 'bad_email', 'not_paid', 'counter_has_email', 'address_mailed_often'],
  }),
  void_sale: officeCall({
    summary: 'Voids a sale within its shift: the tickets become void and the money is handed back.',
    action: 'sell_at_counter',
    body: CounterForm.extend({ order_id: id, reason: text(T.name) }),
    reply: NextPage,
    fails: [
      'not_found',
      'no_shift',
      'void_other_shift',
      'not_paid',
      'refund_ended',
      'refund_used',
      'refund_voucher_spent',
      'refund_too_much',
      'refund_nothing',
      'refund_companion',
      'order_plan_paying',
    ],
  }),
  hand_back: officeCall({
    summary: 'Records that refunded money was handed back from the drawer.',
    action: 'sell_at_counter',
    body: CounterForm.extend({ refund_id: id }),
    reply: NextPage,
    fails: ['not_found', 'no_shift', 'other_currency'],
  }),
  office_shift: officeCall({
    summary: 'Returns the report of a shift: X while it is open, Z when it is closed.',
    action: 'sell_at_counter',
    body: Organiser.extend({ shift_id: maybeId }),
    reply: z.object({
      form_key: z.string(),
      shift: Shift.nullable(),
      earlier: z.array(
        z.object({ shift_id: z.number(), who: z.string(), nice_closed: z.string(), difference: z.string() }),
      ),
    }),
    fails: ['not_found'],
  }),
  close_shift: officeCall({
    summary: 'Closes a shift with the cash that was counted.',
    action: 'sell_at_counter',
    body: CounterForm.extend({ counted: text(T.code) }),
    reply: NextPage,
    fails: ['no_shift', 'bad_amount', 'reader_waiting'],
  }),
  reader_sale: officeCall({
    summary: 'Holds tickets at the counter and starts a payment for them on a card reader.',
    action: 'sell_at_counter',
    body: CounterForm.extend({ chosen: Chosen, seats: Seats, total: count.default(0), reader_id: id, opens: Opens }),
    reply: NextPage,
    fails: [
      'not_found',
      'no_shift',
      'counter_empty',
      'counter_refused',
      'counter_online_only',
      'counter_price_changed',
      ...NOT_ADDED,
      'method_not_available',
    ],
  }),
  office_reader: officeCall({
    summary: 'Returns the status of a payment on a card reader.',
    action: 'sell_at_counter',
    body: Organiser.extend({ sale_id: id }),
    reply: z.object({
      form_key: z.string(),
      sale_id: z.number(),
      reader: z.string(),
      total: z.string(),
      state: z.enum(['waiting', 'declined', 'not_started', 'paid', 'cancelled', 'returned']),
      /** Why the card was declined. */
      reason: z.string(),
    }),
    fails: ['not_found'],
  }),
  retry_reader: officeCall({
    summary: 'Restarts a payment on the card reader.',
    action: 'sell_at_counter',
    body: CounterForm.extend({ sale_id: id }),
    reply: NextPage,
    fails: ['not_found'],
  }),
  cancel_reader: officeCall({
    summary:
      'Cancels a payment on a card reader and releases its tickets. A card that was read at that moment is a late payment.',
    action: 'sell_at_counter',
    body: CounterForm.extend({ sale_id: id }),
    reply: NextPage,
    fails: ['not_found'],
  }),
  office_readers: officeCall({
    summary: 'Lists the card readers of an organiser.',
    action: 'see_organiser',
    body: Organiser,
    reply: z.object({
      form_key: z.string(),
      may_change: z.boolean(),
      /** The organiser's cards are paid into a Stripe account. */
      is_possible: z.boolean(),
      readers: z.array(z.object({ reader_id: z.number(), name: z.string(), external_id: z.string() })),
    }),
    fails: [],
  }),
  save_reader: officeCall({
    summary: 'Adds a card reader by the vendor’s id.',
    action: 'change_organiser',
    body: CounterForm.extend({ name: text(T.name), device: text(T.code) }),
    reply: NextPage,
    fails: ['reader_unknown', 'reader_name_missing', 'payment_provider_down', 'method_not_available'],
  }),
  end_reader: officeCall({
    summary: 'Removes a card reader.',
    action: 'change_organiser',
    body: Organiser.extend({ reader_id: id }),
    reply: NextPage,
    fails: ['not_found'],
  }),
}
