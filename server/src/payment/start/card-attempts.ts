import { createHmac } from 'node:crypto'
import { LIMITS } from '@foyer/domain/limits.ts'
import { cardFacts, isCardProvider } from '@foyer/domain/payment/providers.ts'
import { sql } from 'kysely'
import { runQuery } from '../../db/transaction/batch.ts'
import type { Tx } from '../../db/transaction/tx.ts'
import type { Deps } from '../../deps.ts'
import type { RequestContext } from '../../http/handle.ts'
import { networksOf, TIMES_LIMIT } from '../../http/limits/network.ts'
import { countHitsQuery, hit, hitsOf, takeBack } from '../../http/limits/rate-limit.ts'
import { cancelOpenPayments } from '../../sale/hold/release.ts'
import type { Payment } from '../payment.ts'
import { areOpen } from '../provider/status.ts'

/** What attempts are counted by: one sale, one browser, one network. */
type Scope = 'sale' | 'session' | 'network'
type Limit = { scope: Scope; key: string; max: number }

const WINDOW_SECONDS = LIMITS.cardFailuresWindowSeconds

type Attempter = { saleId: number | null; session: number | null; network: string | null }

function limitsOf(deps: Pick<Deps, 'config'>, { saleId, session, network }: Attempter): Limit[] {
  const of = (scope: Scope, value: number | string | null, max: number) =>
    value === null ? [] : [{ scope, key: `card-failed:${scope}:${value}`, max }]
  const networks = network?.split(BETWEEN_NETWORKS) ?? []
  return [
    ...of('sale', saleId, LIMITS.cardFailuresPerSale),
    ...of('session', session, LIMITS.cardFailuresPerSession),
    ...networks.flatMap((key, nth) => of('network', key, deps.config.cardFailuresPerAddress * TIMES_LIMIT[nth]!)),
  ]
}

const BETWEEN_NETWORKS = '.'

/** A network and its /48 as they are stored with a payment. Payments outlive addresses, so only keyed hashes are kept. */
const networkKey = ({ deps, ip }: Pick<RequestContext, 'deps' | 'ip'>): string =>
  networksOf(ip)
    .map((network) => createHmac('sha256', deps.config.sessionSecret).update(`network:${network}`).digest('base64url'))
    .map((key) => key.slice(0, 22))
    .join(BETWEEN_NETWORKS)

/** The network that cards are tried from, if they are tried in the browser; null if our own server charges them, or there are none. */
export const networkOf = (ctx: Pick<RequestContext, 'deps' | 'ip'>, provider: string): string | null =>
  isCardProvider(provider) && !cardFacts(provider).chargesTokens ? networkKey(ctx) : null

const attempterOf = (ctx: RequestContext, saleId: number | null): Attempter => ({
  saleId,
  session: ctx.session.number,
  network: networkKey(ctx),
})

/**
 * Counts an attempt to charge a card before it is made, so that simultaneous attempts cannot all reach the vendor. Returns null
 * beyond a limit: cards pause until the window ends. The caller takes an attempt back that succeeded or was not made.
 */
export async function countCardAttempt(
  ctx: RequestContext,
  saleId: number | null,
): Promise<{ takeBack(): Promise<void> } | null> {
  const { deps } = ctx
  const limits = limitsOf(deps, attempterOf(ctx, saleId))
  const counted: Limit[] = []
  const undo = async () => {
    for (const { key } of counted) await takeBack(deps, key, WINDOW_SECONDS)
  }
  for (const limit of limits) {
    counted.push(limit)
    // guard: card-attempts-counted
    if ((await hit(deps, limit.key, WINDOW_SECONDS)) > limit.max) {
      // An attempt that is refused here tests no card.
      await undo()
      paused(ctx, limit.scope, saleId)
      return null
    }
  }
  return { takeBack: undo }
}

/** Whether cards are paused, for attempts that are made at the vendor and counted when it reports them. */
export async function areCardsPaused(ctx: RequestContext, saleId: number | null): Promise<boolean> {
  const limits = limitsOf(ctx.deps, attempterOf(ctx, saleId))
  const keys = limits.map(({ key }) => key)
  const hits = await hitsOf(ctx.deps, keys, WINDOW_SECONDS)
  const reached = limits.find(({ max }, i) => hits[i]! >= max)
  if (reached === undefined) return false
  paused(ctx, reached.scope, saleId)
  return true
}

function paused({ deps, log }: RequestContext, scope: Scope, saleId: number | null): void {
  deps.metrics.cardAttempts.inc({ outcome: 'paused' })
  log.warn({ scope, ...(saleId !== null && { sale: saleId }) }, 'card payments are paused')
}

/**
 * Counts an attempt that failed at the vendor, as its webhook reports it. At a limit, the sale's open payments with this vendor
 * are cancelled, because the browser could go on trying cards with them.
 */
export async function countFailedAttempt(
  tx: Tx,
  deps: Pick<Deps, 'config' | 'metrics' | 'log'>,
  payment: Pick<Payment, 'id' | 'sale_id' | 'provider' | 'payer_session' | 'payer_network'>,
  now: Date,
): Promise<void> {
  deps.metrics.cardAttempts.inc({ outcome: 'failed' })
  const { sale_id: saleId, payer_session: session, payer_network: network } = payment
  const limits = limitsOf(deps, { saleId, session, network })
  const hits = limits.map(({ key }) => ({ key, saleId }))
  const counted = await runQuery(tx, countHitsQuery(hits, sql<boolean>`true`, WINDOW_SECONDS, now))
  const after = counted(limits.map(({ key }) => key))
  const reached = limits.filter(({ max }, i) => after[i]! >= max)
  if (reached.length === 0) return
  const open = await tx
    .selectFrom('payments')
    .select('id')
    .where('sale_id', '=', saleId)
    .where('provider', '=', payment.provider)
    .where(areOpen())
    .execute()
  // guard: tested-payments-cancelled
  await cancelOpenPayments(
    tx,
    saleId,
    now,
    open.map(({ id }) => id),
  )
  deps.log.warn({ sale: saleId, scopes: reached.map(({ scope }) => scope) }, 'card payments are paused')
}
