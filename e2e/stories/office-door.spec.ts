import { door as t } from '@foyer/contract/messages.ts'
import { door as office } from '@foyer/contract/office/door/messages.en.ts'
import { eventPage } from '@foyer/contract/office/events/messages.en.ts'
import { PAGES } from '@foyer/contract/pages.ts'
import { newEmail } from '../support/buyer.ts'
import { createEvent, expectAccessible, openOffice, openTab } from '../support/office.ts'
import { expect, story } from '../support/story.ts'

// The story needs a fresh shop, because it creates its first staff member.
story.use({ shopEnv: { LOG_LEVEL: 'error' }, allowedErrors: /ERR_INTERNET_DISCONNECTED|Failed to fetch/ })

const OWNER = newEmail('door-owner')

story('two paired phones scan at one door while one is offline', async ({ newBuyer, buyer }) => {
  const { page, shop } = await newBuyer()
  await openOffice(page, shop, OWNER)
  await createEvent(page, shop, 'Friday quiz')

  await expect(async () => {
    await buyer.fillBasket('friday-quiz', { Ticket: 4 })
  }).toPass()
  await buyer.orderByCard(newEmail('party'))
  await buyer.open(PAGES.wallet)
  const html = await buyer.page.content()
  const codes = [...new Set(html.match(/\b[0-9A-Z]{20}\.[0-9A-Z]{100}\b/g))]
  expect(codes.length).toBeGreaterThan(0)

  await openTab(page, eventPage['tab.guests'])
  const pair = async (name: string) => {
    await page.getByLabel(office.name).fill(name)
    await page.getByRole('button', { name: office.pair }).click()
    const box = page.locator('.office-box').filter({ hasText: name })
    const code = /[2-9A-Z]{4}-[2-9A-Z]{4}/.exec((await box.textContent())!)![0]
    const door = await newBuyer()
    await door.open(PAGES.door)
    await door.page.getByLabel(t['door.pairingCode']).fill(code)
    await door.page.getByRole('button', { name: t['door.pair'], exact: true }).click()
    await expect(door.page.getByRole('status').filter({ hasText: '0 of 4 are in' })).toBeVisible()
    return door
  }
  const north = await pair('North door')
  const south = await pair('South door')
  await page.reload()
  await expectAccessible(page, 'door of a date')
  await expectAccessible(north.page, 'paired door')

  const find = async (door: typeof north, q: string) => {
    await door.page.getByLabel(t['door.find']).fill(q)
    await expect(door.page.getByText(/^FY|Order FY/).first()).toBeVisible()
  }
  const expectVerdict = (door: typeof north, verdict: string) =>
    expect(door.page.getByRole('alert').getByText(verdict, { exact: true })).toBeVisible()
  const scan = async (door: typeof north, code: string, verdict: string) => {
    await door.page.getByLabel(t['door.ticket']).fill(code)
    await door.button(t['door.check']).click()
    await expectVerdict(door, verdict)
  }

  // North is offline: it checks tickets with its list, and admits none twice by itself.
  await expect.poll(() => north.page.evaluate(() => navigator.serviceWorker.controller !== null)).toBe(true)
  await north.page.context().setOffline(true)
  await north.page.reload()
  await north.waitForHydration()
  await scan(north, codes[0]!, t['door.admitted'])
  await scan(north, codes[0]!, t['door.already_admitted'])

  // Meanwhile, South admits the whole party with one press.
  await find(south, 'love')
  await south.button('Let all 4 in').click()
  await expectVerdict(south, '4 admitted')

  // Back online: tickets admitted at both doors are listed.
  await north.page.context().setOffline(false)
  await north.page.reload()
  await expect(north.page.getByRole('status').filter({ hasText: '4 of 4 are in' })).toBeVisible()
  await page.reload()
  await expect(page.getByRole('heading', { name: office.conflicts })).toBeVisible()
  await expect(page.getByRole('row').filter({ hasText: 'North door' }).first()).toContainText('South door')

  await south.page
    .getByRole('button', { name: /^Undo the entry/ })
    .first()
    .click()
  await south.page.getByLabel(t['door.undoReason']).fill('Left again')
  await south.button(t['door.undoGo']).click()
  await expectVerdict(south, t['door.undone'])
  await page.reload()
  await expect(page.getByText('Left again')).toBeVisible()
  await page.getByRole('link', { name: office.list }).click()
  await expect(page.getByRole('row')).toHaveCount(5)
  await expectAccessible(page, 'door list')

  // An unpaired phone has no access and stores no names.
  await page.goBack()
  await page.getByText('Unpair North door').first().click()
  await page.getByRole('button', { name: 'Unpair North door' }).click()
  await expect(page.getByText('Unpair North door')).toHaveCount(0)
  await north.page.reload()
  // A device on a slow network asks again after 20 seconds.
  await expect(north.page.getByText(t['door.ended'])).toBeVisible()
  expect(await north.page.evaluate(() => localStorage.getItem('foyer-door-list'))).toBeNull()
})
