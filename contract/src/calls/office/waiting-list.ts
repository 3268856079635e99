import { z } from 'zod'
import { id, T, text } from '../../call.ts'
import { EventHead } from './events.ts'
import { NextPage } from './form-values.ts'
import { officeCall } from './spec.ts'

export const officeWaitingCalls = {
  office_waiting: officeCall({
    summary: 'Returns the waiting list of an event: who waits for which date, in order, and the places kept for them.',
    action: 'see_people',
    body: z.object({ organiser_id: id, event_id: id }),
    reply: z.object({
      ...EventHead,
      form_key: z.string(),
      /** The organiser's switch, and how long an offer lasts. */
      on: z.boolean(),
      offer_minutes: z.number(),
      may_change: z.boolean(),
      may_export: z.boolean(),
      reminders: z.number(),
      dates: z.array(
        z.object({
          date_id: z.number(),
          nice_date: z.string(),
          waiting: z.number(),
          offered: z.number(),
          bought: z.number(),
          missed: z.number(),
          /** Places that are kept for the list and not offered to anyone yet. */
          kept: z.number(),
          people: z.array(
            z.object({
              waiting_id: z.number(),
              email: z.string(),
              qty: z.number(),
              tickets: z.string(),
              state: z.enum(['waiting', 'offered']),
              nice_joined: z.string(),
              /** Until when the offered tickets are held; otherwise empty. */
              nice_until: z.string(),
            }),
          ),
        }),
      ),
    }),
    fails: ['not_found'],
  }),
  export_waiting: officeCall({
    summary: 'Returns everyone who waits or has waited for an event, as a file.',
    action: 'export_people',
    body: z.object({ organiser_id: id, event_id: id, format: z.enum(['csv', 'xlsx']).default('csv') }),
    reply: z.object({ filename: z.string(), content_type: z.string() }),
    fails: ['not_found'],
  }),
  offer_next: officeCall({
    summary: 'Offers the free places of a date to the next in line, even while the waiting list is off.',
    action: 'change_orders',
    body: z.object({ organiser_id: id, event_id: id, date_id: id, form_key: text(T.code) }),
    reply: NextPage,
    fails: ['not_found', 'nothing_to_offer'],
  }),
  remove_waiting: officeCall({
    summary: 'Removes someone from a waiting list. Tickets held for them go to the next in line.',
    action: 'change_orders',
    body: z.object({ organiser_id: id, event_id: id, waiting_id: id }),
    reply: NextPage,
    fails: ['not_found', 'payment_running'],
  }),
}
