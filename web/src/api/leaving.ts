import { type CallName, PATHS } from '@foyer/contract/paths.ts'

/**
 * Leaving a page aborts its calls, and their promises never settle. When the browser restores such a page from its
 * back/forward cache, the page is reloaded, because its callers would otherwise wait forever.
 */
const running = new Map<AbortController, CallName>()
let cutOff = false

/** Registers a call to be aborted with the page; returns a function that removes it. */
export function endWithPage(controller: AbortController, name: CallName): () => void {
  running.set(controller, name)
  return () => {
    running.delete(controller)
  }
}

const UNFINISHED = 'foyer.left-unfinished'

/**
 * The page is left with a change that the server may make after it has rendered the next page of this tab: browsers request
 * that page first.
 */
export function leaveUnfinished(): void {
  try {
    sessionStorage.setItem(UNFINISHED, '1')
  } catch {
    // Storage can be switched off. Then the next page may show the state before the change.
  }
}

/** Whether this tab left its last page with an unfinished change, so that this document may be out of date. True once. */
export function wasLeftUnfinished(): boolean {
  try {
    const unfinished = sessionStorage.getItem(UNFINISHED) !== null
    sessionStorage.removeItem(UNFINISHED)
    return unfinished
  } catch {
    return false
  }
}

/** Whether the browser shows this document again after back or forward, perhaps without asking the server. */
export function isHistoryVisit(): boolean {
  const [visit] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]
  return visit?.type === 'back_forward'
}

export function watchLeaving(page: Window, reload: () => void): void {
  page.addEventListener('pagehide', () => {
    cutOff = running.size > 0
    if ([...running.values()].some((name) => PATHS[name][0] === 'POST')) leaveUnfinished()
    for (const controller of running.keys()) controller.abort(LEFT)
    running.clear()
  })
  page.addEventListener('pageshow', (event) => {
    if (event.persisted && cutOff) reload()
  })
}

/** The abort reason when the page is left. */
export const LEFT = 'page left'
