import { completed, checkout as t } from '@foyer/contract/messages.en.ts'
import { type Buyer, CARDS, newEmail, STEPS } from '../support/buyer.ts'
import { expect, story } from '../support/story.ts'

const PHONE = '020 7946 0000'

/** The payment step of the one event that may be paid in instalments, with the plan chosen. */
async function choosesPlan(buyer: Buyer): Promise<void> {
  const { page } = buyer
  await buyer.sees(STEPS.payment)
  await page.getByRole('radio', { name: t['label.setUpPaymentPlan'] }).check()
  await page.getByLabel(t['payment.contactNumber']).fill(PHONE)
}

story('[INS-08] a card that is refused sets up no plan, and another one does', async ({ buyer }) => {
  const { page } = buyer
  await buyer.hasBasket('summer-school', { Place: 1 })
  await buyer.reserves()
  await buyer.isGuest(newEmail('plan-refused'))
  await buyer.wantsNoNews()
  await choosesPlan(buyer)
  await buyer.typesCard(CARDS.declined, buyer.button(t['plan.set']))
  await buyer.button(t['plan.set']).click()
  await expect(page.getByRole('alert').filter({ hasText: t['error.payWithInstalment'] })).toBeVisible()
  await choosesPlan(buyer)
  await buyer.typesCard(CARDS.good, buyer.button(t['plan.set']))
  await buyer.button(t['plan.set']).click()
  await buyer.hasCompleted(completed['title.orderCompletePaymentPlan'])
  expect(await buyer.paymentsTaken()).toEqual([3000])
})
