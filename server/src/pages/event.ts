import { queue as t } from '@foyer/contract/messages.ts'
import type { EventPageData } from '@foyer/contract/types.ts'
import { openWith } from '../catalogue/access-codes.ts'
import type { CatalogueCache } from '../catalogue/cache.ts'
import type { Deps } from '../deps.ts'
import { escapeHtml } from '../html/sanitise.ts'
import { networkOf } from '../http/limits/network.ts'
import type { Session } from '../http/session.ts'

type Visitor = { session: Session; address: string; now: Date }

/** `isShared`: all browsers get the same data. */
type Opened = { data: EventPageData; isShared: boolean }

/** The page of an event for every code that doesn't open it. It lasts as long as the public page's data. */
const refusedPages = new WeakMap<EventPageData, Record<'wrong' | 'too_many', EventPageData>>()

function refusedPage(shown: EventPageData, state: 'wrong' | 'too_many'): EventPageData {
  let pages = refusedPages.get(shown)
  if (pages === undefined) {
    const page = (as: 'wrong' | 'too_many'): EventPageData => ({ ...shown, access: { code: '', state: as } })
    pages = { wrong: page('wrong'), too_many: page('too_many') }
    refusedPages.set(shown, pages)
  }
  return pages[state]
}

const pagesWithQueue = new WeakMap<EventPageData, EventPageData>()

/**
 * The same page with a link to the queue of the event, if it has one, before the description: as HTML it adds nothing to the
 * script of a page whose size is limited. One page has one result, so that its document stays shared.
 */
export function withQueueLink(shown: EventPageData): EventPageData {
  const { queue_url: url, description_html: about } = shown.event
  if (url === undefined) return shown
  const known = pagesWithQueue.get(shown)
  if (known !== undefined) return known
  const link = `<p>${escapeHtml(t.hint)} <a href="${escapeHtml(url)}">${escapeHtml(t.join)}</a></p>`
  const page = { ...shown, event: { ...shown.event, description_html: link + about } }
  pagesWithQueue.set(shown, page)
  return page
}

/**
 * Returns an event page with the ticket types that an access code opens. Only this visit shows them; search engines and caches
 * get the public page. Codes that open nothing share a page, so that guessing doesn't render one for each.
 */
export async function openedPage(
  deps: Deps,
  catalogue: CatalogueCache,
  shown: EventPageData,
  code: string,
  { session, address, now }: Visitor,
): Promise<Opened> {
  const { slug } = shown.event
  const opened = await openWith({ deps, session, ip: networkOf(address) }, deps.db, { slug }, code, now)
  if (typeof opened === 'string') return { data: refusedPage(shown, opened), isShared: true }
  const data = await catalogue.opened(now, slug, opened.id)
  if (data === null) return { data: refusedPage(shown, 'wrong'), isShared: true }
  return { data: { ...data, access: { code, state: 'opened' } }, isShared: false }
}
