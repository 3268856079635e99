import { readFileSync } from 'node:fs'
import { giftAid } from '@foyer/contract/office/gift-aid/messages.en.ts'
import { columnNames, lists as t } from '@foyer/contract/office/lists/messages.en.ts'
import { office } from '@foyer/contract/office/messages.ts'
import { moneyPage } from '@foyer/contract/office/money/messages.en.ts'
import { newEmail } from '../support/buyer.ts'
import { createEvent, expectAccessible, openOffice, openPlace } from '../support/office.ts'
import { expect, story } from '../support/story.ts'

// The story needs a fresh shop, because it creates its first staff member.
story.use({ shopEnv: { LOG_LEVEL: 'error' } })

story(
  'a manager filters orders, chooses columns, downloads people and views the money report',
  async ({ newBuyer, buyer }) => {
    const { page, shop } = await newBuyer()
    await openOffice(page, shop, newEmail('tables-owner'))
    await createEvent(page, shop, 'Friday quiz')

    const email = newEmail('table')
    await expect(async () => {
      await buyer.fillBasket('friday-quiz', { Ticket: 2 })
    }).toPass()
    await buyer.orderByCard(email)

    await openPlace(page, t.orders)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(t.orders)
    await expect(page.getByRole('row')).toHaveCount(2)
    await page.getByText(t.columns, { exact: true }).click()
    await page.getByLabel(columnNames.email, { exact: true }).check()
    await expectAccessible(page, 'orders')
    await page.getByRole('button', { name: t['columns.save'] }).click()
    await expect(page.getByRole('cell', { name: email })).toBeVisible()
    await page.getByLabel(t.post).check()
    await page.getByRole('button', { name: t.show }).click()
    await expect(page.getByText(t.none)).toBeVisible()
    expect(page.url()).toContain('post=1')
    await page.getByRole('link', { name: t.clear }).click()
    await page.getByLabel(/^Choose order/).check()
    await page.getByRole('button', { name: t.resend }).click()
    // The order was delivered less than a minute ago.
    await page.getByRole('button', { name: office.sendAnyway }).click()
    await expect.poll(async () => (await buyer.ticketMails(email)).length).toBe(2)

    await openPlace(page, t.people)
    await expect(page.getByRole('row')).toHaveCount(3)
    await expectAccessible(page, 'people')
    const download = page.waitForEvent('download')
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
