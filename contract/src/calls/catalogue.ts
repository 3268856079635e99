import { WHEN } from '@foyer/domain/browse/when.ts'
import { z } from 'zod'
import { call, T, text } from '../call.ts'
import { EventListData, EventPageData } from '../shapes/catalogue.ts'

export const EventFilters = z.object({
  q: text(T.search),
  place: text(T.search),
  organiser: text(T.search),
  /** yyyy-mm-dd; events that end on or after `from` and begin on or before `to`. */
  from: z.union([z.literal(''), z.iso.date()]).default(''),
  to: z.union([z.literal(''), z.iso.date()]).default(''),
  /** Days seen from today, or a month as yyyy-mm; it comes before `from` and `to`. */
  when: z.union([z.enum(['', ...WHEN]), z.string().regex(/^\d{4}-(0[1-9]|1[0-2])$/)]).default(''),
  category: text(T.search),
  price: z.enum(['', 'free']).default(''),
  page: z.coerce.number().int().min(1).max(10_000).default(1),
  view: z.enum(['', 'map']).default(''),
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
