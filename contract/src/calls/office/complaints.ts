import { COMPLAINT_KINDS, COMPLAINT_OUTCOMES, MAX_COMPLAINT_ANSWER } from '@foyer/domain/after-sale/complaint.ts'
import { z } from 'zod'
import { id, text } from '../../call.ts'
import { maybeId, NextPage } from './form-values.ts'
import { officeCall } from './spec.ts'

export const officeComplaintCalls = {
  office_complaints: officeCall({
    summary:
      'Lists the complaints about an organiser, and for the operator those about the shop: open ones first, then answered ones, 50 at a time.',
    action: 'see_complaints',
    body: z.object({ organiser_id: id, before: maybeId }),
    reply: z.object({
      complaints: z.array(
        z.object({
          complaint_id: z.number(),
          number: z.string(),
          kind: z.enum(COMPLAINT_KINDS),
          name: z.string(),
          email: z.string(),
          /** The order that it is about, if the sender gave its number and address. */
          order: z.object({ order_id: z.number(), number: z.string() }).nullable(),
          is_of_shop: z.boolean(),
          message: z.string(),
          nice_at: z.string(),
          /** Until when to answer, and the days left; negative if overdue. */
          nice_due: z.string(),
          days_left: z.number(),
          /** Null while it isn’t answered. */
          answer: z.object({ outcome: z.enum(COMPLAINT_OUTCOMES), text: z.string(), nice_at: z.string() }).nullable(),
        }),
      ),
      /** What each answer adds about going further, by kind. */
      further: z.object({ order: z.string(), data: z.string() }),
      may_answer: z.boolean(),
      /** Pass it as `before` to get the next complaints; null at the end. */
      next: z.number().nullable(),
    }),
    fails: ['may_not'],
  }),
  answer_complaint: officeCall({
    summary: 'Answers a complaint by email, with its outcome. A complaint is answered once.',
    action: 'answer_complaints',
    body: z.object({
      organiser_id: id,
      complaint_id: id,
      outcome: z.enum(['', ...COMPLAINT_OUTCOMES]),
      answer: text(MAX_COMPLAINT_ANSWER),
    }),
    reply: NextPage,
    fails: ['not_found', 'complaint_answer_missing', 'complaint_answered'],
  }),
}
