import { fill } from '@foyer/contract/fill.ts'
import { lists } from '@foyer/contract/office/lists/messages.en.ts'
import { mailingStates, mailingPage as t } from '@foyer/contract/office/mailings/messages.en.ts'
import { newEmail } from '../support/buyer.ts'
import { createEvent, expectAccessible, openOffice, openPlace } from '../support/office.ts'
import { expect, story } from '../support/story.ts'

// The story needs a fresh shop, because it creates its first staff member.
story.use({ shopEnv: { LOG_LEVEL: 'error' } })
story.skip(({ isMobile }) => isMobile, 'a phone shows the same pages')

story('a manager writes a mailing, previews it, sends a test and then sends it', async ({ newBuyer, buyer }) => {
  const { page, shop } = await newBuyer()
  const owner = newEmail('mailings-owner')
  await openOffice(page, shop, owner)
  await createEvent(page, shop, 'Letter night', { where: '' })
  const email = newEmail('letter')
  await expect(async () => {
    await buyer.fillBasket('letter-night', { Ticket: 1 })
  }).toPass()
  await buyer.orderByCard(email)

  await openPlace(page, lists.orders)
  await page.getByRole('link', { name: fill(lists['write.orders'], { n: 1 }) }).click()
  await expectAccessible(page, 'mailing')
  await page.getByLabel(t.subject).fill('About {event}')
  await page.getByLabel(t.body, { exact: false }).last().fill('Dear {first_name},\n\nplease bring **a pen**.')
  await page.getByRole('button', { name: t.save }).click()
  await expect(page.getByText('1 person would get this now.')).toBeVisible()
  await expect(page.frameLocator('iframe').getByText('a pen')).toBeVisible()
  await expectAccessible(page, 'mailing')
  const subjects = async (to: string) => (await shop.mailbox(to)).map(({ subject }) => subject)
  await page.getByRole('button', { name: t.test }).click()
  await expect.poll(() => subjects(owner)).toContain('About Letter night')
  expect(await subjects(email)).not.toContain('About Letter night')
  await page.getByRole('button', { name: t['send.now'] }).click()
  await expect(page.getByRole('heading', { name: t['state.title'] })).toBeVisible()
  await expect.poll(() => subjects(email)).toContain('About Letter night')
  await expect(async () => {
    await page.reload()
    await expect(page.getByText(mailingStates.done).first()).toBeVisible()
  }).toPass()
  await expectAccessible(page, 'mailings')
})
