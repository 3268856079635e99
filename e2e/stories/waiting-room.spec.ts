import { queue as t } from '@foyer/contract/messages.ts'
import { queue as office } from '@foyer/contract/office/queue/messages.en.ts'
import { newEmail } from '../support/buyer.ts'
import { createEvent, expectAccessible, openOffice } from '../support/office.ts'
import { expect, story } from '../support/story.ts'

// The story needs a fresh shop, because it creates its first staff member.
story.use({ shopEnv: { LOG_LEVEL: 'error' } })

story(
  'staff turn on a queue, and a visitor waits in it and reserves when it is their turn',
  async ({ newBuyer, buyer }) => {
    const { page, shop } = await newBuyer()
    await openOffice(page, shop, newEmail('queue-owner'))
    await createEvent(page, shop, 'Hot gig', { places: 50 })
    const form = new URL(page.url())
    await page.goto(`${shop.url}/office/event/queue/${form.search}`)
    await expect(page.getByText(office.off)).toBeVisible()
    await page.getByRole('button', { name: office.open }).click()
    await expect(page.getByRole('rowheader', { name: office.inside })).toBeVisible()
    await expectAccessible(page, 'the queue in the office')
    await page.getByRole('textbox', { name: office.message }).fill('Doors open at seven.')
    await page.getByRole('button', { name: office.save }).click()
    await page.getByRole('button', { name: office.pause }).click()
    await expect(page.getByRole('cell', { name: office['state.paused'], exact: true })).toBeVisible()

    // Who passes by the queue is sent to it.
    await expect(async () => {
      await buyer.fillBasket('hot-gig', { Ticket: 1 })
    }).toPass()
    await buyer.reserve()
    await buyer.page.waitForURL('**/queue/hot-gig/')
    await expect(buyer.page.getByText('Doors open at seven.')).toBeVisible()
    await expectAccessible(buyer.page, 'the queue before joining')
    await buyer.page.getByRole('button', { name: t.join }).click()
    await expect(buyer.page.getByRole('heading', { name: 'You’re number 1' })).toBeVisible()
    await expectAccessible(buyer.page, 'waiting in the queue')

    await page.getByRole('button', { name: office.start }).click()
    // The page finds out by itself, and stays where it is until the visitor presses the button.
    await expect(buyer.page.getByRole('heading', { name: t.turn })).toBeVisible()
    await expectAccessible(buyer.page, 'the visitor’s turn')
    await buyer.page.getByRole('button', { name: t.enter }).click()
    // The basket is reserved as it opens, because that was asked for before.
    await buyer.page.waitForURL('**/smartcheckout/')
    await expect(buyer.countdown).toBeVisible()
  },
)
