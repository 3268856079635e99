import { type Minor, sum } from '@foyer/domain/money/money.ts'
import type { Selectable } from 'kysely'
import type { RefundsTable } from '../../db/schema/types.generated.ts'
import { inTx, type Tx } from '../../db/transaction/tx.ts'
import type { Deps } from '../../deps.ts'
import { enqueue } from '../../jobs/jobs.ts'
import { lockSale, record, type SaleRow } from '../../sale/sale.ts'
import { installationOf, keyOf, newKey } from '../keys.ts'
import { type ByOrganiser, splitBy } from '../ledger/ledger.ts'
import { lockPaymentQuery, providerOf } from '../payment.ts'
import { isByHand, type ListedRefund } from '../provider/provider.ts'
import { FINAL } from '../provider/status.ts'
import { bookPartRefund } from './part.ts'
import { partsOf, SUPERSEDED, storedParts } from './queue.ts'
import { refundablePayments, reverseSale } from './reverse-sale.ts'
import { applyRefund, isBeingSent, refundReference } from './send.ts'

/**
 * Books refunds that were made on the provider's own pages. A partial one is a goodwill refund and leaves the tickets
 * valid. If nothing is left of the payment, the order is cancelled.
 */
export async function bookVendorRefunds(deps: Deps, paymentId: number): Promise<void> {
  const payment = await deps.db.selectFrom('payments').selectAll().where('id', '=', paymentId).executeTakeFirstOrThrow()
  if (isByHand(payment.provider) || payment.provider_payment_id === null || !FINAL.has(payment.status)) return
  const installation = await installationOf(deps.db)
  const provider = await providerOf(deps, payment)
  for (const listed of await provider.listRefunds(payment.provider_payment_id)) {
    const key = await newKey(deps)
    const now = deps.clock.now()
    const id = await inTx(deps.db, async (tx) => {
      const sale = await lockSale(tx, payment.sale_id)
      return findOrCreateRefund(tx, sale, paymentId, listed, { installation, key, now })
    })
    if (id === 'later') return checkLater(deps, paymentId)
    if (id !== null) await applyRefund(deps, id, listed)
  }
}

const CHECK_AGAIN_MS = 60_000

async function checkLater({ db, clock }: Pick<Deps, 'db' | 'clock'>, paymentId: number): Promise<void> {
  const now = clock.now()
  const runAt = new Date(now.getTime() + CHECK_AGAIN_MS)
  const key = `${paymentId}:refunds:${runAt.toISOString()}`
  const payload = { payment_id: paymentId, refunds: true }
  await inTx(db, (tx) => enqueue(tx, { kind: 'settle_payment', key, payload, runAt, now }))
}

/**
 * Returns the id of the row of a refund in the provider's list, created if there is none. Null for one that failed and is not
 * ours. `later`: one of ours is being sent at this moment, and the provider has not decided about both yet.
 */
async function findOrCreateRefund(
  tx: Tx,
  sale: SaleRow,
  paymentId: number,
  listed: ListedRefund,
  { installation, key, now }: { installation: string; key: string; now: Date },
): Promise<number | 'later' | null> {
  const payment = await lockPaymentQuery(tx, paymentId).executeTakeFirstOrThrow()
  const ours = await tx.selectFrom('refunds').selectAll().where('payment_id', '=', paymentId).orderBy('id').execute()
  const existing = ours.find(
    ({ id, provider_refund_id }) =>
      provider_refund_id === listed.providerRefundId || listed.reference === refundReference(installation, id),
  )
  if (existing) return existing.id
  if (listed.status === 'failed') return null
  // guard: refund-being-sent-left-alone
  if (await isBeingSent(tx, paymentId, now)) return 'later'
  // Staff refunded manually what was still queued.
  const queued = ours.filter(({ status, provider_refund_id }) => status === 'queued' && provider_refund_id === null)
  const same = queued.find(({ amount_minor }) => amount_minor === listed.amountMinor)
  if (same) return same.id

  const onTheWay = sum(
    ours.filter(({ status }) => status === 'queued' || status === 'pending').map((r) => r.amount_minor),
  )
  const left = payment.amount_minor - payment.refunded_minor - onTheWay
  const excess = Math.max(0, listed.amountMinor - left)
  const fromQueued = await reduceQueued(tx, queued, excess, now)
  if (fromQueued === null) return null
  const { id } = await tx
    .insertInto('refunds')
    .values({
      payment_id: paymentId,
      sale_id: sale.id,
      amount_minor: listed.amountMinor,
      reason: 'made_at_vendor',
      idempotency_key: key,
      provider_refund_id: listed.providerRefundId,
      created_at: now,
      updated_at: now,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await record(tx, sale.id, 'refunded_at_vendor', now, { amount_minor: listed.amountMinor })
  const uncovered = listed.amountMinor - excess
  const fromSale =
    uncovered > 0 && payment.outcome === 'fulfilled' ? await bookAgainstSale(tx, sale, uncovered, now) : new Map()
  const parts = new Map<number | null, Minor>(fromQueued)
  for (const [whose, minor] of fromSale) parts.set(whose, (parts.get(whose) ?? 0) + minor)
  await tx
    .updateTable('refunds')
    .set({ parts: storedParts(parts) })
    .where('id', '=', id)
    .execute()
  return id
}

/** Reduces queued refunds by what was refunded manually. Returns the amounts by organiser; null if less is queued. */
async function reduceQueued(
  tx: Tx,
  queued: readonly Pick<Selectable<RefundsTable>, 'id' | 'amount_minor' | 'idempotency_key' | 'parts'>[],
  amountMinor: Minor,
  now: Date,
): Promise<Map<number | null, Minor> | null> {
  const sent = new Map<number | null, Minor>()
  let rest = amountMinor
  if (sum(queued.map(({ amount_minor }) => amount_minor)) < rest) return null
  for (const refund of queued) {
    const { id, amount_minor, idempotency_key } = refund
    const part = Math.min(rest, amount_minor)
    if (part === 0) break
    rest -= part
    for (const [whose, minor] of splitBy(part, partsOf(refund))) sent.set(whose, (sent.get(whose) ?? 0) + minor)
    await tx
      .updateTable('refunds')
      .set(
        part === amount_minor
          ? { status: 'failed', failure_text: SUPERSEDED.atVendor, updated_at: now }
          : // A provider that has seen the old amount refuses another one under its key for a day.
            {
              amount_minor: amount_minor - part,
              idempotency_key: keyOf(idempotency_key, amount_minor - part),
              updated_at: now,
            },
      )
      .where('id', '=', id)
      .execute()
  }
  return sent
}

/**
 * Books a vendor's refund against what the sale earned, and cancels the order if nothing of it is left. Returns the amounts by
 * organiser.
 */
async function bookAgainstSale(tx: Tx, sale: SaleRow, amountMinor: Minor, now: Date): Promise<ByOrganiser> {
  const left = sum((await refundablePayments(tx, sale.id)).map(({ leftMinor }) => leftMinor))
  if (left > 0 || sale.cancelled_at !== null || sale.paid_at === null) return bookPartRefund(tx, sale, amountMinor, now)
  const { owed } = await reverseSale(tx, sale, { why: 'refunded_at_vendor', kept: new Set(), now })
  return splitBy(amountMinor, owed)
}
