import { fill } from '@foyer/contract/fill.ts'
import { account, completed, checkout as t } from '@foyer/contract/messages.ts'
import { PAGES } from '@foyer/contract/pages.ts'
import { type Buyer, CARDS, newEmail, STEPS } from '../support/buyer.ts'
import { expect, story } from '../support/story.ts'

const PHONE = '020 7946 0000'
/** The name of the button that sets up a plan, with any first payment. */
const AGREE = new RegExp(fill(t['plan.set'], { amount: '£[\\d.,]+' }))

/** Goes to the payment step of the event with instalments and chooses the plan. */
async function choosePlan(buyer: Buyer): Promise<void> {
  const { page } = buyer
  await buyer.expectStep(STEPS.payment)
  await page.getByRole('radio', { name: t['label.setUpPaymentPlan'] }).check()
  await page.getByLabel(t['payment.contactNumber']).fill(PHONE)
}

/** Reserves a place at this event and continues to the payment step as a guest. */
async function choosePlanAsGuest(buyer: Buyer, event: string): Promise<void> {
  await buyer.fillBasket(event, { Place: 1 })
  await buyer.reserve()
  await buyer.continueAsGuest(newEmail('plan-guest'))
  await buyer.declineNews()
  await choosePlan(buyer)
}

story(
  '[INS-01, INS-02, INS-05..07, DONE-10..13] a buyer sets up a plan with a new card and 3-D Secure, replaces its card in the account settings, and sets up a second plan with a saved card',
  async ({ buyer }) => {
    const { page } = buyer
    const email = newEmail('plan')
    const agreeButton = () => buyer.button(AGREE)
    await buyer.createAccount(email)

    await buyer.fillBasket('summer-school', { Place: 1 })
    await buyer.reserve()
    await buyer.continueToStep(STEPS.payment)
    await choosePlan(buyer)
    await expect(page.getByText('Pay in full today')).toHaveCount(0)
    await expect(page.getByText('Three monthly payments')).toBeVisible()
    await page.getByLabel(t['payment.contactNumber']).fill('')
    await buyer.typeCard(CARDS.challenged, agreeButton())
    await agreeButton().click()
    await expect(page.getByText(t['error.invalidPhone']).first()).toBeVisible()
    await page.getByLabel(t['payment.contactNumber']).fill(PHONE)
    await agreeButton().click()
    await buyer.answerAuthentication('Complete authentication')
    await buyer.expectCompleted(completed['title.orderCompletePaymentPlan'])
    for (const words of ['email', 'notifications', 'method', 'tickets'] as const)
      await expect(page.getByText(completed[`completed.plan.${words}`])).toBeVisible()
    expect(await buyer.paymentsTaken()).toEqual([3000])
    expect((await buyer.shop.mailbox(email)).map(({ subject }) => subject)).toContain('Your payment schedule')
    expect(
      await buyer.ticketMails(email),
      'for the free evening; the tickets come after the last payment',
    ).toHaveLength(1)

    await buyer.open(PAGES.account)
    const plan = page.getByRole('group', { name: 'Summer School' })
    await expect(plan).toContainText(fill(account['settings.remaining'], { amount: '£60.00' }))
    await buyer.button(account['settings.addCard']).click()
    await buyer.typeCard({ number: '5555555555554444' }, buyer.button(account['settings.saveCard']))
    await buyer.button(account['settings.saveCard']).click()
    await expect(page.getByText(account['settings.cardSaved']).first()).toBeVisible()
    await plan.getByLabel(account['settings.planCard']).selectOption({ label: 'Mastercard ending 4444, expires 12/34' })
    await buyer.button(account['settings.useCard']).click()
    await expect(page.getByText(account['settings.cardChanged']).first()).toBeVisible()
    await page.reload()
    await expect(plan.getByLabel(account['settings.planCard'])).toHaveText(/Mastercard ending 4444/)

    await buyer.fillBasket('summer-school', { Place: 1 })
    await buyer.reserve()
    await buyer.continueToStep(STEPS.payment)
    await choosePlan(buyer)
    await page.getByRole('radio', { name: /Mastercard ending 4444/ }).check()
    await agreeButton().click()
    await buyer.expectCompleted(completed['title.orderCompletePaymentPlan'])
    expect(buyer.sent('pay_with_instalment').at(-1)).not.toHaveProperty('new_payment_method[id]')
    expect(await buyer.paymentsTaken()).toEqual([3000])
  },
)

story('[INS-08] a declined card starts no plan, and another card does', async ({ buyer }) => {
  const { page } = buyer
  await choosePlanAsGuest(buyer, 'summer-school')
  await buyer.typeCard(CARDS.declined, buyer.button(AGREE))
  await buyer.button(AGREE).click()
  await expect(page.getByRole('alert').filter({ hasText: t['error.payWithInstalment'] })).toBeVisible()
  await choosePlan(buyer)
  await buyer.typeCard(CARDS.good, buyer.button(AGREE))
  await buyer.button(AGREE).click()
  await buyer.expectCompleted(completed['title.orderCompletePaymentPlan'])
  expect(await buyer.paymentsTaken()).toEqual([3000])
})

story(
  'a plan for an event with a message for its buyers shows the message only after its last payment',
  async ({ buyer }) => {
    const { page } = buyer
    await choosePlanAsGuest(buyer, 'choir-week')
    await buyer.typeCard(CARDS.good, buyer.button(AGREE))
    await buyer.button(AGREE).click()
    await buyer.expectCompleted(completed['title.orderCompletePaymentPlan'])
    await expect(page.getByText('Bring your own score.')).toHaveCount(0)
    expect(await buyer.paymentsTaken()).toEqual([3000])
  },
)
