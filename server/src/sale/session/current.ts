import type { RequestContext } from '../../http/handle.ts'
import { freshSale } from '../hold/release.ts'
import { isHeld } from '../sale.ts'
import { readSharedSnapshot, type Snapshot, snapshotOf } from '../snapshot/snapshot.ts'

/** Returns the session's sale after releasing an expired hold; null when the session has no sale. */
export async function currentSnapshot({
  deps,
  session,
  now,
}: Pick<RequestContext, 'deps' | 'session' | 'now'>): Promise<Snapshot | null> {
  if (session.saleId === null) return null
  const { db } = deps
  const snapshot = await readSharedSnapshot(db, session.saleId)
  if (snapshot === null || snapshot.sale.held_until === null || isHeld(snapshot.sale, now)) return snapshot
  const sale = await freshSale(db, session.saleId, now)
  return sale && snapshotOf(db, sale)
}
