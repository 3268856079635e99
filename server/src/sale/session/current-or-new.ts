import { language } from '@foyer/domain/format/language.ts'
import { command, query, runBatch } from '../../db/transaction/batch.ts'
import type { Tx } from '../../db/transaction/tx.ts'
import type { Deps } from '../../deps.ts'
import type { RequestContext } from '../../http/handle.ts'
import { canChange } from '../customer/customer.ts'
import { lockSale, type SaleRow } from '../sale.ts'
import { exceedsNewBasketsInTx } from './new-baskets.ts'

/** A new sale's reference: 160 random bits, because links carry it. */
export const newReference = ({ random }: Pick<Deps, 'random'>): string =>
  Buffer.from(random.bytes(20)).toString('base64url')

/**
 * Returns the sale this session fills, creating one if there is none or if the last one is paid or belongs to another
 * customer. Null if the network has begun too many; the first basket of a session is counted before.
 */
export async function currentOrNewSale(tx: Tx, ctx: RequestContext): Promise<SaleRow | null> {
  const { session, now, deps } = ctx
  const before = session.saleId === null ? null : await lockSale(tx, session.saleId)
  if (before?.paid_at === null && canChange(session, before)) return before
  if (before !== null && (await exceedsNewBasketsInTx(tx, ctx))) return null
  const reference = newReference(deps)
  const ofReference = tx.selectFrom('sales').select('id').where('reference', '=', reference)
  const referredBy = tx
    .selectFrom('referral_visits')
    .select('code')
    .where('session_id', '=', session.id)
    .orderBy('visited_at', 'desc')
    .limit(1)
  const [, , sale] = await runBatch(
    tx,
    command(
      tx.insertInto('sales').values({
        reference,
        created_at: now,
        updated_at: now,
        language: language(),
        // Tries carry over, so that a new basket does not reset them.
        reserve_tries: before?.reserve_tries ?? 0,
        reserve_tries_from: before?.reserve_tries_from ?? null,
      }),
    ),
    command(tx.updateTable('sessions').set({ sale_id: ofReference }).where('id', '=', session.id!)),
    query(
      tx.updateTable('sales').set({ referred_by: referredBy }).where('reference', '=', reference).returningAll(),
      ([made]: readonly SaleRow[]) => made!,
    ),
  )
  session.saleId = sale.id
  return sale
}
