import { waitingList as t } from '@foyer/contract/messages.ts'
import { orderPage as order } from '@foyer/contract/office/orders/messages.en.ts'
import { waiting } from '@foyer/contract/office/waiting-list/messages.en.ts'
import { CARDS, newEmail, STEPS } from '../support/buyer.ts'
import { createEvent, expectAccessible, findOrders, openOffice } from '../support/office.ts'
import { expect, story } from '../support/story.ts'

// The story needs a fresh shop, because it creates its first staff member.
story.use({ shopEnv: { LOG_LEVEL: 'error' } })

story(
  'a returned ticket is held for the first person on the waiting list, who buys it by link',
  async ({ newBuyer, buyer }) => {
    const { page: office, shop } = await newBuyer()
    await openOffice(office, shop, newEmail('waiting-owner'))
    await createEvent(office, shop, 'Tiny gig', { places: 1 })

    const first = newEmail('first')
    await expect(async () => {
      await buyer.fillBasket('tiny-gig', { Ticket: 1 })
    }).toPass()
    await buyer.orderByCard(first)

    const waitingBuyer = await newBuyer()
    const email = newEmail('waits')
    await expect(async () => {
      await waitingBuyer.open('/events/tiny-gig/')
      await waitingBuyer.page.getByRole('link', { name: t.join }).first().click({ timeout: 2000 })
    }).toPass()
    await expectAccessible(waitingBuyer.page, 'waiting list')
    await waitingBuyer.page.getByLabel(t.email).fill(email)
    await waitingBuyer.page.getByRole('button', { name: t.send }).click()
    await expect(waitingBuyer.page.getByText(t.sent)).toBeVisible()
    const link = async (subject: RegExp) => {
      const found = async () => (await shop.mailbox(email)).find((mail) => subject.test(mail.subject))
      await expect.poll(async () => (await found()) !== undefined).toBe(true)
      return /http:\S+\/waiting-list\/open\?link=[\w-]+/.exec((await found())!.text)![0]
    }
    await waitingBuyer.page.goto(await link(/Confirm your place/))
    await expectAccessible(waitingBuyer.page, 'confirming')
    await waitingBuyer.page.getByRole('button', { name: t['confirm.button'] }).click()
    await expect(waitingBuyer.page.getByText('You’re first on the list.')).toBeVisible()
    await expectAccessible(waitingBuyer.page, 'place in line')

    await office.reload()
    await office.getByRole('link', { name: waiting.overview.replace('{n}', '1') }).click()
    await expect(office.getByRole('rowheader', { name: email })).toBeVisible()
    await expectAccessible(office, 'waiting list in the office')
    await findOrders(office, first)
    await office.getByRole('row').nth(1).getByRole('link').click()
    const ticket = office.getByRole('listitem').filter({ hasText: order.refundTicket }).last()
    await ticket.getByText(order.refundTicket).click()
    await ticket.getByRole('button', { name: /Refund £/ }).click()
    await expect(office.getByText(/1 refunded/)).toBeVisible()

    const offer = await link(/It’s your turn/)
    await waitingBuyer.page.goto(offer)
    await expectAccessible(waitingBuyer.page, 'offer')
    await waitingBuyer.page.getByRole('button', { name: t['offered.button'] }).click()
    await expect(waitingBuyer.countdown).toBeVisible()
    await waitingBuyer.continueAsGuest(email)
    await waitingBuyer.declineNews()
    await waitingBuyer.expectStep(STEPS.payment)
    await waitingBuyer.payByCard(CARDS.good)
    await waitingBuyer.expectCompleted()
    // The link no longer opens a basket.
    await waitingBuyer.page.goto(offer)
    await expect(waitingBuyer.page.getByText(t.bought)).toBeVisible()
  },
)
