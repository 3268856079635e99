// biome-ignore-all lint/suspicious/noTemplateCurlyInString: SQL as it stands in template literals
import { type Guard, guard } from '../guard.ts'

const API = 'api/api.test.ts'
const WEBHOOKS = 'api/webhook/webhook.test.ts'
const OFFICE = 'office/rights.test.ts'

/** Guards of the API and webhooks. */
export const INTEGRATION_GUARDS: Guard[] = [
  guard('key-or-nothing', 'a program without a key is let in', API, { as: 'false' }),
  guard('key-role-allowed', 'a key reads what its role may not', API, { as: 'true' }),
  guard('key-ends-with-person', 'a key comes back with the person who made it', API),
  guard('no-contact-for-reading-keys', 'a key without the right reads contacts', API, { as: '{ name, email, phone }' }),
  guard('api-events-scoped', 'a key reads events of others', API, {
    without: 'event.organiser_id = ${organiserId} and ',
  }),
  guard('api-admissions-scoped', 'a key reads admissions of others', API, {
    without: ' and event.organiser_id = ${organiserId}',
  }),
  guard('webhook-to-public-address', 'a webhook reaches into our network', WEBHOOKS, {
    as: 'export const canSendTo = (_: unknown, __: string): boolean => true',
  }),
  guard('webhook-of-organiser', 'an organiser is told of what happens at another', WEBHOOKS, { as: 'sql`true`' }),
  guard('failing-webhook-left-alone', 'a failing receiver is hammered', WEBHOOKS, { as: 'false' }),
  guard('webhook-off-with-person', 'a webhook goes on without the person who made it', WEBHOOKS),
  guard('own-webhook', 'staff change the webhook of another organiser', OFFICE),
  guard('link-fills-empty-basket', 'a link of another site changes a basket', 'pages/widget.test.ts', { as: 'true' }),
]
