import { createHash } from 'node:crypto'
import { PAGES, REMINDERS_OFF } from '@foyer/contract/pages.ts'
import { normalEmail } from '@foyer/domain/people/email.ts'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { z } from 'zod'
import type { Deps } from '../../deps.ts'
import { keyedHash } from '../../http/keys.ts'
import { linkCookie } from '../../http/links/link-cookie.ts'

const PURPOSE = 'reminder link'

/** How an address that opted out of reminders is stored. */
export const emailHash = (email: string): string => createHash('sha256').update(normalEmail(email)).digest('hex')

/** The URL that ends reminders to an address. It doesn't show the address and works for no other. */
export function endRemindersUrl({ publicUrl, sessionSecret }: Deps['config'], email: string): string {
  const hash = emailHash(email)
  return `${publicUrl}${REMINDERS_OFF}?link=${hash}.${keyedHash(sessionSecret, PURPOSE, hash)}`
}

/** The hashed address of a link made here, with any of the shop's secrets; null for anything else. */
function addressOf({ config }: Pick<Deps, 'config'>, link: string): string | null {
  const [hash = '', mac = ''] = link.split('.')
  // guard: reminder-link-signed
  return config.sessionSecrets.some((secret) => keyedHash(secret, PURPOSE, hash) === mac) ? hash : null
}

const offLink = (deps: Pick<Deps, 'config'>) => linkCookie(deps.config, 'foyer_reminders', PAGES.mailing_list)

/** Whether this browser has followed such a link and not pressed the button yet. */
export const isEndingReminders = (deps: Deps, request: FastifyRequest): boolean =>
  addressOf(deps, offLink(deps).read(request)) !== null

/**
 * The link in a mail leads to a page with a button, because programs follow links in mails too. A mail program posts to the
 * same link, and that ends the reminders at once (RFC 8058).
 */
export function reminderRoutes(app: FastifyInstance, deps: Deps): void {
  const cookie = offLink(deps)
  const linkIn = (request: FastifyRequest) =>
    z.object({ link: z.string().max(300).catch('') }).parse(request.query).link
  const end = async (link: string) => {
    const hash = addressOf(deps, link)
    if (hash === null) return false
    await deps.db
      .insertInto('reminder_opt_outs')
      .values({ email_hash: hash, since: deps.clock.now() })
      .onConflict((conflict) => conflict.doNothing())
      .execute()
    return true
  }
  app.get(REMINDERS_OFF, async (request, reply) => {
    const link = linkIn(request)
    reply.header('referrer-policy', 'no-referrer')
    if (addressOf(deps, link) !== null) cookie.set(reply, link)
    return reply.redirect(PAGES.mailing_list, 303)
  })
  // Mail programs post either type of form. Its content doesn't matter, so both are parsed as the type that the shop accepts.
  const asForm = async (request: FastifyRequest) => {
    request.headers['content-type'] = 'application/x-www-form-urlencoded'
  }
  app.post(REMINDERS_OFF, { onRequest: asForm }, async (request, reply) => {
    const link = linkIn(request)
    if (link !== '') return reply.code((await end(link)) ? 204 : 404).send()
    const ended = await end(cookie.read(request))
    cookie.clear(reply)
    return reply.redirect(`${PAGES.mailing_list}${ended ? '?reminders=off' : ''}`, 303)
  })
}
