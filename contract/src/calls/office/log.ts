import { z } from 'zod'
import { id, T, text } from '../../call.ts'
import { day, maybeId, Sentence } from './form-values.ts'
import { officeCall } from './spec.ts'

const LogFilter = z.object({
  organiser_id: id,
  /** One person's entries. */
  staff_id: maybeId,
  /** Entries of one kind, such as invite_staff. */
  what: text(T.code),
  from: day,
  until: day,
})

export const officeLogCalls = {
  office_log: officeCall({
    summary: 'Lists what was done, refused and viewed for an organiser, newest first.',
    action: 'see_log',
    body: LogFilter.extend({ before: maybeId }),
    reply: z.object({
      organiser: z.string(),
      entries: z.array(
        z.object({
          id: z.number(),
          nice_at: z.string(),
          who: z.string(),
          /** A sentence that says what was done, with links to what it names. */
          what: Sentence,
          outcome: z.enum(['done', 'refused', 'looked']),
          /** Details that the sentence leaves out, such as the old and new value of each field. */
          changes: z.array(z.object({ label: z.string(), before: z.string(), after: z.string() })),
        }),
      ),
      /** Pass it as `before` to get the next entries; null at the end. */
      next: z.number().nullable(),
      /** The choices of the filter. */
      actions: z.array(z.object({ name: z.string(), label: z.string() })),
      people: z.array(z.object({ staff_id: z.number(), name: z.string() })),
      filter: z.object({ staff_id: z.number().nullable(), what: z.string(), from: z.string(), until: z.string() }),
    }),
    fails: [],
  }),
  export_log: officeCall({
    summary: 'Returns the log as a CSV file, which is streamed. This reply only has its name.',
    action: 'export_log',
    body: LogFilter,
    reply: z.object({ filename: z.string(), content_type: z.string() }),
    fails: [],
  }),
}
