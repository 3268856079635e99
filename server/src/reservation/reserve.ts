import type { BodyOf, ReplyOf } from '@foyer/contract/calls.ts'
import { LIMITS } from '@foyer/domain/limits.ts'
import { type Fail, fail } from '@foyer/domain/result.ts'
import { captchaVerdict } from '../captcha/captcha.ts'
import { secondsRemaining } from '../checkout/view.ts'
import { inTx } from '../db/tx.ts'
import type { Deps } from '../deps.ts'
import type { Asking } from '../http/handle.ts'
import { hit } from '../http/rate-limit.ts'
import { combine, QueueFull } from './combine.ts'
import { type HoldOutcome, holdAll } from './hold.ts'

type Reply = ReplyOf<'reserve_tickets'>

/** One more waiting than this is told to try again: at the measured rate they would wait longer than anybody does. */
const MAX_QUEUE = 5000
const MAX_BATCH = 100

export type Reserver = (saleId: number) => Promise<HoldOutcome>

/** Combines the reserves that wait at the same moment in this process into one transaction each moment. */
export const makeReserver = ({ db, clock, config, metrics }: Deps): Reserver =>
  combine((saleIds: number[]) => holdAll(db, saleIds, config.holdSeconds, clock.now()), {
    maxBatch: MAX_BATCH,
    maxQueue: MAX_QUEUE,
    gauge: metrics.reserveQueue,
  })

/** API-15, RSV-08..18: holds the basket, or says which of the other outcomes it is. */
export async function reserveTickets(
  body: BodyOf<'reserve_tickets'>,
  asking: Asking,
  reserver: Reserver,
): Promise<Reply | Fail<'wrong_step' | 'basket_empty' | 'busy'>> {
  const { deps, session, now } = asking
  if (session.saleId === null) return fail('basket_empty')
  const sale = await deps.db
    .selectFrom('sales')
    .select(['id', 'state', 'held_until', 'paid_at', 'user_id'])
    .where('id', '=', session.saleId)
    .executeTakeFirstOrThrow()
  if (sale.paid_at !== null) return outcome(deps, 'redirect', { redirect: '/smartcheckout/' })
  const held = sale.held_until !== null && sale.held_until > now
  if (!held) {
    const captcha = await captchaFor(body['h-captcha-response'], asking, sale.id)
    if (captcha) return outcome(deps, 'captcha', captcha)
    if (sale.user_id === null && session.userId !== null)
      await deps.db.updateTable('sales').set({ user_id: session.userId }).where('id', '=', sale.id).execute()
  }

  const timer = deps.metrics.reserveSeconds.startTimer()
  const result = await reserver(sale.id).catch((error: unknown) => {
    if (error instanceof QueueFull) return 'full' as const
    throw error
  })
  timer()
  if (result === 'full') {
    deps.metrics.reserves.inc({ outcome: 'queue_full' })
    return fail('busy')
  }
  switch (result.kind) {
    case 'held':
      if (sale.state === 'basket' || sale.state === 'captcha')
        await deps.db
          .updateTable('sales')
          .set({ state: 'reserve' })
          .where('id', '=', sale.id)
          .where('state', 'in', ['basket', 'captcha'])
          .execute()
      return outcome(deps, 'reserved', {
        reserved: true,
        sale_reference: result.reference,
        fresh_reservation: result.fresh,
        checkout_time: secondsRemaining(result.heldUntil, deps.clock.now()),
      })
    case 'refused':
      return outcome(deps, 'refused', { error: result.text })
    case 'paid':
      return outcome(deps, 'redirect', { redirect: '/smartcheckout/' })
  }
}

function outcome(deps: Deps, name: string, reply: Reply): Reply {
  deps.metrics.reserves.inc({ outcome: name })
  return reply
}

/**
 * OPEN-26: a captcha is asked of who tries often, and of everybody for an event in high demand. Null when there is nothing
 * to ask or the answer is right; the step is stored, so that a reload shows it again.
 */
async function captchaFor(token: string, asking: Asking, saleId: number): Promise<Reply | null> {
  const { deps, now, session, ip } = asking
  const bySession = await hit(deps, `reserve:session:${session.id}`, LIMITS.reservesWindowSeconds)
  const byAddress = await hit(deps, `reserve:ip:${ip}`, LIMITS.reservesWindowSeconds)
  const often = bySession > deps.config.reservesPerSession || byAddress > deps.config.reservesPerAddress
  if (!often && !(await isHighDemand(deps, saleId))) return null
  const verdict = await captchaVerdict(deps, token, ip)
  if (verdict.passed) return null
  await inTx(deps.db, (tx) =>
    tx
      .updateTable('sales')
      .set({ state: 'captcha', captcha_error: verdict.error, updated_at: now })
      .where('id', '=', saleId)
      .where('state', 'in', ['basket', 'reserve', 'captcha'])
      .execute(),
  )
  return { captcha: true, captcha_sitekey: verdict.sitekey, ...(verdict.error !== null && { error: verdict.error }) }
}

const isHighDemand = ({ db }: Deps, saleId: number): Promise<boolean> =>
  db
    .selectFrom('sale_lines as line')
    .innerJoin('ticket_types as type', 'type.id', 'line.ticket_type_id')
    .innerJoin('events as event', 'event.id', 'type.event_id')
    .select('event.id')
    .where('line.sale_id', '=', saleId)
    .where('event.high_demand', '=', true)
    .limit(1)
    .executeTakeFirst()
    .then((row) => row !== undefined)
