import { common, checkout as t } from '@foyer/contract/messages.ts'
import { CARDS, newEmail, STEPS } from '../support/buyer.ts'
import { expect, story } from '../support/story.ts'

const LOGO = 'https://grand-works.example/logo.png'
const PIXEL = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)

story('[DON-02, DON-03] shows a charity logo from another site, and long amounts on one line', async ({ buyer }) => {
  const { page } = buyer
  await page.route(LOGO, (route) => route.fulfill({ contentType: 'image/png', body: PIXEL }))
  await buyer.fillBasket('grand-opening', { Gallery: 1 })
  await buyer.reserve()
  await buyer.expectStep('Lay a stone?')
  const logo = page.locator(`img[src="${LOGO}"]`)
  await expect.poll(() => logo.evaluate((img: HTMLImageElement) => img.naturalWidth)).toBe(1)
  const amount = page.locator('label', { hasText: '£2,500' })
  const lines = () =>
    amount.evaluate((label) => {
      const range = document.createRange()
      range.selectNodeContents(label.querySelector('span')!)
      return new Set([...range.getClientRects()].map(({ top }) => Math.round(top))).size
    })
  expect(await lines()).toBe(1)
  for (const option of await page.locator('label', { hasText: '£' }).all())
    expect(await option.evaluate((label) => label.scrollWidth <= label.clientWidth)).toBe(true)
})

story('[DON-02] a logo that fails to load is replaced by a placeholder', async ({ buyer }) => {
  const { page } = buyer
  await page.route(LOGO, (route) => route.abort())
  await buyer.fillBasket('grand-opening', { Gallery: 1 })
  await buyer.reserve()
  await buyer.expectStep('Lay a stone?')
  await expect(page.locator('main img')).toHaveCount(0)
  await expect(page.getByText('G', { exact: true })).toBeVisible()
})

story('the chosen payment method is still selected after a failed 3-D Secure check', async ({ buyer }) => {
  const { page } = buyer
  await buyer.fillBasket('harbour-cinema', { 'Row A': 2 })
  await buyer.reserve()
  await buyer.continueAsGuest(newEmail('again'))
  await buyer.declineNews()
  await buyer.payByCard(CARDS.challenged)
  await buyer.answerAuthentication('Fail authentication')
  await buyer.expectStep(STEPS.payment)
  await expect(page.getByRole('radio', { name: t['label.creditOrDebitCard'] })).toBeChecked()
  await expect(page.getByLabel(t['payment.postcode'], { exact: true })).toHaveValue('PW1 1AA')
  await expect(
    page.getByRole('alert').filter({ hasText: 'We are unable to authenticate your payment method.' }),
  ).toBeVisible()
  await buyer.typeCard(CARDS.good)
  await buyer.payButton.click()
  await buyer.expectCompleted()
})

for (const focus of ['a button takes the focus', 'a button takes no focus, as in Safari'])
  story(`pressing Pay with an invalid field focused shows what is wrong (${focus})`, async ({ buyer }) => {
    const { page } = buyer
    if (focus.includes('Safari'))
      await page.addInitScript(() => {
        addEventListener(
          'focusout',
          (event) => {
            if (!event.isTrusted || !event.relatedTarget) return
            event.stopImmediatePropagation()
            event.target!.dispatchEvent(new FocusEvent('focusout', { bubbles: true, relatedTarget: null }))
          },
          true,
        )
      })
    await buyer.fillBasket('strings-in-a-hurry', { Cushion: 1 })
    await buyer.reserve()
    const email = page.getByRole('textbox', { name: t['payment.email'] })
    await email.fill('ada at home')
    await expect(email).toBeFocused()
    await page.evaluate(() => document.body.style.setProperty('overflow-anchor', 'none'))
    // The pointer stays at the place of the press, as a finger does.
    await buyer.payButton.click({ position: { x: 40, y: 40 }, delay: 100 })
    await expect(page.getByText(common['error.title'])).toBeVisible()
    await expect(page.getByText(common['error.invalidEmail']).first()).toBeVisible()
  })
