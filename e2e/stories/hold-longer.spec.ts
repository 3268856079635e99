import { ERRORS } from '@foyer/contract/errors.ts'
import { common, checkout as t } from '@foyer/contract/messages.ts'
import { STEPS } from '../support/buyer.ts'
import { shows } from '../support/criteria.ts'
import { expect, story } from '../support/story.ts'

// A hold of one minute shows the warning from the start, so no story has to wait.
story.use({ shopEnv: { HOLD_SECONDS: '60' } })

story('warns before the hold expires, and extends it at most twice', shows('2.2.1'), async ({ buyer }) => {
  const { page } = buyer
  await buyer.fillBasket('island-talk', { Seat: 2 })
  await buyer.reserve()
  await buyer.expectStep(STEPS.account)
  const warning = page.getByText(t['countdown.lastTitle'])
  const extend = page.getByRole('button', { name: t['countdown.extend'] })
  await expect(warning).toBeVisible()
  for (const left of [1, 0]) {
    await extend.click()
    await expect.poll(async () => (await buyer.checkout()).hold_extensions_left).toBe(left)
    await expect(page.getByText(t['countdown.extended']).first()).toBeVisible()
  }
  await expect(extend).toHaveCount(0)
  expect((await buyer.checkout()).seconds_remaining).toBeLessThanOrEqual(60)
  await buyer.expectStep(STEPS.account)
})

story('refuses to extend a hold while others wait for the ticket, and says why', async ({ buyer }) => {
  const { page } = buyer
  await buyer.fillBasket('last-seat', { Chair: 1 })
  await buyer.reserve()
  await buyer.expectStep(STEPS.account)
  await page.getByRole('button', { name: t['countdown.extend'] }).click()
  await expect(page.getByLabel(common.notifications).getByText(ERRORS.hold_wanted[1])).toBeVisible()
  expect((await buyer.checkout()).hold_extensions_left).toBe(2)
  await buyer.expectStep(STEPS.account)
})
