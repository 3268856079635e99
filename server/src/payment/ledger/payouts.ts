import { DAY_MS } from '@foyer/domain/format/calendar-days.ts'
import type { Minor } from '@foyer/domain/money/money.ts'
import { type Kysely, sql } from 'kysely'
import type { Database } from '../../db/schema/types.generated.ts'
import { inTx } from '../../db/transaction/tx.ts'
import type { Deps } from '../../deps.ts'
import { type ListedPayout, ProviderDown } from '../provider/provider.ts'
import { booksOf, type CompareDeps } from './compare.ts'

/** How far back the first read goes, and how far later ones do: a payout may fail days after it was sent. */
const FIRST_DAYS = 90
const AGAIN_DAYS = 14

/**
 * Stores the payouts that vendors report, for the installation's account and organisers' own. A payout is stored once with its
 * lines; only its status changes. Returns how many are new. Vendors that can't be reached are read again later.
 */
export async function fetchPayouts(deps: CompareDeps & Pick<Deps, 'log'>): Promise<number> {
  let stored = 0
  for (const { name, accountIds, open } of await booksOf(deps))
    try {
      const accountId = accountIds?.[0] ?? null
      const provider = await open()
      if (!provider.payouts) continue
      const storedStatuses = await statusesOf(deps, name, accountIds)
      const days = storedStatuses.size === 0 ? FIRST_DAYS : AGAIN_DAYS
      for await (const payout of provider.payouts(new Date(deps.clock.now().getTime() - days * DAY_MS)))
        if (
          storedStatuses.get(payout.id) !== payout.status &&
          (await store(deps, payout, { provider: name, accountId }))
        )
          stored += 1
    } catch (error) {
      if (!(error instanceof ProviderDown)) throw error
      deps.log.warn({ provider: name, err: error.message }, 'payouts could not be read')
    }
  return stored
}

async function statusesOf({ db }: CompareDeps, provider: string, accountIds: number[] | null) {
  const rows = await db
    .selectFrom('payouts')
    .select(['external_id', 'status'])
    .where('provider', '=', provider)
    .where((eb) => (accountIds === null ? eb('account_id', 'is', null) : eb('account_id', 'in', accountIds)))
    .execute()
  return new Map(rows.map(({ external_id, status }) => [external_id, status]))
}

async function store(
  { db, clock }: CompareDeps,
  payout: ListedPayout,
  { provider, accountId }: { provider: string; accountId: number | null },
): Promise<boolean> {
  const lines = await payout.lines()
  const now = clock.now()
  return inTx(db, async (tx) => {
    const { id, isNew } = await tx
      .insertInto('payouts')
      .values({
        provider,
        account_id: accountId,
        external_id: payout.id,
        status: payout.status,
        amount_minor: payout.amountMinor,
        currency: payout.currency,
        arrives_at: payout.arrivesAt,
        created_at: payout.createdAt,
        fetched_at: now,
      })
      // guard: payout-stored-once
      .onConflict((conflict) =>
        conflict.columns(['provider', 'external_id']).doUpdateSet({
          status: payout.status,
          arrives_at: payout.arrivesAt,
          fetched_at: now,
        }),
      )
      .returning(['id', sql<boolean>`xmax = 0`.as('isNew')])
      .executeTakeFirstOrThrow()
    if (lines.length > 0)
      await tx
        .insertInto('payout_lines')
        .values(
          lines.map((line) => ({
            payout_id: id,
            external_id: line.id,
            kind: line.kind,
            at: line.at,
            provider_payment_id: line.providerPaymentId,
            provider_refund_id: line.providerRefundId,
            amount_minor: line.amountMinor,
            fee_minor: line.feeMinor,
          })),
        )
        .onConflict((conflict) => conflict.columns(['payout_id', 'external_id']).doNothing())
        .execute()
    return isNew
  })
}

/** Why a line doesn't agree with our books. */
export const PAYOUT_PROBLEMS = ['unknown_payment', 'unknown_refund', 'other_amount', 'other_state'] as const
export type PayoutProblem = (typeof PAYOUT_PROBLEMS)[number]

/** A line beside our own books: the sale it belongs to, and what differs. */
export type ComparedLine = {
  kind: 'payment' | 'refund' | 'dispute' | 'fee' | 'other'
  saleId: number | null
  amountMinor: Minor
  feeMinor: Minor
  at: Date
  problem: PayoutProblem | null
}

/** The lines of payouts, compared with our payments and refunds as they are now. */
export async function comparedLines(
  db: Pick<Kysely<Database>, 'getExecutor'>,
  payoutIds: readonly number[],
): Promise<Map<number, ComparedLine[]>> {
  const { rows } = await sql<ComparedLine & { payoutId: number }>`
    select line.payout_id as "payoutId", line.kind, payment.sale_id as "saleId", line.amount_minor as "amountMinor",
      line.fee_minor as "feeMinor", line.at,
      case
        when line.kind = 'payment' and payment.id is null then 'unknown_payment'
        when line.kind = 'payment' and payment.amount_minor <> line.amount_minor then 'other_amount'
        when line.kind = 'payment' and payment.status not in ('paid', 'refunded', 'partly_refunded') then 'other_state'
        when line.kind in ('refund', 'dispute') and payment.id is null then 'unknown_payment'
        when line.kind = 'refund' and line.amount_minor < 0 and refund.id is null then 'unknown_refund'
        when line.kind = 'refund' and line.amount_minor < 0 and refund.amount_minor <> -line.amount_minor
          then 'other_amount'
      end as problem
    from payout_lines line
    join payouts payout on payout.id = line.payout_id
    left join payments payment on payment.provider = payout.provider
      and payment.provider_payment_id = line.provider_payment_id
      and (payment.account_id is null) = (payout.account_id is null)
    left join refunds refund on refund.payment_id = payment.id and refund.provider_refund_id = line.provider_refund_id
    where line.payout_id = any(${sql.val([...payoutIds])}::bigint[])
    order by line.at, line.external_id`.execute(db as Kysely<Database>)
  const found = new Map<number, ComparedLine[]>(payoutIds.map((id) => [id, []]))
  for (const { payoutId, ...line } of rows) found.get(payoutId)?.push(line)
  return found
}
