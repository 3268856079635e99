import { checkout as t } from '@foyer/contract/messages.ts'
import { type Buyer, newEmail, STEPS } from '../support/buyer.ts'
import { expect, story } from '../support/story.ts'

const HOME = { address1: '1 Quay Street', town: 'Portwell', postcode: 'PW1 1AA' }
const GOOD = { number: '4111111111111111', cvc: '111' }
const CHALLENGED = { number: '4310000000201019', cvc: '111' }

async function goToCardPayment(buyer: Buyer, email: string): Promise<void> {
  await buyer.fillBasket('mill-evening', { Bench: 1 })
  await buyer.reserve()
  await buyer.continueAsGuest(email)
  await buyer.declineNews()
  await buyer.expectStep(STEPS.payment)
  await buyer.chooseCard()
}

story(
  '[SQR-01, SQR-02, SQR-06, PAY-14] a Square card payment takes card and address in one form, and passes 3-D Secure',
  async ({ buyer }) => {
    const { page } = buyer
    const email = newEmail('square')
    await goToCardPayment(buyer, email)
    await buyer.cardFrame.getByLabel('Postal code').fill('PW1 2BB')
    await expect(page.getByRole('textbox', { name: t['delivery.postcode'] })).toHaveValue('PW1 2BB')
    await buyer.enterAddress(HOME)
    await expect(buyer.payButton).toHaveText(/Pay £15\.00/)
    await buyer.typeCard(CHALLENGED)
    await expect(buyer.cardFrame.getByLabel('Postal code'), 'the postcode is typed once').toHaveValue(HOME.postcode)
    await buyer.payButton.click()
    const bank = page.frameLocator('iframe[title="Card verification"]')
    await bank.getByLabel('Verification code').fill('123456')
    await bank.getByRole('button', { name: 'Submit' }).click()
    await buyer.expectCompleted()
    expect(buyer.sent('get_square_credentials')).toHaveLength(1)
    expect(buyer.sent('get_token')).toEqual([])
    expect(buyer.sent('pay_with_square')[0]).toMatchObject({
      'billing_address_data[postcode]': HOME.postcode,
      'billing_address_data[town]': HOME.town,
    })
    expect(await buyer.ticketMails(email)).toHaveLength(1)
  },
)

story(
  '[SQR-07..09, PAY-26, PAY-27, PAY-29] an address check failure shows at the address, a declined card above the form, and the next attempt pays',
  async ({ buyer }) => {
    const { page } = buyer
    const email = newEmail('square-address')
    await goToCardPayment(buyer, email)
    await buyer.payButton.click()
    await expect(page.getByText(t['error.billingAddressIncomplete']).first()).toBeVisible()
    await expect(buyer.cardFrame.locator('.is-error, [aria-invalid=true]').first()).toBeVisible()
    await buyer.enterAddress({ ...HOME, postcode: '99999' })
    await buyer.typeCard(GOOD)
    await buyer.payButton.click()
    await expect(page.getByRole('group', { name: t['payment.billingAddress'] })).toContainText(
      t['error.billingAddressNotFound'],
    )
    await buyer.enterAddress(HOME)
    await buyer.typeCard({ number: '4000000000000002', cvc: '111' })
    await buyer.payButton.click()
    await expect(page.getByRole('alert').filter({ hasText: 'Your card was declined' })).toBeVisible()
    await expect(buyer.payButton).toBeEnabled()
    await buyer.typeCard(GOOD)
    await buyer.payButton.click()
    await buyer.expectCompleted()
    expect(await buyer.ticketMails(email)).toHaveLength(1)
  },
)
