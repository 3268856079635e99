import { DAY_MS } from '@foyer/domain/format/calendar-days.ts'
import { groupBy } from '@foyer/domain/group.ts'
import { type ExpressionBuilder, sql } from 'kysely'
import type { Database } from '../../db/schema/types.generated.ts'
import { inTx } from '../../db/transaction/tx.ts'
import type { Deps } from '../../deps.ts'
import { enqueue } from '../../jobs/jobs.ts'
import { seatDifferences } from '../../sale/hold/seat-differences.ts'
import { fillInAllOrders } from '../order/fill-in.ts'
import { type Payment, type ProviderDeps, providerOf } from '../payment.ts'
import {
  type ListedPayment,
  type PaymentProvider,
  ProviderDown,
  type ProviderName,
  type ProviderPayment,
} from '../provider/provider.ts'
import { areOpen, FINAL } from '../provider/status.ts'
import { recordCheck } from './book-checks.ts'
import { ledgerDifferences } from './ledger.ts'
import { sumDifferences } from './sums.ts'

/** A difference between our records and a provider's, or within our own. */
export type Difference = { what: string; provider: ProviderName | null; payment: string; detail: string }
/** A provider that did not answer, so its books were not compared, or not to the end. */
export type Unreached = { provider: ProviderName; why: string }

export type CompareDeps = ProviderDeps & Pick<Deps, 'clock'>

/** How far back the providers' lists are read. Longer than any provider retries its webhooks. */
export const COMPARE_DAYS = 4
const OPEN_TOO_LONG_MS = 24 * 60 * 60_000

/**
 * Compares the providers' books with ours, and checks ours for consistency. It reports all differences and corrects two
 * kinds: payments and refunds that we missed are booked at once.
 */
export async function compareBooks(
  deps: CompareDeps,
  days = COMPARE_DAYS,
): Promise<{ differences: Difference[]; unreached: Unreached[] }> {
  const since = new Date(deps.clock.now().getTime() - days * DAY_MS)
  const found: Difference[] = []
  const unreached: Unreached[] = []
  await fillInAllOrders(deps.db)
  for (const { name, accountIds, open } of await booksOf(deps))
    try {
      found.push(...(await compareWithProvider(deps, await open(), accountIds, since)))
    } catch (error) {
      if (!(error instanceof ProviderDown)) throw error
      unreached.push({ provider: name, why: error.message })
    }
  return { differences: [...found, ...(await localDifferences(deps))], unreached }
}

/** One account at a provider. Two organisers may share it, and each then has a row of its own; null is the installation's. */
export type Books = { name: ProviderName; accountIds: number[] | null; open(): Promise<PaymentProvider> }

/** The accounts to compare: the installation's, and those of organisers that have had payments, current ones first. */
export async function booksOf(deps: CompareDeps): Promise<Books[]> {
  const rows = await deps.db
    .selectFrom('payment_accounts as account')
    .select(['id', 'provider', 'external_id'])
    .where(({ exists, selectFrom }) =>
      exists(selectFrom('payments').select('payments.id').whereRef('payments.account_id', '=', 'account.id')),
    )
    .orderBy('ended_at', (order) => order.desc().nullsFirst())
    .orderBy('id')
    .execute()
  return [
    ...Object.values(deps.providers).map((provider) => ({
      name: provider.name,
      accountIds: null,
      open: async () => provider,
    })),
    ...[...groupBy(rows, ({ provider, external_id }) => `${provider} ${external_id}`).values()].map((same) => ({
      name: same[0]!.provider,
      accountIds: same.map(({ id }) => id),
      open: () => providerOf(deps, { id: 0, provider: same[0]!.provider, account_id: same[0]!.id }),
    })),
  ]
}

const ofAccount = (accountIds: number[] | null) => (eb: ExpressionBuilder<Database, 'payments'>) =>
  accountIds === null ? eb('account_id', 'is', null) : eb('account_id', 'in', accountIds)

async function compareWithProvider(
  deps: CompareDeps,
  provider: PaymentProvider,
  accountIds: number[] | null,
  since: Date,
): Promise<Difference[]> {
  const ours = await deps.db
    .selectFrom('payments')
    .selectAll()
    .where('provider', '=', provider.name)
    .where(ofAccount(accountIds))
    .where('provider_payment_id', 'is not', null)
    .where('created_at', '>=', new Date(since.getTime() - 60 * 60_000))
    .execute()
  const byId = new Map(ours.map((payment) => [payment.provider_payment_id!, payment]))
  const found: Difference[] = []
  const addDifference = (payment: string, what: string, detail = '') =>
    found.push({ what, provider: provider.name, payment, detail })

  const compare = async (reported: ProviderPayment & Partial<ListedPayment>, own: Payment | undefined) => {
    const id = reported.providerPaymentId
    if (own === undefined) {
      if (reported.status === 'paid')
        addDifference(id, 'paid there, unknown here', `reference ${reported.saleReference ?? 'none'}`)
      return
    }
    if (reported.status === 'paid' && !FINAL.has(own.status)) {
      addDifference(id, 'paid there, not settled here', `here ${own.status}`)
      await queueSettlement(deps, own.id)
    }
    if (reported.status !== 'paid' && FINAL.has(own.status))
      addDifference(id, 'paid here, not there', `there ${reported.status}`)
    if (FINAL.has(own.status) && (reported.amountMinor !== own.amount_minor || reported.currency !== own.currency))
      addDifference(
        id,
        'another amount',
        `there ${reported.amountMinor} ${reported.currency}, here ${own.amount_minor} ${own.currency}`,
      )
    if (reported.refundedMinor !== undefined) {
      const sent = await refundSums(deps, own.id)
      const more = reported.refundedMinor > sent.done + sent.onTheWay
      if (more) await queueSettlement(deps, own.id, { refunds: true })
      if (more || reported.refundedMinor < sent.done)
        addDifference(
          id,
          'other refunds',
          `there ${reported.refundedMinor}, here ${sent.done} and ${sent.onTheWay} on the way`,
        )
    }
  }

  if (provider.list) {
    for await (const reported of provider.list(since)) {
      await compare(
        reported,
        byId.get(reported.providerPaymentId) ?? (await findPayment(deps, provider, accountIds, reported)),
      )
      byId.delete(reported.providerPaymentId)
    }
    for (const own of byId.values())
      if (own.created_at >= since && FINAL.has(own.status))
        addDifference(own.provider_payment_id!, 'paid here, unknown there')
  } else for (const own of ours) await compare(await provider.read(own.provider_payment_id!), own)
  return found
}

const findPayment = (
  { db }: CompareDeps,
  provider: PaymentProvider,
  accountIds: number[] | null,
  reported: ProviderPayment,
) =>
  db
    .selectFrom('payments')
    .selectAll()
    .where('provider', '=', provider.name)
    .where(ofAccount(accountIds))
    .where('provider_payment_id', '=', reported.providerPaymentId)
    .executeTakeFirst()

async function refundSums({ db }: CompareDeps, paymentId: number): Promise<{ done: number; onTheWay: number }> {
  const { rows } = await sql<{ done: number; on_the_way: number }>`
    select coalesce(sum(amount_minor) filter (where status = 'succeeded'), 0)::bigint as done,
      coalesce(sum(amount_minor) filter (where status in ('queued', 'pending')), 0)::bigint as on_the_way
    from refunds where payment_id = ${paymentId}`.execute(db)
  return { done: rows[0]!.done, onTheWay: rows[0]!.on_the_way }
}

async function queueSettlement(
  { db, clock }: CompareDeps,
  paymentId: number,
  more: { refunds?: true } = {},
): Promise<void> {
  const now = clock.now()
  await inTx(db, (tx) =>
    enqueue(tx, {
      kind: 'settle_payment',
      key: `${paymentId}:compared:${now.toISOString()}`,
      payload: { payment_id: paymentId, ...more },
      now,
    }),
  )
}

/**
 * Problems that no job will solve and people must look at: failed jobs, refunds that are no longer sent, inconsistent
 * books.
 */
async function localDifferences({ db, clock }: CompareDeps): Promise<Difference[]> {
  const local = (what: string, payment: string, detail: string): Difference => ({
    what,
    provider: null,
    payment,
    detail,
  })
  const jobs = await db
    .selectFrom('jobs')
    .select(['kind', 'key', 'last_error'])
    .where('gave_up_at', 'is not', null)
    .where('kind', 'in', ['settle_payment', 'cancel_payment', 'refund', 'charge_instalment', 'deliver_sale'])
    .orderBy('id')
    .execute()
  const open = await db
    .selectFrom('payments')
    .select(['id', 'provider', 'provider_payment_id', 'created_at'])
    .where(areOpen())
    .where('created_at', '<=', new Date(clock.now().getTime() - OPEN_TOO_LONG_MS))
    .orderBy('id')
    .execute()
  return [
    ...jobs.map(({ kind, key, last_error }) => local('a job gave up', `${kind} ${key}`, last_error ?? '')),
    ...open.map(({ id, provider, provider_payment_id, created_at }) =>
      local(
        'open for more than a day',
        provider_payment_id ?? `payment ${id}`,
        `${provider}, since ${created_at.toISOString()}`,
      ),
    ),
    ...(await ledgerDifferences(db)).map(({ sale_id, what, minor }) => local(what, `sale ${sale_id}`, String(minor))),
  ]
}

/**
 * Runs the comparison in the background, that of the seats and of the ledger's sums too, and logs each difference for alerting. Returns
 * their number. Sums that differ are made again.
 */
export async function reportDifferences(deps: Deps): Promise<number> {
  const { differences, unreached } = await compareBooks(deps)
  for (const provider of unreached) deps.log.warn(provider, 'books of a provider not compared')
  for (const difference of differences) deps.log.error(difference, 'books differ')
  const seats = await seatDifferences(deps.db)
  for (const difference of seats) deps.log.error(difference, 'seats differ')
  const sums = await sumDifferences(deps.db, { mend: true })
  for (const difference of sums) deps.log.error(difference, 'sums of the ledger differ')
  const now = deps.clock.now()
  await recordCheck(deps.db, 'providers', { differences: differences.length, unreached: unreached.length, now })
  await recordCheck(deps.db, 'seats', { differences: seats.length, now })
  return differences.length + seats.length + sums.length
}
