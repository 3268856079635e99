import type { BodyOf } from '@foyer/contract/calls.ts'
import { shop } from '@foyer/contract/messages.ts'
import { MAILING_LIST_CONFIRM, PAGES } from '@foyer/contract/pages.ts'
import { DAY_MS } from '@foyer/domain/format/calendar-days.ts'
import { isEmail, normalEmail } from '@foyer/domain/people/email.ts'
import { type Fail, fail } from '@foyer/domain/result.ts'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { inTx } from '../db/transaction/tx.ts'
import type { Deps } from '../deps.ts'
import type { RequestContext } from '../http/handle.ts'
import { keyedHash } from '../http/keys.ts'
import { exceedsNetworkLimit } from '../http/limits/rate-limit.ts'
import { linkCookie } from '../http/links/link-cookie.ts'
import { seal, unseal } from '../http/links/sealed-link.ts'
import { mailingListMail } from '../mail/templates/mailing-list.ts'
import { queueTypedMail, type TooManyMails } from '../mail/typed-address.ts'
import { recordConsents } from '../sale/customer/consents.ts'

const LINK_DAYS = 7
const HOUR_SECONDS = 3600
const JOINS = { name: 'mailing-list', max: 20, windowSeconds: HOUR_SECONDS }

const Pending = z.object({ email: z.string(), until: z.number() })

const PURPOSE = 'mailing list link'

/** Returns the content of a link made here that has not expired; null for anything else. */
function pendingOf(deps: Pick<Deps, 'config'>, token: string, now: Date): z.output<typeof Pending> | null {
  const pending = unseal(deps, PURPOSE, Pending, token)
  return pending !== null && pending.until > now.getTime() ? pending : null
}

/**
 * Mails the address a link for joining the mailing list. A typed address is not its owner's consent, so nothing is stored
 * yet; the same address again within the hour sends no second mail.
 */
export async function joinMailingList(
  body: BodyOf<'join_mailing_list'>,
  { deps, ip, now }: RequestContext,
): Promise<{ success: true } | Fail<'bad_email' | 'too_many_requests'> | TooManyMails> {
  if (!isEmail(body.email)) return fail('bad_email')
  if (await exceedsNetworkLimit(deps, JOINS, ip)) return fail('too_many_requests')
  const email = normalEmail(body.email)
  const token = seal(deps, PURPOSE, { email, until: now.getTime() + LINK_DAYS * DAY_MS })
  const hour = Math.floor(now.getTime() / (HOUR_SECONDS * 1000))
  const mail = {
    ...mailingListMail({ confirmUrl: `${deps.config.publicUrl}${MAILING_LIST_CONFIRM}?token=${token}` }),
    key: `mailing-list:${hour}:${keyedHash(deps.config.sessionSecret, 'mail key', email)}`,
    kind: 'mailing_list' as const,
    recipient: email,
    now,
  }
  const queued = await inTx(deps.db, (tx) => queueTypedMail(tx, deps.config, mail, { mail: 'mailing_list' }))
  return queued.ok ? { success: true } : queued
}

const confirmLink = (deps: Pick<Deps, 'config'>) => linkCookie(deps.config, 'foyer_mailing_list', PAGES.mailing_list)

/** Whether this browser has followed the link of such a mail and has not confirmed yet. */
export const isAwaitingConfirmation = (deps: Deps, request: FastifyRequest): boolean =>
  pendingOf(deps, confirmLink(deps).read(request), deps.clock.now()) !== null

/**
 * The page behind that link asks for confirmation, because programs follow links in mails too. Pressing its button stores
 * the consent, once.
 */
export function mailingListConfirmRoute(app: FastifyInstance, deps: Deps): void {
  const link = confirmLink(deps)
  app.get(MAILING_LIST_CONFIRM, async (request, reply) => {
    const { token } = z.object({ token: z.string().max(2000).catch('') }).parse(request.query)
    reply.header('referrer-policy', 'no-referrer')
    if (pendingOf(deps, token, deps.clock.now()) !== null) link.set(reply, token)
    return reply.redirect(PAGES.mailing_list, 303)
  })
  app.post(MAILING_LIST_CONFIRM, async (request, reply) => {
    const now = deps.clock.now()
    const pending = pendingOf(deps, link.read(request), now)
    link.clear(reply)
    if (pending === null) return reply.redirect(PAGES.mailing_list, 303)
    await inTx(deps.db, (tx) =>
      recordConsents(tx, { email: pending.email, source: 'mailing list, confirmed by mail', saleId: null, now }, [
        { kind: 'newsletter', wanted: true, wording: shop['mailing.lead'] },
      ]),
    )
    return reply.redirect(`${PAGES.mailing_list}?joined=1`, 303)
  })
}
