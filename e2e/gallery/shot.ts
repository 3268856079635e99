import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, type Page } from '@playwright/test'
import { barriers, wears } from '../support/everybody.ts'

/** git-ignored */
export const PICTURES = fileURLToPath(new URL('./pictures/', import.meta.url))

export type Taker = {
  /** A picture of the whole page in each look, under the name of its state. */
  as: (state: string, page: Page) => Promise<void>
  /** Where a file of another kind belongs. */
  file: (name: string) => string
}

const chosen = (name: string) => process.env[name]?.split(',')
const WIDTHS = (chosen('GALLERY_WIDTHS') ?? ['360', '768', '1280']).map(Number)
export const THEMES = chosen('GALLERY_THEMES') ?? ['light', 'dark']

/** Instead of taking pictures, looks for what keeps somebody out. */
const CHECKS = process.env.GALLERY_CHECKS !== undefined

/** Heights of the devices the widths stand for. */
const heightOf = (width: number) => (width < 600 ? 780 : width < 1024 ? 1024 : 900)
/** Chromium paints no more at once. */
const HIGHEST = 16_000

/** Takes pictures into `pictures/<scene>/<state> <width> <theme>.png`. */
export function pictureTaker(scene: string, themes: readonly string[]): Taker {
  const looks = themes.flatMap((theme) => WIDTHS.map((width) => ({ theme, width })))
  const folder = join(PICTURES, scene)
  mkdirSync(folder, { recursive: true })
  return {
    file: (name) => join(folder, name),
    async as(state, page) {
      const before = page.viewportSize()!
      for (const { width, theme } of looks) {
        await page.setViewportSize({ width, height: heightOf(width) })
        await wears(page, theme)
        if (CHECKS) {
          expect.soft(await barriers(page), `${state} ${width} ${theme}`).toEqual([])
          continue
        }
        await isDrawn(page)
        const height = await page.evaluate(() => document.documentElement.scrollHeight)
        // As high as the page, so that bars which stick to the bottom are there and not halfway; a dialog stays in its window.
        if ((await page.locator('dialog[open]').count()) === 0)
          await page.setViewportSize({ width, height: Math.min(Math.max(height, heightOf(width)), HIGHEST) })
        await page.screenshot({ path: join(folder, `${state} ${width} ${theme}.png`), animations: 'disabled' })
      }
      await wears(page, 'light')
      await page.setViewportSize(before)
    },
  }
}

/** Every page is dark from its beginning, though nobody who likes it so is signed in. */
export const staysDark = (page: Page) =>
  page.addInitScript(() => {
    const darken = () => {
      if (document.documentElement?.dataset.theme === undefined) document.documentElement.dataset.theme = 'dark'
    }
    new MutationObserver(darken).observe(document, { attributes: true, childList: true, subtree: true })
  })

/** Pictures further down load only when they are scrolled to. */
const isDrawn = (page: Page) =>
  page.evaluate(async () => {
    await document.fonts.ready
    for (const image of document.images) image.loading = 'eager'
    await Promise.all([...document.images].map((image) => image.decode().catch(() => {})))
  })
