import { z } from 'zod'
import { count, flag, id, T, text } from '../../call.ts'
import { EventHead } from './events.ts'
import { NextPage } from './form-values.ts'
import { officeCall } from './spec.ts'

const step = count.default(2)

/** Cancelling and moving dates, in four steps. */
export const officeDateChangeCalls = {
  office_cancel: officeCall({
    summary:
      'Returns the effect of cancelling an event or one of its dates or, once it is cancelled, the state of each order.',
    action: 'change_events',
    body: z.object({
      organiser_id: id,
      event_id: id,
      date_id: id.optional(),
      step,
      words: text(T.message),
    }),
    reply: z.object({
      ...EventHead,
      step: z.number(),
      words: z.string(),
      dates: z.array(z.object({ date_id: z.number(), label: z.string() })),
      date_id: z.number().nullable(),
      /** Of the chosen date; empty for the whole event. */
      nice_date: z.string(),
      is_cancelled: z.boolean(),
      is_paused: z.boolean(),
      /** The effect of cancelling. */
      orders: z.number(),
      people: z.number(),
      by_provider: z.array(z.object({ provider: z.string(), orders: z.number(), amount: z.string() })),
      tickets: z.number(),
      back: z.string(),
      with_voucher: z.number(),
      mixed: z.number(),
      plans: z.number(),
      held: z.number(),
      paying: z.number(),
      /** What is still to do once it is cancelled. */
      left: z.object({ held: z.number(), orders: z.number(), blocked: z.number() }),
      outcomes: z.array(
        z.object({
          order_id: z.number(),
          number: z.string(),
          amount: z.string(),
          /** The amount returned to gift vouchers; empty if none was. */
          voucher: z.string(),
          plan_stopped: z.boolean(),
          outcome: z.enum(['waiting', 'on_its_way', 'refunded', 'before', 'failed', 'person']),
          /** What the provider said about a refund that failed. */
          why: z.string(),
        }),
      ),
      /** Payments that were not finished when it was cancelled: still at a bank, or arrived too late. */
      late: z.array(
        z.object({ reference: z.string(), amount: z.string(), state: z.enum(['at_bank', 'on_the_way', 'returned']) }),
      ),
    }),
    fails: ['not_found'],
  }),
  cancel_event: officeCall({
    summary: 'Cancels a whole event. Its holds end and its orders are refunded, in slices.',
    action: 'cancel_dates',
    body: z.object({ organiser_id: id, event_id: id, words: text(T.message) }),
    reply: NextPage,
    fails: ['not_found'],
  }),
  pause_cancellation: officeCall({
    summary: 'Pauses the refunds of a cancelled event after the current slice, or resumes them.',
    action: 'cancel_dates',
    body: z.object({ organiser_id: id, event_id: id, paused: flag }),
    reply: NextPage,
    fails: ['not_found'],
  }),
  cancel_date: officeCall({
    summary: 'Cancels one date of an event. Its holds end and its orders are refunded.',
    action: 'cancel_dates',
    body: z.object({ organiser_id: id, event_id: id, date_id: id, words: text(T.message) }),
    reply: NextPage,
    fails: ['not_found'],
  }),
  retry_cancellation: officeCall({
    summary: 'Retries failed refunds of a cancelled event.',
    action: 'cancel_dates',
    body: z.object({ organiser_id: id, event_id: id }),
    reply: NextPage,
    fails: ['not_found', 'nothing_failed'],
  }),
  office_move: officeCall({
    summary:
      'Returns the effect of moving or postponing a date, or all dates of an event: each date with its new time, and who will be emailed.',
    action: 'change_events',
    body: z.object({
      organiser_id: id,
      event_id: id,
      date_id: id.optional(),
      step: count.default(1),
      all: flag,
      /** The new day isn't known yet: `day` and `starts` don't count. */
      postpone: flag,
      day: text(T.code),
      starts: text(T.code),
      words: text(T.message),
      /** The last day on which holders may return their tickets. */
      refund_until: text(T.code),
    }),
    reply: z.object({
      ...EventHead,
      step: z.number(),
      may_move: z.boolean(),
      form_key: z.string(),
      dates: z.array(
        z.object({ date_id: z.number(), label: z.string(), is_past: z.boolean(), is_postponed: z.boolean() }),
      ),
      date_id: z.number().nullable(),
      all: z.boolean(),
      postpone: z.boolean(),
      day: z.string(),
      starts: z.string(),
      words: z.string(),
      refund_until: z.string(),
      /** What is wrong with the input; empty if nothing is. */
      problem: z.string(),
      moves: z.array(z.object({ date_id: z.number(), was: z.string(), will: z.string() })),
      people: z.number(),
      orders: z.number(),
      tickets: z.number(),
      held: z.number(),
      /** Tickets that were used already, and admit again because their date takes place on another day ahead. */
      admitted: z.number(),
      /** Orders whose payment plan ends only on or after the new day. Their tickets are issued after the last payment. */
      late: z.number(),
      /** How many people have not been emailed about an earlier move yet. */
      left: z.number(),
    }),
    fails: ['not_found'],
  }),
  move_date: officeCall({
    summary:
      'Moves a date, or all dates of an event by the same distance, or postpones them until their new days are known. Tickets stay valid, and holders are emailed once.',
    action: 'cancel_dates',
    body: z.object({
      organiser_id: id,
      event_id: id,
      date_id: id,
      all: flag,
      /** The new day isn't known yet: `day` and `starts` don't count. */
      postpone: flag,
      day: text(T.code),
      starts: text(T.code),
      words: text(T.message),
      /** The last day on which holders may return their tickets. */
      refund_until: text(T.code),
      tell: flag,
      form_key: text(T.code),
    }),
    reply: NextPage,
    fails: ['not_found', 'dates_refused'],
  }),
}
