import { LIMITS } from '@foyer/domain/limits.ts'
import { z } from 'zod'
import { flag, id, text } from '../../call.ts'
import { parts } from '../../office/requests/messages.en.ts'
import { NextPage } from './form-values.ts'
import { officeCall } from './spec.ts'

/** What is kept about a person, by kind. */
export type DataPart = keyof typeof parts
const PARTS = Object.keys(parts) as [DataPart, ...DataPart[]]

/** `whole`: in the whole shop, which only its operator may ask for; else with this organiser. */
const Person = z.object({ organiser_id: id, email: text(LIMITS.text.email).default(''), whole: flag })

export const officeRequestCalls = {
  office_requests: officeCall({
    summary:
      'Finds what is kept about the person with an address: with this organiser, or for the operator in the whole shop. Lists the requests passed on to the shop.',
    action: 'erase_people',
    body: Person,
    reply: z.object({
      email: z.string(),
      is_email: z.boolean(),
      is_whole: z.boolean(),
      /** Someone who runs the shop and works for the organiser chooses. */
      may_choose: z.boolean(),
      shop: z.string(),
      /** Null without an address, or if nothing is kept about it. */
      found: z
        .object({
          parts: z.array(z.object({ part: z.enum(PARTS), n: z.number() })),
          orders: z.array(z.object({ order_id: z.number(), number: z.string(), nice_paid: z.string() })),
          /** Orders that other organisers sold a part of, so that only the operator can erase who bought them. */
          shared: z.number(),
          /** Why nothing can be erased now; otherwise empty. */
          refusal: z.string(),
        })
        .nullable(),
      /** Requests that wait for the operator: this organiser's, and for the operator all of them. */
      passed: z.array(
        z.object({
          request_id: z.number(),
          email: z.string(),
          organiser: z.string(),
          nice_at: z.string(),
          nice_due: z.string(),
          days_left: z.number(),
        }),
      ),
    }),
    fails: ['may_not'],
  }),
  export_person: officeCall({
    summary: 'Returns what is kept about a person as a file: with this organiser, or in the whole shop.',
    action: 'erase_people',
    body: Person,
    reply: z.object({ filename: z.string(), content_type: z.string() }),
    fails: ['may_not'],
  }),
  erase_person: officeCall({
    summary:
      'Erases what this organiser, or the whole shop, keeps about a person. Refused while they have tickets to use, a running payment plan or a payment in progress.',
    action: 'erase_people',
    body: Person.extend({ typed: text(LIMITS.text.email) }),
    reply: NextPage,
    fails: ['may_not', 'person_mistyped', 'person_tickets_ahead', 'person_plan_running', 'person_payment_running'],
  }),
  pass_request: officeCall({
    summary: 'Asks who runs the shop to erase a person everywhere. Repeating it changes nothing.',
    action: 'erase_people',
    body: z.object({ organiser_id: id, email: text(LIMITS.text.email) }),
    reply: NextPage,
    fails: ['bad_email'],
  }),
  end_request: officeCall({
    summary: 'Ends a request to the shop without erasing anything.',
    action: 'erase_people',
    body: z.object({ organiser_id: id, request_id: id }),
    reply: NextPage,
    fails: ['not_found'],
  }),
}
