import type { Plugin } from 'vite'

/**
 * Vite's own helper around `import()` fetches stylesheets and nested scripts ahead of a chunk, in 1.3 kB on every page. Ours has
 * one stylesheet, which is in the page, and no nests, so a plain import does.
 */
export const plainPreload = (): Plugin => ({
  name: 'plain-preload',
  enforce: 'pre',
  load: (id) => (id === '\0vite/preload-helper.js' ? 'export const __vitePreload = (load) => load()' : undefined),
})
