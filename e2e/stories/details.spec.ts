import { fill } from '@foyer/contract/fill.ts'
import { common, signIn, checkout as t } from '@foyer/contract/messages.ts'
import { PAGES } from '@foyer/contract/pages.ts'
import { CARDS, newEmail, STEPS } from '../support/buyer.ts'
import { expect, story } from '../support/story.ts'

story(
  '[ACC-09, ACC-14..20, ACC-22, MKT-01..04] the account step points out invalid fields and keeps the chosen newsletters',
  async ({ buyer }) => {
    const { page } = buyer
    const email = newEmail('errors')
    const address = page.getByLabel(signIn['account.email'])
    const code = page.getByLabel(signIn['account.code'])
    const verify = buyer.button(signIn['account.verify'])
    await buyer.fillBasket('reading-night', { Reader: 1 })
    await buyer.reserve()
    await buyer.expectStep(STEPS.account)
    await address.fill('ada at home')
    await buyer.button(signIn['account.sendCode']).click()
    await expect(page.getByText(common['error.invalidEmail'])).toBeVisible()
    await expect(address).toBeFocused()
    await buyer.requestCode(email)

    await code.fill('12 34-5a')
    await expect(code).toHaveValue('12345')
    await expect(verify).toBeDisabled()
    const correct = await buyer.codeFor(email)
    await code.fill(correct === '000000' ? '000001' : '000000')
    await verify.click()
    await expect(page.getByText(t['account.wrongCode']).first()).toBeVisible()
    await expect(code).toHaveValue('')
    await expect(code).toBeFocused()
    await buyer.button(signIn['link.changeEmailOrResendCode']).click()
    await expect(address).toHaveValue(email)
    await buyer.waitForNextCode(email)
    await buyer.proveEmail(email)
    await buyer.enterName('Ada')
    await expect(page.getByText(common['error.invalidFullName'])).toBeVisible()
    await buyer.enterName('Ada Lovelace')

    await buyer.expectStep(STEPS.keepUpdated)
    const boxes = page.getByRole('checkbox')
    await expect(boxes).toHaveCount(3)
    for (const box of await boxes.all()) await expect(box).not.toBeChecked()
    await page.getByLabel('Harbour Library may write to me').check({ force: true })
    await page.getByLabel(t['keepUpdated.newsletter']).check({ force: true })
    await buyer.pressContinue()
    await buyer.expectCompleted()
    const [sent] = buyer.sent('set_marketing_preferences')
    expect(sent).toMatchObject({ ct_subscribed: '1', event_subscribed: '0' })
    expect((await buyer.checkout()).account?.email).toBe(email)
  },
)

story(
  '[FLOW-06, FLOW-09, FLOW-11, DON-01..05, DON-07..10, DON-14, GFT-01..09] a buyer donates and declares Gift Aid',
  async ({ buyer }) => {
    const { page } = buyer
    await buyer.fillBasket('bell-concert', { Pew: 1 })
    await buyer.reserve()
    await buyer.expectStep('Keep the bells ringing?')
    await expect(page.getByText('The Bell Trust').first()).toBeVisible()
    await expect(page.getByText('We ring for those at sea.')).toBeVisible()
    await expect(buyer.button(t['link.skipDonation'])).toBeVisible()
    await buyer.pressContinue()
    await expect(page.getByText(t['error.donationAmountMissing']).first()).toBeVisible()

    const custom = page.getByLabel(t['donation.custom'])
    const ten = page.getByRole('radio', { name: '£10' })
    await expect(page.getByRole('radio')).toHaveCount(3)
    await expect(custom).toHaveAttribute('step', '0.01')
    await ten.check({ force: true })
    await custom.fill('25.50')
    await expect(ten).not.toBeChecked()
    await page.getByRole('radio', { name: '£25' }).check({ force: true })
    await expect(custom).toHaveValue('')
    // 20p plus 2.5 % of £25, plus 20 % VAT; at most £1.
    await expect(page.getByText(fill(t['donation.fee'], { fee: '£0.99' }))).toBeVisible()
    await buyer.pressContinue()

    await buyer.expectStep(STEPS.giftAid)
    await expect(page.getByText(fill(t['giftAid.value'], { amount: '£25.00', value: '£31.25' }))).toBeVisible()
    await expect(page.getByLabel(t['giftAid.address1'])).toHaveCount(0)
    await page.getByLabel(t['giftAid.optIn']).check({ force: true })
    await buyer.pressContinue()
    await expect(page.getByText(t['giftAid.confirmAll']).first()).toBeVisible()
    for (const statement of ['giftAid.taxpayer', 'giftAid.ownMoney', 'giftAid.notGambling'] as const)
      await page.getByLabel(t[statement]).check({ force: true })
    await buyer.pressContinue()
    await expect(page.getByText(t['giftAid.addressMissing']).first()).toBeVisible()
    await page.getByLabel(t['giftAid.address1']).fill('1 Quay Street')
    await buyer.pressContinue()
    await expect(page.getByText(t['error.postcodeMissing']).first()).toBeVisible()
    await page.getByLabel(t['giftAid.overseas']).check({ force: true })
    await expect(page.getByLabel(t['giftAid.postcode'])).toHaveCount(0)
    await buyer.pressContinue()
    await buyer.expectStep(STEPS.account)
    const { donation, is_gift_aid, basket_total } = await buyer.checkout()
    expect({ donation, is_gift_aid, basket_total }).toMatchObject({
      donation: { amount_before_booking_fee: 25, booking_fee: 0.99 },
      is_gift_aid: true,
      basket_total: 25.99,
    })
    expect(buyer.storedSteps).toEqual(['reserve', 'donation', 'gift_aid', 'login'])
  },
)

story('[FLOW-10, DON-15] a donation can be skipped', async ({ buyer }) => {
  await buyer.fillBasket('bell-concert', { Pew: 1 })
  await buyer.reserve()
  await buyer.expectStep('Keep the bells ringing?')
  await buyer.button(t['link.skipDonation']).click()
  await buyer.expectStep(STEPS.account)
  expect(buyer.storedSteps).toEqual(['reserve', 'donation', 'login'])
  expect((await buyer.checkout()).basket_total).toBe(0)
})

story(
  '[FLOW-16, FLOW-20, ADR-01, ADR-04..08, ADR-10..14] tickets by post and a gift voucher need an address, a sender and a recipient; a looked-up address can be changed to a US one',
  async ({ buyer }) => {
    const { page } = buyer
    const field = (label: string) => page.getByRole('textbox', { name: label, exact: true })
    const email = newEmail('parcel')
    await buyer.open(PAGES.gift_vouchers)
    await buyer.addToBasket()
    await buyer.fillBasket('posted-programme', { Programme: 1 })
    await buyer.reserve()
    await buyer.continueAsGuest(email)
    await buyer.declineNews()
    await buyer.expectStep(STEPS.deliveryAddress)
    await field('from').fill('')
    await buyer.pressContinue()
    await expect(page.getByText(t['error.giftVoucherFromMissing']).first()).toBeVisible()
    await expect(page.getByText(t['error.giftVoucherToMissing']).first()).toBeVisible()
    await expect(page.getByText(fill(t['delivery.missing'], { field: t['delivery.address1'] })).first()).toBeVisible()
    await field('from').fill('Ada')
    await field('to').fill('Grace')

    const lookup = page.getByRole('combobox', { name: t['delivery.lookup'] })
    await lookup.pressSequentially('zz')
    await lookup.pressSequentially('1')
    await page.getByRole('listbox').getByRole('option').first().click()
    expect(buyer.sent('lookup_address').every(({ address }) => address!.length >= 3)).toBe(true)
    await expect(field(t['delivery.town'])).not.toHaveValue('')
    await expect(page.getByLabel(t['delivery.state'])).toHaveCount(0)
    await page.getByLabel(t['delivery.country']).selectOption({ label: 'United States' })
    await buyer.pressContinue()
    await expect(page.getByText(fill(t['delivery.missing'], { field: t['delivery.state'] })).first()).toBeVisible()
    await page.getByLabel(t['delivery.state']).selectOption({ label: 'Vermont' })
    await buyer.pressContinue()
    await buyer.expectStep(STEPS.payment)
    const { delivery_cost, gift_voucher_from, gift_voucher_to, delivery_address } = await buyer.checkout()
    expect({ delivery_cost, gift_voucher_from, gift_voucher_to, country: delivery_address?.country }).toEqual({
      delivery_cost: 2.5,
      gift_voucher_from: 'Ada',
      gift_voucher_to: 'Grace',
      country: '2',
    })
    expect(buyer.storedSteps).toEqual(['reserve', 'login', 'marketing_preferences', 'delivery_address', 'payment'])
    await buyer.payByCard(CARDS.good)
    await buyer.expectCompleted()
    expect(await buyer.paymentsTaken()).toEqual([1650])
  },
)

story(
  '[PAY-17, PAY-18, PAY-20, PAY-22] a required phone number is asked for before free tickets are claimed',
  async ({ buyer }) => {
    const { page } = buyer
    await buyer.fillBasket('night-swim', { Swimmer: 1 })
    await buyer.reserve()
    await buyer.continueAsGuest(newEmail('number'))
    await buyer.declineNews()
    const number = page.getByLabel(t['payment.contactNumber'])
    await expect(page.getByText(t['hint.contactNumber'])).toBeVisible()
    await number.fill('12345')
    await buyer.button(t['payment.claim']).click()
    await expect(page.getByText(t['error.invalidPhone']).first()).toBeVisible()
    expect((await buyer.checkout()).payment_complete).toBe(false)
    await number.fill('+44 7700 900123')
    await buyer.button(t['payment.claim']).click()
    await buyer.expectCompleted()
    expect((await buyer.checkout()).contact_number).toBe('+44 7700 900123')
  },
)
