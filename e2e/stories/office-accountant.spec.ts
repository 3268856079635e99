import { readFileSync } from 'node:fs'
import { lists } from '@foyer/contract/office/lists/messages.en.ts'
import { entrance, home, team } from '@foyer/contract/office/messages.ts'
import { moneyPage as t } from '@foyer/contract/office/money/messages.en.ts'
import { OFFICE_PAGES } from '@foyer/contract/office/pages.ts'
import { cellsIn } from '@foyer/server/office/testing/xlsx.ts'
import type { Page } from '@playwright/test'
import { newEmail } from '../support/buyer.ts'
import { createEvent, enterCode, expectAccessible, invitationTo, openOffice, openPlace } from '../support/office.ts'
import { expect, story } from '../support/story.ts'

// The story needs a fresh shop, because it creates its first staff member.
story.use({ shopEnv: { LOG_LEVEL: 'error' } })
story.skip(({ isMobile }) => isMobile, 'a phone downloads the same files')

async function download(page: Page, button: string, container = page.getByRole('main')) {
  const event = page.waitForEvent('download')
  await container.getByRole('button', { name: button }).click()
  return readFileSync(await (await event).path())
}

story('an owner’s download has the names of buyers, an accountant’s has none', async ({ newBuyer, buyer }) => {
  const { page, shop } = await newBuyer()
  await openOffice(page, shop, newEmail('accounts-owner'))
  await createEvent(page, shop, 'Friday quiz')
  const organiser = /organiser_id=\d+/.exec(page.url())![0]
  await expect(async () => {
    await buyer.fillBasket('friday-quiz', { Ticket: 2 })
  }).toPass()
  await buyer.orderByCard(newEmail('named'))

  await page.goto(`${shop.url}${OFFICE_PAGES.people.path}?${organiser}`)
  await page.getByRole('button', { name: lists.download, exact: true }).click()
  const people = (await download(page, lists.csv)).toString('utf8')
  expect(people).toContain('Lovelace')

  await page.goto(`${shop.url}${OFFICE_PAGES.team.path}?${organiser}`)
  const accountant = newEmail('accountant')
  await page.getByLabel(team['invite.email']).fill(accountant)
  await page.getByLabel(team.role).last().selectOption('reader')
  await page.getByRole('button', { name: team['invite.send'] }).click()
  const reader = (await newBuyer()).page
  await reader.goto(await invitationTo(shop, accountant))
  await enterCode(reader, shop, accountant, entrance['check.join'])
  await reader.getByLabel(entrance.name).fill('Amy Accounts')
  await reader.getByRole('button', { name: entrance['invitation.accept'] }).click()
  await expect(reader.getByRole('heading', { level: 1 })).toHaveText(home.title)

  await openPlace(reader, t.title)
  await expect(reader.getByRole('row', { name: /^Total (Tickets: )?£12/ })).toBeVisible()
  await expectAccessible(reader, 'money of a reader')
  const statement = reader.getByRole('region', { name: t['statement.title'] })
  const csv = (await download(reader, t.csv, statement)).toString('utf8')
  const sheet = JSON.stringify(cellsIn(await download(reader, t.xlsx, statement)))
  for (const file of [csv, sheet]) {
    expect(file).toContain('Friday quiz')
    expect(file).toMatch(/\b12(\.00)?\b/)
    expect(file).not.toContain('Lovelace')
  }
  expect((await download(reader, t['statement.pdf'], statement)).subarray(0, 5).toString()).toBe('%PDF-')

  // A reader's table of orders has no names, and offers no download.
  await reader.goto(`${shop.url}${OFFICE_PAGES.orders.path}?${organiser}`)
  await expect(reader.getByRole('row')).toHaveCount(2)
  await expect(reader.getByText('Lovelace')).toHaveCount(0)
  await expect(reader.getByRole('button', { name: lists.download, exact: true })).toHaveCount(0)
})
