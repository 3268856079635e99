import { z } from 'zod'
import { id } from '../../call.ts'
import { officeCall } from './spec.ts'

export const NEEDS = [
  'payments',
  'legal',
  'shop',
  'closed',
  'health',
  'disputes',
  'complaints',
  'requests',
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
      'Returns the next dates of an organiser, takings compared with before, the newest orders, and what needs attention.',
    action: 'see_events',
    body: z.object({ organiser_id: id }),
    reply: z.object({
      organiser: z.string(),
      organiser_url: z.string(),
      may_create: z.boolean(),
      may_see_people: z.boolean(),
      has_events: z.boolean(),
      /** Takings since midnight and on the same weekday before, up to this time; empty if the role may not see money. */
      today: z.array(z.object({ now: z.string(), before: z.string() })),
      weekday: z.string(),
      /** Takings of the last 30 days and of the 30 before, likewise. */
      lately: z.array(z.object({ now: z.string(), before: z.string() })),
      /** The newest orders, without names; empty if the role may not see orders. */
      orders: z.array(
        z.object({
          order_id: z.number(),
          number: z.string(),
          nice_paid: z.string(),
          what: z.string(),
          total: z.string(),
        }),
      ),
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
      /** Those of the next seven days; if there are none, the next ones. */
      dates: z.array(
        z.object({
          event_id: z.number(),
          date_id: z.number(),
          title: z.string(),
          url: z.string(),
          nice_date: z.string(),
          is_today: z.boolean(),
          /** Its day is over. */
          is_past: z.boolean(),
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
