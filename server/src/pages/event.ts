import type { EventPageData } from '@foyer/contract/types.ts'
import { openWith } from '../catalogue/access-codes.ts'
import type { CatalogueCache } from '../catalogue/cache.ts'
import type { Deps } from '../deps.ts'
import { networkOf } from '../http/limits/network.ts'
import type { Session } from '../http/session.ts'

type Visitor = { session: Session; address: string; now: Date }

/**
 * Returns an event page with the ticket types that an access code opens. Only this visit shows them; search engines and caches
 * get the public page.
 */
export async function openedPage(
  deps: Deps,
  catalogue: CatalogueCache,
  shown: EventPageData,
  code: string,
  { session, address, now }: Visitor,
): Promise<EventPageData> {
  const { slug } = shown.event
  const opened = await openWith({ deps, session, ip: networkOf(address) }, deps.db, { slug }, code, now)
  if (typeof opened === 'string') return { ...shown, access: { code: '', state: opened } }
  const data = await catalogue.opened(now, slug, opened.id)
  return data === null ? shown : { ...data, access: { code, state: 'opened' } }
}
