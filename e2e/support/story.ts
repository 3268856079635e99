import { type BrowserContext, test as base, expect, type Page } from '@playwright/test'
import { Buyer } from './buyer.ts'
import { openShop, type Shop, type ShopEnv, TEMPLATE } from './shop.ts'

type StoryFixtures = {
  buyer: Buyer
  /** another browser, of a new visitor */
  newBuyer: (options?: Parameters<NewContext>[0]) => Promise<Buyer>
  /** errors in the browser; a story fails on any that it doesn't allow */
  errors: string[]
}
type NewContext = (options?: import('@playwright/test').BrowserContextOptions) => Promise<BrowserContext>
type Options = {
  /** further errors that these stories allow */
  allowedErrors: RegExp | undefined
}
type ShopFixtures = { shopEnv: ShopEnv; shop: Shop }

let addresses = 0

/** `test.use({ shopEnv: { HOLD_SECONDS: '20' } })` at the top of a file gives its stories a shop with these settings. */
export const story = base.extend<StoryFixtures & Options, ShopFixtures>({
  allowedErrors: [undefined, { option: true }],
  shopEnv: [{}, { option: true, scope: 'worker' }],
  shop: [
    async ({ shopEnv }, use) => {
      const shop = await openShop(shopEnv, process.env[TEMPLATE])
      await use(shop)
      await shop.close()
    },
    { scope: 'worker', timeout: 300_000 },
  ],
  baseURL: async ({ shop }, use) => use(shop.url),
  errors: async ({ allowedErrors }, use) => {
    const errors: string[] = []
    await use(errors)
    expect(
      errors.filter((text) => !allowedErrors?.test(text)),
      'errors in the browser',
    ).toEqual([])
  },
  buyer: async ({ context, shop, errors }, use) => use(await openBrowser(context, shop, errors)),
  newBuyer: async ({ browser, shop, errors }, use) => {
    const contexts: BrowserContext[] = []
    await use(async (options) => {
      const context = await browser.newContext(options)
      contexts.push(context)
      return openBrowser(context, shop, errors)
    })
    for (const context of contexts) await context.close()
  },
})

export { expect } from '@playwright/test'

async function openBrowser(context: BrowserContext, shop: Shop, errors: string[]): Promise<Buyer> {
  addresses += 1
  const ip = `10.${process.pid & 255}.${addresses >> 8}.${addresses & 255}`
  context.on('weberror', (error) => errors.push(String(error.error())))
  context.on('console', (message) => {
    // Many stories include a refused call, and the browser logs each of them.
    if (message.type() === 'error' && !message.text().startsWith('Failed to load resource')) errors.push(message.text())
  })
  const page = await context.newPage()
  await sendFrom(page, shop, ip)
  // Further tabs, which may be closed at once.
  context.on('page', (tab) => void sendFrom(tab, shop, ip).catch(() => {}))
  return new Buyer(page, shop)
}

/**
 * Sends the page's account calls from an address of its own. Playwright's routes would intercept every request and turn the
 * browser's cache off.
 */
async function sendFrom(page: Page, shop: Shop, ip: string): Promise<void> {
  const session = await page.context().newCDPSession(page)
  session.on('Fetch.requestPaused', ({ requestId, request }) => {
    const headers = Object.entries({ ...request.headers, 'x-forwarded-for': ip })
    const call = { requestId, headers: headers.map(([name, value]) => ({ name, value })) }
    // Fails when the page was closed in the meantime.
    session.send('Fetch.continueRequest', call).catch(() => {})
  })
  await session.send('Fetch.enable', { patterns: [{ urlPattern: `${shop.url}/ajax/user/user/*` }] })
}
