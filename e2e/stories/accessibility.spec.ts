import { common, completed, signIn, checkout as t, shop as words } from '@foyer/contract/messages.ts'
import { PAGES } from '@foyer/contract/pages.ts'
import type { Locator, Page } from '@playwright/test'
import { accessibilityProblems, setTheme } from '../support/accessibility.ts'
import { type Buyer, CARDS, newEmail, STEPS } from '../support/buyer.ts'
import { shows } from '../support/criteria.ts'
import { expect, story } from '../support/story.ts'

/** The widths that each project checks: four in total, each in both themes. */
const WIDTHS = { phone: [320, 360], desktop: [768, 1280] }
const HEIGHTS: Record<number, number> = { 320: 780, 360: 780, 768: 1024, 1280: 900 }

/** Asserts that the step has no accessibility barrier, at each width and in both themes. */
async function expectAccessible(buyer: Buyer, step: string) {
  const { page } = buyer
  await buyer.expectStep(step)
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

for (const known of [false, true])
  story(
    `breaks no WCAG 2.2 A or AA rule on any step of a purchase, ${known ? 'signed in with a dark theme' : 'as a first-time guest'}`,
    // No step overflows at 320 pixels, which only the phone has.
    known ? shows('1.4.10') : {},
    async ({ buyer, isMobile }) => {
      // Each checks every width and theme, so one on a phone and one on a desktop are enough.
      story.skip(isMobile !== known, known ? 'runs on a phone' : 'runs on a desktop')
      const { page } = buyer
      const email = newEmail('everybody')
      if (known) {
        await buyer.createAccount(email)
        await buyer.setDarkTheme()
      } else {
        await buyer.openBasket()
        await expectAccessible(buyer, STEPS.basket)
        await buyer.open(PAGES.home)
        await expectAccessible(buyer, words['lead.home'])
        await buyer.open(PAGES.events)
        await expectAccessible(buyer, words['title.events'])
        await buyer.open(PAGES.accessibility)
        await expectAccessible(buyer, common['footer.accessibility'])
        await buyer.open(PAGES.event.replace(':slug', 'posted-programme'))
        await expectAccessible(buyer, 'Posted Programme')
      }
      await buyer.addTickets('bell-concert', { Pew: 1 })
      await buyer.addTickets('autumn-gala', { Stalls: 1 })
      await buyer.fillBasket('posted-programme', { Programme: 1 })
      if (known) expect(await page.locator('html').getAttribute('data-theme')).toBe('dark')
      else await expectAccessible(buyer, STEPS.basket)
      await buyer.reserve()
      if (!known) await expectAccessible(buyer, 'Keep the bells ringing?')
      await page.getByLabel(t['donation.custom']).fill('20')
      await buyer.pressContinue()
      await buyer.expectStep(STEPS.giftAid)
      if (!known) {
        await page.getByLabel(t['giftAid.optIn']).check({ force: true })
        await expectAccessible(buyer, STEPS.giftAid)
        await page.getByLabel(t['giftAid.optIn']).uncheck({ force: true })
      }
      await buyer.pressContinue()
      await expectAccessible(buyer, STEPS.account)
      if (known) await page.getByRole('button', { name: /^Continue as / }).click()
      else {
        await buyer.requestCode(email)
        await expectAccessible(buyer, STEPS.account)
        await buyer.enterCode(await buyer.codeFor(email))
        await expect(page.getByLabel(t['account.name'])).toBeVisible()
        await expectAccessible(buyer, STEPS.account)
        await buyer.enterName('Ada Lovelace')
        await expectAccessible(buyer, STEPS.keepUpdated)
      }
      await buyer.expectStep(STEPS.keepUpdated)
      await buyer.pressContinue()
      await buyer.expectStep(STEPS.deliveryAddress)
      if (!known) {
        await buyer.pressContinue()
        await expect(page.getByText(common['error.title'])).toBeVisible()
        await expectAccessible(buyer, STEPS.deliveryAddress)
      }
      await buyer.enterAddress({ address1: '1 Quay Street', town: 'Portwell', postcode: 'PW1 1AA' })
      await buyer.pressContinue()
      await buyer.expectStep(STEPS.payment)
      await buyer.chooseCard()
      await expect(buyer.cardFrame.getByLabel('Card number')).toBeVisible()
      await expectAccessible(buyer, STEPS.payment)
      await buyer.payByCard(CARDS.good)
      await buyer.expectStep(STEPS.delivery)
      if (!known) await expectAccessible(buyer, STEPS.delivery)
      await buyer.expectCompleted()
      await expectAccessible(buyer, STEPS.completed)
      await buyer.openWallet()
      await buyer.countCodes()
      await expectAccessible(buyer, 'Ticket wallet')
    },
  )

/** Whether the focused element is inside the window and no sticky element covers all of it (WCAG 2.4.11). */
const isFocusVisible = (page: Page) =>
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

async function buyByKeyboard(buyer: Buyer) {
  const { page } = buyer
  const email = newEmail('keyboard')
  /** Presses Tab until the control has the focus, as a keyboard user does, and checks that each stop is visible. */
  const tabTo = async (control: Locator) => {
    for (let n = 0; n < 80; n++) {
      if (await control.evaluate((element) => element === document.activeElement).catch(() => false)) return
      await page.keyboard.press('Tab')
      expect.soft(await isFocusVisible(page), `on the way to ${control}, at stop ${n}`).toBe(true)
    }
    throw new Error(`The keyboard does not reach ${control}`)
  }
  const press = async (control: Locator, key = 'Enter') => {
    await tabTo(control)
    await page.keyboard.press(key)
  }
  const type = async (control: Locator, text: string) => {
    await tabTo(control)
    await page.keyboard.type(text)
  }

  await buyer.open(PAGES.event.replace(':slug', 'autumn-gala'))
  await page.keyboard.press('Tab')
  await expect(page.getByRole('link', { name: common.skip })).toBeFocused()
  await page.keyboard.press('Enter')
  await press(buyer.button('More Balcony'))
  await press(buyer.button(words['tickets.add']).filter({ visible: true }))
  await press(page.getByRole('link', { name: words['tickets.goToBasket'] }).filter({ visible: true }).first())
  await buyer.expectStep(STEPS.basket)
  await expect(buyer.reserveButton).toBeEnabled()
  await press(buyer.reserveButton)
  await buyer.expectStep(STEPS.account)
  await expect(buyer.heading).toBeFocused()
  await expect(buyer.heading).toBeInViewport()
  await type(page.getByLabel(signIn['account.email']), email)
  await page.keyboard.press('Enter')
  await expect(page.getByLabel(signIn['account.code'])).toBeFocused()
  await page.keyboard.type(await buyer.codeFor(email))
  await page.keyboard.press('Enter')
  await expect(page.getByLabel(t['account.name'])).toBeFocused()
  await page.keyboard.type('Ada Lovelace')
  await page.keyboard.press('Enter')
  await buyer.expectStep(STEPS.keepUpdated)
  await press(buyer.button(common['button.continue']))
  await buyer.expectStep(STEPS.payment)
  await expect(buyer.cardFrame.getByLabel('Card number')).toBeVisible()
  const isInFrame = () => page.evaluate(() => document.activeElement instanceof HTMLIFrameElement)
  for (let n = 0; n < 80 && !(await isInFrame()); n++) {
    await page.keyboard.press('Tab')
    if (!(await isInFrame())) expect.soft(await isFocusVisible(page), `on the way to the card, at stop ${n}`).toBe(true)
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
  await type(page.getByLabel(t['payment.postcode'], { exact: true }), 'PW1 1AA')
  await expect(buyer.cardFrame.getByLabel('Card number')).toHaveValue('4242 4242 4242 4242')
  await press(buyer.payButton)
  await buyer.expectCompleted()
  await press(page.getByRole('link', { name: completed['link.goToTicketWallet'] }))
  await expect(buyer.heading).toHaveText('Ticket wallet')
  expect(await buyer.paymentsTaken()).toEqual([1375])
  expect(await buyer.ticketMails(email)).toHaveLength(1)
}

story(
  'a purchase can be made with the keyboard alone',
  shows('2.1.1', '2.1.2', '2.4.1', '2.4.3', '2.4.11'),
  ({ buyer }) => buyByKeyboard(buyer),
)

story(
  'a purchase can be made by keyboard at 400 % zoom (320 by 256 pixels)',
  shows('1.4.10'),
  async ({ buyer, isMobile }) => {
    story.skip(isMobile, 'only a desktop is zoomed')
    await buyer.page.setViewportSize({ width: 320, height: 256 })
    await buyByKeyboard(buyer)
  },
)

story('adding to the basket always moves focus to the basket link in view', async ({ buyer, isMobile }) => {
  const { page } = buyer
  await buyer.open(PAGES.event.replace(':slug', 'autumn-gala'))
  // On a phone it is in the bar at the bottom.
  const basketLink = page.getByRole('main').getByRole('link', { name: words['tickets.goToBasket'] })
  for (const ticket of ['Balcony', 'Stalls']) {
    await buyer.setQuantity(ticket, 1)
    await buyer.button(words['tickets.add']).filter({ visible: true }).press('Enter')
    await expect(basketLink).toBeFocused()
    await expect(basketLink).toBeInViewport({ ratio: 1 })
    expect(await isFocusVisible(page)).toBe(true)
    expect(await page.getByRole('status').getByRole('link').filter({ visible: true }).count()).toBe(isMobile ? 0 : 1)
  }
  await page.keyboard.press('Enter')
  await buyer.expectStep(STEPS.basket)
})

/** What a screen reader finds on the page: its outline, and every control by role and name. */
async function expectReadable({ page, heading }: Buyer, step: string) {
  const tree = await page.locator('body').ariaSnapshot()
  const lines = tree.split('\n').map((line) => line.trim())
  expect.soft(lines.filter((line) => /^- heading .*\[level=1\]/.test(line)).length, `${step}: headings`).toBe(1)
  expect.soft(lines.filter((line) => line === '- main:').length, `${step}: main`).toBe(1)
  const nameless = /^- (button|link|textbox|combobox|checkbox|radio|spinbutton|listbox|img)(?! ")/
  expect
    .soft(
      lines.filter((line) => nameless.test(line)),
      `${step}: without a name`,
    )
    .toEqual([])
  return { tree, title: await heading.innerText() }
}

story(
  'a purchase can be made from the accessibility tree alone',
  shows('1.3.1', '4.1.2', '4.1.3'),
  async ({ buyer }) => {
    const { page } = buyer
    const by = (role: 'button' | 'link' | 'textbox' | 'radio', name: string | RegExp) =>
      page.getByRole(role, { name, exact: typeof name === 'string' })
    const email = newEmail('reader')
    await buyer.open(PAGES.event.replace(':slug', 'autumn-gala'))
    expect((await expectReadable(buyer, 'event')).title).toBe('Autumn Gala')
    await by('button', 'More Balcony').click()
    await by('button', words['tickets.add']).click()
    await expect(page.getByRole('status').filter({ hasText: words['tickets.added'] })).toContainText(
      '1 ticket · £13.75',
    )
    await expectReadable(buyer, 'added')
    await by('link', words['tickets.goToBasket']).click()
    await buyer.expectStep(STEPS.basket)
    expect((await expectReadable(buyer, STEPS.basket)).tree).toContain('£13.75')
    await buyer.reserveButton.click()
    await buyer.expectStep(STEPS.account)
    await expectReadable(buyer, STEPS.account)
    await by('textbox', signIn['account.email']).fill(email)
    await by('button', signIn['account.sendCode']).click()
    await expect(by('textbox', signIn['account.code'])).toBeFocused()
    await page.keyboard.type(await buyer.codeFor(email))
    await by('button', signIn['account.verify']).click()
    await by('textbox', t['account.name']).fill('Ada Lovelace')
    await by('button', common['button.continue']).click()
    await buyer.expectStep(STEPS.keepUpdated)
    await expectReadable(buyer, STEPS.keepUpdated)
    await by('button', common['button.continue']).click()
    await buyer.expectStep(STEPS.payment)
    await expect(buyer.cardFrame.getByRole('textbox', { name: 'Card number' })).toBeVisible()
    await expectReadable(buyer, STEPS.payment)
    await buyer.typeCard(CARDS.declined)
    await by('textbox', t['payment.postcode']).fill('PW1 1AA')
    await buyer.payButton.click()
    await expect(page.getByRole('alert').filter({ hasText: 'declined' })).toContainText('You haven’t been charged')
    await expectReadable(buyer, 'declined')
    await buyer.typeCard(CARDS.good)
    await buyer.payButton.click()
    await buyer.expectCompleted()
    const { tree } = await expectReadable(buyer, STEPS.completed)
    for (const words of ['Autumn Gala', '1 ticket', '£13.75', completed['link.goToTicketWallet']])
      expect(tree).toContain(words)
    await by('link', completed['link.goToTicketWallet']).click()
    await expect(buyer.heading).toHaveText('Ticket wallet')
    expect((await expectReadable(buyer, 'wallet')).tree).toContain('Autumn Gala')
    expect(await buyer.paymentsTaken()).toEqual([1375])
  },
)

story('nothing is lost with text at 200 %, reduced motion and forced colours', shows('1.4.4'), async ({ newBuyer }) => {
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
  const expectAccessibleStep = async (step: string) => {
    await buyer.expectStep(step)
    expect.soft(await accessibilityProblems(page), step).toEqual([])
  }
  await buyer.open(PAGES.events)
  await expectAccessibleStep(words['title.events'])
  await buyer.fillBasket('autumn-gala', { Stalls: 1 })
  await expectAccessibleStep(STEPS.basket)
  await buyer.reserve()
  await expectAccessibleStep(STEPS.account)
  await buyer.continueAsGuest(newEmail('large'))
  await expectAccessibleStep(STEPS.keepUpdated)
  await buyer.declineNews()
  await expectAccessibleStep(STEPS.payment)
  await buyer.payByCard(CARDS.good)
  await buyer.expectCompleted()
  await expectAccessibleStep(STEPS.completed)
})
