import { createHmac } from 'node:crypto'
import { z } from 'zod'
import type { RelayName } from '../../config.ts'
import { isSameSecret } from '../../http/keys.ts'
import { isGone } from './dsn.ts'
import type { Bounce } from './record.ts'

/** How a relay reports bounces. */
export type RelayRequest = { authorization: string | undefined; body: unknown }

type Relay = {
  /** Whether the report is from the relay, and recent. */
  isSigned(request: RelayRequest, secret: string, now: Date): boolean
  /** Null for anything but an email that won't arrive. */
  read(body: unknown, domain: string): Bounce | null
  /** The status after which it doesn't try again. */
  refusal: 403 | 406
  /** Headers by which its reports name our email, where it doesn't keep our Message-ID. */
  headers(messageId: string): Record<string, string>
}

/** Mailgun retries for eight hours. */
const MAILGUN_HOURS = 24

const MailgunSignature = z.object({
  signature: z.object({ timestamp: z.string().regex(/^\d{1,12}$/), token: z.string(), signature: z.string() }),
})
const MailgunEvent = z.object({
  'event-data': z.object({
    event: z.literal('failed'),
    severity: z.literal('permanent'),
    reason: z.string().catch(''),
    'delivery-status': z.object({ message: z.string().catch(''), description: z.string().catch('') }).catch({
      message: '',
      description: '',
    }),
    message: z.object({ headers: z.object({ 'message-id': z.string() }) }),
  }),
})

const mailgun: Relay = {
  isSigned({ body }, secret, now) {
    const { success, data } = MailgunSignature.safeParse(body)
    if (!success) return false
    const { timestamp, token, signature } = data.signature
    const age = now.getTime() - Number(timestamp) * 1000
    return (
      Math.abs(age) < MAILGUN_HOURS * 3_600_000 &&
      isSameSecret(createHmac('sha256', secret).update(`${timestamp}${token}`).digest('hex'), signature)
    )
  },
  read(body) {
    const { success, data } = MailgunEvent.safeParse(body)
    if (!success) return null
    const { reason, message, 'delivery-status': status } = data['event-data']
    const words = status.message || status.description || reason
    return {
      messageId: `<${message.headers['message-id'].replace(/^<|>$/g, '')}>`,
      reason: words,
      // An address that has bounced before isn't tried any more.
      isPermanent: reason === 'suppress-bounce' || isGone(words),
    }
  },
  refusal: 406,
  headers: () => ({}),
}

/**
 * Postmark's types of bounce that mean "not delivered", and those that concern the address itself: hard bounce, bad address.
 */
const NOT_DELIVERED = new Set([1, 256, 512, 4096, 8192, 100_000, 100_002, 100_006, 100_009])
const ADDRESS_GONE = new Set([1, 100_000])

const PostmarkBounce = z.object({
  RecordType: z.literal('Bounce'),
  TypeCode: z.number().refine((code) => NOT_DELIVERED.has(code)),
  Details: z.string().catch(''),
  Description: z.string().catch(''),
  Metadata: z.object({ 'foyer-id': z.string() }),
})

const postmark: Relay = {
  // Postmark signs nothing; it sends the name and password of the address it was given.
  isSigned({ authorization = '' }, secret) {
    const [scheme = '', sent = ''] = authorization.split(' ')
    const [, password = ''] = Buffer.from(sent, 'base64').toString('utf8').split(/:(.*)/s)
    return scheme.toLowerCase() === 'basic' && isSameSecret(secret, password)
  },
  read(body, domain) {
    const { success, data } = PostmarkBounce.safeParse(body)
    if (!success) return null
    return {
      messageId: `<${data.Metadata['foyer-id']}@${domain}>`,
      reason: data.Details || data.Description,
      isPermanent: ADDRESS_GONE.has(data.TypeCode),
    }
  },
  refusal: 403,
  // Postmark gives emails a Message-ID of its own, and returns the headers named here.
  headers: (messageId) => ({
    'X-PM-KeepID': 'true',
    'X-PM-Metadata-foyer-id': messageId.slice(1, messageId.indexOf('@')),
  }),
}

export const RELAYS: Readonly<Record<RelayName, Relay>> = { mailgun, postmark }
