import { CARDS, newEmail, STEPS } from '../support/buyer.ts'
import { expect, story } from '../support/story.ts'

story.describe('paying by card', () => {
  story(
    '[PAY-01, PAY-05, PAY-13, CRD-01, CRD-02, CRD-04..06, FLOW-15, SUM-02, DONE-05] a guest pays, and gets every ticket and exactly one email',
    async ({ buyer }) => {
      const { page } = buyer
      const email = newEmail('card')
      await buyer.fillBasket('autumn-gala', { Stalls: 2 })
      await expect(buyer.line('Stalls')).toContainText('£20.00')
      await buyer.reserve()
      await buyer.continueAsGuest(email)
      await buyer.declineNews()

      await buyer.expectStep(STEPS.payment)
      await expect(buyer.countdown).toBeVisible()
      await expect(buyer.payButton).toHaveText(/Pay £44\.00/)
      const returned = page.waitForRequest((request) => request.url().includes('/do/checkout/stripe_auth/'))
      await buyer.payByCard(CARDS.good)
      await returned
      await buyer.expectCompleted()

      expect(buyer.sent('get_token').length).toBeGreaterThan(0)
      expect((await buyer.checkout()).basket_total).toBe(44)
      expect(await buyer.ticketMails(email)).toHaveLength(1)
      expect(await buyer.paymentsTaken()).toEqual([4400])
      await buyer.openWallet()
      expect(await buyer.countCodes()).toBe(2)
    },
  )

  story(
    "[PAY-23, PAY-26, PAY-27, CRD-07] a declined card shows the vendor's message, and another card pays",
    async ({ buyer }) => {
      const email = newEmail('declined')
      await buyer.fillBasket('autumn-gala', { Balcony: 1 })
      await buyer.reserve()
      await buyer.continueAsGuest(email)
      await buyer.declineNews()
      await buyer.payByCard(CARDS.declined)
      await expect(buyer.page.getByRole('alert').filter({ hasText: 'Your card was declined.' })).toBeVisible()
      await buyer.expectStep(STEPS.payment)
      expect((await buyer.checkout()).payment_complete).toBe(false)
      await expect(buyer.payButton).toBeEnabled()
      await buyer.typeCard(CARDS.good)
      await buyer.payButton.click()
      await buyer.expectCompleted()
      expect(await buyer.ticketMails(email)).toHaveLength(1)
      expect(await buyer.paymentsTaken()).toEqual([1375])
    },
  )
})
