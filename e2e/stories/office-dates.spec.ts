import { cancelling, moving as t } from '@foyer/contract/office/events/messages.en.ts'
import { OFFICE_PAGES } from '@foyer/contract/office/pages.ts'
import { newEmail } from '../support/buyer.ts'
import { createEvent, expectAccessible, openOffice } from '../support/office.ts'
import { expect, story } from '../support/story.ts'

// The story needs a fresh shop, because it creates its first staff member.
story.use({ shopEnv: { LOG_LEVEL: 'error' } })

story('a date is moved, then cancelled, each in four steps', async ({ newBuyer, buyer }) => {
  const { page, shop } = await newBuyer()
  await openOffice(page, shop, newEmail('night-owner'))
  await createEvent(page, shop, 'Friday quiz')

  const email = newEmail('night-buyer')
  await expect(async () => {
    await buyer.fillBasket('friday-quiz', { Ticket: 2 })
  }).toPass()
  await buyer.orderByCard(email)
  expect(await buyer.paymentsTaken()).toEqual([1200])
  const subjects = async () => (await shop.mailbox(email)).map(({ subject }) => subject)

  const next = () => page.getByRole('button', { name: cancelling.next, exact: true }).click()
  const expectStepNumber = (n: number) =>
    expect(page.getByRole('heading', { level: 3 }).first()).toContainText(`Step ${n} of 4`)
  await page.getByRole('link', { name: t.link }).first().click()
  await expectStepNumber(1)
  await expectAccessible(page, 'moving, step 1')
  await next()
  await expect(page.getByText(t.noMove)).toBeVisible()
  await page.getByLabel(t.starts).fill('20:15')
  await next()
  await expectStepNumber(2)
  await expectAccessible(page, 'moving, step 2')
  await next()
  await expectStepNumber(3)
  await page.getByLabel(cancelling.words).fill('The hall is flooded.')
  await next()
  await expectStepNumber(4)
  await expect(page.getByText('The hall is flooded.')).toBeVisible()
  await expectAccessible(page, 'moving, step 4')
  await page.getByRole('button', { name: t.go }).click()
  await expectStepNumber(1)
  await expect(page.getByLabel(t.starts)).toHaveValue('20:15')
  await expect.poll(subjects).toContain('Friday quiz has a new date')

  await page.goto(page.url().replace(OFFICE_PAGES.move.path, OFFICE_PAGES.cancel.path))
  await expectStepNumber(2)
  await next()
  await page.getByLabel(cancelling.words).fill('We are sorry.')
  await next()
  await expectStepNumber(4)
  await expectAccessible(page, 'cancelling, step 4')
  await page.getByRole('button', { name: /^Yes, cancel/ }).click()
  await expect(page.getByRole('heading', { level: 2 }).first()).toContainText('is cancelled')
  // Shows the state of the order once the provider has responded.
  await expect(async () => {
    await page.reload()
    await expect(page.getByText(cancelling.done)).toBeVisible({ timeout: 1000 })
    // On a phone, a cell's name begins with the name of its column.
    const outcome = page.getByRole('cell', { name: new RegExp(`${cancelling['outcome.refunded']}$`) })
    await expect(outcome).toHaveCount(1, { timeout: 1000 })
  }).toPass()
  await expectAccessible(page, 'a cancelled date and its orders')
  await expect.poll(async () => (await subjects()).filter((subject) => /cancelled/.test(subject)).length).toBe(1)
})
