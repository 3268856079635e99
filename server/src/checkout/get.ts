import type { Checkout } from '@foyer/contract/types.ts'
import type { Deps } from '../deps.ts'
import type { Session } from '../http/session.ts'
import { currentSnapshot } from '../sale/session/current.ts'
import { emptyCheckout } from './empty-checkout.ts'
import { recordPricesShown } from './price-changes.ts'
import { withPricesInForce } from './prices-in-force.ts'
import { checkoutView } from './view.ts'

/** Returns the whole checkout for this session. Also used to render the checkout page. */
export async function getCheckout(deps: Deps, session: Session, now: Date): Promise<Checkout> {
  const current = await currentSnapshot({ deps, session, now })
  const snapshot = current && (await withPricesInForce(deps, current, now))
  if (snapshot === null) return emptyCheckout(session)
  const view = await checkoutView(deps, session, snapshot, now)
  await recordPricesShown(deps.db, snapshot)
  return view
}
