import type { FastifyInstance } from 'fastify'
import type { Kernel } from '../kernel/context.ts'
import { type Answer, answerCall, takeFault } from '../kernel/faults.ts'
import type { Collection } from '../kernel/journal.ts'

export interface TwilioOptions {
  /** Absent: any account and token are accepted. */
  accountSid?: string
  authToken?: string
}

/** A text message as the vendor returns it. */
export interface TextMessage {
  sid: string
  body: string
  from: string
  to: string
  status: 'queued' | 'sent' | 'delivered'
  date_created: string
  date_sent: string
  date_updated: string
  [field: string]: unknown
}

export interface Twilio {
  messages: Collection<TextMessage>
}

const VERSION = '2010-04-01'
const MAX_LENGTH = 1600
const FIELDS = ['To', 'From', 'Body', 'MessagingServiceSid', 'StatusCallback', 'MediaUrl', 'ValidityPeriod']
const PHONE = /^\+[1-9]\d{6,14}$/

/** Twilio: creates, lists and returns text messages. Nothing is delivered; the sandbox's page shows them. */
export function twilio(app: FastifyInstance, kernel: Kernel, options: TwilioOptions = {}): Twilio {
  const messages = kernel.journal.collection<TextMessage>('twilio.messages')
  const path = `/${VERSION}/Accounts/:account`
  const serve = (method: 'GET' | 'POST', end: string, run: (call: Call) => Answer) =>
    app.route<{ Params: Params; Body: Form | undefined; Querystring: Form }>({
      method,
      url: path + end,
      handler: (request, reply) => {
        const { account } = request.params
        const fault = takeFault(kernel.switches, 'twilio', method === 'POST')
        return answerCall(
          reply,
          fault,
          () => refused(500, 20500, 'Internal server error'),
          () =>
            isKnown(options, account, request.headers.authorization)
              ? run({ params: request.params, form: request.body ?? {}, query: request.query })
              : refused(401, 20003, 'Authenticate'),
        )
      },
    })

  serve('POST', '/Messages.json', ({ params: { account }, form }) => {
    const problem = problemOf(form) ?? declined(kernel, form)
    if (problem) return problem
    const sid = `SM${kernel.randomId(32).toLowerCase()}`
    const at = new Date(kernel.now()).toUTCString().replace('GMT', '+0000')
    const message = messages.put(sid, {
      sid,
      account_sid: account,
      api_version: VERSION,
      body: form.Body!,
      date_created: at,
      date_sent: at,
      date_updated: at,
      direction: 'outbound-api',
      error_code: null,
      error_message: null,
      from: form.From!,
      messaging_service_sid: null,
      num_media: '0',
      num_segments: String(Math.ceil(form.Body!.length / 160)),
      price: null,
      price_unit: 'USD',
      status: 'queued',
      subresource_uris: { media: `/${VERSION}/Accounts/${account}/Messages/${sid}/Media.json` },
      to: form.To!,
      uri: `/${VERSION}/Accounts/${account}/Messages/${sid}.json`,
    })
    return { status: 201, body: message }
  })
  serve('GET', '/Messages.json', ({ params: { account }, query }) => {
    const found = messages
      .values()
      .filter(({ to, from }) => (!query.To || to === query.To) && (!query.From || from === query.From))
      .filter(({ date_sent }) => !query['DateSent>'] || new Date(date_sent) >= new Date(query['DateSent>']))
      .reverse()
    const uri = `/${VERSION}/Accounts/${account}/Messages.json`
    return {
      status: 200,
      body: { messages: found, page: 0, page_size: 50, start: 0, end: found.length, uri, next_page_uri: null },
    }
  })
  serve('GET', '/Messages/:sid.json', ({ params: { sid } }) => {
    const message = messages.get(sid ?? '')
    return message ? { status: 200, body: message } : refused(404, 20404, `The requested resource ${sid} was not found`)
  })
  return { messages }
}

type Params = { account: string; sid?: string }
type Form = Record<string, string>
type Call = { params: Params; form: Form; query: Form }

const refused = (status: number, code: number, message: string): Answer => ({
  status,
  body: { code, message, more_info: `https://www.twilio.com/docs/errors/${code}`, status },
})

function isKnown({ accountSid, authToken }: TwilioOptions, account: string, authorization = ''): boolean {
  const [scheme, encoded = ''] = authorization.split(' ')
  const [user, ...password] = Buffer.from(encoded, 'base64').toString().split(':')
  if (scheme !== 'Basic' || user !== account || password.length === 0) return false
  return (accountSid ?? account) === account && (authToken ?? password.join(':')) === password.join(':')
}

function problemOf(form: Form): Answer | undefined {
  const unknown = Object.keys(form).find((name) => !FIELDS.includes(name))
  if (unknown) return refused(400, 20001, `${unknown} is not a parameter of this call`)
  if (!form.To) return refused(400, 21604, "A 'To' phone number is required.")
  if (!form.From && !form.MessagingServiceSid) return refused(400, 21603, "A 'From' phone number is required.")
  if (!form.Body) return refused(400, 21602, 'Message body is required.')
  if (form.Body.length > MAX_LENGTH)
    return refused(400, 21617, 'The concatenated message body exceeds the 1600 character limit.')
  if (!PHONE.test(form.To)) return refused(400, 21211, `Invalid 'To' Phone Number: ${form.To}`)
  return undefined
}

function declined(kernel: Kernel, form: Form): Answer | undefined {
  if (kernel.switches.take('twilio', 'decline') === undefined) return undefined
  return refused(400, 21610, `Attempt to send to unsubscribed recipient: ${form.To}`)
}
