import { newEvent } from '@foyer/contract/office/events/messages.en.ts'
import { lists } from '@foyer/contract/office/lists/messages.en.ts'
import { mailingStates, mailingPage as t } from '@foyer/contract/office/mailings/messages.en.ts'
import { entrance, home, office } from '@foyer/contract/office/messages.ts'
import { OFFICE_PAGES } from '@foyer/contract/office/pages.ts'
import { CARDS, newEmail, STEPS } from '../support/buyer.ts'
import { firstLink, isOpenToEverybody, proves } from '../support/office.ts'
import { expect, story } from '../support/story.ts'

// The story needs a fresh shop, because it creates its first staff member.
story.use({ shopEnv: { LOG_LEVEL: 'error' } })
story.skip(({ isMobile }) => isMobile, 'a phone shows nothing new')

story('a manager writes to buyers, looks at it, tries it and sends it', async ({ newBuyer, buyer }) => {
  story.setTimeout(240_000)
  const { page, shop } = await newBuyer()
  const owner = newEmail('mailings-owner')
  await page.goto(firstLink(shop))
  await proves(page, shop, owner, entrance['check.join'])
  await page.getByLabel(entrance.name).fill('Olive Owner')
  await page.getByRole('button', { name: entrance['first.join'] }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(home.title)
  await page.goto(`${shop.url}${OFFICE_PAGES.new_event.path}`)
  await page.getByLabel(newEvent.name).fill('Letter night')
  await page.getByLabel(newEvent.day).fill(new Date(Date.now() + 20 * 86_400_000).toISOString().slice(0, 10))
  await page.getByLabel(newEvent.starts).fill('19:30')
  await page.getByLabel(newEvent.howMany).fill('80')
  await page.getByLabel(newEvent.price).fill('6')
  await page.getByRole('button', { name: newEvent.publish }).click()
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Letter night')
  const email = newEmail('letter')
  await expect(async () => {
    await buyer.hasBasket('letter-night', { Ticket: 1 })
  }).toPass()
  await buyer.reserves()
  await buyer.continuesAsGuest(email)
  await buyer.declinesNews()
  await buyer.sees(STEPS.payment)
  await buyer.paysByCard(CARDS.good)
  await buyer.hasCompleted()

  await page.getByRole('navigation', { name: office['nav.label'] }).getByRole('link', { name: lists.orders }).click()
  await page.getByRole('link', { name: lists.write }).click()
  await isOpenToEverybody(page, 'mailing')
  await page.getByLabel(t.subject).fill('About {event}')
  await page.getByLabel(t.body, { exact: false }).last().fill('Dear {first_name},\n\nplease bring **a pen**.')
  await page.getByRole('button', { name: t.save }).click()
  await expect(page.getByText('1 person would get this now.')).toBeVisible()
  await expect(page.frameLocator('iframe').getByText('a pen')).toBeVisible()
  await isOpenToEverybody(page, 'mailing')
  const subjects = async (to: string) => (await shop.mailbox(to)).map(({ subject }) => subject)
  await page.getByRole('button', { name: t.test }).click()
  await expect.poll(() => subjects(owner)).toContain('About Letter night')
  expect(await subjects(email)).not.toContain('About Letter night')
  await page.getByRole('button', { name: t['send.now'] }).click()
  await expect(page.getByRole('heading', { name: t['state.title'] })).toBeVisible()
  await expect.poll(() => subjects(email), { timeout: 30_000 }).toContain('About Letter night')
  await expect(async () => {
    await page.reload()
    await expect(page.getByText(mailingStates.done).first()).toBeVisible()
  }).toPass({ timeout: 30_000 })
  await isOpenToEverybody(page, 'mailings')
})
