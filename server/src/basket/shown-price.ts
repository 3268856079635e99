import { priceInForce } from '@foyer/domain/money/price-tiers.ts'
import { tiersOf } from '../catalogue/price-tiers.ts'
import type { Db } from '../db/transaction/tx.ts'

/**
 * Returns the column of a line that stores the price its buyer sees, for a type with price tiers. Other types have no such
 * column and need no statement.
 */
export async function shownPrice(
  tx: Pick<Db, 'selectFrom'>,
  { id, tiered, priceMinor }: { id: number; tiered: boolean; priceMinor: number },
  qty: number,
  now: Date,
): Promise<{ chosen_minor?: number }> {
  if (!tiered) return {}
  const tiers = (await tiersOf(tx, [id])).get(id) ?? []
  return { chosen_minor: priceInForce(tiers, priceMinor, qty, now).priceMinor }
}
