import type { BodyOf, ReplyOf } from '@foyer/contract/calls.ts'
import { language } from '@foyer/domain/format/language.ts'
import { type Fail, fail } from '@foyer/domain/result.ts'
import { captchaVerdict } from '../captcha/captcha.ts'
import { combine, QueueFull } from '../db/transaction/combine.ts'
import type { Deps } from '../deps.ts'
import type { RequestContext } from '../http/handle.ts'
import type { ReserveOutcome } from '../metrics.ts'
import { limitTries, type ReserveAttempt } from '../sale/hold/admit.ts'
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
  const admit = limitTries(deps)
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
  const attempt = { saleId, userId, visitor: session, ip, proved: false, language: language() }
  const timer = deps.metrics.reserveSeconds.startTimer()
  try {
    let result = await reserver(attempt)
    if (result.kind === 'captcha') {
      const verdict = await captchaVerdict(deps, body['h-captcha-response'], ip)
      if (!verdict.passed) {
        await showCaptcha(deps, saleId, verdict.error, now)
        return counted(deps, 'captcha', {
          captcha: true,
          captcha_sitekey: verdict.sitekey,
          ...(verdict.error !== null && { error: verdict.error }),
        })
      }
      result = await reserver({ ...attempt, proved: true })
    }
    return replyTo(deps, result)
  } catch (error) {
    if (!(error instanceof QueueFull)) throw error
    deps.metrics.reserves.inc({ outcome: 'queue_full' })
    return fail('busy')
  } finally {
    timer()
  }
}

function replyTo(deps: Deps, result: HoldOutcome): Reply | Fail<'unknown_sale'> {
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
    case 'not_yours':
      return fail('unknown_sale')
    case 'captcha':
      throw new Error('a captcha was asked for twice')
  }
}

function counted(deps: Deps, outcome: ReserveOutcome, reply: Reply): Reply {
  deps.metrics.reserves.inc({ outcome })
  return reply
}

/** Stores the step, so that a reload shows it again. */
const showCaptcha = ({ db }: Deps, saleId: number, error: string | null, now: Date) =>
  db
    .updateTable('sales')
    .set({ state: 'captcha', captcha_error: error, updated_at: now })
    .where('id', '=', saleId)
    .where('state', 'in', ['basket', 'reserve', 'captcha'])
    .execute()
