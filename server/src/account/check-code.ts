import type { BodyOf, ReplyOf } from '@foyer/contract/calls.ts'
import { ERRORS } from '@foyer/contract/errors.ts'
import { checkout } from '@foyer/contract/messages.ts'
import { LIMITS } from '@foyer/domain/limits.ts'
import { isEmail, normalEmail } from '@foyer/domain/people/email.ts'
import { fullName } from '@foyer/domain/people/full-name.ts'
import { type Fail, fail } from '@foyer/domain/result.ts'
import { inTx, type Tx } from '../db/transaction/tx.ts'
import type { Deps } from '../deps.ts'
import { completeDeclaration } from '../donation/declaration.ts'
import { type FailWith, type RequestContext, sentenceOf } from '../http/handle.ts'
import { keyedHash } from '../http/keys.ts'
import { hashOf, type Session } from '../http/session.ts'
import { attachCustomer, detachCustomer } from '../sale/customer/attach.ts'
import { confirmConsents } from '../sale/customer/consents.ts'
import { canChange, customerOf } from '../sale/customer/customer.ts'
import { exceedsMaximum } from '../sale/customer/limit.ts'
import { isPaymentRunning } from '../sale/hold/pending-payment.ts'
import { refreshHold, releaseHold } from '../sale/hold/release.ts'
import { lockSale, type SaleRow } from '../sale/sale.ts'
import {
  type CodeRow,
  countWrongTry,
  endCode,
  hasTriesLeft,
  isCorrect,
  lockNewestCode,
  typedHashes,
} from './one-time-code.ts'
import { takeBackSentCode } from './send-code.ts'

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
type Lacking = Fail<'required_missing'>
type User = { id: number; email: string; first_name: string; last_name: string }

const refuse = (refusal: Refusal | Lacking): FailWith<'bad_request'> => {
  const { type, message: text } =
    typeof refusal === 'string' ? REFUSALS[refusal] : { type: 'reserving', message: () => sentenceOf(refusal) }
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
): Promise<ReplyOf<'check_one_time_code'> | FailWith<'bad_email' | 'bad_request'>> {
  if (!isEmail(body.email)) return refuse('bad_email')
  const { deps, session, ip } = ctx
  const logOutcome = (outcome: Refusal | Lacking['code'] | 'right') => {
    deps.metrics.signIns.inc({ outcome })
    ctx.log.info({ outcome }, 'sign-in')
  }
  if (session.token === null) {
    logOutcome('ended')
    return refuse('ended')
  }

  const email = normalEmail(body.email)
  const outcome = await inTx(deps.db, (tx) =>
    checkCode(tx, ctx, { email, typed: body.code, inCheckout: body.context === 'checkout' }),
  )
  if (typeof outcome === 'string' || 'ok' in outcome) {
    logOutcome(typeof outcome === 'string' ? outcome : outcome.code)
    return refuse(outcome)
  }
  logOutcome('right')
  outcome.renewed?.committed()
  if (outcome.used) await takeBackSentCode(deps, outcome.used, ip)
  session.userId = outcome.userId
  session.provedEmail = email
  return { has_account: outcome.userId !== null }
}

/** `used`: the code, on its first use. */
type Proved = { userId: number | null; renewed?: ReturnType<Session['prepareRenewal']>; used?: CodeRow }

async function checkCode(
  tx: Tx,
  ctx: RequestContext,
  { email, typed, inCheckout }: { email: string; typed: string; inCheckout: boolean },
): Promise<Refusal | Lacking | Proved> {
  const { deps, session, now } = ctx
  // The sale is locked before the code, following the lock order.
  const sale = session.saleId === null ? null : await refreshHold(tx, await lockSale(tx, session.saleId), now)
  const hashes = typedHashes(deps, email, typed)
  const code = await lockNewestCode(tx, email, hashOf(session.token!))
  if (!code || !hasTriesLeft(code, now))
    return (await isUsedHere(tx, ctx, email, hashes)) ? { userId: session.userId } : 'ended'
  const isUsed = code.ended_at !== null
  if (isUsed && code.ended_at!.getTime() < now.getTime() - REPEAT_MS) return 'ended'
  if (!isCorrect(code, hashes)) return countWrongTry(tx, code, now)
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
  await endCode(tx, code, now)
  await tx
    .updateTable('sessions')
    .set({ id: renewed.id, user_id: user?.id ?? null, proved_email: email, proved_at: now, device: session.device() })
    .where('id', '=', session.id)
    .execute()
  return { userId: user?.id ?? null, renewed, used: code }
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
): Promise<'hold_gone' | 'hold_expired' | 'over_limit' | Lacking | null> {
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
  const release = async (why: string) => {
    await releaseHold(tx, sale, 'unpaid', now)
    await tx.updateTable('sales').set({ reserving_error: why }).where('id', '=', sale.id).execute()
  }
  if (sale.held_until !== null && (await exceedsMaximum(tx, sale, email))) {
    await release(REFUSALS.over_limit.message())
    return 'over_limit'
  }
  if (user === null) {
    const before = await customerOf(tx, sale)
    if (before !== null && before.email !== email) await detachCustomer(tx, sale, now)
    return null
  }
  const customer = { email: user.email, full_name: fullName(user.first_name, user.last_name), userId: user.id }
  const named = await attachCustomer(tx, { sale }, customer, now)
  if (!named.ok) {
    await release(sentenceOf(named))
    return named
  }
  await tx.updateTable('sales').set(named.sale).where('id', '=', sale.id).execute()
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
