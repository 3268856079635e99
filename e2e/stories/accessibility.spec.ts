import { common, completed, signIn, checkout as t, shop as words } from '@foyer/contract/messages.ts'
import { PAGES } from '@foyer/contract/pages.ts'
import type { Locator, Page } from '@playwright/test'
import { accessibilityProblems, setTheme } from '../support/accessibility.ts'
import { type Buyer, CARDS, newEmail, STEPS } from '../support/buyer.ts'
import { expect, story } from '../support/story.ts'

/** The widths that each project checks: four in total, each in both themes. */
const WIDTHS = { phone: [320, 360], desktop: [768, 1280] }
const HEIGHTS: Record<number, number> = { 320: 780, 360: 780, 768: 1024, 1280: 900 }

/** Asserts that the step has no accessibility barrier, at each width and in both themes. */
async function isAccessible(buyer: Buyer, step: string) {
  const { page } = buyer
  await buyer.sees(step)
  const before = {
    size: page.viewportSize()!,
    theme: await page.evaluate(() => document.documentElement.dataset.theme),
  }
  const widths = before.size.width < 768 ? WIDTHS.phone : WIDTHS.desktop
  for (const width of widths) {
    await page.setViewportSize({ width, height: HEIGHTS[width]! })
    for (const theme of ['light', 'dark']) {
      await setTheme(page, theme)
      expect
        .soft(await accessibilityProblems(page, { coloursOnly: theme === 'dark' }), `${step}, ${width} px, ${theme}`)
        .toEqual([])
    }
  }
  await setTheme(page, before.theme ?? 'light')
  await page.setViewportSize(before.size)
}

// Every step is checked in full, which takes longer than usual.
story.describe.configure({ timeout: 240_000 })

for (const known of [false, true])
  story(
    `a sale that everybody can make, ${known ? 'known and in the dark' : 'for the first time'}: no rule of WCAG 2.2 A and AA is broken on any step`,
    async ({ buyer, isMobile }) => {
      // Each looks at every width and theme, so one of them on a phone and one at a desk is enough.
      story.skip(isMobile !== known, known ? 'runs on a phone' : 'runs at a desk')
      const { page } = buyer
      const email = newEmail('everybody')
      if (known) {
        await buyer.hasAccount(email)
        await buyer.prefersDark()
      } else {
        await buyer.opensBasket()
        await isAccessible(buyer, STEPS.basket)
        await buyer.opens(PAGES.home)
        await isAccessible(buyer, words['lead.home'])
        await buyer.opens(PAGES.events)
        await isAccessible(buyer, words['title.events'])
        await buyer.opens(PAGES.event.replace(':slug', 'posted-programme'))
        await isAccessible(buyer, 'Posted Programme')
      }
      await buyer.choosesAt('bell-concert', { Pew: 1 })
      await buyer.choosesAt('autumn-gala', { Stalls: 1 })
      await buyer.hasBasket('posted-programme', { Programme: 1 })
      if (known) expect(await page.locator('html').getAttribute('data-theme')).toBe('dark')
      else await isAccessible(buyer, STEPS.basket)
      await buyer.reserves()
      if (!known) await isAccessible(buyer, 'Keep the bells ringing?')
      await page.getByLabel(t['donation.custom']).fill('20')
      await buyer.continues()
      await buyer.sees(STEPS.giftAid)
      if (!known) {
        await page.getByLabel(t['giftAid.optIn']).check({ force: true })
        await isAccessible(buyer, STEPS.giftAid)
        await page.getByLabel(t['giftAid.optIn']).uncheck({ force: true })
      }
      await buyer.continues()
      await isAccessible(buyer, STEPS.account)
      if (known) await page.getByRole('button', { name: /^Continue as / }).click()
      else {
        await buyer.asksForCode(email)
        await isAccessible(buyer, STEPS.account)
        await buyer.typesCode(await buyer.codeFor(email))
        await expect(page.getByLabel(t['account.name'])).toBeVisible()
        await isAccessible(buyer, STEPS.account)
        await buyer.entersName('Ada Lovelace')
        await isAccessible(buyer, STEPS.keepUpdated)
      }
      await buyer.sees(STEPS.keepUpdated)
      await buyer.continues()
      await buyer.sees(STEPS.deliveryAddress)
      if (!known) {
        await buyer.continues()
        await expect(page.getByText(common['error.title'])).toBeVisible()
        await isAccessible(buyer, STEPS.deliveryAddress)
      }
      await buyer.entersAddress({ address1: '1 Quay Street', town: 'Portwell', postcode: 'PW1 1AA' })
      await buyer.continues()
      await buyer.sees(STEPS.payment)
      await buyer.choosesCard()
      await expect(buyer.cardFrame.getByLabel('Card number')).toBeVisible()
      await isAccessible(buyer, STEPS.payment)
      await buyer.paysByCard(CARDS.good)
      await buyer.sees(STEPS.delivery)
      if (!known) await isAccessible(buyer, STEPS.delivery)
      await buyer.hasCompleted()
      await isAccessible(buyer, STEPS.completed)
      await buyer.opensWallet()
      await buyer.countsCodes()
      await isAccessible(buyer, 'Ticket wallet')
    },
  )

/** Whether the focused element is inside the window and no sticky element covers all of it (WCAG 2.4.11). */
const focusIsSeen = (page: Page) =>
  page.evaluate(() => {
    const focused = document.activeElement!
    const box = (focused.closest('label') ?? focused).getBoundingClientRect()
    const x = Math.min(Math.max(box.left + box.width / 2, 0), innerWidth - 1)
    return [box.top + 2, box.top + box.height / 2, box.bottom - 2].some((y) => {
      const over = document.elementFromPoint(x, y)
      const bar = over?.closest('[data-sticky]')
      return over !== null && (!bar || bar.contains(focused))
    })
  })

async function buysByKeyboard(buyer: Buyer) {
  const { page } = buyer
  const email = newEmail('keyboard')
  /** Presses Tab until the control has the focus, as a keyboard user does, and checks that each stop is visible. */
  const reaches = async (control: Locator) => {
    for (let n = 0; n < 80; n++) {
      if (await control.evaluate((element) => element === document.activeElement).catch(() => false)) return
      await page.keyboard.press('Tab')
      expect.soft(await focusIsSeen(page), `on the way to ${control}, at stop ${n}`).toBe(true)
    }
    throw new Error(`The keyboard does not reach ${control}`)
  }
  const presses = async (control: Locator, key = 'Enter') => {
    await reaches(control)
    await page.keyboard.press(key)
  }
  const types = async (control: Locator, text: string) => {
    await reaches(control)
    await page.keyboard.type(text)
  }

  await buyer.opens(PAGES.event.replace(':slug', 'autumn-gala'))
  await page.keyboard.press('Tab')
  await expect(page.getByRole('link', { name: common.skip })).toBeFocused()
  await page.keyboard.press('Enter')
  await presses(buyer.button('More Balcony'))
  await presses(buyer.button(words['tickets.add']).filter({ visible: true }))
  await presses(page.getByRole('link', { name: words['tickets.goToBasket'] }).filter({ visible: true }).first())
  await buyer.sees(STEPS.basket)
  await expect(buyer.reserveButton).toBeEnabled()
  await presses(buyer.reserveButton)
  await buyer.sees(STEPS.account)
  await expect(buyer.heading).toBeFocused()
  await types(page.getByLabel(signIn['account.email']), email)
  await page.keyboard.press('Enter')
  await expect(page.getByLabel(signIn['account.code'])).toBeFocused()
  await page.keyboard.type(await buyer.codeFor(email))
  await page.keyboard.press('Enter')
  await expect(page.getByLabel(t['account.name'])).toBeFocused()
  await page.keyboard.type('Ada Lovelace')
  await page.keyboard.press('Enter')
  await buyer.sees(STEPS.keepUpdated)
  await presses(buyer.button(common['button.continue']))
  await buyer.sees(STEPS.payment)
  await expect(buyer.cardFrame.getByLabel('Card number')).toBeVisible()
  const isInFrame = () => page.evaluate(() => document.activeElement instanceof HTMLIFrameElement)
  for (let n = 0; n < 80 && !(await isInFrame()); n++) {
    await page.keyboard.press('Tab')
    if (!(await isInFrame())) expect.soft(await focusIsSeen(page), `on the way to the card, at stop ${n}`).toBe(true)
  }
  for (const [label, text] of [
    ['Card number', '4242424242424242'],
    ['Expiry date', '1234'],
    ['Security code', '123'],
  ] as const) {
    // The vendor's frame takes the keyboard slightly later than a field of the page.
    await expect(buyer.cardFrame.getByLabel(label)).toBeFocused()
    await page.keyboard.type(text)
    await page.keyboard.press('Tab')
  }
  await types(page.getByLabel(t['payment.postcode'], { exact: true }), 'PW1 1AA')
  await expect(buyer.cardFrame.getByLabel('Card number')).toHaveValue('4242 4242 4242 4242')
  await presses(buyer.payButton)
  await buyer.hasCompleted()
  await presses(page.getByRole('link', { name: completed['link.goToTicketWallet'] }))
  await expect(buyer.heading).toHaveText('Ticket wallet')
  expect(await buyer.paymentsTaken()).toEqual([1375])
  expect(await buyer.ticketMails(email)).toHaveLength(1)
}

story('a whole purchase with the keyboard alone', ({ buyer }) => buysByKeyboard(buyer))

story('the same at 400 % zoom, in a window of 320 by 256', async ({ buyer, isMobile }) => {
  story.skip(isMobile, 'a desk is zoomed')
  await buyer.page.setViewportSize({ width: 320, height: 256 })
  await buysByKeyboard(buyer)
})

story(
  'with letters twice as large, less motion and forced colours nothing is lost or stands out',
  async ({ newBuyer }) => {
    const buyer = await newBuyer({
      reducedMotion: 'reduce',
      forcedColors: 'active',
      viewport: { width: 360, height: 780 },
    })
    const { page } = buyer
    await page.addInitScript(() => {
      addEventListener('DOMContentLoaded', () => {
        document.documentElement.style.fontSize = '200%'
      })
    })
    const holds = async (step: string) => {
      await buyer.sees(step)
      expect.soft(await accessibilityProblems(page), step).toEqual([])
    }
    await buyer.opens(PAGES.events)
    await holds(words['title.events'])
    await buyer.hasBasket('autumn-gala', { Stalls: 1 })
    await holds(STEPS.basket)
    await buyer.reserves()
    await holds(STEPS.account)
    await buyer.continuesAsGuest(newEmail('large'))
    await holds(STEPS.keepUpdated)
    await buyer.declinesNews()
    await holds(STEPS.payment)
    await buyer.paysByCard(CARDS.good)
    await buyer.hasCompleted()
    await holds(STEPS.completed)
  },
)
