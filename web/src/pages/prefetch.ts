import { PAGES } from '@foyer/contract/pages.ts'
import { PAGE_MODULES } from './pages.tsx'

/** The pages a buyer usually visits next. */
const NEXT = (['event', 'events', 'gift_vouchers', 'checkout'] as const).map(
  (name) => [name, new RegExp(`^${PAGES[name].replace(':slug', '[^/]+')}$`)] as const,
)

/** Loads the script of the page behind a link when the pointer or focus is on it; the document is loaded when it is opened. */
export function prefetchPage({ target }: { target: EventTarget | null }): void {
  const link = target instanceof Element && target.closest('a')
  if (!link || link.origin !== location.origin || link.pathname === location.pathname) return
  const [name] = NEXT.find(([, path]) => path.test(link.pathname)) ?? []
  // If this fails, the page's script is loaded when it is opened.
  if (name) PAGE_MODULES[name]().catch(() => {})
}
