import { z } from 'zod'
import { flag, id, T, text } from '../../call.ts'
import { officeCall } from './spec.ts'

/** What an event is to who runs it. */
export const EVENT_STATES = ['draft', 'cancelled', 'over', 'sold_out', 'opens', 'on_sale', 'no_tickets'] as const
export const EVENT_LISTS = ['current', 'past', 'archived'] as const

/** Where the page leads when a form is done. */
const Leads = z.object({ success: z.literal(true), next: z.string() })

export const officeEventCalls = {
  office_events: officeCall({
    summary: 'The events of an organiser, with what is sold of them.',
    action: 'see_events',
    body: z.object({ organiser_id: id, show: z.enum(EVENT_LISTS).default('current'), q: text(T.name) }),
    reply: z.object({
      organiser: z.string(),
      may_change: z.boolean(),
      may_export: z.boolean(),
      events: z.array(
        z.object({
          event_id: z.number(),
          title: z.string(),
          state: z.enum(EVENT_STATES),
          /** Empty without a date to come. */
          nice_next: z.string(),
          dates: z.number(),
          sold: z.number(),
          capacity: z.number(),
          /** Empty where the role does not see money, or there is none. */
          takings: z.string(),
        }),
      ),
      filter: z.object({ show: z.enum(EVENT_LISTS), q: z.string() }),
    }),
    fails: [],
  }),
  office_new_event: officeCall({
    summary: 'What the form for a new event starts with.',
    action: 'change_events',
    body: z.object({ organiser_id: id }),
    reply: z.object({ organiser: z.string(), symbol: z.string(), places: z.array(z.string()) }),
    fails: ['may_not'],
  }),
  create_event: officeCall({
    summary: 'Makes an event with one date and one kind of ticket, on sale or as a draft.',
    action: 'change_events',
    body: z.object({
      organiser_id: id,
      title: text(300),
      day: text(T.code),
      starts: text(T.code),
      ends: text(T.code),
      where: text(T.name),
      address: text(500),
      how_many: text(T.code),
      price: text(T.code),
      description: text(20_000),
      publish: flag,
    }),
    reply: Leads,
    fails: ['may_not', 'event_refused', 'event_exists'],
  }),
  export_catalogue: officeCall({
    summary: 'The catalogue of an organiser as a file of the import.',
    action: 'export_catalogue',
    body: z.object({ organiser_id: id }),
    reply: z.object({ filename: z.string(), content_type: z.string(), text: z.string() }),
    fails: [],
  }),
}
