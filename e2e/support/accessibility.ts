import { type Page, test } from '@playwright/test'
import axe, { type RunOptions } from 'axe-core'
import { metRule } from './criteria.ts'

const RULES = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']
const COLOURS = ['color-contrast', 'link-in-text-block']

/**
 * Accessibility barriers on the current page: broken rules of WCAG 2.2 A and AA, and pixels that overflow sideways. Leaves out
 * the vendors' frames. `coloursOnly` is for a page already checked in full in its other theme, which differs only in colours.
 */
export async function accessibilityProblems(page: Page, { coloursOnly = false } = {}): Promise<string[]> {
  // Waits for the fade of a new step, because half-faded text has half its contrast.
  await page.waitForFunction(() =>
    document.getAnimations().every(({ playState, effect, timeline }) => {
      // spinners, and animations that follow a scroll bar instead of the time
      const isEndless = effect?.getComputedTiming().iterations === Number.POSITIVE_INFINITY
      return isEndless || timeline !== document.timeline || playState !== 'running'
    }),
  )
  // Once per document: the library is larger than all scripts of the page.
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe.source)
  const options: RunOptions = {
    runOnly: coloursOnly ? { type: 'rule', values: COLOURS } : { type: 'tag', values: RULES },
    resultTypes: ['violations'],
    iframes: false,
  }
  const { problems, met } = await page.evaluate(problemsNow, options)
  const { annotations } = test.info()
  for (const rule of met)
    if (!annotations.some(({ description }) => description === rule)) annotations.push(metRule(rule))
  return problems
}

/** Runs in the page, and returns only what is broken and which rules were met: a whole result describes every element. */
async function problemsNow(options: RunOptions): Promise<{ problems: string[]; met: string[] }> {
  const library = (window as unknown as { axe: typeof axe }).axe
  const { violations, passes } = await library.run(document, options)
  const broken = violations.flatMap(({ id, nodes }) => nodes.map(({ target }) => `${id}: ${target.join(' ')}`))
  const overflow = document.documentElement.scrollWidth - innerWidth
  return {
    problems: [...broken, ...(overflow > 0 ? [`${overflow} pixels overflow sideways`] : [])],
    met: passes.map(({ id }) => id),
  }
}

/** Sets the theme as the server renders it: dark for a signed-in customer who prefers it, else light. */
export const setTheme = (page: Page, theme: string): Promise<void> =>
  page.evaluate((dark) => {
    if (dark) document.documentElement.dataset.theme = 'dark'
    else delete document.documentElement.dataset.theme
  }, theme === 'dark')
