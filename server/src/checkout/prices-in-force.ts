import { priceInForce } from '@foyer/domain/money/price-tiers.ts'
import { tiersOf } from '../catalogue/price-tiers.ts'
import { runQuery } from '../db/transaction/batch.ts'
import { inTx } from '../db/transaction/tx.ts'
import type { Deps } from '../deps.ts'
import { writeShownPricesQuery } from '../sale/hold/tier-prices.ts'
import { lockSale } from '../sale/sale.ts'
import { type Snapshot, snapshotOf } from '../sale/snapshot/snapshot.ts'

/** Returns a basket at the prices in force now, which it shows from then on. Baskets without price tiers cost nothing. */
export async function withPricesInForce({ db }: Pick<Deps, 'db'>, snapshot: Snapshot, now: Date): Promise<Snapshot> {
  const { sale, lines } = snapshot
  const tiered = lines.filter(({ pricing }) => pricing === 'tiers')
  if (tiered.length === 0 || sale.held_until !== null || sale.paid_at !== null) return snapshot
  const types = await db
    .selectFrom('ticket_types')
    .select(['id', 'price_minor'])
    .where(
      'id',
      'in',
      tiered.map(({ ticketTypeId }) => ticketTypeId),
    )
    .execute()
  const tiers = await tiersOf(
    db,
    types.map(({ id }) => id),
  )
  const changed = tiered.flatMap(({ ticketTypeId, qty, priceMinor: shownMinor }) => {
    const own = types.find(({ id }) => id === ticketTypeId)!.price_minor
    const { priceMinor } = priceInForce(tiers.get(ticketTypeId) ?? [], own, qty, now)
    return priceMinor === shownMinor ? [] : [{ saleId: sale.id, ticketTypeId, priceMinor }]
  })
  if (changed.length === 0) return snapshot
  return inTx(db, async (tx) => {
    const locked = await lockSale(tx, sale.id)
    if (locked.held_until === null && locked.paid_at === null) await runQuery(tx, writeShownPricesQuery(changed))
    return snapshotOf(tx, locked)
  })
}
