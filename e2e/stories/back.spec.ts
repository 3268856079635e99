import { PAGES } from '@foyer/contract/pages.ts'
import { PATHS } from '@foyer/contract/paths.ts'
import { type Buyer, STEPS } from '../support/buyer.ts'
import { expect, story } from '../support/story.ts'

/** Releases the hold as another device with the same session would. */
async function releaseHoldElsewhere({ page, shop }: Buyer) {
  for (const [path, form] of [
    [PATHS.destroy_sale[1], {}],
    [PATHS.update_basket_state[1], { state: 'basket' }],
  ] as const)
    expect((await page.request.post(`${shop.url}${path}`, { form })).ok()).toBe(true)
}

story('going back to the checkout shows the current state of the sale', async ({ buyer }) => {
  await buyer.fillBasket('island-talk', { Seat: 1 })
  await buyer.reserve()
  await buyer.expectStep(STEPS.account)
  await buyer.open(PAGES.events)
  await releaseHoldElsewhere(buyer)
  await buyer.page.goBack()
  await buyer.expectStep(STEPS.basket)
  await expect(buyer.line('Seat')).toBeVisible()
  expect((await buyer.checkout()).state).toBe('basket')
})

story('a checkout restored from the back/forward cache reloads the sale', async ({ buyer }) => {
  await buyer.fillBasket('island-talk', { Seat: 1 })
  await buyer.reserve()
  await buyer.expectStep(STEPS.account)
  await releaseHoldElsewhere(buyer)
  // Playwright cannot use the back/forward cache, so this sends the browser's event.
  await buyer.page.evaluate(() => dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true })))
  await buyer.expectStep(STEPS.basket)
  await expect(buyer.line('Seat')).toBeVisible()
})
