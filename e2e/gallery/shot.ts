import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, type Page } from '@playwright/test'
import { accessibilityProblems, setTheme } from '../support/accessibility.ts'

/** git-ignored */
export const PICTURES = fileURLToPath(new URL('./pictures/', import.meta.url))

export type PictureTaker = {
  /** Takes a full-page picture in each width and theme, named after the state. `widths`: instead of the usual ones. */
  as: (state: string, page: Page, widths?: readonly number[]) => Promise<void>
  /** The path of another file in the scene's folder. */
  file: (name: string) => string
}

/** The widths of a phone and of a common mail program. */
export const EMAIL_WIDTHS = [360, 640]

const listFrom = (name: string) => process.env[name]?.split(',')
const WIDTHS = (listFrom('GALLERY_WIDTHS') ?? ['360', '768', '1280']).map(Number)
export const THEMES = listFrom('GALLERY_THEMES') ?? ['light', 'dark']

/** Checks accessibility instead of taking pictures. */
const CHECKS = process.env.GALLERY_CHECKS !== undefined

/** The heights of devices with these widths. */
const heightOf = (width: number) => (width < 600 ? 780 : width < 1024 ? 1024 : 900)
/** The tallest page that Chromium can paint at once. */
const MAX_HEIGHT = 16_000

/** Returns a taker that writes `pictures/<scene>/<state> <width> <theme>.png`. */
export function pictureTaker(scene: string, themes: readonly string[]): PictureTaker {
  const folder = join(PICTURES, scene)
  mkdirSync(folder, { recursive: true })
  return {
    file: (name) => join(folder, name),
    async as(state, page, widths = WIDTHS) {
      const before = page.viewportSize()!
      const variants = themes.flatMap((theme) => widths.map((width) => ({ theme, width })))
      for (const { width, theme } of variants) {
        await page.setViewportSize({ width, height: heightOf(width) })
        await setTheme(page, theme)
        // Emails follow the reader's system.
        await page.emulateMedia({ colorScheme: theme === 'dark' ? 'dark' : 'light' })
        if (!CHECKS) await loadPictures(page)
        const height = await page.evaluate(() => document.documentElement.scrollHeight)
        // As tall as the page, so that sticky bottom bars are at the end and cover nothing. A dialog stays at the size of its window.
        if ((await page.locator('dialog[open]').count()) === 0)
          await page.setViewportSize({ width, height: Math.min(Math.max(height, heightOf(width)), MAX_HEIGHT) })
        if (CHECKS) expect.soft(await accessibilityProblems(page), `${state} ${width} ${theme}`).toEqual([])
        else await page.screenshot({ path: join(folder, `${state} ${width} ${theme}.png`), animations: 'disabled' })
      }
      await setTheme(page, 'light')
      await page.emulateMedia({ colorScheme: null })
      await page.setViewportSize(before)
    },
  }
}

/** Makes every page dark from the start, without a signed-in customer who prefers dark. */
export const keepDark = (page: Page) =>
  page.addInitScript(() => {
    const darken = () => {
      if (document.documentElement?.dataset.theme === undefined) document.documentElement.dataset.theme = 'dark'
    }
    new MutationObserver(darken).observe(document, { attributes: true, childList: true, subtree: true })
  })

/** Loads all images, because lazy ones load only after a scroll. */
const loadPictures = (page: Page) =>
  page.evaluate(async () => {
    await document.fonts.ready
    for (const image of document.images) image.loading = 'eager'
    await Promise.all([...document.images].map((image) => image.decode().catch(() => {})))
  })
