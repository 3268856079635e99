import { CARDS, newEmail } from '../support/buyer.ts'
import { expect, story } from '../support/story.ts'

story('[CRD-05] a 3-D Secure check fails, then succeeds on the second attempt', async ({ buyer }) => {
  const email = newEmail('secure')
  await buyer.fillBasket('autumn-gala', { Balcony: 2 })
  await buyer.reserve()
  await buyer.continueAsGuest(email)
  await buyer.declineNews()
  await buyer.payByCard(CARDS.challenged)
  await buyer.answerAuthentication('Fail authentication')
  await expect(
    buyer.page.getByRole('alert').filter({ hasText: 'We are unable to authenticate your payment method.' }),
  ).toBeVisible()
  expect((await buyer.checkout()).payment_complete).toBe(false)
  await buyer.payByCard(CARDS.challenged)
  await buyer.answerAuthentication('Complete authentication')
  await buyer.expectCompleted()
  expect(await buyer.ticketMails(email)).toHaveLength(1)
  expect(await buyer.paymentsTaken()).toEqual([2750])
})
