import { z } from 'zod'
import { flag, id, T, text } from '../../call.ts'
import { EventHead } from './events.ts'
import { chosen, day, maybeId, NextPage } from './form-values.ts'
import { officeCall } from './spec.ts'

/** More than a page of an allocation has in practice; a larger one is released as a whole. */
export const MAX_HOUSE_SEATS = 1000

const Allocation = z.object({ organiser_id: id, event_id: id, allocation_id: id, form_key: text(T.code) })

export const officeHouseSeatCalls = {
  office_house_seats: officeCall({
    summary: 'Returns the seats of a date that are held back: their allocations, and those that were released.',
    action: 'sell_at_counter',
    body: z.object({ organiser_id: id, event_id: id, date_id: maybeId }),
    reply: z.object({
      ...EventHead,
      form_key: z.string(),
      may_change: z.boolean(),
      zone: z.string(),
      /** Dates that have or had allocations. */
      dates: z.array(z.object({ date_id: z.number(), nice_date: z.string() })),
      date_id: z.number().nullable(),
      allocations: z.array(
        z.object({
          allocation_id: z.number(),
          name: z.string(),
          /** The seats that are held back, in the order of the hall. */
          seats: z.array(z.object({ seat_id: z.number(), label: z.string() })),
          seats_text: z.string(),
          /** Seats that somebody has bought, been given or holds. */
          out: z.number(),
          /** Empty if a form or a file made it. */
          by: z.string(),
          nice_made: z.string(),
          /** In the zone of the event, as fields have them; empty without a time. */
          release_day: z.string(),
          release_time: z.string(),
          nice_release: z.string(),
        }),
      ),
      released: z.array(z.object({ allocation_id: z.number(), name: z.string(), nice_released: z.string() })),
    }),
    fails: ['not_found'],
  }),
  release_seats: officeCall({
    summary: 'Puts held back seats on sale, the ticked ones or all of an allocation. The waiting list gets them first.',
    action: 'sell_at_counter',
    body: Allocation.extend({ all: flag, seat_ids: chosen(id, MAX_HOUSE_SEATS) }),
    reply: NextPage,
    fails: ['not_found', 'release_nothing', 'already_released'],
  }),
  set_release_time: officeCall({
    summary: 'Sets when what is left of an allocation goes on sale by itself; without a day and time, never.',
    action: 'sell_at_counter',
    body: Allocation.extend({ day, time: text(T.code) }),
    reply: NextPage,
    fails: ['not_found', 'already_released', 'release_time'],
  }),
}
