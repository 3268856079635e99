import { common, checkout as t } from '@foyer/contract/messages.ts'
import { type Buyer, newEmail, STEPS } from '../support/buyer.ts'
import { expect, story } from '../support/story.ts'

/** Goes to the mock bank's page with Instant Bank Transfer. */
async function goToBank(buyer: Buyer, email: string): Promise<void> {
  await buyer.fillBasket('harbour-cinema', { 'Row A': 2 })
  await buyer.reserve()
  await buyer.continueAsGuest(email)
  await buyer.declineNews()
  await buyer.expectStep(STEPS.payment)
  await buyer.chooseBank()
  await buyer.payButton.click()
  await expect(buyer.button('Continue to your bank')).toBeVisible()
}

/** Logs in as a user of the mock bank and approves or cancels. */
async function decide(buyer: Buyer, action: 'Approve' | 'Cancel', user = 'test_executed'): Promise<void> {
  await buyer.button('Continue to your bank').click()
  await buyer.page.getByLabel('Log in as').selectOption(user)
  await buyer.button(action).click()
}

story.describe('paying by bank transfer', () => {
  story(
    '[PAY-09, PAY-14, BNK-04, BNK-05, BNK-07, BNK-19..21] redirects to the bank, waits for the payment, and shows the tickets once it has settled',
    async ({ buyer }) => {
      const { page } = buyer
      const email = newEmail('bank')
      await goToBank(buyer, email)
      await decide(buyer, 'Approve')
      await buyer.expectStep(STEPS.payment)
      await expect(page.getByText(t['title.bankPaymentSuccessful'])).toBeVisible()
      const { sale_reference } = await buyer.checkout()
      await expect(page.getByText(`${t['bank.amountPaid']}: £20.00`)).toBeVisible()
      await expect(page.getByText(`Ref: ${sale_reference}`)).toBeVisible()
      expect(buyer.sent('get_truelayer_status').length).toBeGreaterThan(0)
      expect(buyer.sent('pay_with_truelayer')).toHaveLength(1)
      await buyer.button(common['button.continue']).click()
      await buyer.expectCompleted()
      expect(await buyer.ticketMails(email)).toHaveLength(1)
    },
  )

  story(
    '[BNK-08..10, BNK-23] cancelling on the bank’s page returns with a message at once and offers other payment methods',
    async ({ buyer }) => {
      const { page } = buyer
      await goToBank(buyer, newEmail('abandoned'))
      await buyer.button('Cancel payment').click()
      await buyer.expectStep(STEPS.payment)
      await expect(page.getByText(t['error.bankPaymentCancelled'])).toBeVisible()
      await expect(page.getByText(t['bank.noMoneyTaken'])).toHaveCount(0)
      expect(buyer.sent('get_truelayer_status')).toEqual([])
      await buyer.button(t['button.tryDifferentPaymentMethod']).click()
      await expect(page.getByRole('radio', { name: t['label.creditOrDebitCard'] })).toBeVisible()
      expect((await buyer.checkout()).payment_complete).toBe(false)
    },
  )

  story(
    '[BNK-22, BNK-23, BNK-26] a payment refused by the bank shows the reason and can be tried again',
    async ({ buyer }) => {
      const { page } = buyer
      const email = newEmail('rejected')
      await goToBank(buyer, email)
      await decide(buyer, 'Approve', 'test_execution_rejected')
      await expect(page.getByText(t['title.bankPaymentUnsuccessful'])).toBeVisible()
      await expect(page.getByText(t['bank.rejected'])).toBeVisible()
      await buyer.button(t['button.tryDifferentPaymentMethod']).click()
      await buyer.chooseBank()
      await buyer.payButton.click()
      await decide(buyer, 'Approve')
      await expect(page.getByText(t['title.bankPaymentSuccessful'])).toBeVisible()
    },
  )

  story(
    '[BNK-07, BNK-13..16] a slow bank payment shows further messages as time passes, and settles late',
    async ({ buyer, shop }) => {
      const { page } = buyer
      const email = newEmail('late')
      await shop.sandboxControl({ vendor: 'truelayer', switch: 'settle_late', value: '45000', times: 1 })
      await goToBank(buyer, email)
      await decide(buyer, 'Approve')
      await expect(page.getByText(t['info.bankPleaseWait'])).toBeVisible()
      await expect(page.getByText(t['info.bankWaiting'])).toBeVisible()
      await expect(page.getByText(t['info.bankAwaitingConfirmation'])).toBeVisible()
      await expect(page.getByText(t['info.bankTakingLonger'])).toBeVisible()
      await expect(buyer.button(t['button.tryDifferentPaymentMethod'])).toBeVisible()
      await expect(page.getByText(t['title.bankPaymentSuccessful'])).toBeVisible()
      await buyer.button(common['button.continue']).click()
      await buyer.expectCompleted()
      expect(await buyer.ticketMails(email)).toHaveLength(1)
    },
  )
})
