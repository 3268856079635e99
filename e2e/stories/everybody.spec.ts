import AxeBuilder from '@axe-core/playwright'
import { common, completed, signIn, checkout as t, shop as words } from '@foyer/contract/messages.en.ts'
import { PAGES } from '@foyer/contract/pages.ts'
import type { Locator } from '@playwright/test'
import { type Buyer, CARDS, newEmail, STEPS } from '../support/buyer.ts'
import { expect, story } from '../support/story.ts'

const RULES = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']

/**
 * No rule of WCAG 2.2 A or AA is broken, and nothing needs to be scrolled sideways. The card vendor's frame is see-through:
 * what stands behind its words axe cannot know, so their contrast is left out.
 */
async function isForEverybody(buyer: Buyer, step: string) {
  await buyer.sees(step)
  // The fade of a new step is over when nothing moves any more; half-faded words have half their contrast.
  await buyer.page.waitForFunction(() => document.getAnimations().every(({ playState }) => playState !== 'running'))
  const { violations } = await new AxeBuilder({ page: buyer.page }).withTags(RULES).analyze()
  const broken = violations.flatMap(({ id, nodes }) => nodes.map(({ target }) => `${id}: ${target.join(' ')}`))
  expect(
    broken.filter((one) => !one.startsWith('color-contrast: iframe')),
    step,
  ).toEqual([])
  const overflow = await buyer.page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
  expect(overflow, `${step}: pixels that stand out sideways`).toBeLessThanOrEqual(0)
}

// Every step is looked at in full.
story.describe.configure({ timeout: 240_000 })

const LOOKS = [
  ['light', 0],
  ['light at 320 px', 320],
  ['dark', 0],
] as const

for (const [look, width] of LOOKS)
  story(
    `a sale that everybody can make, ${look}: no rule of WCAG 2.2 A and AA is broken on any step`,
    async ({ buyer }) => {
      const { page } = buyer
      if (width) await page.setViewportSize({ width, height: 780 })
      const email = newEmail('everybody')
      if (look === 'dark') {
        await buyer.hasAccount(email)
        await buyer.prefersDark()
      }
      await buyer.opens(PAGES.events)
      await isForEverybody(buyer, words['title.events'])
      await buyer.opens(PAGES.event.replace(':slug', 'posted-programme'))
      await isForEverybody(buyer, 'Posted Programme')
      await buyer.choosesAt('bell-concert', { Pew: 1 })
      await buyer.choosesAt('autumn-gala', { Stalls: 1 })
      await buyer.hasBasket('posted-programme', { Programme: 1 })
      await isForEverybody(buyer, STEPS.basket)
      if (look === 'dark') expect(await page.locator('html').getAttribute('data-theme')).toBe('dark')
      await buyer.reserves()
      await isForEverybody(buyer, 'Keep the bells ringing?')
      await page.getByLabel(t['donation.custom']).fill('20')
      await buyer.continues()
      await buyer.sees(STEPS.giftAid)
      await page.getByLabel(t['giftAid.optIn']).check({ force: true })
      await isForEverybody(buyer, STEPS.giftAid)
      await page.getByLabel(t['giftAid.optIn']).uncheck({ force: true })
      await buyer.continues()
      await isForEverybody(buyer, STEPS.account)
      if (look === 'dark') await buyer.continues()
      else {
        await buyer.asksForCode(email)
        await isForEverybody(buyer, STEPS.account)
        await buyer.typesCode(await buyer.codeFor(email))
        await expect(page.getByLabel(t['account.name'])).toBeVisible()
        await isForEverybody(buyer, STEPS.account)
        await buyer.saysName('Ada Lovelace')
      }
      await isForEverybody(buyer, STEPS.keepUpdated)
      await buyer.continues()
      await isForEverybody(buyer, STEPS.deliveryAddress)
      await buyer.continues()
      await expect(page.getByText(common['error.title'])).toBeVisible()
      await isForEverybody(buyer, STEPS.deliveryAddress)
      await buyer.livesAt({ address1: '1 Quay Street', town: 'Portwell', postcode: 'PW1 1AA' })
      await buyer.continues()
      await buyer.sees(STEPS.payment)
      await buyer.choosesCard()
      await expect(buyer.cardFrame.getByLabel('Card number')).toBeVisible()
      await isForEverybody(buyer, STEPS.payment)
      await buyer.paysByCard(CARDS.good)
      await isForEverybody(buyer, STEPS.delivery)
      await buyer.hasCompleted()
      await isForEverybody(buyer, STEPS.completed)
      await buyer.opensWallet()
      await buyer.countsCodes()
      await isForEverybody(buyer, 'Ticket wallet')
    },
  )

story('a whole purchase with the keyboard alone', async ({ buyer }) => {
  const { page } = buyer
  const email = newEmail('keyboard')
  /** Tab until the control has the focus, as somebody without a mouse must. */
  const reaches = async (control: Locator) => {
    for (let n = 0; n < 80; n++) {
      if (await control.evaluate((element) => element === document.activeElement).catch(() => false)) return
      await page.keyboard.press('Tab')
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
  await types(page.getByLabel(t['payment.postcode'], { exact: true }), 'PW1 1AA')
  for (const [label, text] of [
    ['Card number', '4242424242424242'],
    ['Expiry date', '1234'],
    ['Security code', '123'],
  ] as const) {
    await page.keyboard.press('Tab')
    // The vendor's frame takes the keyboard a moment later than a field of the page.
    await expect(buyer.cardFrame.getByLabel(label)).toBeFocused()
    await page.keyboard.type(text)
  }
  await expect(buyer.cardFrame.getByLabel('Card number')).toHaveValue('4242 4242 4242 4242')
  await presses(buyer.payButton)
  await buyer.hasCompleted()
  await presses(page.getByRole('link', { name: completed['link.goToTicketWallet'] }))
  await expect(buyer.heading).toHaveText('Ticket wallet')
  expect(await buyer.paymentsTaken()).toEqual([1375])
  expect(await buyer.ticketMails(email)).toHaveLength(1)
})
