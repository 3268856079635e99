import { ERRORS } from '@foyer/contract/errors.ts'
import { fill } from '@foyer/contract/fill.ts'
import { eventPage, ticketTable } from '@foyer/contract/office/events/messages.en.ts'
import { changePage, orderPage as t } from '@foyer/contract/office/orders/messages.en.ts'
import { newEmail } from '../support/buyer.ts'
import { createEvent, expectAccessible, findOrders, openOffice, openTab } from '../support/office.ts'
import { expect, story } from '../support/story.ts'

// The story needs a fresh shop, because it creates its first staff member.
story.use({ shopEnv: { LOG_LEVEL: 'error' } })

story(
  'a change whose price changed meanwhile is reviewed again, and the second press makes it once',
  async ({ newBuyer, buyer }) => {
    const { page, shop } = await newBuyer()
    await openOffice(page, shop, newEmail('prices-owner'))
    await createEvent(page, shop, 'Friday quiz')
    await createEvent(page, shop, 'Saturday quiz', { inDays: 21 })
    const saturday = page.url()
    const email = newEmail('changes')
    await expect(async () => {
      await buyer.fillBasket('friday-quiz', { Ticket: 1 })
    }).toPass()
    await buyer.orderByCard(email)

    await findOrders(page, email)
    await page.getByRole('row').nth(1).getByRole('link').click()
    await page.getByRole('link', { name: t.change }).first().click()
    await page.getByText('Saturday quiz', { exact: true }).click()
    await page.getByRole('button', { name: /Saturday quiz/ }).click()
    await expect(page.getByText(changePage['money.none'])).toBeVisible()

    // Meanwhile, in another window, Saturday's price becomes 8.00.
    const other = await page.context().newPage()
    await other.goto(saturday)
    await openTab(other, eventPage['tab.tickets'], 'Tickets')
    const table = other.getByRole('table', { name: ticketTable.caption })
    await table.getByRole('rowheader').first().getByRole('link').click()
    await other.getByLabel('Price', { exact: false }).first().fill('8')
    await other.getByRole('button', { name: eventPage.save }).click()
    await expect(table).toContainText('£8.00')
    await other.close()

    await page.getByRole('button', { name: changePage.confirm, exact: true }).click()
    await expect(page.getByRole('alert').filter({ hasText: ERRORS.difference_changed[1] })).toBeVisible()
    await expect(page.getByText(fill(changePage['money.waived'], { amount: '£2.00' }))).toBeVisible()
    await expectAccessible(page, 'review again')
    await page.getByRole('button', { name: changePage.confirm, exact: true }).click()
    await expect(page.getByRole('heading', { level: 1 })).toContainText('FY-')
    await expect(page.getByRole('heading', { level: 3, name: /Saturday quiz/ })).toHaveCount(1)
    await expect(page.getByRole('heading', { level: 3, name: /Friday quiz/ })).toHaveCount(0)
  },
)
