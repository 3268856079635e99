import type { Shell } from '@foyer/contract/pages.ts'
import { userOf } from '../account/user.ts'
import { quantityIn } from '../basket/change.ts'
import type { Deps } from '../deps.ts'
import type { Session } from '../http/session.ts'
import { runBy } from '../trader.ts'

/** Data that every page needs besides its own. The badge does not count a paid sale. */
export async function shellOf(deps: Deps, session: Pick<Session, 'userId' | 'saleId' | 'provedEmail'>): Promise<Shell> {
  const { db, config, clock } = deps
  const { legal, ...shop } = config.shop
  const open =
    session.saleId === null
      ? undefined
      : await db
          .selectFrom('sales')
          .select(quantityIn(session.saleId).as('quantity'))
          .where('id', '=', session.saleId)
          .where('paid_at', 'is', null)
          .executeTakeFirst()
  return {
    shop: { ...shop, ...(legal && { run_by: runBy(config.shop) }) },
    user: await userOf(deps, session.userId),
    ...(session.userId === null && session.provedEmail !== null && { guest: true as const }),
    basket_quantity: open?.quantity ?? 0,
    context: 'organiser',
    sandbox: config.live === null && config.smtpUrl === undefined,
    now: clock.now().toISOString(),
  }
}
