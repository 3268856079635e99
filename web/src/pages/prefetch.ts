import { PAGES } from '@foyer/contract/pages.ts'
import { PAGE_MODULES } from './pages.tsx'

/** Where a buyer goes on from a page of the shop. */
const NEXT = (['event', 'events', 'gift_vouchers', 'checkout'] as const).map(
  (name) => [name, new RegExp(`^${PAGES[name].replace(':slug', '[^/]+')}$`)] as const,
)

/** Fetches the script of the page that a link leads to once somebody aims at it; its document comes when it is opened. */
export function fetchAhead({ target }: { target: EventTarget | null }): void {
  const link = target instanceof Element && target.closest('a')
  if (!link || link.origin !== location.origin || link.pathname === location.pathname) return
  const [name] = NEXT.find(([, path]) => path.test(link.pathname)) ?? []
  // A page that does not come is fetched again when it is opened.
  if (name) PAGE_MODULES[name]().catch(() => {})
}
