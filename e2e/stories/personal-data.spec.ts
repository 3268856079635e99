import { readFileSync } from 'node:fs'
import { account, yourTickets } from '@foyer/contract/messages.ts'
import { PAGES, PERSONAL_DATA, yourTicketsPath } from '@foyer/contract/pages.ts'
import { newEmail } from '../support/buyer.ts'
import { expect, story } from '../support/story.ts'

story.skip(({ isMobile }) => isMobile, 'a phone shows the same')

story(
  'a buyer downloads their data as one file, and is erased once no ticket is still valid',
  async ({ buyer, newBuyer }) => {
    const { page, shop } = buyer
    const email = newEmail('forgotten')
    await buyer.fillBasket('autumn-gala', { Stalls: 1 })
    await buyer.orderByCard(email, 'Fern Forgotten')
    const { sale_reference } = await buyer.checkout()
    await buyer.open(PAGES.signin)
    await buyer.waitForNextCode(email)
    await buyer.proveEmail(email)
    await buyer.expectStep(account['wallet.title'])

    await buyer.open(PAGES.account)
    const download = page.waitForEvent('download')
    await page.getByRole('link', { name: account['settings.download'] }).click()
    const file = readFileSync(await (await download).path(), 'utf8')
    for (const text of [email, 'Fern Forgotten', sale_reference]) expect(file).toContain(text)

    const requestErasure = async () => {
      await buyer.open(PAGES.account)
      await page.getByText(account['settings.erase'], { exact: true }).click()
      await page.getByLabel(account['settings.eraseLead']).fill(email)
      await buyer.button(account['settings.eraseConfirm']).click()
    }
    await requestErasure()
    await expect(page.getByText(/You still have tickets for an upcoming event/)).toBeVisible()

    await buyer.open(yourTicketsPath(sale_reference))
    const returnButton = page.getByRole('button', { name: /^Return ticket for/ })
    await expect(async () => {
      if (!(await returnButton.isVisible())) await page.getByText(yourTickets['return.open']).click()
      await returnButton.click({ timeout: 2000 })
    }).toPass()
    await expect(page.getByText(/Your ticket is returned/)).toBeVisible()
    await requestErasure()
    await page.waitForURL(`${shop.url}${PAGES.home}`)
    expect((await buyer.user())?.email ?? '').not.toBe(email)

    // The data can no longer be downloaded, here or with the old link.
    for (const browser of [buyer, await newBuyer()]) {
      expect((await browser.page.request.get(`${shop.url}${PERSONAL_DATA}`, { maxRedirects: 0 })).status()).toBe(303)
      const order = await browser.page.request.get(`${shop.url}${yourTicketsPath(sale_reference)}`)
      expect(await order.text()).not.toContain('Fern')
    }
  },
)
