import { z } from 'zod'
import { id, T, text } from '../../call.ts'
import { NextPage } from './form-values.ts'
import { officeCall } from './spec.ts'

const Organiser = {
  id: z.number(),
  name: z.string(),
  /** Its public page. */
  url: z.string(),
  is_closed: z.boolean(),
  /** Since when; empty while it is open. */
  nice_closed: z.string(),
  owners: z.array(z.object({ name: z.string(), email: z.string() })),
  /** Addresses that were invited as owner and haven’t accepted yet. */
  invited: z.array(z.string()),
}

/** `organiser`: which one. The organiser that the office works with stays the same, so it isn’t `organiser_id`. */
const About = z.object({ organiser: id })

export const officeOrganiserCalls = {
  office_organisers: officeCall({
    summary:
      'Returns the organisers of the installation, a hundred at a time, or those whose name has the given words.',
    action: 'see_organisers',
    body: z.object({ q: text(T.search), page: z.coerce.number().int().min(1).max(1000).default(1) }),
    reply: z.object({
      form_key: z.string(),
      q: z.string(),
      page: z.number(),
      pages: z.number(),
      total: z.number(),
      organisers: z.array(
        z.object({
          ...Organiser,
          events: z.number(),
          /** Empty if it has sold nothing. */
          nice_last_sale: z.string(),
        }),
      ),
    }),
    fails: [],
  }),
  office_organiser: officeCall({
    summary: 'Returns one organiser of the installation: what closing it would stop, and what would go on.',
    action: 'see_organisers',
    body: About,
    reply: z.object({
      ...Organiser,
      /** Events with a date to come that are on sale, the soonest first, at most ten of them by title. */
      on_sale: z.number(),
      titles: z.array(z.string()),
      drafts: z.number(),
      vouchers: z.number(),
      waiting: z.number(),
      /** Reserved baskets, which can still be paid, and until when the last of them can. */
      baskets: z.number(),
      nice_baskets_until: z.string(),
      /** What goes on: tickets to come, payment plans, refunds and payments under way. */
      tickets: z.number(),
      plans: z.number(),
      refunds: z.number(),
      payments: z.number(),
    }),
    fails: ['not_found'],
  }),
  add_organiser: officeCall({
    summary: 'Creates an organiser and invites its owner by email.',
    action: 'change_organisers',
    body: z.object({ name: text(200), email: text(T.email), form_key: text(T.code) }),
    reply: NextPage,
    fails: ['organiser_name_missing', 'bad_email', 'too_many_requests', 'address_mailed_often'],
  }),
  close_organiser: officeCall({
    summary:
      'Ends all new sales and publications of an organiser. What it has sold goes on. Repeating it changes nothing.',
    action: 'change_organisers',
    body: About,
    reply: NextPage,
    fails: ['not_found'],
  }),
  reopen_organiser: officeCall({
    summary: 'Lets a closed organiser sell and publish again. Repeating it changes nothing.',
    action: 'change_organisers',
    body: About,
    reply: NextPage,
    fails: ['not_found'],
  }),
}
