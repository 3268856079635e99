import { KEY_ROLES } from '@foyer/domain/office/rights.ts'
import { z } from 'zod'
import { Done, id, T, text } from '../../call.ts'
import { officeCall } from './spec.ts'

const role = z.enum(KEY_ROLES)
/** The events that a key is limited to; none means all of them. One id alone comes as text from a plain form. */
const events = z.preprocess(
  (sent) => (sent === undefined || sent === '' ? [] : Array.isArray(sent) ? sent : [sent]),
  z.array(id).max(200),
)
/** A secret that was just made. The page that made it shows it once; it can’t be read again. */
const Secret = z.object({ success: z.literal(true), secret: z.string() })

export const officeMachineCalls = {
  office_keys: officeCall({
    summary: 'The API keys of an organiser, without their secrets.',
    action: 'see_keys',
    body: z.object({ organiser_id: id }),
    reply: z.object({
      keys: z.array(
        z.object({
          key_id: z.number(),
          name: z.string(),
          prefix: z.string(),
          role,
          event_ids: z.array(z.number()),
          made_by: z.string(),
          nice_made: z.string(),
          nice_used: z.string(),
          is_ended: z.boolean(),
        }),
      ),
      events: z.array(z.object({ id: z.number(), title: z.string() })),
      api_url: z.string(),
    }),
    fails: [],
  }),
  make_key: officeCall({
    summary: 'Makes an API key, which is returned this one time.',
    action: 'change_keys',
    body: z.object({ organiser_id: id, name: text(T.name), role, event_ids: events }),
    reply: Secret,
    fails: ['machine_name_missing', 'bad_role_events', 'too_many_machines'],
  }),
  end_key: officeCall({
    summary: 'Ends an API key at once.',
    action: 'change_keys',
    body: z.object({ organiser_id: id, key_id: id }),
    reply: Done,
    fails: ['not_found'],
  }),
}
