import type { BodyOf, ReplyOf } from '@foyer/contract/calls.ts'
import { LIMITS } from '@foyer/domain/limits.ts'
import { isEmail, normalEmail } from '@foyer/domain/people/email.ts'
import { digitsOf, readableCode } from '@foyer/domain/people/one-time-code.ts'
import { type Fail, fail, type Ok } from '@foyer/domain/result.ts'
import { sql } from 'kysely'
import { inTx, type Tx } from '../db/transaction/tx.ts'
import type { Deps } from '../deps.ts'
import type { RequestContext } from '../http/handle.ts'
import { keyedHash } from '../http/keys.ts'
import { networksOf } from '../http/limits/network.ts'
import { exceedsNetworkLimitInTx, hitInTx, takeBackFromNetwork, windowStart } from '../http/limits/rate-limit.ts'
import { queueMail } from '../mail/outbox.ts'
import { codeMail } from '../mail/templates/code.ts'
import { type CodeRow, codeHash } from './one-time-code.ts'

const HOUR_SECONDS = 3600
/** Limits emails with codes for one browser and for one network, whatever the addresses. */
const MAX_OF_BROWSER = 15
const OF_NETWORK = { name: 'code', max: 60, windowSeconds: HOUR_SECONDS }

/** A browser that requests a code. `provedEmail`: the address that it has proved before. */
type Requester = { sessionId: string; provedEmail: string | null; ip: string }
type SendFail = Fail<'too_many_codes' | 'code_just_sent'>

/**
 * Emails a code that verifies the address in this session. It does not look up an account, so neither the reply nor its
 * timing reveals whether the address has one.
 */
export async function sendOneTimeCode(
  body: BodyOf<'send_one_time_code'>,
  ctx: RequestContext,
): Promise<ReplyOf<'send_one_time_code'> | SendFail | Fail<'bad_email'>> {
  if (!isEmail(body.email)) return fail('bad_email')
  const { deps, session, ip } = ctx
  const requester = { sessionId: await session.ensure(), provedEmail: session.provedEmail, ip }
  const sent = await inTx(deps.db, (tx) => mailCode(tx, ctx, normalEmail(body.email), requester))
  return sent.ok ? sentReply(sent) : sent
}

/** The reply to a browser, which shows how many digits its code has. */
export const sentReply = ({ isLong }: { isLong: boolean }): ReplyOf<'send_one_time_code'> => ({
  success: true,
  ...(isLong && { long_code: true }),
})

/**
 * Emails a code to a buyer or to staff. It works in this session only, and codes that other browsers wait for stay valid.
 * After many codes for an address, a long code is emailed every few minutes, which works in every session that requests a code
 * meanwhile. So whatever others request, the owner of the mailbox has a code that works.
 */
export async function mailCode(
  tx: Tx,
  { deps, now }: Pick<RequestContext, 'deps' | 'now'>,
  email: string,
  { sessionId, provedEmail, ip }: Requester,
): Promise<Ok<{ isLong: boolean }> | SendFail> {
  // One request at a time per address, so that simultaneous requests count each other.
  await sql`select pg_advisory_xact_lock(hashtextextended(${`code ${email}`}, 0))`.execute(tx)
  const sent = await sentWithinHour(tx, email, now)
  const newest = sent.find(({ session_id }) => session_id === sessionId)
  const resendAt = newest ? newest.created_at.getTime() + LIMITS.oneTimeCodeResendSeconds * 1000 : 0
  if (resendAt > now.getTime()) return fail('code_just_sent', { seconds: Math.ceil((resendAt - now.getTime()) / 1000) })

  const network = provedEmail === email ? null : networkHash(deps, email, ip)
  const isLong = !maySendShort(sent, sessionId, network)
  const longSince = now.getTime() - LIMITS.longCodeEverySeconds * 1000
  const shared = isLong && sent.find(({ kind, created_at }) => kind === 'long' && created_at.getTime() > longSince)
  if (!shared && (await exceedsLimits(tx, { sessionId, ip, network }, now))) return fail('too_many_codes')

  const code = newCode(deps, digitsOf(isLong))
  await endCodesOf(tx, email, sessionId, now)
  const { id } = await tx
    .insertInto('one_time_codes')
    .values({
      email,
      session_id: sessionId,
      network,
      created_at: now,
      ...(shared
        ? { kind: 'shared' as const, code_hash: shared.code_hash, expires_at: shared.expires_at }
        : {
            kind: isLong ? ('long' as const) : ('short' as const),
            code_hash: codeHash(deps, email, code),
            expires_at: new Date(now.getTime() + LIMITS.oneTimeCodeSeconds * 1000),
          }),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  if (!shared)
    await queueMail(tx, deps.config, {
      ...codeMail({ code: readableCode(code, isLong), isLong, shop: deps.config.shop.name }),
      key: `code:${id}`,
      kind: 'code',
      recipient: email,
      now,
    })
  return { ok: true, isLong }
}

const newCode = ({ random }: Pick<Deps, 'random'>, digits: number): string =>
  String(random.int(10 ** digits)).padStart(digits, '0')

type SentCode = Pick<CodeRow, 'created_at' | 'session_id' | 'network' | 'kind' | 'code_hash' | 'expires_at'>

/** The codes that were emailed to the address within an hour, newest first. Their limits keep them few. */
const sentWithinHour = (tx: Tx, email: string, now: Date): Promise<SentCode[]> =>
  tx
    .selectFrom('one_time_codes')
    .select(['created_at', 'session_id', 'network', 'kind', 'code_hash', 'expires_at'])
    .where('email', '=', email)
    .where('created_at', '>', new Date(now.getTime() - HOUR_SECONDS * 1000))
    .where('kind', '<>', 'shared')
    .orderBy('created_at', 'desc')
    .execute()

/** A network is stored as a keyed hash, with each address a different one. Of IPv6, the /48 counts. */
const networkHash = ({ config }: Pick<Deps, 'config'>, email: string, ip: string): string =>
  keyedHash(config.sessionSecret, 'network of a code', `${email} ${networksOf(ip).at(-1)}`)

/**
 * Whether a code may be short enough to guess. Codes of browsers that have proved the address before don't count together with
 * those of others.
 */
function maySendShort(sent: readonly SentCode[], sessionId: string, network: string | null): boolean {
  const { browser, network: perNetwork, address, newNetworks } = LIMITS.oneTimeCodesPerHour
  const short = sent.filter(({ kind }) => kind === 'short')
  if (short.filter(({ session_id }) => session_id === sessionId).length >= browser) return false
  if (network === null) return true
  const ofOthers = short.filter((code) => code.network !== null)
  const ofNetwork = ofOthers.filter((code) => code.network === network)
  return ofNetwork.length < perNetwork && ofOthers.length < (ofNetwork.length > 0 ? address : address + newNetworks)
}

/** Counts an email with a code. Browsers that write to an address they have proved don't count for their network. */
async function exceedsLimits(
  tx: Tx,
  { sessionId, ip, network }: { sessionId: string; ip: string; network: string | null },
  now: Date,
): Promise<boolean> {
  if ((await hitInTx(tx, `code:session:${sessionId}`, HOUR_SECONDS, now)) > MAX_OF_BROWSER) return true
  return network !== null && (await exceedsNetworkLimitInTx(tx, OF_NETWORK, ip, now))
}

/** A new code replaces the earlier ones of the same browser. */
const endCodesOf = (tx: Tx, email: string, sessionId: string, now: Date) =>
  tx
    .updateTable('one_time_codes')
    .set({ ended_at: now })
    .where('email', '=', email)
    .where('session_id', '=', sessionId)
    .where('ended_at', 'is', null)
    .execute()

/** Takes back what the email of a correct code cost its network, because many customers may share one. */
export async function takeBackSentCode(deps: Deps, code: CodeRow, ip: string): Promise<void> {
  const isCounted = code.kind !== 'shared' && code.network === networkHash(deps, code.email, ip)
  if (isCounted && code.created_at >= windowStart(deps.clock.now(), OF_NETWORK.windowSeconds))
    await takeBackFromNetwork(deps, OF_NETWORK, ip)
}
