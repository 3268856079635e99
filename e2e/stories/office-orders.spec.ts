import { office } from '@foyer/contract/office/messages.ts'
import { changePage, find, orderPage as t } from '@foyer/contract/office/orders/messages.en.ts'
import { palette } from '@foyer/contract/office/palette.en.ts'
import { newEmail } from '../support/buyer.ts'
import { createEvent, expectAccessible, findOrders, openOffice } from '../support/office.ts'
import { expect, story } from '../support/story.ts'

// The story needs a fresh shop, because it creates its first staff member.
story.use({ shopEnv: { LOG_LEVEL: 'error' } })

const OWNER = newEmail('orders-owner')

story('four common requests from a buyer, each handled from the search box', async ({ newBuyer, buyer }) => {
  const { page, shop } = await newBuyer()
  await openOffice(page, shop, OWNER)
  await createEvent(page, shop, 'Friday quiz')
  await createEvent(page, shop, 'Saturday quiz', { inDays: 21 })

  const mistyped = newEmail('typo')
  await expect(async () => {
    await buyer.fillBasket('friday-quiz', { Ticket: 4 })
  }).toPass()
  await buyer.orderByCard(mistyped)

  // Each request takes four presses from the search box: find, the order, the form, save.
  const openOrder = async (q: string) => {
    await findOrders(page, q)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(find.title)
    await page.getByRole('row').nth(1).getByRole('link').click()
    await expect(page.getByRole('heading', { level: 1 })).toContainText('FY-')
  }
  await openOrder(mistyped)
  await expectAccessible(page, 'order')

  const corrected = newEmail('right')
  await page.getByText(t['correct.open']).click()
  await page.getByLabel(t.email).fill(corrected)
  await page.getByRole('button', { name: t['correct.save'] }).click()
  await expect(page.getByRole('link', { name: corrected })).toBeVisible()
  await expect.poll(async () => (await buyer.ticketMails(corrected)).length).toBe(1)

  await openOrder(corrected.slice(0, -3))
  const first = page.getByRole('listitem').filter({ hasText: t.rename }).first()
  await first.getByText(t.rename).click()
  await first.getByLabel(t['rename.name']).fill('Grace Hopper')
  await first.getByRole('button', { name: t['rename.save'] }).click()
  await expect(page.getByText('Grace Hopper').first()).toBeVisible()

  await openOrder('hoper grace')
  await page.getByRole('listitem').filter({ hasText: 'Grace Hopper' }).getByRole('link').first().click()
  await expect(page.getByRole('heading', { level: 1 })).toContainText(changePage.title)
  await expectAccessible(page, 'change of a ticket')
  await page.getByText('Saturday quiz', { exact: true }).click()
  await page.getByRole('button', { name: /Saturday quiz/ }).click()
  await expect(page.getByRole('heading', { level: 2, name: changePage.review })).toBeVisible()
  await expectAccessible(page, 'review of a change')
  await page.getByRole('button', { name: changePage.confirm, exact: true }).click()
  await expect(page.getByRole('heading', { level: 1 })).toContainText('FY-')
  await expect(page.getByRole('heading', { level: 3, name: /Saturday quiz/ })).toBeVisible()

  await openOrder('Grace Hopper')
  const lastTicket = page.getByRole('listitem').filter({ hasText: t.refundTicket }).last()
  await lastTicket.getByText(t.refundTicket).click()
  await lastTicket.getByRole('button', { name: /Refund £/ }).click()
  await expect(page.getByText(/1 refunded/)).toBeVisible()
  await page.getByLabel(t['notes.words']).fill('Needs step-free access')
  await page.getByLabel(t['notes.door']).check()
  await page.getByRole('button', { name: t['notes.add'] }).click()
  await expect(page.getByText('Needs step-free access')).toBeVisible()
  await expectAccessible(page, 'order with everything')
  await findOrders(page, 'nobody like this')
  await expectAccessible(page, 'nothing found')
  await expect(page.getByRole('link', { name: office['nav.home'] })).toBeVisible()

  // The palette finds orders by their buyer, events, pages and help, from the keyboard alone.
  await page.keyboard.press('ControlOrMeta+k')
  const everything = page.getByRole('combobox', { name: palette.label })
  await expect(everything).toBeFocused()
  await everything.fill('quiz')
  const groups = page.getByRole('dialog', { name: palette.title }).getByRole('group')
  await expect(groups.filter({ hasText: palette.events }).getByRole('option')).toHaveText([
    /^Friday quiz/,
    /^Saturday quiz/,
  ])
  await expectAccessible(page, 'palette')
  await everything.fill('Grace Hop')
  await expect(page.getByRole('option', { name: /Grace Hopper, FY-/ }).first()).toBeVisible()
  await everything.fill('shared pl')
  await expect(page.getByRole('option', { name: /^Shared places/ })).toBeVisible()
  await everything.fill('mailings')
  await expect(groups.filter({ hasText: palette.pages }).getByRole('option')).toHaveText([office['tab.mailings']])
  await everything.press('ArrowDown')
  await everything.press('ArrowUp')
  await everything.press('Enter')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(office['tab.mailings'])
  // The keys work once the script has run.
  await page.waitForLoadState('load')
  await page.keyboard.press('/')
  await expect(everything).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(everything).toBeHidden()
})
