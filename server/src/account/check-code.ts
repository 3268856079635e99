import { timingSafeEqual } from 'node:crypto'
import type { BodyOf, ReplyOf } from '@foyer/contract/calls.ts'
import { ERRORS } from '@foyer/contract/errors.ts'
import { checkout } from '@foyer/contract/messages.ts'
import { LIMITS } from '@foyer/domain/limits.ts'
import { isEmail, normalEmail } from '@foyer/domain/people/email.ts'
import { fullName } from '@foyer/domain/people/full-name.ts'
import { codeDigits } from '@foyer/domain/people/one-time-code.ts'
import { fail } from '@foyer/domain/result.ts'
import { inTx, type Tx } from '../db/transaction/tx.ts'
import type { Deps } from '../deps.ts'
import { completeDeclaration } from '../donation/declaration.ts'
import type { FailWith, RequestContext } from '../http/handle.ts'
import { keyedHash } from '../http/keys.ts'
import { hit, takeBack, windowStart } from '../http/limits/rate-limit.ts'
import { hashOf, type Session } from '../http/session.ts'
import { attachCustomer, detachCustomer } from '../sale/customer/attach.ts'
import { confirmConsents } from '../sale/customer/consents.ts'
import { canChange, customerOf } from '../sale/customer/customer.ts'
import { exceedsMaximum } from '../sale/customer/limit.ts'
import { isPaymentRunning } from '../sale/hold/pending-payment.ts'
import { refreshHold, releaseHold } from '../sale/hold/release.ts'
import { lockSale, type SaleRow } from '../sale/sale.ts'
import { CODE_WINDOW_SECONDS, codeHashes, networkCodesKey } from './send-code.ts'

/** Each code allows a few attempts. This limit stops one network from guessing the codes of many addresses. */
export const CHECKS = { max: 100, windowSeconds: 600, key: (ip: string) => `code-check:ip:${ip}` }

/** The reply for each kind of refusal. */
const REFUSALS = {
  wrong: { type: 'one_time_code', message: () => checkout['account.wrongCode'] },
  ended: { type: 'one_time_code', message: () => checkout['account.codeEnded'] },
  bad_email: { type: 'one_time_code', message: () => ERRORS.bad_email[1] },
  hold_expired: { type: 'reserving', message: () => ERRORS.hold_expired[1] },
  hold_gone: { type: 'reserving', message: () => checkout['account.holdGone'] },
  over_limit: { type: 'reserving', message: () => checkout['account.perCustomer'] },
} as const

/** How long the same code is accepted again, in case the reply was lost. */
const REPEAT_MS = 120_000

type Refusal = keyof typeof REFUSALS
type User = { id: number; email: string; first_name: string; last_name: string }

const refuse = (refusal: Refusal): FailWith<'bad_request'> => {
  const { type, message: text } = REFUSALS[refusal]
  const message = text()
  return { ...fail('bad_request'), body: { type, message, error: message, code: type } }
}

/**
 * Checks a one-time code. A correct code verifies the address for this session, signs in if it has an account, and assigns
 * the current sale to that account. The session gets a new token.
 */
export async function checkOneTimeCode(
  body: BodyOf<'check_one_time_code'>,
  ctx: RequestContext,
): Promise<ReplyOf<'check_one_time_code'> | FailWith<'bad_email' | 'bad_request' | 'too_many_requests'>> {
  if (!isEmail(body.email)) return refuse('bad_email')
  const { deps, session, ip } = ctx
  const logOutcome = (outcome: Refusal | 'right' | 'limit') => {
    deps.metrics.signIns.inc({ outcome })
    ctx.log.info({ outcome }, 'sign-in')
  }
  const checks = CHECKS.key(ip)
  if ((await hit(deps, checks, CHECKS.windowSeconds)) > CHECKS.max) {
    logOutcome('limit')
    return fail('too_many_requests')
  }
  if (session.token === null) {
    logOutcome('ended')
    return refuse('ended')
  }

  const email = normalEmail(body.email)
  const outcome = await inTx(deps.db, (tx) =>
    checkCode(tx, ctx, { email, digits: codeDigits(body.code), inCheckout: body.context === 'checkout' }),
  )
  logOutcome(typeof outcome === 'string' ? outcome : 'right')
  if (typeof outcome === 'string') return refuse(outcome)
  outcome.renewed?.committed()
  // A correct code does not count, because many customers may share one network.
  await takeBack(deps, checks, CHECKS.windowSeconds)
  if (outcome.sentAt && outcome.sentAt >= windowStart(ctx.now, CODE_WINDOW_SECONDS))
    await takeBack(deps, networkCodesKey(ip), CODE_WINDOW_SECONDS)
  session.userId = outcome.userId
  session.provedEmail = email
  return { has_account: outcome.userId !== null }
}

/** `sentAt`: when the code was emailed; set on its first use. */
type Proved = { userId: number | null; renewed?: ReturnType<Session['prepareRenewal']>; sentAt?: Date }

async function checkCode(
  tx: Tx,
  ctx: RequestContext,
  { email, digits, inCheckout }: { email: string; digits: string; inCheckout: boolean },
): Promise<Refusal | Proved> {
  const { deps, session, now } = ctx
  // The sale is locked before the code, following the lock order.
  const sale = session.saleId === null ? null : await refreshHold(tx, await lockSale(tx, session.saleId), now)
  const hashes = codeHashes(deps, email, digits)
  const code = await tx
    .selectFrom('one_time_codes')
    .selectAll()
    .where('email', '=', email)
    .where('session_id', '=', hashOf(session.token!))
    .orderBy('id', 'desc')
    .limit(1)
    .forUpdate()
    .executeTakeFirst()
  if (!code || code.expires_at <= now || code.tries >= LIMITS.oneTimeCodeTries)
    return (await isUsedHere(tx, ctx, email, hashes)) ? { userId: session.userId } : 'ended'
  const isUsed = code.ended_at !== null
  if (isUsed && code.ended_at!.getTime() < now.getTime() - REPEAT_MS) return 'ended'
  if (!hashes.some((hash) => timingSafeEqual(Buffer.from(code.code_hash), Buffer.from(hash))))
    return countWrongTry(tx, code, now)
  const renewed = session.prepareRenewal(tokenAfter(deps, session.token!, code.id))
  if (isUsed) return repeatedCode(tx, email, renewed)
  if (session.id === null) return 'ended'

  const user =
    (await tx
      .selectFrom('users')
      .select(['id', 'email', 'first_name', 'last_name'])
      .where('email', '=', email)
      .executeTakeFirst()) ?? null
  if (session.number !== null) await confirmConsents(tx, email, session.number)
  // A refusal because of the tickets does not use up the code: the customer can correct the basket and enter it again.
  if (sale !== null && sale.paid_at === null) {
    const refusal = await assignSale(tx, ctx, sale, { email, user }, { codeSentAt: code.created_at, inCheckout })
    if (refusal) return refusal
  }
  await tx.updateTable('one_time_codes').set({ ended_at: now }).where('id', '=', code.id).execute()
  await tx
    .updateTable('sessions')
    .set({ id: renewed.id, user_id: user?.id ?? null, proved_email: email, proved_at: now, device: session.device() })
    .where('id', '=', session.id)
    .execute()
  return { userId: user?.id ?? null, renewed, sentAt: code.created_at }
}

/** Counts a wrong try, the last of which ends the code. */
async function countWrongTry(
  tx: Tx,
  code: { id: number; tries: number; ended_at: Date | null },
  now: Date,
): Promise<'ended' | 'wrong'> {
  const tries = code.tries + 1
  const isLast = tries >= LIMITS.oneTimeCodeTries
  const isUsed = code.ended_at !== null
  await tx
    .updateTable('one_time_codes')
    .set({ tries, ...(isLast && !isUsed && { ended_at: now }) })
    .where('id', '=', code.id)
    .execute()
  return isLast || isUsed ? 'ended' : 'wrong'
}

/**
 * The session token that a correct code leads to. It is derived from the previous one, so that a repeat after a lost reply
 * leads to the same session. It cannot be computed without the shop's secret.
 */
const tokenAfter = ({ config }: Pick<Deps, 'config'>, token: string, codeId: number): string =>
  keyedHash(config.sessionSecret, 'session token after a code', `${token} ${codeId}`)

/** Finds a correct code that this browser has already used, when the reply with its new token was lost. */
async function repeatedCode(
  tx: Tx,
  email: string,
  renewed: ReturnType<Session['prepareRenewal']>,
): Promise<'ended' | Proved> {
  const session = await tx
    .selectFrom('sessions')
    .select('user_id')
    .where('id', '=', renewed.id)
    .where('proved_email', '=', email)
    .executeTakeFirst()
  return session ? { userId: session.user_id, renewed } : 'ended'
}

/** Whether this code was already used from the new session; repeating it changes nothing. */
const isUsedHere = async (
  tx: Tx,
  { session, now }: RequestContext,
  email: string,
  hashes: string[],
): Promise<boolean> =>
  session.provedEmail === email &&
  (await tx
    .selectFrom('one_time_codes')
    .select('id')
    .where('email', '=', email)
    .where('code_hash', 'in', hashes)
    .where('expires_at', '>', now)
    .where('tries', '<', LIMITS.oneTimeCodeTries)
    .executeTakeFirst()) !== undefined

/** Assigns the current sale to the verified address. */
async function assignSale(
  tx: Tx,
  { session, now }: RequestContext,
  sale: SaleRow,
  { email, user }: { email: string; user: User | null },
  { codeSentAt, inCheckout }: { codeSentAt: Date; inCheckout: boolean },
): Promise<'hold_gone' | 'hold_expired' | 'over_limit' | null> {
  // If the sale belongs to another customer, whose link this browser followed, signing in does not change it.
  if (!canChange({ ...session, provedEmail: sale.guest_email === email ? email : session.provedEmail }, sale))
    return null
  if (sale.held_until === null && (inCheckout || (await wasHeldAt(tx, sale.id, codeSentAt)))) {
    if (sale.expired) return 'hold_expired'
    const text = REFUSALS.hold_gone.message()
    await tx.updateTable('sales').set({ reserving_error: text }).where('id', '=', sale.id).execute()
    return 'hold_gone'
  }
  // A sale with a payment in progress keeps its payer. Signing in does not change it.
  if (await isPaymentRunning(tx, sale.id, now)) return null
  if (sale.held_until !== null && (await exceedsMaximum(tx, sale, email))) {
    await releaseHold(tx, sale, 'unpaid', now)
    await tx
      .updateTable('sales')
      .set({ reserving_error: REFUSALS.over_limit.message() })
      .where('id', '=', sale.id)
      .execute()
    return 'over_limit'
  }
  if (user === null) {
    const before = await customerOf(tx, sale)
    if (before !== null && before.email !== email) await detachCustomer(tx, sale, now)
    return null
  }
  const customer = { email: user.email, full_name: fullName(user.first_name, user.last_name), userId: user.id }
  await tx
    .updateTable('sales')
    .set(await attachCustomer(tx, sale, customer, now))
    .where('id', '=', sale.id)
    .execute()
  await completeDeclaration(tx, sale.id, customer)
  return null
}

/** Whether the tickets were held when the code was requested. If not, the buyer has not lost a hold by signing in. */
async function wasHeldAt(tx: Tx, saleId: number, at: Date): Promise<boolean> {
  const last = await tx
    .selectFrom('sale_events')
    .select('kind')
    .where('sale_id', '=', saleId)
    .where('kind', 'in', ['reserved', 'hold_ended'])
    .where('at', '<=', at)
    .orderBy('id', 'desc')
    .executeTakeFirst()
  return last?.kind === 'reserved'
}
