import { code, escapeHtml, table } from '../kernel/html.ts'
import type { StandIn } from '../kernel/stand-in.ts'
import { type Twilio, type TwilioOptions, twilio } from './routes.ts'

export const twilioStandIn: StandIn<TwilioOptions | undefined, Twilio> = {
  title: 'Twilio',
  options: (env) => ({ accountSid: env.SMS_ACCOUNT_SID, authToken: env.SMS_AUTH_TOKEN }),
  start: twilio,
  page: ({ messages }) => {
    const recent = messages.values().slice(-20).reverse()
    return `<section class="card"><h2>Text messages</h2>
${
  recent.length
    ? table(
        'The last twenty, newest first',
        ['Time', 'To', 'Text'],
        recent.map(({ date_sent, to, body }) => [escapeHtml(date_sent), code(to), escapeHtml(body)]),
      )
    : '<p class="quiet">No text has been sent yet.</p>'
}</section>`
  },
}
