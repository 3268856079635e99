import { readFileSync } from 'node:fs'
import { fill } from '@foyer/contract/fill.ts'
import { eventPage } from '@foyer/contract/office/events/messages.en.ts'
import { giftAid } from '@foyer/contract/office/gift-aid/messages.en.ts'
import { help } from '@foyer/contract/office/help/messages.en.ts'
import { columnNames, lists as t } from '@foyer/contract/office/lists/messages.en.ts'
import { office } from '@foyer/contract/office/messages.ts'
import { moneyPage } from '@foyer/contract/office/money/messages.en.ts'
import type { Page } from '@playwright/test'
import { newEmail } from '../support/buyer.ts'
import { createEvent, expectAccessible, openOffice, openPlace } from '../support/office.ts'
import { expect, story } from '../support/story.ts'

// The story needs a fresh shop, because it creates its first staff member.
story.use({ shopEnv: { LOG_LEVEL: 'error' } })

/** Opens a panel of a list by its button, which on a phone is behind "More". */
async function openPanel(page: Page, name: string) {
  const button = page.getByRole('button', { name, exact: true })
  if (!(await button.isVisible()))
    await page.getByRole('main').getByRole('button', { name: office['nav.more'] }).click()
  await button.click()
}

/** The first row is on the first screen, under the head, the search and the filters in use; on a phone no row is wider than it. */
async function expectRowsAtOnce(page: Page) {
  const size = page.viewportSize()!
  for (const [width, height, limit] of [
    [360, 740, 340],
    [1280, 900, 320],
  ] as const) {
    await page.setViewportSize({ width, height })
    const row = (await page.locator('tbody tr').first().boundingBox())!
    expect(row.y, `the first row at ${width}`).toBeLessThanOrEqual(limit)
    expect(row.x + row.width).toBeLessThanOrEqual(width)
  }
  await page.setViewportSize(size)
}

/**
 * The first content of an event's page is at the top of the screen, below two lines and the tabs; and on a phone the open tab is in view,
 * however far back in the row.
 */
async function expectEventAtOnce(page: Page) {
  const size = page.viewportSize()!
  const tabs = page.getByRole('navigation', { name: eventPage.sections })
  const first = tabs.locator('+ *')
  await tabs.getByRole('link', { name: eventPage['tab.guests'] }).click()
  for (const [width, limit] of [
    [360, 112],
    [1280, 120],
  ] as const) {
    await page.setViewportSize({ width, height: 900 })
    await page.reload()
    expect((await first.boundingBox())!.y, `the first content of an event at ${width}`).toBeLessThanOrEqual(limit)
    const open = (await tabs.locator('[aria-current]').first().boundingBox())!
    expect(open.x).toBeGreaterThanOrEqual(0)
    expect(open.x + open.width, `the open tab at ${width}`).toBeLessThanOrEqual(width)
  }
  await page.setViewportSize(size)
  await page.getByRole('link', { name: eventPage.back }).first().click()
}

story(
  'a manager filters orders, chooses columns, downloads people and views the money report',
  async ({ newBuyer, buyer }) => {
    const { page, shop } = await newBuyer()
    await openOffice(page, shop, newEmail('tables-owner'))
    await createEvent(page, shop, 'Friday quiz')
    await expectEventAtOnce(page)

    const email = newEmail('table')
    await expect(async () => {
      await buyer.fillBasket('friday-quiz', { Ticket: 2 })
    }).toPass()
    await buyer.orderByCard(email)

    await openPlace(page, t.orders)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(t.orders)
    await expect(page.getByRole('row')).toHaveCount(2)
    await page.getByRole('button', { name: help.open }).click()
    const answers = page.getByRole('dialog', { name: help.title })
    await answers.locator('summary').first().click()
    await expectAccessible(page, 'help with orders')
    await answers.getByRole('button', { name: help.close }).click()
    await expect(answers).toBeHidden()
    await openPanel(page, t.columns)
    await page.getByLabel(columnNames.email, { exact: true }).check()
    await expectAccessible(page, 'orders')
    await page.getByRole('button', { name: t['columns.save'] }).click()
    await expect(page.getByRole('cell', { name: email })).toBeVisible()
    await expectRowsAtOnce(page)
    const filter = page.getByRole('dialog', { name: t.filter })
    const openFilter = () => page.getByRole('button', { name: t.filter }).click()
    await openFilter()
    await expectAccessible(page, 'the filter of orders')
    await filter.getByLabel(t.post).check()
    await filter.getByRole('button', { name: t.apply }).click()
    await expect(page.getByText(t.none)).toBeVisible()
    expect(page.url()).toContain('post=1')
    await page.getByRole('link', { name: fill(t['chip.remove'], { filter: t.post }) }).click()
    await openFilter()
    await filter.getByLabel(t.event, { exact: true }).selectOption('Friday quiz')
    await filter.getByLabel(t.from, { exact: true }).fill('2024-02-29')
    await filter.getByRole('button', { name: t.apply }).click()
    const chips = page.getByRole('list', { name: t['chips.label'] })
    await expect(chips.getByRole('listitem')).toHaveText(['Paid from: Thu 29 Feb 2024', 'Friday quiz', t.clear])
    await expectRowsAtOnce(page)
    await page.getByRole('searchbox', { name: t['search.orders'] }).fill('nobody at all')
    await page.getByRole('searchbox', { name: t['search.orders'] }).press('Enter')
    await expect(page.getByText(t.none)).toBeVisible()
    expect(page.url()).toContain('from=2024-02-29')
    await page.getByRole('searchbox', { name: t['search.orders'] }).fill(email)
    await page.getByRole('searchbox', { name: t['search.orders'] }).press('Enter')
    await expect(page.getByRole('row')).toHaveCount(2)
    await chips.getByRole('link', { name: t.clear }).click()
    await expect(chips).toHaveCount(0)
    await expect(page.getByRole('button', { name: t.resend })).toBeHidden()
    await page.getByLabel(/^Choose order/).check()
    await page.getByRole('button', { name: t.resend }).click()
    // The order was delivered less than a minute ago.
    await page.getByRole('button', { name: office.sendAnyway }).click()
    await expect.poll(async () => (await buyer.ticketMails(email)).length).toBe(2)

    await openPlace(page, t.people)
    await expect(page.getByRole('row')).toHaveCount(2)
    await expect(page.getByRole('cell', { name: email })).toBeVisible()
    await page.getByRole('row').nth(1).locator('summary').click()
    await expect(page.getByRole('row').nth(1).getByRole('listitem')).toHaveCount(2)
    await expectAccessible(page, 'people')
    await expectRowsAtOnce(page)
    const download = page.waitForEvent('download')
    await openPanel(page, t.download)
    await page.getByRole('button', { name: t.csv }).click()
    expect(
      readFileSync(await (await download).path(), 'utf8')
        .trim()
        .split('\r\n'),
    ).toHaveLength(3)

    await openPlace(page, moneyPage.title)
    await expect(page.getByRole('row', { name: /^Total (Tickets: )?£12/ })).toBeVisible()
    await expectAccessible(page, 'money')
    const statement = page.waitForEvent('download')
    await page.getByRole('button', { name: moneyPage['statement.pdf'] }).click()
    expect(
      readFileSync(await (await statement).path())
        .subarray(0, 5)
        .toString(),
    ).toBe('%PDF-')

    await openPlace(page, moneyPage.title, office['tab.giftAid'])
    await expect(page.getByText(giftAid.none)).toBeVisible()
    await expectAccessible(page, 'Gift Aid')
  },
)
