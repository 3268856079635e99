import type { BodyOf } from '@foyer/contract/calls.ts'
import { LIMITS } from '@foyer/domain/limits.ts'
import { isEmail, normalEmail } from '@foyer/domain/people/email.ts'
import { type Fail, fail, type Ok } from '@foyer/domain/result.ts'
import { sql } from 'kysely'
import { inTx, type Tx } from '../db/transaction/tx.ts'
import type { Deps } from '../deps.ts'
import type { RequestContext } from '../http/handle.ts'
import { keyedHash } from '../http/keys.ts'
import { hit } from '../http/limits/rate-limit.ts'
import { queueMail } from '../mail/outbox.ts'
import { codeMail } from '../mail/templates/code.ts'
import { successReply } from '../sale/change/step-change.ts'

/** Limits codes for one browser and for one network, whatever the addresses. */
const CODES_PER_HOUR = { session: 15, ip: 60 }
export const CODE_WINDOW_SECONDS = 3600
/** The key that counts the codes requested from one network. */
export const networkCodesKey = (ip: string) => `code:ip:${ip}`

/** Codes are stored as a hash with their address, so that they can be checked but not read. */
const hashWith = (secret: string, email: string, code: string) => keyedHash(secret, 'one-time code', `${email} ${code}`)
const codeHash = ({ config }: Pick<Deps, 'config'>, email: string, code: string) =>
  hashWith(config.sessionSecret, email, code)

/** The hash under every configured secret, for codes sent before a secret was changed. */
export const codeHashes = ({ config }: Pick<Deps, 'config'>, email: string, code: string): string[] =>
  config.sessionSecrets.map((secret) => hashWith(secret, email, code))

type MailFail = Fail<'too_many_codes' | 'code_just_sent'>
type SendFail = MailFail | Fail<'bad_email'>

/** Counts a request for a code against the limits of its session and its network. */
export async function countCodeRequest(
  deps: Deps,
  sessionId: string,
  ip: string,
): Promise<Fail<'too_many_codes'> | null> {
  const hits = {
    session: await hit(deps, `code:session:${sessionId}`, CODE_WINDOW_SECONDS),
    ip: await hit(deps, networkCodesKey(ip), CODE_WINDOW_SECONDS),
  }
  return hits.session > CODES_PER_HOUR.session || hits.ip > CODES_PER_HOUR.ip ? fail('too_many_codes') : null
}

/**
 * Emails a code that verifies the address in this session. It does not look up an account, so neither the reply nor its
 * timing reveals whether the address has one.
 */
export async function sendOneTimeCode(
  body: BodyOf<'send_one_time_code'>,
  ctx: RequestContext,
): Promise<{ success: true } | SendFail> {
  if (!isEmail(body.email)) return fail('bad_email')
  const { deps, session, ip } = ctx
  const sessionId = await session.ensure()
  const tooMany = await countCodeRequest(deps, sessionId, ip)
  if (tooMany) return tooMany
  return successReply(await inTx(deps.db, (tx) => mailCode(tx, ctx, normalEmail(body.email), sessionId)))
}

/** Emails a code that works in this session only, a buyer’s or a staff one. Each address has one working code at most. */
export async function mailCode(
  tx: Tx,
  { deps, now }: Pick<RequestContext, 'deps' | 'now'>,
  email: string,
  sessionId: string,
): Promise<Ok | MailFail> {
  // One code at a time per address, so that two simultaneous requests count each other.
  await sql`select pg_advisory_xact_lock(hashtextextended(${`code ${email}`}, 0))`.execute(tx)
  const since = (seconds: number) => new Date(now.getTime() - seconds * 1000)
  const sent = await tx
    .selectFrom('one_time_codes')
    .select('created_at')
    .where('email', '=', email)
    .where('created_at', '>', since(CODE_WINDOW_SECONDS))
    .orderBy('created_at', 'desc')
    .execute()
  const resendAt = sent[0] ? sent[0].created_at.getTime() + LIMITS.oneTimeCodeResendSeconds * 1000 : 0
  if (resendAt > now.getTime()) return fail('code_just_sent', { seconds: Math.ceil((resendAt - now.getTime()) / 1000) })
  const hasManyCodes = sent.length >= LIMITS.oneTimeCodesPerHour
  if (hasManyCodes && sent[0]!.created_at > since(LIMITS.oneTimeCodeSlowResendSeconds)) return fail('too_many_codes')

  const digits = LIMITS.oneTimeCodeDigits
  const code = String(deps.random.int(10 ** digits)).padStart(digits, '0')
  await tx
    .updateTable('one_time_codes')
    .set({ ended_at: now })
    .where('email', '=', email)
    .where('ended_at', 'is', null)
    .execute()
  const { id } = await tx
    .insertInto('one_time_codes')
    .values({
      email,
      code_hash: codeHash(deps, email, code),
      session_id: sessionId,
      created_at: now,
      expires_at: new Date(now.getTime() + LIMITS.oneTimeCodeSeconds * 1000),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await queueMail(tx, deps.config, {
    ...codeMail({ code, shop: deps.config.shop.name }),
    key: `code:${id}`,
    kind: 'code',
    recipient: email,
    now,
  })
  return { ok: true }
}
