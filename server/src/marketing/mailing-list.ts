import { createCipheriv, createDecipheriv, createHash } from 'node:crypto'
import type { BodyOf } from '@foyer/contract/calls.ts'
import { shop } from '@foyer/contract/messages.ts'
import { MAILING_LIST_CONFIRM, PAGES } from '@foyer/contract/pages.ts'
import { isEmail, normalEmail } from '@foyer/domain/people/email.ts'
import { type Fail, fail } from '@foyer/domain/result.ts'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { inTx } from '../db/transaction/tx.ts'
import type { Deps } from '../deps.ts'
import type { RequestContext } from '../http/handle.ts'
import { keyedHash, secretFor } from '../http/keys.ts'
import { linkCookie } from '../http/link-cookie.ts'
import { hit } from '../http/rate-limit.ts'
import { queueMail } from '../mail/outbox.ts'
import { mailingListMail } from '../mail/templates/mailing-list.ts'
import { answerConsents } from '../sale/customer/consents.ts'

const LINK_DAYS = 7
const HOUR_SECONDS = 3600
const JOINS_PER_HOUR = 20

const Pending = z.object({ email: z.string(), until: z.number() })

// The link is encrypted, not just signed: it ends up in histories and logs, where an address must not appear.
const CIPHER = 'aes-256-gcm'
const TAG_BYTES = 16
const IV_BYTES = 12
const keyOf = (secret: string) => createHash('sha256').update(secretFor(secret, 'mailing list link')).digest()

function seal(deps: Pick<Deps, 'config' | 'random'>, pending: z.output<typeof Pending>): string {
  const iv = deps.random.bytes(IV_BYTES)
  const cipher = createCipheriv(CIPHER, keyOf(deps.config.sessionSecret), iv)
  const sealed = [cipher.update(JSON.stringify(pending), 'utf8'), cipher.final()]
  return Buffer.concat([iv, ...sealed, cipher.getAuthTag()]).toString('base64url')
}

/** Returns the unexpired content of a token sealed here, with any of the shop's secrets; null for anything else. */
function unseal({ config }: Pick<Deps, 'config'>, token: string, now: Date): z.output<typeof Pending> | null {
  for (const secret of config.sessionSecrets) {
    const pending = unsealWith(secret, token)
    if (pending !== null) return pending.until > now.getTime() ? pending : null
  }
  return null
}

function unsealWith(secret: string, token: string): z.output<typeof Pending> | null {
  const bytes = Buffer.from(token, 'base64url')
  if (bytes.length <= IV_BYTES + TAG_BYTES) return null
  try {
    const decipher = createDecipheriv(CIPHER, keyOf(secret), bytes.subarray(0, IV_BYTES), { authTagLength: TAG_BYTES })
    decipher.setAuthTag(bytes.subarray(-TAG_BYTES))
    const text = Buffer.concat([decipher.update(bytes.subarray(IV_BYTES, -TAG_BYTES)), decipher.final()]).toString()
    return Pending.parse(JSON.parse(text))
  } catch {
    return null
  }
}

/**
 * Mails the address a link for joining the mailing list. A typed address is not its owner's consent, so nothing is stored
 * yet; the same address again within the hour sends no second mail.
 */
export async function joinMailingList(
  body: BodyOf<'join_mailing_list'>,
  { deps, ip, now }: RequestContext,
): Promise<{ success: true } | Fail<'bad_email' | 'too_many_requests'>> {
  if (!isEmail(body.email)) return fail('bad_email')
  if ((await hit(deps, `mailing-list:ip:${ip}`, HOUR_SECONDS)) > JOINS_PER_HOUR) return fail('too_many_requests')
  const email = normalEmail(body.email)
  const token = seal(deps, { email, until: now.getTime() + LINK_DAYS * 86_400_000 })
  const hour = Math.floor(now.getTime() / (HOUR_SECONDS * 1000))
  await inTx(deps.db, (tx) =>
    queueMail(tx, deps.config, {
      ...mailingListMail({ confirmUrl: `${deps.config.publicUrl}${MAILING_LIST_CONFIRM}?token=${token}` }),
      key: `mailing-list:${hour}:${keyedHash(deps.config.sessionSecret, 'mail key', email)}`,
      kind: 'mailing_list',
      recipient: email,
      now,
    }),
  )
  return { success: true }
}

const confirmLink = (deps: Pick<Deps, 'config'>) => linkCookie(deps.config, 'foyer_mailing_list', PAGES.mailing_list)

/** Whether this browser has followed the link of such a mail and the owner has not confirmed yet. */
export const isToConfirm = (deps: Deps, request: FastifyRequest): boolean =>
  unseal(deps, confirmLink(deps).read(request), deps.clock.now()) !== null

/**
 * The page behind that link asks for confirmation, because programs follow links in mails too. Pressing its button stores
 * the consent, once.
 */
export function mailingListConfirmRoute(app: FastifyInstance, deps: Deps): void {
  const link = confirmLink(deps)
  app.get(MAILING_LIST_CONFIRM, async (request, reply) => {
    const { token } = z.object({ token: z.string().max(2000).catch('') }).parse(request.query)
    reply.header('referrer-policy', 'no-referrer')
    if (unseal(deps, token, deps.clock.now()) !== null) link.keep(reply, token)
    return reply.redirect(PAGES.mailing_list, 303)
  })
  app.post(MAILING_LIST_CONFIRM, async (request, reply) => {
    const now = deps.clock.now()
    const pending = unseal(deps, link.read(request), now)
    link.forget(reply)
    if (pending === null) return reply.redirect(PAGES.mailing_list, 303)
    await inTx(deps.db, (tx) =>
      answerConsents(tx, { email: pending.email, source: 'mailing list, confirmed by mail', saleId: null, now }, [
        { kind: 'newsletter', wanted: true, wording: shop['mailing.lead'] },
      ]),
    )
    return reply.redirect(`${PAGES.mailing_list}?joined=1`, 303)
  })
}
