import { door as t } from '@foyer/contract/messages.ts'
import { PAGES } from '@foyer/contract/pages.ts'
import { newEmail } from '../support/buyer.ts'
import { expect, story } from '../support/story.ts'

const ACCESS_CODE = 'a door of the stories'
story.use({
  shopEnv: { DOOR_ACCESS_CODE: ACCESS_CODE },
  allowedErrors: /ERR_INTERNET_DISCONNECTED|Failed to fetch/,
})

story(
  'after one visit, the door page verifies tickets offline, even after a reload, and uploads its admissions later',
  async ({ buyer, newBuyer, shop }) => {
    await buyer.fillBasket('reading-night', { Reader: 1 })
    await buyer.reserve()
    await buyer.continueAsGuest(newEmail('door'))
    await buyer.declineNews()
    await buyer.expectCompleted()
    await buyer.open(PAGES.wallet)
    const code = /\b[0-9A-Z]{20}\.[0-9A-Z]{100}\b/.exec(await buyer.page.content())![0]

    const door = await newBuyer()
    const { page } = door
    const cachedPaths = () =>
      page.evaluate(async () => {
        const keys = await (await caches.open('foyer-door')).keys()
        return keys.map(({ url }) => new URL(url).pathname)
      })
    const checkTicket = async (scanned: string, verdict: string) => {
      await page.getByLabel(t['door.ticket']).fill(scanned)
      await door.button(t['door.check']).click()
      await expect(page.getByRole('alert').getByText(verdict, { exact: true })).toBeVisible()
    }
    await door.open(PAGES.door)
    await page.getByLabel(t['door.accessCode']).fill(ACCESS_CODE)
    await page.getByLabel(t['door.name']).fill('North door')
    await door.button(t['door.open']).click()
    await expect(page.getByLabel(t['door.ticket'])).toBeVisible()
    await expect.poll(cachedPaths).toContain(PAGES.door)
    const isControlled = () => page.evaluate(() => navigator.serviceWorker.controller !== null)
    await expect.poll(isControlled).toBe(true)

    await page.context().setOffline(true)
    await page.reload()
    await door.waitForHydration()
    await checkTicket(`${code.slice(0, -1)}${code.endsWith('0') ? '1' : '0'}`, t['door.not_ours'])
    await checkTicket(code, t['door.genuine'])
    await page.reload()
    await door.waitForHydration()
    await checkTicket(code, t['door.seenHere'])

    await page.context().setOffline(false)
    shop.pause()
    await page.reload({ waitUntil: 'commit' })
    await door.waitForHydration()
    shop.resume()
    await page.reload()
    await door.waitForHydration()
    await expect.poll(() => page.evaluate(() => localStorage.getItem('foyer-door') ?? '')).toContain('"waiting":[]')
    await checkTicket(code, t['door.already_admitted'])
  },
)
