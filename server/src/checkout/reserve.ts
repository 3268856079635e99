import type { BodyOf, ReplyOf } from '@foyer/contract/calls.ts'
import { checkout } from '@foyer/contract/messages.ts'
import { queuePath } from '@foyer/contract/waiting-room.ts'
import { language } from '@foyer/domain/format/language.ts'
import { type Fail, fail } from '@foyer/domain/result.ts'
import { captchaSitekey, captchaVerdict, isOwnCaptcha } from '../captcha/captcha.ts'
import { combine, QueueFull } from '../db/transaction/combine.ts'
import type { Deps } from '../deps.ts'
import type { RequestContext } from '../http/handle.ts'
import { keyedHash } from '../http/keys.ts'
import type { ReserveOutcome } from '../metrics.ts'
import { limitReserves, type ReserveAttempt } from '../sale/hold/admit.ts'
import type { HoldOutcome } from '../sale/hold/batch.ts'
import { holdAll } from '../sale/hold/hold.ts'
import { secondsRemaining } from '../sale/sale.ts'

type Reply = ReplyOf<'reserve_tickets'>

/** Beyond this queue length buyers must try again: at the measured rate, they would wait longer than anyone does. */
const MAX_QUEUE = 5000
const MAX_BATCH = 100

export type Reserver = (attempt: ReserveAttempt) => Promise<HoldOutcome>

/** Batches the reserves waiting in this process into one transaction at a time. */
export function makeReserver(deps: Deps): Reserver {
  const { db, config, clock, metrics } = deps
  const admit = limitReserves(deps)
  return combine((tries: ReserveAttempt[]) => holdAll(db, tries, config.holdSeconds, clock.now(), admit), {
    maxBatch: MAX_BATCH,
    maxQueue: MAX_QUEUE,
    gauge: metrics.reserveQueue,
  })
}

/** Holds the basket, or returns which other outcome applies. */
export async function reserveTickets(
  body: BodyOf<'reserve_tickets'>,
  { deps, session, ip, now }: RequestContext,
  reserver: Reserver,
): Promise<Reply | Fail<'wrong_step' | 'basket_empty' | 'unknown_sale' | 'busy'>> {
  const { saleId, userId } = session
  if (saleId === null) return fail('basket_empty')
  const attempt = {
    saleId,
    userId,
    visitor: session,
    ip,
    work: 0,
    person: personOf(deps, session),
    language: language(),
  }
  const timer = deps.metrics.reserveSeconds.startTimer()
  try {
    let result = await reserver(attempt)
    if (result.kind === 'captcha') {
      const verdict = await captchaVerdict(deps, body['h-captcha-response'], ip)
      if (!verdict.passed)
        return await askForCaptcha(deps, saleId, result.work, verdict.error ?? whyLonger(deps, result.work), now)
      result = await reserver({ ...attempt, work: verdict.work })
    }
    return result.kind === 'captcha'
      ? await askForCaptcha(deps, saleId, result.work, checkout['captcha.harder'], now)
      : replyTo(deps, result)
  } catch (error) {
    if (!(error instanceof QueueFull)) throw error
    deps.metrics.reserves.inc({ outcome: 'queue_full' })
    return fail('busy')
  } finally {
    timer()
  }
}

function replyTo(deps: Deps, result: Exclude<HoldOutcome, { kind: 'captcha' }>): Reply | Fail<'unknown_sale'> {
  switch (result.kind) {
    case 'held':
      return counted(deps, 'reserved', {
        reserved: true,
        sale_reference: result.reference,
        fresh_reservation: result.fresh,
        checkout_time: secondsRemaining(result.heldUntil, deps.clock.now()),
      })
    case 'refused':
      return counted(deps, 'refused', { error: result.text })
    case 'paid':
      return counted(deps, 'redirect', { redirect: '/smartcheckout/' })
    case 'queue':
      return counted(deps, 'redirect', { redirect: queuePath(result.slug) })
    case 'not_yours':
      return fail('unknown_sale')
  }
}

function counted(deps: Deps, outcome: ReserveOutcome, reply: Reply): Reply {
  deps.metrics.reserves.inc({ outcome })
  return reply
}

/** Names the person that a browser acts for, without storing their address; null for an unconfirmed one. */
function personOf({ config }: Deps, { userId, provedEmail }: RequestContext['session']): string | null {
  if (userId !== null) return String(userId)
  return provedEmail === null ? null : keyedHash(config.sessionSecret, 'places of a person', provedEmail)
}

/** Why a challenge of the shop's own takes longer than the usual one, whose work is 1; null for others. */
const whyLonger = (deps: Deps, work: number): string | null =>
  work > 1 && isOwnCaptcha(deps, work) ? checkout['captcha.longer'] : null

/** Asks for a captcha of this work, and stores the step, so that a reload shows it again. */
async function askForCaptcha(
  deps: Deps,
  saleId: number,
  work: number,
  error: string | null,
  now: Date,
): Promise<Reply> {
  await deps.db
    .updateTable('sales')
    .set({ state: 'captcha', captcha_error: error, captcha_work: work, updated_at: now })
    .where('id', '=', saleId)
    .where('state', 'in', ['basket', 'reserve', 'captcha'])
    .execute()
  return counted(deps, 'captcha', {
    captcha: true,
    captcha_sitekey: captchaSitekey(deps, work),
    ...(error !== null && { error }),
  })
}
