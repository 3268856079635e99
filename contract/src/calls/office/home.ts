import { z } from 'zod'
import { id } from '../../call.ts'
import { officeCall } from './spec.ts'

export const officeHomeCalls = {
  office_home: officeCall({
    summary: 'The dates of an organiser in the next seven days, with what is sold, held and left.',
    action: 'see_events',
    body: z.object({ organiser_id: id }),
    reply: z.object({
      organiser: z.string(),
      organiser_url: z.string(),
      dates: z.array(
        z.object({
          event_id: z.number(),
          title: z.string(),
          url: z.string(),
          nice_date: z.string(),
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
