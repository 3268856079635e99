import type { Fail, Ok } from '@foyer/domain/result.ts'
import { sql } from 'kysely'
import { combineWrites, command } from '../../db/transaction/batch.ts'
import { combine, onePerDb } from '../../db/transaction/combine.ts'
import { type Db, inTx, sendWithCommit, type Tx } from '../../db/transaction/tx.ts'
import type { Deps } from '../../deps.ts'
import type { NewJob, Worker } from '../../jobs/jobs.ts'
import { customerOf } from '../../sale/customer/customer.ts'
import { record } from '../../sale/sale.ts'
import { ticketOwnerOf, ticketOwnersOf } from '../owner.ts'
import { issueAll, issueTo, lockFreeToIssue, lockToIssue, type ToIssue } from './issue.ts'
import { mailPlan } from './plan-mail.ts'
import { mailSaleToStaff } from './sale-mail.ts'
import { queueWallets } from './wallet-mail.ts'

/** `later`: a payment plan is running; the tickets come after its last payment. */
export type Delivered = Ok<{ later: boolean }>

type DeliveryResult = Delivered | Fail<'not_paid'>
type NeededDeps = Pick<Deps, 'db' | 'clock' | 'random' | 'config'>

/** Handles deliver_to_bitticket: creates one ticket with a code for each one bought. Repeating it has no effect. */
export const deliverTickets = (deps: NeededDeps, saleId: number): Promise<DeliveryResult> =>
  deliver(deps, { saleId, mailsWallet: false })

/**
 * Handles deliver_to_wallet: mails the wallet once, in the transaction that records it. Creates missing tickets first, so
 * that it can be called alone and in any order.
 */
export const deliverWallet = (deps: NeededDeps, saleId: number): Promise<DeliveryResult> =>
  deliver(deps, { saleId, mailsWallet: true })

type Request = { saleId: number; mailsWallet: boolean }
type LockedRequest = Pick<Request, 'mailsWallet'> & { due: ToIssue }

/** The result of a request that needs a transaction of its own. */
const ALONE = Symbol('alone')

async function deliver(deps: NeededDeps, request: Request): Promise<DeliveryResult> {
  const result = await deliveries(deps.db)({ ...request, deps })
  if (result !== ALONE) return result
  return inTx(deps.db, async (tx) => {
    const due = await lockToIssue(tx, request.saleId)
    return (await deliverLocked(tx, deps, [{ ...request, due }]))[0]!
  })
}

/** Requests that wait at the same moment share a transaction. If one of them throws, each is tried again alone. */
const deliveries = onePerDb((db) =>
  combine((requests: (Request & { deps: NeededDeps })[]) => deliverFree(db, requests), {
    maxBatch: 50,
    maxQueue: 20_000,
  }),
)

/**
 * Delivers the sales that no other transaction has locked. The second of two requests for one sale needs a transaction of its own,
 * because it must see what the first has done.
 */
const deliverFree = (
  db: Db,
  requests: readonly (Request & { deps: NeededDeps })[],
): Promise<(DeliveryResult | typeof ALONE)[]> =>
  inTx(db, async (tx) => {
    const due = await lockFreeToIssue(tx, [...new Set(requests.map(({ saleId }) => saleId))])
    const locked = new Map<Request, LockedRequest>()
    for (const request of requests) {
      const dueSale = due.get(request.saleId)
      // guard: second-delivery-alone
      if (!due.delete(request.saleId)) continue
      locked.set(request, { ...request, due: dueSale! })
    }
    const results = await deliverLocked(tx, requests[0]!.deps, [...locked.values()])
    const byRequest = new Map([...locked.keys()].map((request, n) => [request, results[n]!]))
    return requests.map((request) => byRequest.get(request) ?? ALONE)
  })

async function deliverLocked(tx: Tx, deps: NeededDeps, requests: readonly LockedRequest[]): Promise<DeliveryResult[]> {
  const now = deps.clock.now()
  const issued = await issueAll(
    tx,
    requests.map(({ due }) => due),
    { now, random: deps.random, inHistory: true },
  )
  const toMail = requests.flatMap(({ due, mailsWallet }, n) => {
    const result = issued[n]!
    if (!mailsWallet || !result.ok || result.later) return []
    // guard: wallet-mailed-once
    if (due.sale.wallet_delivered_at !== null) return []
    return [{ due, owner: result.owner }]
  })
  for (const [n, { due, mailsWallet }] of requests.entries()) {
    const result = issued[n]!
    if (mailsWallet && result.ok && result.later) await mailSalePlan(tx, deps, due.sale, now)
  }
  if (toMail.length > 0) {
    const issuedBefore = toMail.filter(({ owner }) => owner === null).map(({ due }) => due.sale)
    const ownerOf = await ticketOwnersOf(tx, issuedBefore, now)
    await queueWallets(
      tx,
      deps.config,
      toMail
        .map(({ due, owner }) => ({
          due,
          email: (owner ?? ownerOf(due.sale)).email,
          now,
          // guard: wallet-mail-keyed
          key: `wallet:${due.sale.id}`,
        }))
        // If everything in a plan was returned, it ends without tickets.
        .filter(({ due: { lines, vouchers } }) => [...lines, ...vouchers].some(({ qty }) => qty > 0)),
    )
    const saleIds = toMail.map(({ due }) => due.sale.id)
    sendWithCommit(tx, command(markDeliveredQuery(tx, saleIds, now)))
  }
  return issued.map((result) => (result.ok ? { ok: true, later: result.later } : result))
}

async function mailSalePlan(tx: Tx, deps: NeededDeps, sale: ToIssue['sale'], now: Date): Promise<void> {
  const { email } = await ticketOwnerOf(tx, sale, now)
  if (await mailPlan(tx, deps, sale, { recipient: email, key: `plan:${sale.id}`, now }))
    await record(tx, sale.id, 'plan_mailed', now)
}

/** The email says what buyers can withdraw from, which begins the time they have for it (domain/src/after-sale/withdrawal.ts). */
const TELLS = { withdrawal: 'told' }

const markDeliveredQuery = (tx: Tx, saleIds: readonly number[], now: Date) =>
  combineWrites(
    tx
      .updateTable('sales')
      .set({ wallet_delivered_at: now })
      .where('id', '=', sql<number>`any(${sql.val(saleIds)}::bigint[])`),
    tx
      .insertInto('sale_events')
      .columns(['sale_id', 'kind', 'facts', 'at'])
      .expression(
        sql`select id, 'wallet_delivered', ${sql.val(JSON.stringify(TELLS))}::jsonb, ${now}::timestamptz from unnest(${sql.val(saleIds)}::bigint[]) as one (id)`,
      ),
  )

/** A request this soon after a mail counts as a double click. */
const DOUBLE_CLICK_SECONDS = 60

/** Whether the wallet of a sale was mailed so recently that sending it again is probably a mistake. */
export function walletJustMailed(tx: Tx, saleId: number, now: Date) {
  const since = new Date(now.getTime() - DOUBLE_CLICK_SECONDS * 1000)
  return tx
    .selectFrom('mails')
    .select(['recipient', 'queued_at'])
    .where('sale_id', '=', saleId)
    .where('kind', '=', 'wallet')
    .where('queued_at', '>', since)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
}

/**
 * Mails the wallet again at the buyer's request, one mail per request. Does nothing while the last mail is still on its way,
 * unless it `isSure`: codes have changed since. The caller holds the sale's lock.
 */
export async function mailWalletAgain(
  tx: Tx,
  deps: NeededDeps,
  saleId: number,
  { isSure = false } = {},
): Promise<void> {
  const now = deps.clock.now()
  const due = await lockToIssue(tx, saleId)
  const { sale } = due
  const issued = await issueTo(tx, due, { now, random: deps.random, inHistory: true })
  if (!issued.ok || issued.later) return
  // A walk-in, or someone whose data was erased.
  if ((await customerOf(tx, sale)) === null) return
  const { email } = issued.owner ?? (await ticketOwnerOf(tx, sale, now))
  if (email === '') return
  const sent = await tx
    .selectFrom('mails')
    .select(['recipient', 'status', 'queued_at'])
    .where('sale_id', '=', saleId)
    .where('kind', '=', 'wallet')
    .orderBy('id', 'desc')
    .execute()
  const [last] = sent
  const isOnItsWay =
    last?.recipient === email &&
    (last.status === 'queued' ||
      (last.status === 'sent' && now.getTime() - last.queued_at.getTime() < DOUBLE_CLICK_SECONDS * 1000))
  if (isOnItsWay && !isSure) return
  await queueWallets(tx, deps.config, [{ due, email, key: `wallet:${saleId}:${sent.length}`, now }])
  if (sale.wallet_delivered_at === null) await markDeliveredQuery(tx, [saleId], now).execute(tx)
  else await record(tx, saleId, 'wallet_delivered', now, TELLS)
}

/**
 * The job that delivers a paid sale even if its buyer never comes back. `after` is the event that triggers it: a plan is
 * delivered twice, its schedule when it is agreed and its tickets when it is paid off.
 */
export const deliveryJob = (
  saleId: number,
  { after, ...times }: { now: Date; runAt?: Date; after: 'paid' | 'plan_completed' },
): NewJob => ({ kind: 'deliver_sale', key: `${after}:${saleId}`, payload: { sale_id: saleId }, ...times })

/** Runs the delivery job. */
export const deliverSale: Worker<'deliver_sale'> = async ({ payload: { sale_id: saleId } }, deps) => {
  const wallet = await deliverWallet(deps, saleId)
  // Cancelled and refunded in the meantime, so there is nothing to deliver.
  if (!wallet.ok) return deps.log.info({ sale: saleId }, 'not delivered: no longer paid')
  await mailSaleToStaff(deps, saleId)
}
