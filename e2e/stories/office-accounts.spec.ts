import { fill } from '@foyer/contract/fill.ts'
import {
  paymentFields,
  providerNames,
  payments as t,
  paymentAccount as words,
} from '@foyer/contract/office/events/payments.en.ts'
import { OFFICE_PAGES } from '@foyer/contract/office/pages.ts'
import type { Page } from '@playwright/test'
import { newEmail } from '../support/buyer.ts'
import { createEvent, expectAccessible, openOffice } from '../support/office.ts'
import { expect, story } from '../support/story.ts'

// The story needs a fresh shop, because it creates its first staff member.
story.use({ shopEnv: { LOG_LEVEL: 'error' } })

const press = (page: Page, text: string, provider: string) =>
  page.getByRole('button', { name: fill(text, { provider }), exact: true }).click()

story(
  'an owner connects Stripe without a terminal, sells into it, disconnects it, and copies the keys of another provider',
  async ({ newBuyer, buyer }) => {
    const { page, shop } = await newBuyer()
    const stripe = providerNames.stripe
    await openOffice(page, shop, newEmail('own-account'))
    await createEvent(page, shop, 'Friday quiz')
    const organiser = /organiser_id=\d+/.exec(page.url())![0]
    await page.goto(`${shop.url}${OFFICE_PAGES.payments.path}?${organiser}`)
    await page.getByRole('link', { name: fill(t.connect, { provider: stripe }), exact: true }).click()
    await expectAccessible(page, 'how an account is connected')

    // Left without finishing, and gone on with by another link.
    await press(page, words.begin, stripe)
    await page.getByRole('link', { name: fill(words.go, { provider: stripe }) }).click()
    await page.getByRole('button', { name: 'Leave without finishing' }).click()
    await expect(page.getByRole('status').filter({ hasText: 'is waiting for more from you' })).toBeVisible()
    await press(page, words.resume, stripe)
    await page.getByRole('link', { name: fill(words.go, { provider: stripe }) }).click()
    await page.getByRole('button', { name: 'Enter everything and finish' }).click()
    await page.getByRole('button', { name: words.connect, exact: true }).click()
    await expect(page.getByRole('row').filter({ hasText: 'acct_' })).toBeVisible()
    await expectAccessible(page, 'the accounts of an organiser')

    await expect(async () => {
      await buyer.fillBasket('friday-quiz', { Ticket: 2 })
    }).toPass()
    const token = buyer.page
      .waitForResponse((response) => response.url().includes('/get_token/'))
      .then((response) => response.json())
    await buyer.orderByCard(newEmail('pays-directly'))
    expect(await token).toMatchObject({ stripe_account: expect.stringMatching(/^acct_/) })

    await page.getByRole('button', { name: /^Disconnect/ }).click()
    await expect(page.getByRole('row').filter({ hasText: 'acct_' })).toHaveCount(0)

    // Square’s keys are copied, and a secret that was refused is not in the page again.
    const square = providerNames.square
    await page.getByRole('link', { name: fill(t.connect, { provider: square }), exact: true }).click()
    await page.getByLabel(paymentFields['square.location_id']).fill('LNOBODYS')
    await page.getByLabel(paymentFields['square.app_id']).fill('sandbox-sq0idb-own')
    await page.getByLabel(paymentFields['square.access_token']).fill('a-token-of-mine')
    await page.getByLabel(paymentFields['square.webhook_key']).fill('a-key-of-mine')
    await press(page, words.check, square)
    await expect(page.getByRole('alert')).toContainText('The provider refuses these credentials')
    await expect(page.getByLabel(paymentFields['square.location_id'])).toHaveValue('LNOBODYS')
    expect(await page.content()).not.toMatch(/a-token-of-mine|a-key-of-mine/)
  },
)
