import { mkdirSync } from 'node:fs'
import { counter, shiftPage } from '@foyer/contract/office/counter/messages.en.ts'
import { door } from '@foyer/contract/office/door/messages.en.ts'
import { eventPage, newEvent, ticketTable } from '@foyer/contract/office/events/messages.en.ts'
import { handbook, type Task } from '@foyer/contract/office/help/handbook.en.ts'
import { help } from '@foyer/contract/office/help/messages.en.ts'
import { PICTURE, pathOfPicture } from '@foyer/contract/office/help/pictures.ts'
import { home, office } from '@foyer/contract/office/messages.ts'
import { moneyPage } from '@foyer/contract/office/money/messages.en.ts'
import { orderPage } from '@foyer/contract/office/orders/messages.en.ts'
import { OFFICE_PAGES } from '@foyer/contract/office/pages.ts'
import type { Locator, Page } from '@playwright/test'
import { newEmail } from '../support/buyer.ts'
import { findOrders, openOffice, openPlace, openTab } from '../support/office.ts'
import { expect, story } from '../support/story.ts'

// The story needs a fresh shop, because it creates its first staff member.
story.use({ shopEnv: { LOG_LEVEL: 'error' } })
story.skip(({ isMobile }) => isMobile, 'the handbook has the pictures of a desktop')

/** HANDBOOK_PICTURES=1 replaces the pictures of the office's help and of docs/handbook.md. */
const FOLDER = process.env.HANDBOOK_PICTURES
  ? new URL('../../web/public/handbook/', import.meta.url).pathname
  : new URL('../test-results/handbook/', import.meta.url).pathname

/** What can be read on the page; nothing while another one replaces it. */
const wordsOn = (page: Page): Promise<string> =>
  page
    .evaluate(() =>
      [
        document.body.innerText,
        ...[...document.querySelectorAll('[aria-label], [placeholder]')]
          .filter((element) => element.checkVisibility())
          .flatMap((element) => [element.getAttribute('aria-label') ?? '', element.getAttribute('placeholder') ?? '']),
      ].join('\n'),
    )
    .catch(() => '')

/** Does a task step by step, and fails for words of a step that weren't on any page it showed. */
function doing(page: Page, name: string) {
  const task: Task = handbook.find((each) => each.name === name)!
  let steps = 0
  const step = async (act: (look: (at?: Locator) => Promise<void>) => Promise<void>) => {
    const { text, picture } = task.steps[steps]!
    steps += 1
    const unseen = new Set(text.split('**').filter((_, at) => at % 2 === 1))
    const look = async (at?: Locator) => {
      const shown = await wordsOn(page)
      for (const words of unseen) if (shown.includes(words)) unseen.delete(words)
      if (!at || !picture) return
      await at.evaluate((element) => element.scrollIntoView({ block: 'center' }))
      await page.screenshot({ path: `${FOLDER}${picture.name}.jpg`, type: 'jpeg', quality: 72 })
    }
    await act(look)
    await expect
      .poll(() => look().then(() => [...unseen]), { message: `“${text}” names what isn’t there`, timeout: 10_000 })
      .toEqual([])
  }
  return { step, done: () => expect(steps, `steps of “${task.title}”`).toBe(task.steps.length) }
}

story('every step of the handbook can be done as it says, with what it names in sight', async ({ newBuyer, buyer }) => {
  mkdirSync(FOLDER, { recursive: true })
  const { page, shop } = await newBuyer({ viewport: { width: PICTURE.width, height: PICTURE.height } })
  await openOffice(page, shop, newEmail('handbook'))
  const main = page.getByRole('main')

  const sell = doing(page, 'sell')
  await sell.step(async (look) => {
    await openPlace(page, office['nav.events'])
    await look()
    await main.getByRole('link', { name: home.new }).first().click()
  })
  await sell.step(async (look) => {
    await page.getByLabel(newEvent.name).fill('Spring concert')
    await page.getByLabel(newEvent.day).fill('2031-04-12')
    await page.getByLabel(newEvent.starts).fill('19:30')
    await page.getByLabel(newEvent.where).fill('Village hall')
    await page.getByLabel(newEvent.howMany).fill('80')
    await page.getByLabel(newEvent.price).fill('12')
    await look(page.getByLabel(newEvent.howMany))
    await page.getByRole('button', { name: newEvent.publish }).click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Spring concert')
  })
  await sell.step((look) => look(page.getByRole('heading', { level: 1 })))
  await sell.step(async (look) => {
    await openTab(page, eventPage['tab.tickets'], 'Tickets')
    await look(page.getByRole('heading', { level: 1 }))
    await main.getByRole('link', { name: ticketTable.add }).click()
  })
  await sell.step(async (look) => {
    await openTab(page, eventPage['tab.tickets'], 'Dates')
    await page.getByLabel('Sat').check()
    await page.getByLabel(eventPage['rule.from']).fill('2031-04-19')
    await page.getByLabel(eventPage['rule.until']).fill('2031-04-26')
    await page.getByLabel(eventPage['rule.starts']).last().fill('19:30')
    await look()
    await page.getByRole('button', { name: eventPage['rule.submit'] }).click()
    await expect(page.getByText('3 dates').first()).toBeVisible()
  })
  await sell.step(async () => openTab(page, eventPage.overview))
  sell.done()

  const email = newEmail('concert')
  await expect(async () => {
    await buyer.fillBasket('spring-concert', { Ticket: 2 })
  }).toPass()
  await buyer.orderByCard(email)

  const refund = doing(page, 'refund')
  await refund.step(async (look) => {
    await look()
    await findOrders(page, email)
    await page.getByRole('row').nth(1).getByRole('link').click()
  })
  await refund.step(async (look) => {
    const ticket = page.getByRole('listitem').filter({ hasText: orderPage.refundTicket }).last()
    await ticket.getByText(orderPage.refundTicket).click()
    await look(ticket)
    await page.getByRole('button', { name: 'Refund £12.00' }).click()
    await expect(page.getByText(/1 refunded/)).toBeVisible()
  })
  await refund.step(async (look) => {
    await page.getByText(orderPage['refund.open']).click()
    await look(page.getByText(orderPage['refund.open']))
  })
  await refund.step(async () => {})
  refund.done()

  const night = doing(page, 'night')
  await night.step(async (look) => {
    await openPlace(page, office['nav.events'])
    await main.getByRole('link', { name: 'Spring concert' }).first().click()
    await openTab(page, eventPage['tab.guests'])
    await page.getByLabel(door.name).fill('Front door')
    await look(page.getByLabel(door.name))
    await page.getByRole('button', { name: door.pair }).click()
  })
  await night.step(async () => {})
  await night.step(async (look) => {
    await openPlace(page, office['nav.counter'])
    const dates = page.getByLabel(counter.date)
    await dates.selectOption(await dates.locator('option', { hasText: 'Spring concert' }).first().getAttribute('value'))
    await page.getByRole('button', { name: counter.show, exact: true }).click()
    await page.getByRole('button', { name: '2 of Ticket' }).click()
    await look(page.getByText('To pay: £24.00'))
    await page.getByRole('button', { name: counter.exact }).click()
    await expect(page.locator('.counter-paper')).toHaveCount(2)
  })
  await night.step(async (look) => {
    const organiser = /organiser_id=\d+/.exec(page.url())![0]
    await page.goto(`${shop.url}${OFFICE_PAGES.counter.path}?${organiser}`)
    await main.getByRole('link', { name: /^Your shift since/ }).click()
    await page.getByLabel(shiftPage.float).fill('50')
    await look()
    await page.getByRole('button', { name: shiftPage['float.button'] }).click()
    await page.goto(`${shop.url}${OFFICE_PAGES.shift.path}?${organiser}`)
    await page.getByLabel(shiftPage['close.counted']).fill('74')
    await look(page.getByLabel(shiftPage['close.counted']))
    await page.getByRole('button', { name: shiftPage['close.button'] }).click()
    await expect(page.getByRole('heading', { name: shiftPage.z })).toBeVisible()
  })
  night.done()

  const month = doing(page, 'month')
  await month.step(async (look) => {
    await openPlace(page, office['nav.money'])
    await look(page.getByRole('heading', { level: 1 }))
    await main.getByRole('link', { name: moneyPage['period.last_month'] }).click()
    await expect(page.getByText(moneyPage.none)).toBeVisible()
    await main.getByRole('link', { name: moneyPage['period.month'] }).click()
  })
  await month.step(async () => {})
  await month.step(async () => {})
  await month.step(async () => {})
  await month.step(async (look) => {
    await openPlace(page, office['nav.money'], office['tab.giftAid'])
    await look(page.getByRole('heading', { level: 1 }))
  })
  month.done()

  // The office shows the same handbook, with its pictures.
  await page.getByRole('button', { name: help.open }).click()
  await page.getByRole('link', { name: help.handbook }).click()
  for (const { title, steps } of handbook) {
    await main.getByRole('link', { name: title }).click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(title)
    await expect(main.getByRole('listitem')).toHaveCount(steps.length)
    const pictures = steps.flatMap(({ picture }) => picture ?? [])
    for (const { name, alt } of pictures) {
      await expect(main.getByRole('img', { name: alt })).toHaveAttribute('src', pathOfPicture(name))
      expect((await page.request.get(`${shop.url}${pathOfPicture(name)}`)).headers()['content-type']).toBe('image/jpeg')
    }
    await main.getByRole('link', { name: help.all }).click()
  }
})
