import { fill } from '@foyer/contract/fill.ts'
import { account, common, completed, shop as words } from '@foyer/contract/messages.ts'
import { newEmail, STEPS } from '../support/buyer.ts'
import { expect, story } from '../support/story.ts'

story(
  '[ROLE-02, NAV-01, BSK-16, DSP-07, FLOW-05, FLOW-08, FLOW-12, FLOW-18, FLOW-22, FLOW-27, FLOW-34, ACC-13, MKT-01, FRE-01, FRE-02, DLV-01, DONE-05..07, DONE-16] a guest finds a free event, claims two tickets and sees them in the wallet',
  async ({ buyer }) => {
    const { page } = buyer
    const email = newEmail('free')

    await buyer.open('/')
    await page.getByRole('link', { name: words['title.events'] }).first().click()
    await expect(buyer.heading).toHaveText(words['title.events'])
    await page.getByRole('link', { name: 'Reading Night' }).click()
    await expect(buyer.heading).toHaveText('Reading Night')
    await buyer.waitForHydration()
    await buyer.setQuantity('Reader', 2)
    await buyer.addToBasket()
    await page.getByRole('link', { name: words['tickets.goToBasket'] }).filter({ visible: true }).first().click()

    await buyer.expectStep(STEPS.basket)
    await expect(buyer.line('Reader')).toContainText(common['label.free'])
    await expect(buyer.reserveButton).toContainText('2')
    await buyer.reserve()
    await buyer.continueAsGuest(email)
    await expect(page).toHaveURL(/\/smartcheckout\/$/)
    await expect(buyer.countdown).toBeVisible()
    await buyer.declineNews()
    await buyer.expectCompleted()

    await expect(page).toHaveURL(/\/smartcheckout\/$/)
    await expect(page.getByText(email)).toBeVisible()
    const { sale_reference, state, payment_complete } = await buyer.checkout()
    expect({ state, payment_complete }).toEqual({ state: 'order_completed', payment_complete: true })
    await expect(page.getByText(fill(completed['completed.reference'], { reference: sale_reference }))).toBeVisible()
    expect(buyer.storedSteps).toEqual([
      'reserve',
      'login',
      'marketing_preferences',
      'payment',
      'deliver_tickets',
      'order_completed',
    ])
    expect(buyer.sent('set_marketing_preferences')).toHaveLength(1)

    await buyer.openWallet()
    await expect(page.getByRole('heading', { name: account['wallet.upcoming'] })).toBeVisible()
    await expect(page.getByRole('heading', { name: 'Reading Night' }).first()).toBeVisible()
    expect(await buyer.countCodes()).toBe(2)
    const [mail, ...more] = await buyer.ticketMails(email)
    expect(more).toEqual([])
    expect(mail!.subject).toBe('Your tickets for Reading Night')
    expect(mail!.attachments.length).toBeGreaterThan(0)
  },
)
