import { fill } from '@foyer/contract/fill.ts'
import {
  eventPage,
  eventStates,
  events,
  newEvent,
  previewing,
  ticketTable,
} from '@foyer/contract/office/events/messages.en.ts'
import { drafts, entrance, office } from '@foyer/contract/office/messages.ts'
import { OFFICE_PAGES } from '@foyer/contract/office/pages.ts'
import { newEmail } from '../support/buyer.ts'
import { enterCode, expectAccessible, openAct, openOffice, openPlace, openTab } from '../support/office.ts'
import { expect, story } from '../support/story.ts'

// These stories need a fresh shop, because they create its first staff member.
story.use({ shopEnv: { LOG_LEVEL: 'error' } })
story.describe.configure({ mode: 'serial' })

const OWNER = newEmail('first')

story('creates the first event after setup and sells its first ticket', async ({ newBuyer, buyer }) => {
  const { page, shop } = await newBuyer()
  await openOffice(page, shop, OWNER)

  await openPlace(page, office['nav.events'])
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(events.title)
  await expectAccessible(page, 'events')
  await page.getByRole('link', { name: events.new }).click()
  await page.getByLabel(newEvent.name).fill('Quiz night')
  await page.getByRole('button', { name: newEvent.publish }).click()
  await expect(page.getByRole('alert')).toContainText(newEvent.problem)
  await expect(page.getByLabel(newEvent.name)).toHaveValue('Quiz night')
  await expectAccessible(page, 'new event, refused')
  const day = new Date(Date.now() + 20 * 86_400_000).toISOString().slice(0, 10)
  await page.getByLabel(newEvent.day).fill(day)
  await page.getByLabel(newEvent.starts).fill('19:30')
  await page.getByLabel(newEvent.howMany).fill('80')
  await page.getByLabel(newEvent.price).fill('6')

  // Closing the tab doesn't lose what was typed, and a new form is empty.
  await page.goto(`${shop.url}${OFFICE_PAGES.new_event.path}`)
  await expect(page.getByLabel(newEvent.howMany)).toHaveValue('')
  await page.getByRole('button', { name: fill(drafts.resumeOf, { title: 'Quiz night' }) }).click()
  await expect(page.getByLabel(newEvent.howMany)).toHaveValue('80')
  await page.getByLabel(newEvent.where).fill('Mill Hall')
  await page.getByRole('button', { name: newEvent.publish }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Quiz night')
  await expect(page.getByText(eventStates.on_sale, { exact: true })).toBeVisible()
  await expectAccessible(page, 'event')

  const email = newEmail('buyer')
  await expect(async () => {
    await buyer.fillBasket('quiz-night', { Ticket: 1 })
  }).toPass()
  await buyer.orderByCard(email)
  expect(await buyer.ticketMails(email)).toHaveLength(1)

  await page.reload()
  await expect(page.getByText('1 of 80').first()).toBeVisible()
  await expect(page.getByRole('heading', { name: eventPage.chart })).toBeVisible()
  await expectAccessible(page, 'event that sells')
})

story('every section of an event passes axe and keeps what was typed', async ({ newBuyer, isMobile }) => {
  story.skip(isMobile, 'every section is checked at both widths')
  const { page, shop } = await newBuyer()
  await page.waitForTimeout(30_500 - (Date.now() - Date.parse((await shop.mailbox(OWNER))[0]!.date)))
  await page.goto(`${shop.url}${OFFICE_PAGES.events.path}`)
  await enterCode(page, shop, OWNER, entrance.check)
  await page.getByRole('link', { name: 'Quiz night' }).click()
  const tabs = {
    'tab.page': ['Details', 'Venue', 'Messages and terms'],
    'tab.tickets': ['Dates', 'Tickets'],
    'tab.checkout': ['Questions', 'Selling'],
    'tab.promote': ['Codes and offers', 'All codes'],
  } as const
  for (const [tab, names] of Object.entries(tabs))
    for (const name of names) {
      await openTab(page, eventPage[tab as keyof typeof tabs], name)
      await expect(page.getByRole('heading', { level: 2, name })).toBeVisible()
      await expectAccessible(page, name)
    }
  await openAct(page, previewing.title)
  await expect(page.getByRole('heading', { level: 2, name: previewing.title })).toBeVisible()
  await expectAccessible(page, 'preview')
  await openPlace(page, office['nav.settings'])
  for (const name of ['Tax', 'Donations', 'Gift vouchers', 'Offers', 'Payments']) {
    await page
      .getByRole('navigation', { name: office['nav.settings'], exact: true })
      .getByRole('link', { name })
      .click()
    await expect(page.getByRole('heading', { level: 2, name })).toBeVisible()
    await expectAccessible(page, name)
  }
  await openPlace(page, office['nav.events'])
  await page.getByRole('link', { name: 'Quiz night' }).click()
  await openTab(page, eventPage['tab.tickets'], 'Tickets')
  await expectAccessible(page, 'tickets')
  const table = page.getByRole('table', { name: ticketTable.caption })
  await table.getByRole('rowheader').first().getByRole('link').click()
  const capacity = page.getByLabel('How many').first()
  await capacity.fill('0')
  await page.getByRole('button', { name: eventPage.save }).click()
  await expect(page.getByRole('alert')).toContainText('the lowest possible is 1')
  await expect(capacity).toHaveValue('0')
  await expectAccessible(page, 'tickets, refused')
  await capacity.fill('90')
  await page.getByRole('button', { name: eventPage.save }).click()
  await expect(table).toContainText(fill(ticketTable.soldOf, { sold: 1, of: 90 }))
  await expect(page.getByRole('alert')).toBeHidden()
})
