import { account, door, waitingList, yourTickets } from '@foyer/contract/messages.ts'
import { counter, shiftPage } from '@foyer/contract/office/counter/messages.en.ts'
import { door as officeDoor } from '@foyer/contract/office/door/messages.en.ts'
import { find, orderPage as order } from '@foyer/contract/office/orders/messages.en.ts'
import { OFFICE_PAGES } from '@foyer/contract/office/pages.ts'
import { orderPath, PAGES } from '@foyer/contract/pages.ts'
import { expect, type Page } from '@playwright/test'
import { newEmail, STEPS } from '../../support/buyer.ts'
import { createEvent, openOffice } from '../../support/office.ts'
import type { Scene } from '../scene.ts'
import type { Visitor } from '../visitor.ts'

/** Puts the event of these scenes on sale in an office of its own, in another browser. Returns the office's page. */
async function putOnSale({ page, shop }: Visitor, options?: { places: number }): Promise<Page> {
  const context = await page.context().browser()!.newContext()
  const office = await context.newPage()
  await openOffice(office, shop, newEmail('owner'))
  await createEvent(office, shop, 'Songs in the Boathouse', options)
  return office
}

/** Between a sale and the event: the waiting list, changes by buyers, and walk-ins. */
export const LATER: Scene[] = [
  {
    name: 'waiting list',
    env: { LOG_LEVEL: 'error' },
    run: async (visitor, picture) => {
      const { page, shop } = visitor
      const office = await putOnSale(visitor, { places: 1 })
      await expect(() => visitor.chooseTickets('songs-in-the-boathouse', { Ticket: 1 })).toPass()
      await visitor.openBasket()
      await visitor.continueTo(STEPS.completed)
      await page.context().clearCookies()
      await expect(async () => {
        await visitor.openEvent('songs-in-the-boathouse')
        await expect(page.getByRole('link', { name: waitingList.join }).first()).toBeVisible({ timeout: 2000 })
      }).toPass()
      await picture.as('sold out', page)
      await page.getByRole('link', { name: waitingList.join }).first().click()
      await picture.as('joining', page)
      const email = newEmail('waits')
      await page.getByLabel(waitingList.email).fill(email)
      await page.getByRole('button', { name: waitingList.send }).click()
      await expect(page.getByText(waitingList.sent)).toBeVisible()
      await picture.as('address to confirm', page)
      const linkIn = async (subject: RegExp) => {
        const found = async () => (await shop.mailbox(email)).find((mail) => subject.test(mail.subject))
        await expect.poll(async () => (await found()) !== undefined).toBe(true)
        return /http:\S+\/waiting-list\/open\?link=[\w-]+/.exec((await found())!.text)![0]
      }
      await page.goto(await linkIn(/Confirm your place/))
      await picture.as('confirming', page)
      await page.getByRole('button', { name: waitingList['confirm.button'] }).click()
      await expect(page.getByText('first on the list')).toBeVisible()
      await picture.as('in line', page)
      await office.goto(`${shop.url}${OFFICE_PAGES.find.path}`)
      await office.getByRole('searchbox', { name: find.label }).fill(visitor.email)
      await office.getByRole('button', { name: find.button, exact: true }).click()
      await office.getByRole('row').nth(1).getByRole('link').click()
      const ticket = office.getByRole('listitem').filter({ hasText: order.refundTicket }).last()
      await ticket.getByText(order.refundTicket).click()
      await ticket.getByRole('button', { name: /Refund £/ }).click()
      await expect(office.getByText(/1 refunded/)).toBeVisible()
      await page.goto(await linkIn(/your turn/))
      await expect(page.getByRole('button', { name: waitingList['offered.button'] })).toBeVisible()
      await picture.as('offer', page)
      await office.context().close()
    },
  },
  {
    name: 'own tickets',
    run: async (visitor, picture) => {
      const { page } = visitor
      await visitor.chooseTickets('the-ballad-of-little-hollow', { Adult: 2 })
      await visitor.openBasket()
      await visitor.continueTo(STEPS.completed)
      const { sale_reference } = await visitor.checkout()
      await visitor.open(orderPath(sale_reference))
      await page.getByRole('link', { name: account['order.helpYourselfLink'] }).click()
      await visitor.expectStep(yourTickets.title)
      await picture.as('tickets', page)
      for (const [state, label] of [
        ['another name', yourTickets['rename.open']],
        ['changing', yourTickets['change.open']],
        ['returning', yourTickets['return.open']],
      ] as const) {
        const open = page.getByText(label).first()
        if (!(await open.isVisible())) continue
        await open.click()
        const option = page.getByRole('radio').first()
        if (await option.isVisible()) await option.check({ force: true })
        await picture.as(state, page)
      }
      await page
        .getByRole('button', { name: /^Return ticket for/ })
        .first()
        .click()
      await expect(page.getByText(/Your ticket is returned/)).toBeVisible()
      await picture.as('returned', page)
    },
  },
  {
    name: 'door paired',
    env: { LOG_LEVEL: 'error' },
    run: async (visitor, picture) => {
      const { page } = visitor
      const office = await putOnSale(visitor)
      await expect(() => visitor.chooseTickets('songs-in-the-boathouse', { Ticket: 3 })).toPass()
      await visitor.openBasket()
      await visitor.continueTo(STEPS.completed)
      await visitor.open(PAGES.wallet)
      const [code] = /\b[0-9A-Z]{20}\.[0-9A-Z]{100}\b/.exec(await page.content())!
      const { origin, search } = new URL(office.url())
      await office.goto(`${origin}${OFFICE_PAGES.door.path}${search}`)
      await office.getByLabel(officeDoor.name).fill('North door')
      await office.getByRole('button', { name: officeDoor.pair }).click()
      const box = office.locator('.office-box').filter({ hasText: 'North door' })
      const [pairingCode] = /[2-9A-Z]{4}-[2-9A-Z]{4}/.exec((await box.textContent())!)!
      await office.context().close()
      await visitor.open(PAGES.door)
      await page.getByLabel(door['door.pairingCode']).fill(pairingCode)
      await visitor.button(door['door.pair']).click()
      await expect(page.getByText('0 of 3 are in.')).toBeVisible()
      await picture.as('nobody in', page)
      await page.getByLabel(door['door.ticket']).fill(code!)
      await visitor.button(door['door.check']).click()
      await expect(page.getByRole('alert').getByText(door['door.admitted'], { exact: true })).toBeVisible()
      await picture.as('admitted', page)
      await page.getByLabel(door['door.find']).fill('phil')
      await expect(visitor.button(/^Let all/)).toBeVisible()
      await picture.as('found by name', page)
    },
  },
  {
    name: 'counter',
    env: { LOG_LEVEL: 'error' },
    run: async ({ page, shop }, picture) => {
      await openOffice(page, shop, newEmail('counter'))
      await createEvent(page, shop, 'Songs tonight', { inDays: 1 })
      const organiser = /organiser_id=\d+/.exec(page.url())![0]
      await page.goto(`${shop.url}${OFFICE_PAGES.counter.path}?${organiser}`)
      await picture.as('opening a shift', page)
      await page.getByLabel(shiftPage.float).fill('50')
      await page.getByRole('button', { name: shiftPage['open.button'] }).click()
      const dates = page.getByLabel(counter.date)
      await dates.selectOption(await dates.locator('option', { hasText: 'Songs tonight' }).getAttribute('value'))
      await page.getByRole('button', { name: counter.show, exact: true }).click()
      await picture.as('choosing', page)
      await page.getByRole('button', { name: '2 of Ticket' }).click()
      await expect(page.getByText('To pay: £12.00')).toBeVisible()
      await picture.as('paying', page)
      await page.getByRole('button', { name: '£20.00, change' }).click()
      await expect(page.getByText('Change: £8.00')).toBeVisible()
      await picture.as('sold', page)
      await page.goto(`${shop.url}${OFFICE_PAGES.shift.path}?${organiser}`)
      await picture.as('shift', page)
      await page.getByLabel(shiftPage['close.counted']).fill('62')
      await page.getByRole('button', { name: shiftPage['close.button'] }).click()
      await expect(page.getByRole('heading', { name: shiftPage.z })).toBeVisible()
      await picture.as('Z report', page)
    },
  },
]
