import { fill } from '@foyer/contract/fill.ts'
import { account, yourTickets as t, ticketChange } from '@foyer/contract/messages.ts'
import { orderPath, yourTicketsPath } from '@foyer/contract/pages.ts'
import { CARDS, newEmail } from '../support/buyer.ts'
import { expectAccessible } from '../support/office.ts'
import { expect, story } from '../support/story.ts'

story(
  'a buyer renames, changes and returns a ticket; another browser with the link cannot',
  async ({ buyer, newBuyer }, { project }) => {
    story.skip(project.name === 'phone', 'a phone shows the same pages, and its width is checked here')
    const { page } = buyer
    await buyer.fillBasket('autumn-gala', { Balcony: 1, Stalls: 1 })
    await buyer.orderByCard(newEmail('helps-themselves'))
    const { sale_reference } = await buyer.checkout()

    await buyer.open(orderPath(sale_reference))
    await page.getByRole('link', { name: account['order.helpYourselfLink'] }).click()
    await buyer.expectStep(t.title)
    const first = page
      .locator('section, div')
      .filter({ has: page.getByText(t['return.open']) })
      .last()
    await expect(first).toBeVisible()
    await expectAccessible(page, 'your tickets')
    const link = page.url()
    await expect(page.getByText(t['return.open']), 'Balcony is non-refundable').toHaveCount(1)

    await expect(async () => {
      await page.getByText(t['rename.open']).first().click()
      await page.getByLabel(t['rename.label']).first().fill('Grace Hopper', { timeout: 2000 })
    }).toPass()
    await page.getByRole('button', { name: t['rename.submit'] }).first().click()
    await expect(page.getByText(t['rename.done'])).toBeVisible()

    await page.goto(link)
    await expect(page.getByText(fill(t.holder, { name: 'Grace Hopper' }))).toBeVisible()
    await page.getByText(t['change.open']).last().click()
    await page.getByText(t['return.open']).first().click()
    await page
      .getByRole('button', { name: /^Review the change to Stalls/ })
      .first()
      .click()
    await expect(page.getByRole('heading', { name: t['review.title'] })).toBeVisible()
    await expectAccessible(page, 'the review of a change')
    await page.getByRole('button', { name: /£/ }).click()
    await buyer.expectStep(ticketChange.title)
    await expect(page.getByRole('button', { name: /^Pay £/ })).toBeEnabled()
    await expectAccessible(page, 'the payment of a change')
    await buyer.typeCard(CARDS.good)
    await page.getByRole('button', { name: /^Pay £/ }).click()
    await expect(page.getByText(ticketChange.done)).toBeVisible()

    await page.goto(link)
    await expect(page.getByText(/^Stalls/).first()).toBeVisible()
    await page.getByText(t['return.open']).last().click()
    await page
      .getByRole('button', { name: /^Return ticket for/ })
      .last()
      .click()
    await expect(page.getByText(/Your ticket is returned/)).toBeVisible()

    const stranger = await newBuyer()
    const response = await stranger.page.goto(link)
    expect(response!.status()).toBe(404)
  },
)

story('a buyer returns a whole order at once for the sum shown', async ({ buyer }, { project }) => {
  const { page } = buyer
  await buyer.fillBasket('autumn-gala', { Stalls: 3 })
  await buyer.orderByCard(newEmail(`returns-all-${project.name}`))
  const { sale_reference } = await buyer.checkout()
  await buyer.open(yourTicketsPath(sale_reference))
  const all = page.getByLabel(fill(t['several.all'], { n: 3 }))
  await expect(async () => {
    if (!(await all.isVisible())) await page.getByText(t['several.open']).click()
    await all.check({ timeout: 2000 })
    await expect(page.getByText(fill(t['return.kept'], { amount: '£6.60' }))).toBeVisible({ timeout: 2000 })
  }).toPass()
  await expectAccessible(page, 'the return of several tickets')
  await page.getByRole('button', { name: fill(t['several.submit'], { n: 3, amount: '£59.40' }) }).click()
  await expect(page.getByText(fill(t['several.done'], { amount: '£59.40' }))).toBeVisible()
  await page.reload()
  await expect(page.getByText(t.none)).toBeVisible()
})
