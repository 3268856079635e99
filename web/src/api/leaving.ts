/**
 * Leaving a page aborts its calls, and their promises never settle. When the browser restores such a page from its
 * back/forward cache, the page is reloaded, because its callers would otherwise wait forever.
 */
const running = new Set<AbortController>()
let cutOff = false

/** Registers a call to be aborted with the page; returns a function that removes it. */
export function endWithPage(controller: AbortController): () => void {
  running.add(controller)
  return () => {
    running.delete(controller)
  }
}

export function watchLeaving(page: Window, reload: () => void): void {
  page.addEventListener('pagehide', () => {
    cutOff = running.size > 0
    for (const controller of running) controller.abort(LEFT)
    running.clear()
  })
  page.addEventListener('pageshow', (event) => {
    if (event.persisted && cutOff) reload()
  })
}

/** The abort reason when the page is left. */
export const LEFT = 'page left'
