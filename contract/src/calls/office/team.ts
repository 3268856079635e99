import { ROLES } from '@foyer/domain/office/rights.ts'
import { z } from 'zod'
import { Done, id, T, text } from '../../call.ts'
import { Again, ids } from './form-values.ts'
import { officeCall } from './spec.ts'

const role = z.enum(ROLES)
/** The events a person is limited to; none means all of them. One id alone comes as text from a plain form. */
const events = ids

export const officeTeamCalls = {
  office_team: officeCall({
    summary: 'Returns the team of an organiser, open invitations, and the events that a role can be limited to.',
    action: 'see_team',
    body: z.object({ organiser_id: id }),
    reply: z.object({
      organiser: z.string(),
      /** How much of an order the box office may refund, as it is typed. */
      refund_limit: z.string(),
      people: z.array(
        z.object({
          staff_id: z.number(),
          name: z.string(),
          email: z.string(),
          role,
          event_ids: z.array(z.number()),
          nice_last_seen: z.string(),
          passkeys: z.number(),
          is_you: z.boolean(),
        }),
      ),
      invitations: z.array(
        z.object({
          invitation_id: z.number(),
          email: z.string(),
          role,
          event_ids: z.array(z.number()),
          nice_until: z.string(),
        }),
      ),
      events: z.array(z.object({ id: z.number(), title: z.string() })),
    }),
    fails: [],
  }),
  invite_staff: officeCall({
    summary: 'Invites a person by email. The invitation works for seven days, once, for that address.',
    action: 'change_team',
    body: z.object({ organiser_id: id, email: text(T.email), role, event_ids: events, ...Again }),
    reply: Done,
    fails: [
      'bad_email',
      'bad_role_events',
      'already_on_team',
      'too_many_requests',
      'address_mailed_often',
      'just_sent',
    ],
  }),
  end_invitation: officeCall({
    summary: 'Withdraws an invitation that has not been accepted.',
    action: 'change_team',
    body: z.object({ organiser_id: id, invitation_id: id }),
    reply: Done,
    fails: ['not_found'],
  }),
  change_staff: officeCall({
    summary: 'Changes the role of a person, or the events they are limited to.',
    action: 'change_team',
    body: z.object({ organiser_id: id, staff_id: id, role, event_ids: events }),
    reply: Done,
    fails: ['not_found', 'bad_role_events', 'last_owner'],
  }),
  end_staff: officeCall({
    summary: 'Removes a person from the team. Without another role, they are signed out everywhere at once.',
    action: 'change_team',
    body: z.object({ organiser_id: id, staff_id: id }),
    reply: Done,
    fails: ['not_found', 'last_owner'],
  }),
}
