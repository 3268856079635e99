import { z } from 'zod'
import { count, id, T, text } from '../../call.ts'
import { EventHead } from './events.ts'
import { NextPage } from './form-values.ts'
import { officeCall } from './spec.ts'

const Own = { organiser_id: id, event_id: id }

export const officeQueueCalls = {
  office_queue: officeCall({
    summary: 'Returns the waiting room of an event: whether it is open, and how many wait and are inside.',
    action: 'see_events',
    body: z.object(Own),
    reply: z.object({
      ...EventHead,
      may_change: z.boolean(),
      /** When a room would open, and when its places would be drawn. */
      nice_opens: z.string(),
      nice_opening: z.string(),
      /** Null while the event has none. */
      room: z
        .object({
          state: z.enum(['before', 'joining', 'serving', 'paused', 'over']),
          url: z.string(),
          waiting: z.number(),
          called: z.number(),
          /** People who may reserve and hold nothing yet. */
          inside: z.number(),
          left: z.number(),
          rate: z.number(),
          message: z.string(),
        })
        .nullable(),
    }),
    fails: ['not_found'],
  }),
  open_queue: officeCall({
    summary: 'Gives an event a waiting room, which opens half an hour before its sale.',
    action: 'change_events',
    body: z.object(Own),
    reply: NextPage,
    fails: ['not_found', 'queue_exists'],
  }),
  run_queue: officeCall({
    summary: 'Pauses the waiting room of an event, starts it again, or ends it, so that everyone may buy.',
    action: 'change_events',
    body: z.object({ ...Own, act: z.enum(['start', 'pause', 'drain']) }),
    reply: NextPage,
    fails: ['not_found', 'no_queue'],
  }),
  set_queue: officeCall({
    summary: 'Changes how many people per minute a waiting room lets in, and the message on its page.',
    action: 'change_events',
    body: z.object({ ...Own, rate: count, message: text(T.title) }),
    reply: NextPage,
    fails: ['not_found', 'no_queue', 'queue_rate'],
  }),
}
