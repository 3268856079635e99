import { createHash } from 'node:crypto'

/**
 * One of the inline scripts of a document. The page and its main picture render before the scripts and the display font load, so that
 * on a slow line they don't compete with the stylesheet and the pictures (decision 021). A background tab renders nothing, so there
 * a timer starts them. A visitor who comes from another page of the shop already has the font, and sees it at once. The script's
 * text is the same on every page, so that the policy can allow its hash; its element lists the page's scripts.
 */
const BOOTSTRAP = `(scripts => {
  let begun = false
  const useFont = () => document.documentElement.removeAttribute('data-font')
  if (document.referrer.startsWith(location.origin + '/')) useFont()
  const add = (name, fields) => document.head.append(Object.assign(document.createElement(name), fields))
  const begin = () => {
    if (begun) return
    begun = true
    useFont()
    for (const href of scripts.slice(1)) add('link', { rel: 'modulepreload', href })
    add('script', { type: 'module', src: scripts[0], onerror: () => window.early?.fail() })
  }
  const afterPicture = () => {
    const picture = document.querySelector('img[fetchpriority=high]')
    if (picture) picture.decode().catch(() => {}).then(() => requestAnimationFrame(() => setTimeout(begin)))
    else begin()
  }
  new PerformanceObserver(afterPicture).observe({ type: 'paint', buffered: true })
  setTimeout(begin, 1000)
})(document.currentScript.dataset.scripts.split(' '))`.replace(/\n\s*/g, '\n')

/** The bootstrap script's source in a page's content security policy. */
export const BOOTSTRAP_SOURCE = `'sha256-${createHash('sha256').update(BOOTSTRAP).digest('base64')}'`

/** Returns the bootstrap script's element: `script` is the entry and `preloads` its imports, both as paths from the root. */
export const bootstrap = (script: string, preloads: readonly string[]): string =>
  `<script data-scripts="${[script, ...preloads].join(' ')}">${BOOTSTRAP}</script>`
