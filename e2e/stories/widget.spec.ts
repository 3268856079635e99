import { common as frenchCommon, shop as frenchWords } from '@foyer/contract/messages.fr.ts'
import { shop as words } from '@foyer/contract/messages.ts'
import { accessibilityProblems } from '../support/accessibility.ts'
import { openHostPage } from '../support/host-page.ts'
import { expect, story } from '../support/story.ts'

// Third-party cookies are blocked, as in Safari.
story.use({
  launchOptions: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads which fixtures it needs from the pattern
    async ({}, use, { project }) => {
      const own = project.use.launchOptions ?? {}
      await use({ ...own, args: [...(own.args ?? []), '--test-third-party-cookie-phaseout'] })
    },
    { scope: 'worker' },
  ],
})
story.skip(({ isMobile }) => isMobile, 'the widget is the same on a phone')

const SLUG = 'mill-evening'
const lines = (shopUrl: string, slug = SLUG) =>
  `<script src="${shopUrl}/widget.js" async></script><div data-foyer-event="${slug}"><a href="${shopUrl}/events/${slug}/">Tickets</a></div>`

story(
  'adds tickets to the shop’s basket from another site, under a strict CSP and without third-party cookies',
  async ({ newBuyer, shop }) => {
    const host = await openHostPage(shop.url, lines(shop.url))
    const { page } = await newBuyer()
    await page.goto(host.url)
    const form = page.getByRole('form')
    await expect(form.getByRole('heading', { level: 2 })).toBeVisible()
    // The policy refuses all other styles, so this one was loaded as intended.
    expect(await form.evaluate((element) => getComputedStyle(element).display)).toBe('grid')
    expect(await accessibilityProblems(page)).toEqual([])
    await form.getByRole('button', { name: words['widget.get'] }).click()
    await expect(form.getByRole('status')).toHaveText(words['widget.choose'])
    expect(await page.context().cookies()).toEqual([])
    // By keyboard: the first ticket type has the focus.
    await page.keyboard.press('2')
    await page.keyboard.press('Tab')
    await form.getByRole('button', { name: words['widget.get'] }).press('Enter')
    await page.waitForURL(`${shop.url}/smartcheckout/`)
    await expect(page.getByText('Mill Evening').first()).toBeVisible()
    expect(
      await page.evaluate(async () => (await (await fetch('/ajax/checkout/checkout/get/')).json()).tickets),
    ).toMatchObject([{ qty: 2 }])
    host.close()
  },
)

story(
  'the element keeps its fallback content without JavaScript or when the event does not exist',
  async ({ browser, shop }) => {
    const host = await openHostPage(shop.url, lines(shop.url, 'no-such-event'))
    for (const javaScriptEnabled of [true, false]) {
      const context = await browser.newContext({ javaScriptEnabled })
      const page = await context.newPage()
      await page.goto(host.url)
      await page.waitForLoadState('networkidle')
      await expect(page.getByRole('link', { name: 'Tickets' })).toHaveAttribute(
        'href',
        `${shop.url}/events/no-such-event/`,
      )
      await context.close()
    }
    host.close()
  },
)

story('is French on a French page, and so is the basket it opens', async ({ newBuyer, shop }) => {
  const host = await openHostPage(shop.url, lines(shop.url), 'fr-CA')
  const { page } = await newBuyer()
  await page.goto(host.url)
  const form = page.getByRole('form')
  await form.getByRole('combobox').last().selectOption('1')
  await form.getByRole('button', { name: frenchWords['widget.get'] }).click()
  await page.waitForURL(`${shop.url}/smartcheckout/`)
  await expect(page.getByRole('heading', { level: 1, name: frenchCommon['title.basket'] })).toBeVisible()
  host.close()
})
