import { fill } from '@foyer/contract/fill.ts'
import { completed, checkout as t } from '@foyer/contract/messages.ts'
import { PATHS } from '@foyer/contract/paths.ts'
import { expect } from '@playwright/test'
import { CARDS, STEPS } from '../../support/buyer.ts'
import type { Scene } from '../scene.ts'
import type { Visitor } from '../visitor.ts'

/** Goes to the payment step with these tickets. */
async function goToPayment(
  visitor: Visitor,
  slug: string,
  tickets: Record<string, number>,
  step: string = STEPS.payment,
) {
  await visitor.chooseTickets(slug, tickets)
  await visitor.openBasket()
  await visitor.continueTo(step)
}

/** Leaves a call pending, to show the state before its reply. */
const leavePending = (visitor: Visitor, path: string) => visitor.page.route(`**${path}`, () => {})

const chooseMethod = (visitor: Visitor, method: string) =>
  visitor.page.getByRole('radio', { name: method }).check({ force: true })

/** Goes to the bank's page to pay by bank transfer. */
async function goToBank(visitor: Visitor): Promise<void> {
  await goToPayment(visitor, 'the-ballad-of-little-hollow', { Adult: 1 })
  await chooseMethod(visitor, t['label.instantBankTransfer'])
  await visitor.payButton.click()
  await visitor.page.waitForURL((url) => !url.href.startsWith(visitor.shop.url))
}

export const PAYMENT: Scene[] = [
  {
    name: 'payment',
    vendorFrames: true,
    run: async (visitor, picture) => {
      const { page } = visitor
      await goToPayment(visitor, 'harbour-lights-festival', { 'Weekend wristband': 1 })
      await picture.as('methods', page)
      await chooseMethod(visitor, t['label.creditOrDebitCard'])
      await expect(visitor.cardFrame.getByLabel('Card number')).toBeVisible()
      await picture.as('card', page)
      await visitor.payButton.click()
      await picture.as('card errors', page)
      await chooseMethod(visitor, t['label.setUpPaymentPlan'])
      await expect(visitor.cardFrame.getByLabel('Card number')).toBeVisible()
      await picture.as('plan', page)
    },
  },
  {
    name: 'plan',
    vendorFrames: true,
    run: async (visitor, picture) => {
      const { page } = visitor
      await goToPayment(visitor, 'harbour-lights-festival', { 'Weekend wristband': 1 })
      await chooseMethod(visitor, t['label.setUpPaymentPlan'])
      await page.getByLabel(t['payment.contactNumber']).fill('020 7946 0000')
      const agreeButton = visitor.button(new RegExp(fill(t['plan.set'], { amount: '.+' })))
      await visitor.typeCard(CARDS.good, agreeButton)
      await picture.as('filled in', page)
      await agreeButton.click()
      await visitor.continueTo(completed['title.orderCompletePaymentPlan'])
      await picture.as('set up', page)
    },
  },
  {
    name: 'payment declined',
    vendorFrames: true,
    run: async (visitor, picture) => {
      const { page } = visitor
      await goToPayment(visitor, 'the-ballad-of-little-hollow', { Adult: 2 })
      await visitor.payByCard(CARDS.declined)
      await expect(page.getByRole('alert').filter({ hasText: 'declined' })).toBeVisible()
      await picture.as('declined', page)
      await visitor.typeCard(CARDS.challenged)
      await visitor.payButton.click()
      await expect(visitor.button('Complete authentication')).toBeVisible()
      await picture.as('the bank asks', page)
    },
  },
  {
    name: 'payment confirming',
    vendorFrames: true,
    run: async (visitor, picture) => {
      const { page } = visitor
      await goToPayment(visitor, 'the-ballad-of-little-hollow', { Adult: 2 })
      await page.route('**/v1/payment_intents/**', () => {})
      await visitor.payByCard(CARDS.good)
      await expect(page.getByText(t['title.paymentConfirming']).first()).toBeVisible()
      await picture.as('confirming', page)
    },
  },
  {
    name: 'payment square',
    vendorFrames: true,
    run: async (visitor, picture) => {
      await goToPayment(visitor, 'big-barn-ceilidh', { 'Full price': 2 })
      await visitor.chooseCard()
      await expect(visitor.cardFrame.getByLabel('Card number')).toBeVisible()
      await picture.as('card', visitor.page)
      await visitor.enterAddress({ address1: '12 Gasworks Lane', town: 'Wexcombe', postcode: 'WX1 2AB' })
      await picture.as('address', visitor.page)
    },
  },
  {
    name: 'payment express',
    vendorFrames: true,
    run: async (visitor, picture) => {
      const { page } = visitor
      await goToPayment(visitor, 'how-bees-see', { 'One screen': 1 }, t['title.paymentExpress'])
      await picture.as('empty', page)
      await visitor.chooseCard()
      await expect(visitor.cardFrame.getByLabel('Card number')).toBeVisible()
      await picture.as('card', page)
      await visitor.payButton.click()
      await picture.as('errors', page)
      await page.getByLabel(t['payment.fullName']).fill('Philippa Featherstonehaugh')
      await page.getByLabel(t['payment.email']).fill(visitor.email)
      await picture.as('filled', page)
    },
  },
  {
    name: 'payment by bank alone',
    run: async (visitor, picture) => {
      await goToPayment(visitor, 'lighthouse-gala-dinner', { 'Table of ten': 1 })
      await picture.as('only method', visitor.page)
    },
  },
  {
    name: 'payment refused',
    run: async (visitor, picture) => {
      await goToPayment(visitor, 'letterpress-in-a-day', { 'A place at the press': 1 })
      await picture.as('not set up', visitor.page)
    },
  },
  {
    name: 'payment set up failed',
    run: async (visitor, picture) => {
      await visitor.page.route(`**${PATHS.get_token[1]}`, (route) => route.abort())
      await goToPayment(visitor, 'the-ballad-of-little-hollow', { Adult: 1 })
      await visitor.chooseCard()
      await expect(visitor.page.getByRole('alert').first()).toBeVisible()
      await picture.as('error', visitor.page)
    },
  },
  {
    name: 'claiming',
    run: async (visitor, picture) => {
      const { page } = visitor
      await page.route(`**${PATHS.claim_free_tickets[1]}`, () => {})
      await goToPayment(visitor, 'tuesday-lunchtime-music', { 'Free seat': 1 }, t['title.paymentClaimingFree'])
      await picture.as('free tickets', page)
    },
  },
  {
    name: 'bank',
    run: async (visitor, picture) => {
      const { page } = visitor
      await goToBank(visitor)
      await picture.as('at the bank', page)
      await page.getByRole('button', { name: 'Continue to your bank' }).click()
      await page.route(`**${PATHS.get_truelayer_status[1]}`, (route) => route.abort())
      await page
        .getByRole('button', { name: /approve|pay/i })
        .first()
        .click()
      await page.waitForURL((url) => url.href.startsWith(visitor.shop.url))
      await expect(page.getByText(t['info.bankPleaseWait'])).toBeVisible()
      await picture.as('waiting', page)
      // The page continues by itself after a moment.
      await leavePending(visitor, PATHS.update_basket_state[1])
      await page.unroute(`**${PATHS.get_truelayer_status[1]}`)
      await expect(page.getByText(t['title.bankPaymentSuccessful'])).toBeVisible({ timeout: 60_000 })
      await picture.as('successful', page)
    },
  },
  {
    name: 'bank cancelled',
    run: async (visitor, picture) => {
      const { page } = visitor
      await goToBank(visitor)
      await page
        .getByRole('button', { name: /cancel/i })
        .first()
        .click()
      await page.waitForURL((url) => url.href.startsWith(visitor.shop.url))
      await page.waitForTimeout(3000)
      await picture.as('unsuccessful', page)
    },
  },
]
