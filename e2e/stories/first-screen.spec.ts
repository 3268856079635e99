import { fill } from '@foyer/contract/fill.ts'
import { common, completed, shop as shopTexts, signIn } from '@foyer/contract/messages.ts'
import { PAGES } from '@foyer/contract/pages.ts'
import type { Locator } from '@playwright/test'
import { type Buyer, CARDS, newEmail, STEPS } from '../support/buyer.ts'
import { expect, story } from '../support/story.ts'

/** Screens on which people look for the next button, by project. */
const SCREENS = {
  phone: [{ width: 360, height: 740 }],
  desktop: [
    { width: 1280, height: 900 },
    { width: 1366, height: 768 },
  ],
}
const RUN = 'three-night-run'
const TICKET = 'Adult'

for (const isMobile of [true, false])
  for (const screen of SCREENS[isMobile ? 'phone' : 'desktop']) {
    const { width, height } = screen
    story.describe(`${width} by ${height}`, () => {
      story.skip(({ isMobile: isPhone }) => Boolean(isPhone) !== isMobile, 'belongs to the other project')
      story.use({ viewport: screen })

      story(
        `the next button is in the first screen, and no press moves the page, at ${width} by ${height}`,
        async ({ buyer }) => {
          const { page } = buyer
          const firstEvent = page.locator('main article').first()
          await buyer.open(PAGES.home)
          // The bar of the demo shop takes 56 pixels on a phone.
          expect((await firstEvent.boundingBox())!.y).toBeLessThan(isMobile ? 456 : 520)

          await buyer.open(PAGES.events)
          expect((await firstEvent.boundingBox())!.y).toBeLessThan(isMobile ? 456 : 520)

          await buyer.open(PAGES.event.replace(':slug', RUN))
          const next = page.getByRole(isMobile ? 'link' : 'button', {
            name: isMobile ? shopTexts['tickets.choose'] : shopTexts['tickets.add'],
          })
          await expectInFirstScreen(buyer, next)
          await expectNoSmallControls(buyer)
          expect(await scrollersInside(buyer), 'elements that scroll inside the page').toEqual([])

          const more = buyer.button(fill(common['quantity.more'], { name: TICKET }))
          await expectNoJump(buyer, more, () => more.click())
          await expectNoJump(buyer, more, () => more.click())
          const add = buyer.button(shopTexts['tickets.add']).filter({ visible: true })
          const toBasket = page.getByRole('link', { name: shopTexts['tickets.goToBasket'] }).filter({ visible: true })
          await expectNoJump(buyer, add, async () => {
            await add.click()
            await expect(toBasket).toBeFocused()
          })

          await buyer.openBasket()
          await expectInFirstScreen(buyer, buyer.reserveButton)
          await expectNoSmallControls(buyer)
          const moreLines = buyer.button(fill(common['quantity.more'], { name: TICKET }))
          await expectNoJump(buyer, moreLines, async () => {
            await moreLines.click()
            await expect(buyer.reserveButton).toBeEnabled()
          })
          await buyer.reserve()
          await buyer.expectStep(STEPS.account)
          await expectInFirstScreen(buyer, buyer.button(signIn['account.sendCode']))
          await buyer.continueAsGuest(newEmail('first-screen'))
          await buyer.declineNews()

          await buyer.expectStep(STEPS.payment)
          await expectInFirstScreen(buyer, buyer.payButton)
          await expectNoSmallControls(buyer)
          await buyer.typePostcode()
          const before = await topOf(buyer.payButton)
          const field = (label: string) => buyer.cardFrame.getByLabel(label)
          await expect(field('Card number')).toBeVisible()
          for (const [label, text] of [
            ['Card number', CARDS.good.number],
            ['Expiry date', '12 / 34'],
            ['Security code', '123'],
          ] as const) {
            await field(label).fill(text)
            expect(await topOf(buyer.payButton), `Pay, after ${label}`).toBe(before)
          }
          await buyer.payButton.click()
          await buyer.expectCompleted()
          await expectInFirstScreen(buyer, page.getByRole('link', { name: completed['link.goToTicketWallet'] }))
        },
      )

      story(
        `Reserve is in the first screen of a long basket, which shows its total once, at ${width} by ${height}`,
        async ({ buyer }) => {
          const { page } = buyer
          await buyer.addTickets(RUN, { [TICKET]: 1 })
          await buyer.fillBasket('autumn-gala', { Stalls: 1, Balcony: 2 })
          await expectInFirstScreen(buyer, buyer.reserveButton)
          await expectNoSmallControls(buyer)
          const total = page.getByText(/^£\d+\.\d\d$/).and(page.locator('[data-total], strong'))
          await expect(total.filter({ visible: true })).toHaveCount(1)
        },
      )
    })
  }

/** Fails unless the whole control is in the window before anything was scrolled. */
async function expectInFirstScreen({ page }: Buyer, control: Locator): Promise<void> {
  await expect(control.first()).toBeVisible()
  await expect.poll(() => page.evaluate(() => scrollY)).toBe(0)
  const box = (await control.first().boundingBox())!
  expect(box.y + box.height, `the lower edge of ${control}`).toBeLessThanOrEqual(page.viewportSize()!.height)
}

/** Where the control is in the window, in pixels. */
const topOf = async (control: Locator): Promise<number> => Math.round((await control.boundingBox())!.y)

/** Presses a control, and fails if the page has scrolled afterwards. */
async function expectNoJump({ page }: Buyer, control: Locator, press: () => Promise<void>): Promise<void> {
  await control.scrollIntoViewIfNeeded()
  const scroll = () => page.evaluate(() => Math.round(scrollY))
  const before = await scroll()
  await press()
  expect(await scroll(), `scroll after a press of ${control}`).toBe(before)
}

/** Controls are at least 44 pixels high, but for links within text and the boxes inside labels. */
async function expectNoSmallControls({ page }: Buyer): Promise<void> {
  const small = await page.evaluate(() =>
    [...document.querySelectorAll<HTMLElement>('main button, main select, main input, main summary')]
      .filter((control) => !(control instanceof HTMLInputElement && control.closest('label')))
      .filter((control) => control.checkVisibility() && !control.matches('.link'))
      .map((control) => [control.textContent || control.id, control.getBoundingClientRect()] as const)
      .filter(([, { height, width }]) => width > 1 && height > 1 && height < 43.5)
      .map(([name, { height }]) => `${name}: ${height}`),
  )
  expect(small, 'controls below 44 pixels').toEqual([])
}

/** What scrolls down within the page. */
const scrollersInside = ({ page }: Buyer): Promise<string[]> =>
  page.evaluate(() =>
    [...document.querySelectorAll<HTMLElement>('main *')]
      .filter((element) => /auto|scroll/.test(getComputedStyle(element).overflowY))
      .filter(({ scrollHeight, clientHeight }) => scrollHeight > clientHeight + 1)
      .map(({ className }) => className),
  )
