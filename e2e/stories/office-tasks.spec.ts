import { fill } from '@foyer/contract/fill.ts'
import { cancelling, eventPage, eventStates, newEvent, ticketTable } from '@foyer/contract/office/events/messages.en.ts'
import { help } from '@foyer/contract/office/help/messages.en.ts'
import { entrance, office, team } from '@foyer/contract/office/messages.ts'
import { find, orderPage } from '@foyer/contract/office/orders/messages.en.ts'
import { OFFICE_PAGES } from '@foyer/contract/office/pages.ts'
import type { Locator, Page } from '@playwright/test'
import { newEmail } from '../support/buyer.ts'
import { enterCode, openOffice, openPlace, openTab } from '../support/office.ts'
import { expect, story } from '../support/story.ts'

// These stories need a fresh shop, because they create its first staff member.
story.use({ shopEnv: { LOG_LEVEL: 'error' } })
story.describe.configure({ mode: 'serial' })
story.skip(({ isMobile }) => isMobile, 'a shop has only one first staff member')

const OWNER = newEmail('ways-owner')

story('the main office tasks work without JavaScript', async ({ newBuyer }) => {
  const { page, shop } = await newBuyer({ javaScriptEnabled: false })
  await openOffice(page, shop, OWNER)

  await page.goto(`${shop.url}${OFFICE_PAGES.new_event.path}`)
  await page.getByLabel(newEvent.name).fill('Plain quiz')
  await page.getByLabel(newEvent.day).fill('2031-02-03')
  await page.getByLabel(newEvent.starts).fill('19:30')
  await page.getByLabel(newEvent.price).fill('6')
  await page.getByRole('button', { name: newEvent.draft }).click()
  await expect(page.getByText(newEvent.problem)).toBeVisible()
  await expect(page.getByLabel(newEvent.name)).toHaveValue('Plain quiz')
  await page.getByLabel(newEvent.howMany).fill('80')
  await page.getByRole('button', { name: newEvent.draft }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Plain quiz')
  await expect(page.getByText(eventStates.draft, { exact: true })).toBeVisible()
  await page.getByRole('button', { name: eventPage.publish }).click()
  await expect(page.getByText(eventStates.on_sale, { exact: true })).toBeVisible()

  await openTab(page, eventPage['tab.tickets'], 'Tickets')
  const table = page.getByRole('table', { name: ticketTable.caption })
  await table.getByRole('rowheader').first().getByRole('link').click()
  const price = page.getByLabel('Price', { exact: false }).first()
  await price.fill('a lot')
  await page.getByRole('button', { name: eventPage.save }).click()
  await expect(page.getByLabel('Price', { exact: false }).first()).toHaveValue('a lot')
  await page.getByLabel('Price', { exact: false }).first().fill('7.50')
  await page.getByRole('button', { name: eventPage.save }).click()
  await expect(table).toContainText('£7.50')

  await openTab(page, eventPage['tab.tickets'], 'Dates')
  await page.getByLabel('Tue').check()
  await page.getByLabel(eventPage['rule.from']).fill('2031-02-04')
  await page.getByLabel(eventPage['rule.until']).fill('2031-02-20')
  await page.getByLabel(eventPage['rule.starts']).last().fill('19:30')
  await page.getByLabel(eventPage['rule.except'], { exact: false }).fill('2031-02-11')
  await page.getByRole('button', { name: eventPage['rule.submit'] }).click()
  await openTab(page, eventPage.overview)
  await expect(page.getByRole('link', { name: new RegExp(`^${eventPage.cancelDate}`) })).toHaveCount(3)

  await page
    .getByRole('link', { name: new RegExp(`^${eventPage.cancelDate}`) })
    .last()
    .click()
  await expect(page.getByText(cancelling['does.noOrders'])).toBeVisible()
  // What is cancelled, the message to buyers, and the summary.
  for (let step = 2; step < 4; step++) await page.getByRole('button', { name: cancelling.next, exact: true }).click()
  await page.getByRole('button', { name: /^Yes, cancel/ }).click()
  await expect(page.getByRole('heading', { level: 2, name: /is cancelled$/ })).toBeVisible()

  await openPlace(page, office['nav.settings'], office['tab.team'])
  const invited = newEmail('invited')
  await page.getByLabel(team['invite.email']).fill(invited)
  await page.getByRole('button', { name: team['invite.send'] }).click()
  await expect(page.getByRole('heading', { name: team.open })).toBeVisible()
  await expect(page.getByText(invited, { exact: true })).toBeVisible()

  await page.getByRole('button', { name: help.open }).click()
  const answers = page.getByRole('dialog', { name: help.title })
  await answers.getByText('Which role should I give?').click()
  await expect(answers.getByText(/^Box office sells/)).toBeVisible()
  await answers.getByRole('searchbox', { name: help.search }).fill('shared places')
  await answers.getByRole('button', { name: help.search }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(help.title)
  await expect(page.getByRole('term').filter({ hasText: 'Shared places' })).toBeVisible()
})

/** Presses Tab until the control has the focus, as people without a mouse do. */
async function tabTo(page: Page, control: Locator): Promise<void> {
  for (let presses = 0; presses < 150; presses++) {
    if (await control.evaluate((element) => element === document.activeElement)) return
    await page.keyboard.press('Tab')
  }
  throw new Error(`The Tab key doesn't reach ${control}`)
}

story('creating, publishing, changing and refunding work with the keyboard alone', async ({ newBuyer, buyer }) => {
  const { page, shop } = await newBuyer()
  const { keyboard } = page
  await page.waitForTimeout(Math.max(0, 30_500 - (Date.now() - Date.parse((await shop.mailbox(OWNER))[0]!.date))))
  await page.goto(`${shop.url}${OFFICE_PAGES.new_event.path}`)
  await enterCode(page, shop, OWNER, entrance.check)
  const type = async (label: string, text: string) => {
    await tabTo(page, page.getByLabel(label).first())
    await keyboard.type(text)
  }
  await expect(page.getByLabel(newEvent.name)).toBeVisible()
  await type(newEvent.name, 'Keyboard quiz')
  await type(newEvent.day, '03022031')
  await type(newEvent.starts, '1930')
  await type(newEvent.howMany, '80')
  await type(newEvent.price, '6')
  await tabTo(page, page.getByRole('button', { name: newEvent.publish }))
  await keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Keyboard quiz')
  await expect(page.getByText(eventStates.on_sale, { exact: true })).toBeVisible()

  for (const name of [eventPage['tab.tickets'], 'Tickets']) {
    await tabTo(
      page,
      page.getByRole('navigation', { name: eventPage.sections }).getByRole('link', { name, exact: true }),
    )
    await keyboard.press('Enter')
  }
  await expect(page.getByRole('heading', { level: 2, name: 'Tickets' })).toBeVisible()
  const table = page.getByRole('table', { name: ticketTable.caption })
  await tabTo(page, table.getByRole('link', { name: 'Ticket' }))
  await keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 3, name: 'Ticket' })).toBeVisible()
  await tabTo(page, page.getByLabel('Price').first())
  await keyboard.press('ControlOrMeta+a')
  await keyboard.type('8')
  await tabTo(page, page.getByRole('button', { name: eventPage.save }))
  await keyboard.press('Enter')
  await expect(table).toContainText('£8.00')

  const email = newEmail('ill')
  await expect(async () => {
    await buyer.fillBasket('keyboard-quiz', { Ticket: 2 })
  }).toPass()
  await buyer.orderByCard(email)

  await tabTo(page, page.getByRole('searchbox', { name: find.label }))
  await keyboard.type(email)
  await keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(find.title)
  await tabTo(page, page.getByRole('row').nth(1).getByRole('link'))
  await keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 1 })).toContainText('FY-')
  await tabTo(page, page.locator('summary', { hasText: orderPage.refundTicket }).first())
  await keyboard.press('Enter')
  await tabTo(
    page,
    page.getByRole('button', { name: fill(orderPage['refundTicket.button'], { worth: '£8.00' }) }).first(),
  )
  await keyboard.press('Enter')
  await expect(page.getByText(fill(orderPage.refundedOf, { n: 1 }))).toBeVisible()
})
