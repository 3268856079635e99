import { z } from 'zod'
import { id } from '../../call.ts'
import { officeCall } from './spec.ts'

export const NEEDS = [
  'payments',
  'disputes',
  'refunds',
  'cancelled',
  'emails',
  'plans',
  'long_plans',
  'waivers',
  'waiting',
  'gift_aid',
  'low_stock',
] as const

export const officeHomeCalls = {
  office_home: officeCall({
    summary:
      'Returns the dates of an organiser in the next seven days, takings compared with the same weekday, and what needs attention.',
    action: 'see_events',
    body: z.object({ organiser_id: id }),
    reply: z.object({
      organiser: z.string(),
      organiser_url: z.string(),
      may_create: z.boolean(),
      has_events: z.boolean(),
      /** Takings since midnight and on the same weekday before, up to this time; empty if the role may not see money. */
      today: z.array(z.object({ now: z.string(), before: z.string() })),
      weekday: z.string(),
      sold_today: z.number(),
      sold_before: z.number(),
      /** What needs attention, with the orders that it concerns or the page on which to fix it. */
      needs: z.array(
        z.object({
          kind: z.enum(NEEDS),
          n: z.number(),
          /** `note`: how much, and until when. */
          orders: z.array(z.object({ order_id: z.number(), number: z.string(), note: z.string().optional() })),
          links: z.array(z.object({ label: z.string(), url: z.string() })),
        }),
      ),
      dates: z.array(
        z.object({
          event_id: z.number(),
          title: z.string(),
          url: z.string(),
          nice_date: z.string(),
          is_cancelled: z.boolean(),
          sold: z.number(),
          held: z.number(),
          capacity: z.number(),
          left: z.number(),
        }),
      ),
    }),
    fails: [],
  }),
}
