import { z } from 'zod'
import { call, T, text } from '../call.ts'
import { EventListData, EventPageData } from '../shapes.ts'

export const EventFilters = z.object({
  q: text(T.search),
  place: text(T.search),
  organiser: text(T.search),
  /** yyyy-mm-dd; events that end on or after `from` and begin on or before `to`. */
  from: z.union([z.literal(''), z.iso.date()]).default(''),
  to: z.union([z.literal(''), z.iso.date()]).default(''),
})

export const catalogueCalls = {
  catalogue_events: call({
    summary: 'Lists events that match the filters.',
    body: EventFilters,
    reply: EventListData,
    fails: [],
  }),
  catalogue_event: call({
    summary: 'Returns an event with its dates, ticket types, all-in prices and availability.',
    body: z.object({ slug: text(120) }),
    reply: EventPageData,
    fails: ['unknown_event'],
  }),
}
