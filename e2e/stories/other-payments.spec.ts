import { fill } from '@foyer/contract/fill.ts'
import { signIn, checkout as t } from '@foyer/contract/messages.ts'
import { type Buyer, CARDS, newEmail, STEPS } from '../support/buyer.ts'
import { expect, story } from '../support/story.ts'

/** Fills in the details that an express checkout asks for in the payment step. */
async function completeAccount(buyer: Buyer, email: string): Promise<void> {
  const { page } = buyer
  await buyer.expectStep(t['title.paymentExpress'])
  await expect(page.getByText(t['hint.fullName'])).toBeVisible()
  await expect(page.getByText(signIn['hint.email'])).toBeVisible()
  await page.getByLabel(t['payment.fullName']).fill('Ada Lovelace')
  await page.getByLabel(t['payment.email']).fill(email)
}

story(
  '[PAY-02, PAY-11, EXP-01..07] express checkout takes name, address and card on one page, and emails the tickets',
  async ({ buyer }) => {
    const { page } = buyer
    const email = newEmail('express')
    await buyer.fillBasket('strings-in-a-hurry', { Cushion: 2 })
    await buyer.reserve()
    // Everything is visible at once, and nothing is sent before Pay is pressed.
    await expect(buyer.cardFrame.getByLabel('Card number')).toBeVisible()
    await completeAccount(buyer, email)
    expect(buyer.sent('set_account_details')).toEqual([])
    await buyer.openSummary()
    await expect(page.getByText(t['link.editBasketExpress'])).toBeVisible()
    await expect(page.getByLabel('City Strings may write to me')).not.toBeChecked()
    await expect(page.getByLabel(t['payment.newsletter'])).not.toBeChecked()
    await expect(page.getByLabel(t['payment.contactNumber'])).toBeVisible()
    await buyer.typePostcode()
    await buyer.typeCard(CARDS.declined)
    await buyer.payButton.click()
    await expect(page.getByRole('alert').filter({ hasText: 'declined' })).toBeVisible()
    await buyer.typeCard(CARDS.challenged)
    await buyer.payButton.click()
    await buyer.answerAuthentication('Complete authentication')
    await buyer.expectCompleted()
    expect(await buyer.paymentsTaken()).toEqual([1200])
    expect(await buyer.ticketMails(email)).toHaveLength(1)
  },
)

story('[PAY-11, EXP-01, SQR-01] express checkout works for an organiser with Square', async ({ buyer }) => {
  const email = newEmail('express-square')
  await buyer.fillBasket('mill-in-a-hurry', { Stool: 1 })
  await buyer.reserve()
  await completeAccount(buyer, email)
  await buyer.chooseCard()
  await buyer.enterAddress({ address1: '1 Quay Street', town: 'Portwell', postcode: 'PW1 1AA' })
  await buyer.typeCard({ number: '4111111111111111', cvc: '111' })
  await buyer.payButton.click()
  await buyer.expectCompleted()
  expect(buyer.sent('pay_with_square')).toHaveLength(1)
  expect(await buyer.ticketMails(email)).toHaveLength(1)
})

story('[PAY-14, PAY-27] a gift voucher pays part of an order and a card the rest', async ({ buyer }, { project }) => {
  const { page } = buyer
  const email = newEmail('gift-part')
  await buyer.fillBasket('island-talk', { Seat: 1 })
  await buyer.applyCode(`PART-${project.name.toUpperCase()}`)
  await buyer.reserve()
  await buyer.continueAsGuest(email)
  await buyer.declineNews()
  await expect(buyer.payButton).toHaveText(/Pay £3\.80/)
  await buyer.payByCard(CARDS.declined)
  await expect(page.getByRole('alert').filter({ hasText: 'Your card was declined.' })).toBeVisible()
  await buyer.typeCard(CARDS.good)
  await buyer.payButton.click()
  await buyer.expectCompleted()
  expect(await buyer.paymentsTaken()).toEqual([380])
  expect(await buyer.ticketMails(email)).toHaveLength(1)
})

story(
  '[FRE-01, FRE-02] an order fully paid by gift voucher is claimed, and the voucher keeps its balance',
  async ({ buyer, newBuyer }, { project }) => {
    const code = `WHOLE-${project.name.toUpperCase()}`
    const email = newEmail('gift-whole')
    await buyer.fillBasket('island-talk', { Seat: 1 })
    await buyer.applyCode(code)
    await buyer.reserve()
    await buyer.continueAsGuest(email)
    await buyer.declineNews()
    await buyer.expectCompleted()
    expect(buyer.sent('claim_free_tickets')).toHaveLength(1)
    expect(await buyer.paymentsTaken()).toEqual([])
    expect(await buyer.ticketMails(email)).toHaveLength(1)

    const next = await newBuyer()
    await next.fillBasket('autumn-gala', { Stalls: 2 })
    await next.applyCode(code)
    expect((await next.checkout()).gift_vouchers_applied_total, 'fifty less what the first order took').toBe(41.2)
  },
)

story('[PAY-25] an organiser who cannot take payments yet gets a message and no form', async ({ buyer }) => {
  await buyer.fillBasket('lantern-walk', { Lantern: 1 })
  await buyer.reserve()
  await buyer.continueAsGuest(newEmail('lantern'))
  await buyer.declineNews()
  await buyer.expectStep(STEPS.payment)
  await expect(
    buyer.page.getByText(fill(t['warning.paymentNotConfigured'], { organiser: 'Lantern Club' })),
  ).toBeVisible()
  await expect(buyer.payButton).toHaveCount(0)
})
