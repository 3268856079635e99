import { generateKeyPairSync } from 'node:crypto'
import { account } from '@foyer/contract/messages.ts'
import { PAGES } from '@foyer/contract/pages.ts'
import { APPLE_ENV, filesOf } from '@foyer/server/tickets/wallet/certificate.testing.ts'
import { newEmail } from '../support/buyer.ts'
import { expectAccessible } from '../support/office.ts'
import { expect, story } from '../support/story.ts'

const { privateKey } = generateKeyPairSync('rsa', {
  modulusLength: 2048,
  publicKeyEncoding: { type: 'spki', format: 'pem' },
  privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
})
story.use({
  shopEnv: {
    ...APPLE_ENV,
    GOOGLE_WALLET_ISSUER_ID: '3388000000022222222',
    GOOGLE_WALLET_ACCOUNT: 'wallet@foyer.iam.gserviceaccount.com',
    GOOGLE_WALLET_KEY: privateKey.replaceAll('\n', '\\n'),
    GOOGLE_WALLET_URL: '{sandbox}/google',
  },
})
story.skip(({ isMobile }) => isMobile, 'the pages are checked at both widths below')

story('saves a ticket to Google Wallet and Apple Wallet, and reports when Google is down', async ({ buyer }) => {
  const { page, shop } = buyer
  await buyer.fillBasket('autumn-gala', { Stalls: 1 })
  await buyer.orderByCard(newEmail('phones'))
  await buyer.open(PAGES.wallet)
  const google = page.getByRole('link', { name: /^Save to Google Wallet, ticket / })
  await expect(google).toHaveText(account['wallet.google'])
  await expectAccessible(page, 'wallet with phones')

  await shop.sandboxControl({ vendor: 'google', switch: 'error', value: 'before', times: 1 })
  await google.click()
  await expect(page.getByText(account['wallet.googleDown'])).toBeVisible()
  await expectAccessible(page, 'Google is down')
  await google.click()
  await page.waitForURL(/\/google\/gp\/v\/save\//)
  await expect(page.getByText('Saved')).toBeVisible()

  await buyer.open(PAGES.wallet)
  const apple = await page.getByRole('link', { name: /^Add to Apple Wallet, ticket / }).getAttribute('href')
  const pass = await page.request.get(`${shop.url}${apple}`)
  expect(pass.headers()['content-type']).toBe('application/vnd.apple.pkpass')
  expect(JSON.parse(filesOf(await pass.body())['pass.json']!.toString())).toMatchObject({ formatVersion: 1 })
})
