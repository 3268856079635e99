import { copyFileSync, mkdirSync, mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { PageData, PageName } from '@foyer/contract/pages.ts'
import { expect } from 'vitest'
import { buildApp } from '../app.ts'
import { makeMetrics } from '../metrics.ts'
import type { Documents } from '../pages/document/document.ts'
import { type Browser, makeBrowser, type TestShop } from './shop.ts'

let clientDir: string | undefined

/** The files of a web build that routes serve, made once for all tests of this process. */
function createClientDir(): string {
  const folder = mkdtempSync(join(tmpdir(), 'foyer-pages-'))
  mkdirSync(join(folder, 'assets'))
  copyFileSync(new URL('../../../web/public/favicon.svg', import.meta.url), join(folder, 'favicon.svg'))
  writeFileSync(join(folder, 'widget.js'), '/* shows tickets */')
  return folder
}

/** Documents with only their page data and metadata, without a web build. */
export function plainDocuments(): Documents {
  clientDir ??= createClientDir()
  return {
    clientDir,
    worker: () => '',
    of: (page, data, _shell, head) => JSON.stringify({ page, data, head: { ...head, jsonLd: head?.jsonLd?.() } }),
    office: (page, data, shell) => JSON.stringify({ page, data, shell }),
  }
}

export type PageShop = {
  /** A new browser, or one with another's session. */
  browser(as?: Browser): Browser
  /** The page data that this browser gets; null when there is no such page for it. */
  data<P extends PageName>(browser: Browser, page: P, url: string): Promise<PageData[P] | null>
}

/** A test's shop with its pages, on the same database. */
export async function withPages(shop: TestShop, documents = plainDocuments()): Promise<PageShop> {
  // A second application in the same process needs its own metrics.
  const app = await buildApp({ ...shop.deps, metrics: makeMetrics() }, documents)
  return {
    browser: (as) => {
      const browser = makeBrowser(app)
      const cookie = as?.cookie()
      if (cookie) browser.use(decodeURIComponent(cookie.slice(cookie.indexOf('=') + 1)))
      return browser
    },
    async data(browser, page, url) {
      const response = await browser.get(url)
      expect([200, 404]).toContain(response.statusCode)
      const shown = JSON.parse(response.body) as { page: PageName; data: never }
      if (response.statusCode === 404) return null
      expect(shown.page).toBe(page)
      return shown.data
    },
  }
}
