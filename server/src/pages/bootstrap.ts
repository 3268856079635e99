import { createHash } from 'node:crypto'

/**
 * The one script that stands in a document itself: it lets the page be drawn before it asks for the page's scripts, which then
 * take nothing from the stylesheet, the font and the posters on a slow line (decision 022). A tab in the background draws
 * nothing; there the timer begins. Never changed from page to page, so that the policy can name it by its hash: which scripts
 * they are is said by its element.
 */
const BOOTSTRAP = `(scripts => {
  let begun = false
  const add = (name, fields) => document.head.append(Object.assign(document.createElement(name), fields))
  const begin = () => {
    if (begun) return
    begun = true
    for (const href of scripts.slice(1)) add('link', { rel: 'modulepreload', href })
    add('script', { type: 'module', src: scripts[0] })
  }
  new PerformanceObserver(begin).observe({ type: 'paint', buffered: true })
  setTimeout(begin, 1000)
})(document.currentScript.dataset.scripts.split(' '))`.replace(/\n\s*/g, '\n')

/** The bootstrap script as the policy of a page names it. */
export const BOOTSTRAP_SOURCE = `'sha256-${createHash('sha256').update(BOOTSTRAP).digest('base64')}'`

/** The bootstrap script's element: `script` is the entry, `preloads` what it imports, as addresses from the root. */
export const bootstrap = (script: string, preloads: readonly string[]): string =>
  `<script data-scripts="${[script, ...preloads].join(' ')}">${BOOTSTRAP}</script>`
