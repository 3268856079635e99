import { ERRORS } from '@foyer/contract/errors.ts'
import type { FastifyInstance, FastifyReply } from 'fastify'
import type { Deps } from '../deps.ts'
import type { AttachmentSource } from './attachments.ts'
import { recordBounce } from './bounce/record.ts'
import { RELAYS } from './bounce/relays.ts'
import { MAILBOX_ATTACHMENT_PATH, mailboxAttachment, mailboxPage } from './mailbox.ts'

/**
 * A mail may contain text from other people: no script, no resources but the shop's own pictures, only its own inline styles,
 * framed only by us.
 */
export const mailPolicy = (publicUrl: string): string =>
  `default-src 'none'; style-src 'unsafe-inline'; img-src data: ${publicUrl}/pictures/; frame-ancestors 'self'; base-uri 'self'`

/** The mailbox of a shop without SMTP, for developers and scripts. Never in a live shop. */
export function mailboxRoutes(app: FastifyInstance, deps: Deps, source: AttachmentSource): void {
  if (deps.config.live !== null || deps.config.smtpUrl !== undefined) return
  const nothing = (reply: FastifyReply) => reply.code(404).send({ error: ERRORS.not_found[1], code: 'not_found' })

  app.get('/dev/mailbox.json', async (request, reply) => {
    const { to } = request.query as { to?: unknown }
    return reply.send(await mailboxPage(deps, source, typeof to === 'string' && to !== '' ? to : undefined))
  })
  app.get('/dev/mailbox/:mail/html', async (request, reply) => {
    const id = Number((request.params as { mail: string }).mail)
    const mail = Number.isSafeInteger(id)
      ? await deps.db.selectFrom('mails').select('body_html').where('id', '=', id).executeTakeFirst()
      : undefined
    if (!mail) return nothing(reply)
    return reply
      .type('text/html; charset=utf-8')
      .header('content-security-policy', mailPolicy(deps.config.publicUrl))
      .send(mail.body_html.replace('<head>', '<head><base target="_top">'))
  })
  app.get(MAILBOX_ATTACHMENT_PATH, async (request, reply) => {
    const { mail, index } = request.params as { mail: string; index: string }
    const [mailId, at] = [Number(mail), Number(index)]
    const areValid = Number.isSafeInteger(mailId) && Number.isSafeInteger(at)
    const found = areValid ? await mailboxAttachment(deps, source, mailId, at) : null
    return found ? reply.type(found.contentType).send(found.content) : nothing(reply)
  })
}

/** Where a mail relay reports emails that bounced. */
export function bounceRoutes(app: FastifyInstance, deps: Deps): void {
  const { mailRelay, publicUrl } = deps.config
  if (mailRelay === null) return
  const relay = RELAYS[mailRelay.name]
  app.post('/webhooks/mail', { config: { data: true } }, async ({ headers, body }, reply) => {
    // guard: relay-signed
    if (!relay.isSigned({ authorization: headers.authorization, body }, mailRelay.secret, deps.clock.now()))
      return reply.code(relay.refusal).send({ error: 'signature' })
    const bounce = relay.read(body, new URL(publicUrl).hostname)
    if (bounce !== null) await recordBounce(deps, bounce)
    return reply.send({ received: true })
  })
}
