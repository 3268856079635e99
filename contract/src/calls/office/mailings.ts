import { z } from 'zod'
import { id, T, text } from '../../call.ts'
import { day, maybe, NextPage } from './form-values.ts'
import { Filter, HOLDER_STATES, LISTS, Option, ORDER_STATES } from './lists.ts'
import { officeCall } from './spec.ts'

export const MAILING_KINDS = ['service', 'news'] as const
export const MAILING_STATES = ['draft', 'waiting', 'sending', 'stopped', 'done'] as const

const MAX_LENGTH = 10_000

const Organiser = z.object({ organiser_id: id })
const One = Organiser.extend({ mailing_id: id })
const Act = One.extend({ form_key: text(T.code) })
const Chosen = {
  list: z.enum(LISTS).default('orders'),
  ...Filter,
  state: maybe(z.enum([...ORDER_STATES, ...HOLDER_STATES])),
}
const kind = z.enum(MAILING_KINDS)
const state = z.enum(MAILING_STATES)

const Counts = z.object({
  people: z.number(),
  sent: z.number(),
  refused: z.number(),
  left_out: z.number(),
  unsubscribed: z.number(),
})

export const officeMailingCalls = {
  office_mailings: officeCall({
    summary: 'Lists the mailings of an organiser, newest first.',
    action: 'see_mailings',
    body: Organiser.extend({ before: maybe(id) }),
    reply: z.object({
      mailings: z.array(
        Counts.extend({
          mailing_id: z.number(),
          subject: z.string(),
          kind,
          state,
          nice_at: z.string(),
          who: z.string(),
        }),
      ),
      next: z.number().nullable(),
    }),
    fails: [],
  }),
  office_mailing: officeCall({
    summary: 'Returns a mailing, or the form for a new one: its recipients, its text and its progress.',
    action: 'see_mailings',
    body: Organiser.extend({ mailing_id: maybe(id), kind: kind.default('service'), ...Chosen }),
    reply: Counts.extend({
      form_key: z.string(),
      mailing_id: z.number().nullable(),
      version: z.number(),
      kind,
      state,
      list: z.enum(LISTS),
      /** The filter, as in the address of the table. */
      filter: z.record(z.string(), z.string()),
      subject: z.string(),
      body: z.string(),
      events: z.array(Option),
      dates: z.array(Option),
      types: z.array(Option),
      /** Ten of its recipients. */
      names: z.array(z.string()),
      /** The email that the first of them gets; null without recipients. */
      example: z.object({ to: z.string(), subject: z.string(), text: z.string() }).nullable(),
      nice_at: z.string(),
      who: z.string(),
    }),
    fails: ['not_found'],
  }),
  mailing_preview: officeCall({
    summary: 'Returns a mailing as its first recipient gets it, in HTML.',
    action: 'see_mailings',
    body: One,
    reply: z.object({ html: z.string() }),
    fails: ['not_found', 'mailing_nobody'],
  }),
  save_mailing: officeCall({
    summary: 'Saves a mailing as a draft: its recipients and its text.',
    action: 'change_mailings',
    body: Organiser.extend({
      mailing_id: maybe(id),
      form_key: text(T.code),
      kind,
      ...Chosen,
      subject: text(T.name),
      body: text(MAX_LENGTH),
    }),
    reply: NextPage,
    fails: ['not_found', 'mailing_incomplete', 'mailing_field', 'mailing_sent'],
  }),
  test_mailing: officeCall({
    summary: 'Sends a mailing as a test, only to the person who requests it.',
    action: 'change_mailings',
    body: Act,
    reply: NextPage,
    fails: ['not_found', 'mailing_nobody'],
  }),
  send_mailing: officeCall({
    summary: 'Sends a mailing now or at a given time. Its recipients are fixed when it starts.',
    action: 'send_mailings',
    body: Act.extend({
      version: z.coerce.number().int(),
      when: z.enum(['now', 'later']).default('now'),
      day,
      time: text(5),
    }),
    reply: NextPage,
    fails: ['not_found', 'mailing_nobody', 'mailing_time', 'mailing_changed', 'mailing_sent'],
  }),
  stop_mailing: officeCall({
    summary: 'Stops a mailing. Emails that have not been sent wait.',
    action: 'change_mailings',
    body: One,
    reply: NextPage,
    fails: ['not_found'],
  }),
  resume_mailing: officeCall({
    summary: 'Resumes a stopped mailing. Nobody gets it twice.',
    action: 'send_mailings',
    body: One,
    reply: NextPage,
    fails: ['not_found'],
  }),
}
