import { KEY_ROLES } from '@foyer/domain/office/rights.ts'
import { z } from 'zod'
import { WEBHOOK_KINDS } from '../../api/webhook-kinds.ts'
import { Done, flag, id, T, text } from '../../call.ts'
import { chosen, ids } from './form-values.ts'
import { officeCall } from './spec.ts'

const role = z.enum(KEY_ROLES)
/** The events that a key is limited to; none means all of them. One id alone comes as text from a plain form. */
const events = ids
const kinds = chosen(z.enum(WEBHOOK_KINDS), WEBHOOK_KINDS.length)
const Told = { url: text(500), role, kinds, event_ids: events }
const Webhook = z.object({
  webhook_id: z.number(),
  url: z.string(),
  role,
  kinds: z.array(z.enum(WEBHOOK_KINDS)),
  event_ids: z.array(z.number()),
  made_by: z.string(),
  nice_made: z.string(),
  state: z.enum(['on', 'failing', 'off']),
  /** Since when it has failed or been off; empty while it works. */
  nice_since: z.string(),
  /** Its creator is no longer on the team; another owner takes it over by switching it on. */
  is_orphaned: z.boolean(),
  /** Until when messages are also signed with the old secret; empty if they aren’t. */
  nice_old_until: z.string(),
  /** Messages that have not been delivered yet. */
  waiting: z.number(),
})
const Event = z.object({ id: z.number(), title: z.string() })
const about = z.object({ organiser_id: id, webhook_id: id })

/** A secret that was just made. The page that made it shows it once; it can’t be read again, and is empty for a form that is sent again. */
const Secret = z.object({ success: z.literal(true), secret: z.string() })
const formKey = text(T.code).default('')

export const officeIntegrationCalls = {
  office_keys: officeCall({
    summary: 'Lists the API keys of an organiser, without their secrets.',
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
      form_key: z.string(),
    }),
    fails: [],
  }),
  make_key: officeCall({
    summary: 'Creates an API key, which is returned only once.',
    action: 'change_keys',
    body: z.object({ organiser_id: id, name: text(T.name), role, event_ids: events, form_key: formKey }),
    reply: Secret,
    fails: ['integration_name_missing', 'bad_role_events', 'too_many_integrations'],
  }),
  end_key: officeCall({
    summary: 'Ends an API key at once.',
    action: 'change_keys',
    body: z.object({ organiser_id: id, key_id: id }),
    reply: Done,
    fails: ['not_found'],
  }),
  office_webhooks: officeCall({
    summary: 'Lists the webhooks of an organiser, without their secrets.',
    action: 'see_keys',
    body: z.object({ organiser_id: id }),
    reply: z.object({ webhooks: z.array(Webhook), events: z.array(Event), form_key: z.string() }),
    fails: [],
  }),
  office_webhook: officeCall({
    summary: 'Returns a webhook with its latest messages and the result of each delivery attempt.',
    action: 'see_keys',
    body: about.extend({ before: z.preprocess((sent) => (sent === '' ? undefined : sent), id.optional()) }),
    reply: z.object({
      webhook: Webhook,
      events: z.array(Event),
      messages: z.array(
        z.object({
          message_id: z.number(),
          uid: z.string(),
          kind: z.string(),
          /** What it is about, with the id of its page; no label for a test, or for something that was deleted. */
          about: z.object({ label: z.string(), order_id: z.number().nullable(), event_id: z.number().nullable() }),
          nice_at: z.string(),
          state: z.enum(['delivered', 'waiting', 'failed']),
          tries: z.array(
            z.object({ nice_at: z.string(), status: z.number().nullable(), ms: z.number(), excerpt: z.string() }),
          ),
        }),
      ),
      /** Where older messages begin; null at the end. */
      older: z.number().nullable(),
      form_key: z.string(),
    }),
    fails: ['not_found'],
  }),
  make_webhook: officeCall({
    summary: 'Creates a webhook. The secret that signs its messages is returned only once.',
    action: 'change_keys',
    body: z.object({ organiser_id: id, ...Told, form_key: formKey }),
    reply: Secret,
    fails: ['bad_webhook_url', 'webhook_kinds_missing', 'bad_role_events', 'too_many_integrations', 'no_secret_store'],
  }),
  change_webhook: officeCall({
    summary: 'Changes the address of a webhook, or the events that it is sent.',
    action: 'change_keys',
    body: about.extend(Told),
    reply: Done,
    fails: ['not_found', 'bad_webhook_url', 'webhook_kinds_missing', 'bad_role_events'],
  }),
  renew_webhook_secret: officeCall({
    summary: 'Creates a new secret. For a day, messages are signed with both.',
    action: 'change_keys',
    body: about.extend({ form_key: formKey }),
    reply: Secret,
    fails: ['not_found', 'no_secret_store'],
  }),
  switch_webhook: officeCall({
    summary: 'Switches a webhook off, or on again. Waiting messages are sent then.',
    action: 'change_keys',
    body: about.extend({ on: flag }),
    reply: Done,
    fails: ['not_found'],
  }),
  end_webhook: officeCall({
    summary: 'Ends a webhook at once.',
    action: 'change_keys',
    body: about,
    reply: Done,
    fails: ['not_found'],
  }),
  test_webhook: officeCall({
    summary: 'Sends a test message.',
    action: 'change_keys',
    body: about,
    reply: Done,
    fails: ['not_found', 'webhook_off'],
  }),
  retry_webhook: officeCall({
    summary: 'Sends a message again, under the same id.',
    action: 'change_keys',
    body: about.extend({ message_id: id }),
    reply: Done,
    fails: ['not_found', 'webhook_off'],
  }),
}
