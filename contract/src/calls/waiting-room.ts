import { z } from 'zod'
import { call, T, text } from '../call.ts'

const slug = text(120)
const key = text(T.code)

/**
 * A place in a waiting room. `public_id` is what the published draw calls it. `number` is null before the draw. `pass_seconds`:
 * how long this browser may still reserve; 0 without a pass.
 */
const QueuePlace = z.object({
  public_id: z.string(),
  number: z.int().positive().nullable(),
  called: z.boolean(),
  pass_seconds: z.int().nonnegative(),
})

export const waitingRoomCalls = {
  join_queue: call({
    summary: 'Joins the waiting room of an event. The reply has the key of the place, which no other reply has.',
    body: z.object({ slug, key }),
    reply: QueuePlace.extend({ key: z.string() }),
    fails: ['no_queue', 'queue_not_open'],
  }),
  my_place: call({
    summary: 'Returns the place that a key opens.',
    body: z.object({ slug, key }),
    reply: QueuePlace,
    fails: ['no_queue', 'queue_no_place'],
  }),
  enter_queue: call({
    summary: 'Lets the browser of a place that has been called reserve tickets for ten minutes.',
    body: z.object({ slug, key }),
    reply: QueuePlace,
    fails: ['no_queue', 'queue_no_place', 'queue_not_called', 'queue_other_browser'],
  }),
}
