import { type BrowserContext, test as base, expect } from '@playwright/test'
import { Buyer } from './buyer.ts'
import { openShop, type Shop, type ShopEnv, TEMPLATE } from './shop.ts'

type StoryFixtures = {
  buyer: Buyer
  /** another browser, of a new visitor */
  newBuyer: (options?: Parameters<NewContext>[0]) => Promise<Buyer>
  /** what the browser complained about; a story fails on anything unexpected */
  complaints: string[]
}
type NewContext = (options?: import('@playwright/test').BrowserContextOptions) => Promise<BrowserContext>
type Options = {
  /** further complaints that these stories allow */
  forgives: RegExp | undefined
}
type ShopFixtures = { shopEnv: ShopEnv; shop: Shop }

/** The browser rejects this promise when one of the two pages has no view transition. */
const NOT_OURS = /^InvalidStateError: Transition was aborted|^AbortError: Transition was skipped/

let addresses = 0

/** `test.use({ shopEnv: { HOLD_SECONDS: '20' } })` at the top of a file gives its stories a shop with these settings. */
export const story = base.extend<StoryFixtures & Options, ShopFixtures>({
  forgives: [undefined, { option: true }],
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
  complaints: async ({ forgives }, use) => {
    const complaints: string[] = []
    await use(complaints)
    expect(
      complaints.filter((text) => !forgives?.test(text)),
      'what the browser complained about',
    ).toEqual([])
  },
  buyer: async ({ context, shop, complaints }, use) => use(await arrive(context, shop, complaints)),
  newBuyer: async ({ browser, shop, complaints }, use) => {
    const contexts: BrowserContext[] = []
    await use(async (options) => {
      const context = await browser.newContext(options)
      contexts.push(context)
      return arrive(context, shop, complaints)
    })
    for (const context of contexts) await context.close()
  },
})

export { expect } from '@playwright/test'

async function arrive(context: BrowserContext, shop: Shop, complaints: string[]): Promise<Buyer> {
  addresses += 1
  const ip = `10.${process.pid & 255}.${addresses >> 8}.${addresses & 255}`
  await context.route(`${shop.url}/ajax/user/user/**`, (route) =>
    route.continue({ headers: { ...route.request().headers(), 'x-forwarded-for': ip } }),
  )
  context.on('weberror', (error) => {
    const text = String(error.error())
    if (!NOT_OURS.test(text)) complaints.push(text)
  })
  context.on('console', (message) => {
    // Many stories include a refused call, and the browser logs each of them.
    if (message.type() === 'error' && !message.text().startsWith('Failed to load resource'))
      complaints.push(message.text())
  })
  return new Buyer(await context.newPage(), shop)
}
