import { PAGES } from '@foyer/contract/pages.ts'
import type { Page } from '@playwright/test'
import { type Buyer, CARDS, newEmail, STEPS } from '../support/buyer.ts'
import { shows } from '../support/criteria.ts'
import { expect, story } from '../support/story.ts'

const SCREEN = { width: 360, height: 740 }
/** Of the screen's height, what sticks to its edges may cover. */
const MOST_STUCK = 0.2

story.skip(({ isMobile }) => Boolean(isMobile), 'the story has its own screen')

for (const language of ['en', 'fr'] as const)
  story(
    `with text at 200 %, nothing leaves its card and bars take at most a fifth of the screen, in ${language}`,
    shows('1.4.4'),
    async ({ newBuyer }) => {
      const buyer = await newBuyer({ viewport: SCREEN, hasTouch: true })
      const { page } = buyer
      await page.addInitScript(() => {
        addEventListener('DOMContentLoaded', () => {
          document.documentElement.style.fontSize = '200%'
        })
      })
      const look = async (what: string) => {
        // The rest of the journey is in English words; the pages are looked at in both languages.
        if (language === 'fr') await page.goto(withLanguage(page.url(), 'fr'))
        await page.evaluate(() => document.fonts.ready)
        expect.soft(await outsideTheirCard(page), `${what}: what leaves its card`).toEqual([])
        expect.soft(await stuckShare(page), `${what}: share of the screen that sticks`).toBeLessThanOrEqual(MOST_STUCK)
        if (language === 'fr') await page.goto(withLanguage(page.url(), 'en'))
        await buyer.waitForHydration()
      }
      await walk(buyer, look)
    },
  )

const withLanguage = (address: string, language: string): string => {
  const url = new URL(address)
  url.searchParams.set('lang', language)
  return url.href
}

/** From the home page to the wallet. */
async function walk(buyer: Buyer, look: (what: string) => Promise<void>): Promise<void> {
  for (const [what, path] of [
    ['home', PAGES.home],
    ['events', PAGES.events],
    ['gift vouchers', PAGES.gift_vouchers],
    ['seats', PAGES.event.replace(':slug', 'evening-out')],
    ['event', PAGES.event.replace(':slug', 'three-night-run')],
  ] as const) {
    await buyer.open(path)
    await look(what)
  }
  await buyer.addTickets('three-night-run', { Adult: 2 })
  await buyer.addTickets('autumn-gala', { Stalls: 1 })
  await buyer.openBasket()
  await look('basket')
  await buyer.reserve()
  await buyer.expectStep(STEPS.account)
  await look('account')
  await buyer.continueAsGuest(newEmail('large-text'))
  await buyer.expectStep(STEPS.keepUpdated)
  await look('keep updated')
  await buyer.declineNews()
  await buyer.expectStep(STEPS.payment)
  await expect(buyer.cardFrame.getByLabel('Card number')).toBeVisible()
  await look('payment')
  await buyer.typePostcode()
  await buyer.typeCard(CARDS.good)
  await buyer.payButton.click()
  await buyer.expectCompleted()
  await look('completed')
  const { sale_reference } = await buyer.checkout()
  await buyer.open(PAGES.wallet)
  await look('wallet')
  await buyer.open(PAGES.order.replace(':reference', sale_reference))
  await look('order')
}

/** Texts that reach over the sides of what they are in: the window, or a box with an edge or a fill of its own. */
const outsideTheirCard = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const found: string[] = []
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    const range = document.createRange()
    for (let text = texts.nextNode(); text; text = texts.nextNode()) {
      const parent = text.parentElement!
      if (!text.nodeValue!.trim() || !parent.checkVisibility({ visibilityProperty: true, opacityProperty: true }))
        continue
      if (parent.closest('.visually-hidden, script, style, option')) continue
      range.selectNodeContents(text)
      for (let box: HTMLElement | null = parent; box; box = box.parentElement) {
        const { overflowX, position, clipPath, borderInlineStartWidth, backgroundColor } = getComputedStyle(box)
        // What scrolls sideways, or is hidden from sight, has nothing to leave.
        if (/auto|scroll/.test(overflowX) || clipPath !== 'none') break
        const isCard = parseFloat(borderInlineStartWidth) > 0 || !/rgba\(.* 0\)|transparent/.test(backgroundColor)
        if (isCard || box === document.body) {
          const { left, right } = box.getBoundingClientRect()
          const over = [...range.getClientRects()].some((rect) => rect.left < left - 1 || rect.right > right + 1)
          if (over) {
            found.push(`${text.nodeValue!.trim()} in ${box.className || box.tagName}`)
            break
          }
        }
        // A badge over the corner of its link belongs to the box that it is placed in.
        if (position === 'absolute' || position === 'fixed') break
      }
    }
    return found
  })

/** The share of the window's height that stays where it is while the page scrolls. */
const stuckShare = (page: Page): Promise<number> =>
  page.evaluate(async () => {
    const height = document.documentElement.scrollHeight - innerHeight
    const bars = [...document.querySelectorAll('body *')].filter(
      (element) => /sticky|fixed/.test(getComputedStyle(element).position) && element.checkVisibility(),
    )
    const topsAt = async (share: number) => {
      scrollTo({ top: height * share, behavior: 'instant' })
      await new Promise(requestAnimationFrame)
      return bars.map((bar) => bar.getBoundingClientRect())
    }
    const [before, after] = [await topsAt(0.4), await topsAt(0.5)]
    scrollTo({ top: 0, behavior: 'instant' })
    if (height < 20) return 0
    const stuck = after.filter(({ top, bottom }, i) => top === before[i]!.top && bottom > 0 && top < innerHeight)
    return stuck.reduce((sum, rect) => sum + rect.height, 0) / innerHeight
  })
