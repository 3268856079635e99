import type { Checkout } from '@foyer/contract/types.ts'
import type { Deps } from '../deps.ts'
import type { Asking } from '../http/handle.ts'
import type { Session } from '../http/session.ts'
import { freshSale } from '../reservation/release.ts'
import { isHeld } from './sale.ts'
import { readSnapshot, type Snapshot, snapshotOf } from './snapshot.ts'
import { checkoutView, emptyCheckout } from './view.ts'

/** The session's sale as it is now, an ended hold given back; null when it has none. */
export async function currentSnapshot({
  deps,
  session,
  now,
}: Pick<Asking, 'deps' | 'session' | 'now'>): Promise<Snapshot | null> {
  if (session.saleId === null) return null
  const { db } = deps
  const snapshot = await readSnapshot(db, session.saleId)
  if (snapshot === null || snapshot.sale.held_until === null || isHeld(snapshot.sale, now)) return snapshot
  const sale = await freshSale(db, session.saleId, now)
  return sale && snapshotOf(db, sale)
}

/** API-30: the whole checkout for this session. Also what the checkout page is rendered with. */
export async function getCheckout(deps: Deps, session: Session, now: Date): Promise<Checkout> {
  const snapshot = await currentSnapshot({ deps, session, now })
  return snapshot ? checkoutView(deps, session, snapshot, now) : emptyCheckout(session)
}
