import { counter, counterSale, shiftPage } from '@foyer/contract/office/counter/messages.en.ts'
import { OFFICE_PAGES } from '@foyer/contract/office/pages.ts'
import { newEmail } from '../support/buyer.ts'
import { isOpenToEverybody, makesEvent, opensOffice } from '../support/office.ts'
import { expect, story } from '../support/story.ts'

// A fresh shop, whose first person sells.
story.use({ shopEnv: { LOG_LEVEL: 'error' } })

story(
  'two walk-ins pay in cash, one is voided, and the shift is closed with £2 missing',
  async ({ newBuyer, isMobile }) => {
    story.setTimeout(120_000)
    const { page, shop } = await newBuyer()
    await opensOffice(page, shop, newEmail('counter'))
    await makesEvent(page, shop, 'Tonight', { inDays: 1, where: '' })
    const organiser = /organiser_id=\d+/.exec(page.url())![0]

    await page.goto(`${shop.url}${OFFICE_PAGES.counter.path}?${organiser}`)
    if (!isMobile) await isOpenToEverybody(page, 'opening a shift')
    await page.getByLabel(shiftPage.float).fill('50')
    await page.getByRole('button', { name: shiftPage['open.button'] }).click()
    const sells = async (given: string) => {
      const dates = page.getByLabel(counter.date)
      const tonight = await dates.locator('option', { hasText: 'Tonight' }).getAttribute('value')
      await dates.selectOption(tonight)
      await page.getByRole('button', { name: counter.show, exact: true }).click()
      await page.getByRole('button', { name: '2 of Ticket' }).click()
      await expect(page.getByText('To pay: £12.00')).toBeVisible()
      if (given === '20' && !isMobile) await isOpenToEverybody(page, 'taking cash')
      await page.getByRole('button', { name: `£${given}.00, change` }).click()
      await expect(page.getByText(`Change: £${Number(given) - 12}.00`)).toBeVisible()
    }
    await sells('20')
    await expect(page.locator('.counter-paper')).toHaveCount(2)
    if (!isMobile) await isOpenToEverybody(page, 'a sale')
    await page.getByRole('link', { name: counterSale.next }).click()
    await sells('15')
    await page.getByRole('button', { name: counterSale['void.button'] }).click()
    await expect(page.getByText(counterSale.voided)).toBeVisible()

    await page.goto(`${shop.url}${OFFICE_PAGES.shift.path}?${organiser}`)
    await expect(page.getByText('£62.00')).toBeVisible()
    await page.getByLabel(shiftPage['close.counted']).fill('60')
    await page.getByRole('button', { name: shiftPage['close.button'] }).click()
    await expect(page.getByRole('heading', { name: shiftPage.z })).toBeVisible()
    await expect(page.locator('dd', { hasText: '-£2.00' })).toBeVisible()
    if (!isMobile) await isOpenToEverybody(page, 'a Z report')
  },
)
