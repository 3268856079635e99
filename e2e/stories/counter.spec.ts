import { counter, counterSale, shiftPage } from '@foyer/contract/office/counter/messages.en.ts'
import { newEvent } from '@foyer/contract/office/events/messages.en.ts'
import { entrance, home } from '@foyer/contract/office/messages.ts'
import { OFFICE_PAGES } from '@foyer/contract/office/pages.ts'
import { newEmail } from '../support/buyer.ts'
import { firstLink, isOpenToEverybody, proves } from '../support/office.ts'
import { expect, story } from '../support/story.ts'

// A fresh shop, whose first person sells.
story.use({ shopEnv: { LOG_LEVEL: 'error' } })

story(
  'two walk-ins pay in cash, one is voided, and the shift is closed with £2 missing',
  async ({ newBuyer, isMobile }) => {
    story.setTimeout(120_000)
    const { page, shop } = await newBuyer()
    await page.goto(firstLink(shop))
    await proves(page, shop, newEmail('counter'), entrance['check.join'])
    await page.getByLabel(entrance.name).fill('Olive Owner')
    await page.getByRole('button', { name: entrance['first.join'] }).click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(home.title)
    await page.goto(`${shop.url}${OFFICE_PAGES.new_event.path}`)
    await page.getByLabel(newEvent.name).fill('Tonight')
    await page.getByLabel(newEvent.day).fill(new Date(Date.now() + 86_400_000).toISOString().slice(0, 10))
    await page.getByLabel(newEvent.starts).fill('19:30')
    await page.getByLabel(newEvent.howMany).fill('80')
    await page.getByLabel(newEvent.price).fill('6')
    await page.getByRole('button', { name: newEvent.publish }).click()
    await expect(page.getByRole('heading', { level: 1 })).toContainText('Tonight')
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
