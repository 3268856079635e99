import './styles/index.css'
import './shared-chunk.ts'
import type { PageName } from '@foyer/contract/pages.ts'
import { installDateParsing } from '@foyer/domain/format/dates.ts'
import { startTransition } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { watchLeaving } from './api/leaving.ts'
import { setUser } from './api/user.ts'
import { App } from './app.tsx'
import { early } from './early.ts'
import { reportErrors } from './error-reporting/start.ts'
import type { Page, Sent } from './page.ts'
import { PAGE_MODULES } from './pages/pages.tsx'
import { prefetchPage } from './pages/prefetch.ts'
import { catchUpBadge, startBadge, watchRestores } from './shell/basket-badge.ts'

/** Hydrates the document that the server rendered, with the same page and data. */
async function start({ page: name, data, shell }: Sent) {
  globalThis.Date = installDateParsing(Date)
  watchLeaving(window, () => location.reload())
  if (shell.user) setUser(shell.user)
  startBadge(shell.basket_quantity)
  watchRestores(window)
  // The checkout loads the whole sale again.
  if (name !== 'checkout') void catchUpBadge()
  reportErrors(name, shell, name === 'checkout' && data.checkout?.state === 'payment')
  // The loader's type relates a page to its data only for a single name.
  const { page } = (await PAGE_MODULES[name]()) as { page: Page<PageName> }
  await page.load?.(data)
  for (const aiming of ['pointerover', 'focusin']) addEventListener(aiming, prefetchPage, { passive: true })
  // As a transition, React pauses every few milliseconds, so that a slow phone can scroll and respond meanwhile.
  startTransition(() => {
    hydrateRoot(document.getElementById('root')!, <App page={page} data={data} shell={shell} />)
  })
}

const sent: Sent = JSON.parse(document.getElementById('page')!.textContent!)
start(sent).catch((error: unknown) => {
  early()?.fail()
  throw error
})
