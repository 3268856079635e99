import { fill } from '@foyer/contract/fill.ts'
import { common as words } from '@foyer/contract/messages.ts'
import { PAGES } from '@foyer/contract/pages.ts'
import { expect, story } from '../support/story.ts'

story('[BSK-42] a quantity typed before the page’s script has loaded is the one reserved', async ({ buyer }) => {
  const { page } = buyer
  await buyer.fillBasket('autumn-gala', { Stalls: 2 })
  let release = () => {}
  const released = new Promise<void>((resolve) => {
    release = resolve
  })
  await page.route(/\/assets\/.*\.js$/, async (route) => {
    await released
    await route.continue()
  })
  await page.goto(`${buyer.shop.url}${PAGES.checkout}`, { waitUntil: 'commit' })
  const quantity = page.getByRole('spinbutton', { name: fill(words['quantity.group'], { name: 'Stalls' }) })
  await expect(page.getByRole('button', { name: fill(words['quantity.more'], { name: 'Stalls' }) })).toBeDisabled()
  await quantity.fill('3')
  release()
  await expect.poll(() => buyer.sent('update_ticket_quantity').map((body) => body.quantity)).toEqual(['3'])
  await expect(quantity).toHaveValue('3')
})
