import { fill } from '@foyer/contract/fill.ts'
import { yourTickets as t, shop as words } from '@foyer/contract/messages.ts'
import { eventPage } from '@foyer/contract/office/events/messages.en.ts'
import { eventPath, yourTicketsPath } from '@foyer/contract/pages.ts'
import type { Page } from '@playwright/test'
import { newEmail } from '../support/buyer.ts'
import { createEvent, expectAccessible, openOffice, openTab } from '../support/office.ts'
import { expect, story } from '../support/story.ts'

// The story creates the first staff member of a shop.
story.use({ shopEnv: { LOG_LEVEL: 'error' } })

const PROMISE =
  /Changed your mind\? You can return these tickets yourself within 3 days of paying, until .+ at the latest\./

/** Allows returns for 72 hours after paying, on the open event. */
async function setCoolOff(page: Page) {
  await openTab(page, eventPage['tab.checkout'], 'Selling')
  const field = page.getByLabel('Cool-off')
  if (!(await field.isVisible())) await page.locator('summary').filter({ hasText: eventPage.more }).first().click()
  await field.fill('24')
  await page.getByRole('button', { name: eventPage.save }).click()
  await expect(page.getByRole('alert').first(), '72 hours is the least').toBeVisible()
  await field.fill('72')
  await page.getByRole('button', { name: eventPage.save }).click()
  await expect(page.getByRole('alert')).toBeHidden()
  await expect(field).toHaveValue('72')
}

story(
  'a buyer reads of the cool-off before paying and returns a ticket within it; in the last seven days there is none',
  async ({ buyer, newBuyer, isMobile }) => {
    story.skip(isMobile, 'a phone shows the same pages, whose width is checked here')
    const { page: office, shop } = await newBuyer()
    await openOffice(office, shop, newEmail('cool-off-owner'))
    await createEvent(office, shop, 'Winter Ball', { inDays: 40 })
    await setCoolOff(office)
    await createEvent(office, shop, 'Last Week', { inDays: 5 })
    await setCoolOff(office)

    const { page } = buyer
    const readPolicy = () => page.getByText(words['event.refundPolicy'], { exact: true }).first().click()
    await expect(async () => {
      await buyer.open(eventPath('winter-ball'))
      await readPolicy()
      await expect(page.getByText(PROMISE)).toBeVisible({ timeout: 2000 })
    }).toPass()
    const email = newEmail('cools-off')
    await buyer.fillBasket('winter-ball', { Ticket: 2 })
    await buyer.orderByCard(email)
    const [mail] = await buyer.ticketMails(email)
    expect(mail!.text.replaceAll(/\s+/g, ' ')).toMatch(PROMISE)
    const { sale_reference } = await buyer.checkout()

    await buyer.open(yourTicketsPath(sale_reference))
    await expect(async () => {
      await page.getByText(t['return.open']).first().click()
      await expect(
        page.getByRole('button', { name: fill(t['return.submit'], { amount: '£6.00' }) }).first(),
      ).toBeVisible({
        timeout: 2000,
      })
    }).toPass()
    await expectAccessible(page, 'a return in the cool-off')
    await page
      .getByRole('button', { name: fill(t['return.submit'], { amount: '£6.00' }) })
      .first()
      .click()
    await expect(page.getByText(fill(t['return.done'], { amount: '£6.00' }))).toBeVisible()
    await expect
      .poll(async () => (await shop.mailbox(email)).some(({ text }) => text.includes('£6.00') && /refund/i.test(text)))
      .toBe(true)

    const late = await newBuyer()
    await late.open(eventPath('last-week'))
    await expect(late.page.getByText(PROMISE)).toHaveCount(0)
    const lateEmail = newEmail('too-late')
    await late.fillBasket('last-week', { Ticket: 1 })
    await late.orderByCard(lateEmail)
    expect((await late.ticketMails(lateEmail))[0]!.text).not.toContain('Changed your mind?')
    const { sale_reference: lateReference } = await late.checkout()
    await late.open(yourTicketsPath(lateReference))
    await expect(late.page.getByRole('heading', { name: 'Last Week' })).toBeVisible()
    await expect(late.page.getByText(t['return.open'])).toHaveCount(0)
  },
)
