import { account, common } from '@foyer/contract/messages.ts'
import { PAGES } from '@foyer/contract/pages.ts'
import { newEmail } from '../support/buyer.ts'
import { expect, story } from '../support/story.ts'

story.use({ allowedErrors: /ERR_INTERNET_DISCONNECTED|Failed to fetch/ })

story(
  'after an order the wallet works offline and shows when it was saved, and is deleted from the device on sign-out',
  async ({ buyer, context }) => {
    const { page } = buyer
    const cachedPaths = () =>
      page.evaluate(async () => {
        const keys = await (await caches.open('foyer-wallet')).keys()
        return keys.map(({ url }) => new URL(url).pathname)
      })
    await buyer.fillBasket('reading-night', { Reader: 2 })
    expect(await page.evaluate(() => navigator.serviceWorker.getRegistrations().then(({ length }) => length))).toBe(0)
    await buyer.reserve()
    await buyer.continueAsGuest(newEmail('offline'))
    await buyer.declineNews()
    await buyer.expectCompleted()
    await expect.poll(cachedPaths).toContain(PAGES.wallet)
    // The worker is active once everything is saved.
    const isActive = () =>
      page.evaluate(async () =>
        (await navigator.serviceWorker.getRegistrations()).some(({ active }) => active !== null),
      )
    await expect.poll(isActive).toBe(true)
    expect((await cachedPaths()).filter((path) => !/^\/(assets|posters|pictures)\//.test(path))).toEqual([PAGES.wallet])

    await context.setOffline(true)
    await buyer.open(PAGES.wallet)
    await buyer.expectStep(account['wallet.title'])
    const [before] = account['wallet.saved'].split('{time}')
    await expect(page.getByText(before!)).toHaveText(
      /updated [A-Z][a-z]{2} \d{1,2} [A-Z][a-z]{2} \d{4}, \d{1,2}:\d\d(am|pm)$/,
    )
    expect(await buyer.countCodes()).toBe(2)

    // The same when the network accepts the request but never responds.
    await context.setOffline(false)
    buyer.shop.pause()
    await page.reload({ waitUntil: 'commit' })
    await expect(page.getByText(before!)).toBeVisible()
    buyer.shop.resume()
    await page.reload()
    await buyer.expectStep(account['wallet.title'])
    await expect(page.getByText(before!)).toBeHidden()
    await expect(buyer.button(common['nav.signOut']), 'a guest has not signed in').toHaveCount(0)
    await buyer.button(account['wallet.otherEmail']).click()
    await page.waitForURL(`${buyer.shop.url}${PAGES.signin}`)
    expect(await cachedPaths()).toEqual([])
    // A worker that starts again may still reach the shop for a moment, which then asks to sign in.
    await context.setOffline(true)
    await page.goto(`${buyer.shop.url}${PAGES.wallet}`).catch(() => null)
    await expect(page.getByRole('button', { name: /Ticket \d+ of \d+/ })).toHaveCount(0)
  },
)
