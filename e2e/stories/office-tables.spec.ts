import { readFileSync } from 'node:fs'
import { newEvent } from '@foyer/contract/office/events/messages.en.ts'
import { giftAid } from '@foyer/contract/office/gift-aid/messages.en.ts'
import { columnNames, lists as t } from '@foyer/contract/office/lists/messages.en.ts'
import { entrance, home, office } from '@foyer/contract/office/messages.ts'
import { moneyPage } from '@foyer/contract/office/money/messages.en.ts'
import { OFFICE_PAGES } from '@foyer/contract/office/pages.ts'
import { CARDS, newEmail, STEPS } from '../support/buyer.ts'
import { firstLink, isOpenToEverybody, proves } from '../support/office.ts'
import { expect, story } from '../support/story.ts'

// The story needs a fresh shop, because it creates its first staff member.
story.use({ shopEnv: { LOG_LEVEL: 'error' } })

story('a manager filters orders, keeps columns, downloads people and sees the money', async ({ newBuyer, buyer }) => {
  story.setTimeout(300_000)
  const { page, shop } = await newBuyer()
  await page.goto(firstLink(shop))
  await proves(page, shop, newEmail('tables-owner'), entrance['check.join'])
  await page.getByLabel(entrance.name).fill('Olive Owner')
  await page.getByRole('button', { name: entrance['first.join'] }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(home.title)
  await page.goto(`${shop.url}${OFFICE_PAGES.new_event.path}`)
  await page.getByLabel(newEvent.name).fill('Friday quiz')
  await page.getByLabel(newEvent.day).fill(new Date(Date.now() + 20 * 86_400_000).toISOString().slice(0, 10))
  await page.getByLabel(newEvent.starts).fill('19:30')
  await page.getByLabel(newEvent.howMany).fill('80')
  await page.getByLabel(newEvent.price).fill('6')
  await page.getByLabel(newEvent.where).fill('Mill Hall')
  await page.getByRole('button', { name: newEvent.publish }).click()
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Friday quiz')

  const email = newEmail('table')
  await expect(async () => {
    await buyer.hasBasket('friday-quiz', { Ticket: 2 })
  }).toPass()
  await buyer.reserves()
  await buyer.continuesAsGuest(email)
  await buyer.declinesNews()
  await buyer.sees(STEPS.payment)
  await buyer.paysByCard(CARDS.good)
  await buyer.hasCompleted()

  const menu = page.getByRole('navigation', { name: office['nav.label'] })
  await menu.getByRole('link', { name: t.orders }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(t.orders)
  await expect(page.getByRole('row')).toHaveCount(2)
  await page.getByText(t.columns, { exact: true }).click()
  await page.getByLabel(columnNames.email, { exact: true }).check()
  await isOpenToEverybody(page, 'orders')
  await page.getByRole('button', { name: t['columns.save'] }).click()
  await expect(page.getByRole('cell', { name: email })).toBeVisible()
  await page.getByLabel(t.post).check()
  await page.getByRole('button', { name: t.show }).click()
  await expect(page.getByText(t.none)).toBeVisible()
  expect(page.url()).toContain('post=1')
  await page.getByRole('link', { name: t.clear }).click()
  await page.getByLabel(/^Choose order/).check()
  await page.getByRole('button', { name: t.resend }).click()
  await expect.poll(async () => (await buyer.ticketMails(email)).length).toBe(2)

  await menu.getByRole('link', { name: t.people }).click()
  await expect(page.getByRole('row')).toHaveCount(3)
  await isOpenToEverybody(page, 'people')
  const saved = page.waitForEvent('download')
  await page.getByRole('button', { name: t.csv }).click()
  expect(
    readFileSync(await (await saved).path(), 'utf8')
      .trim()
      .split('\r\n'),
  ).toHaveLength(3)

  await menu.getByRole('link', { name: moneyPage.title }).click()
  await expect(page.getByRole('row', { name: /^Total (Tickets: )?£12/ })).toBeVisible()
  await isOpenToEverybody(page, 'money')
  const statement = page.waitForEvent('download')
  await page.getByRole('button', { name: moneyPage['statement.pdf'] }).click()
  expect(
    readFileSync(await (await statement).path())
      .subarray(0, 5)
      .toString(),
  ).toBe('%PDF-')

  await menu.getByRole('link', { name: giftAid.title }).click()
  await expect(page.getByText(giftAid.none)).toBeVisible()
  await isOpenToEverybody(page, 'Gift Aid')
})
