/**
 * A page that is left cuts its calls off, and nobody is told of it. When the browser brings the page back out
 * of its memory, those who waited for such a call would wait for ever: then the page is loaded anew.
 */
const running = new Set<AbortController>()
let cutOff = false

/** Adds a call to those that end with the page; answers how to take it out again. */
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

/** Why a call was aborted when the page was left. */
export const LEFT = 'page left'
