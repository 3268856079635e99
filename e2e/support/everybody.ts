import AxeBuilder from '@axe-core/playwright'
import type { Page } from '@playwright/test'

const RULES = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']
const COLOURS = ['color-contrast', 'link-in-text-block']

/**
 * What keeps somebody out of the page as it stands: rules of WCAG 2.2 A and AA that are broken, and pixels that stand out
 * sideways; empty when nothing does. What stands in a vendor's frame is the vendor's. `coloursOnly`: for a page that was
 * looked at in full in its other theme, which differs in nothing else.
 */
export async function barriers(page: Page, { coloursOnly = false } = {}): Promise<string[]> {
  // The fade of a new step is over when nothing moves any more; half-faded words have half their contrast.
  await page.waitForFunction(() =>
    document.getAnimations().every(({ playState, effect, timeline }) => {
      // spinners, and what follows a scroll bar instead of the time
      const endless = effect?.getComputedTiming().iterations === Number.POSITIVE_INFINITY
      return endless || timeline !== document.timeline || playState !== 'running'
    }),
  )
  // Its other mode opens a page of its own for every answer, to look into frames of other sites.
  const axe = new AxeBuilder({ page }).setLegacyMode()
  const { violations } = await (coloursOnly ? axe.withRules(COLOURS) : axe.withTags(RULES)).analyze()
  const broken = violations.flatMap(({ id, nodes }) => nodes.map(({ target }) => `${id}: ${target.join(' ')}`))
  const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
  return [...broken, ...(overflow > 0 ? [`${overflow} pixels stand out sideways`] : [])]
}

/** As the server draws the page for a signed-in buyer who likes it dark, or for everybody else. */
export const wears = (page: Page, theme: string): Promise<void> =>
  page.evaluate((dark) => {
    if (dark) document.documentElement.dataset.theme = 'dark'
    else delete document.documentElement.dataset.theme
  }, theme === 'dark')
