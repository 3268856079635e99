import { runBatch } from '../../db/transaction/batch.ts'
import type { Tx } from '../../db/transaction/tx.ts'
import { sellHoldQueries } from '../../sale/hold/sell.ts'
import type { Snapshot } from '../../sale/snapshot/snapshot.ts'
import { keyOf } from '../keys.ts'
import type { ByHand } from '../provider/provider.ts'
import { fulfil } from '../settle/fulfil.ts'
import { soldQueries } from '../settle/write.ts'

/** Sells a held sale for money that staff have taken by hand. The sale must be locked; the snapshot is read after that. */
export async function takeByHand(
  tx: Tx,
  snapshot: Snapshot,
  { provider, now }: { provider: ByHand; now: Date },
): Promise<void> {
  const { sale, totals } = snapshot
  const payment = await tx
    .insertInto('payments')
    .values({
      sale_id: sale.id,
      provider,
      amount_minor: totals.totalMinor,
      currency: sale.currency ?? 'GBP',
      status: 'paid',
      outcome: 'fulfilled',
      idempotency_key: keyOf('by-hand', sale.reference),
      created_at: now,
      updated_at: now,
      paid_at: now,
    })
    .returningAll()
    .executeTakeFirstOrThrow()
  const { sold, selling } = await fulfil(tx, snapshot, payment, now)
  await runBatch(tx, ...soldQueries([sold]), ...sellHoldQueries(selling))
}
