import { fill } from '@foyer/contract/fill.ts'
import { common, checkout as t } from '@foyer/contract/messages.ts'
import { PAGES } from '@foyer/contract/pages.ts'
import { PATHS } from '@foyer/contract/paths.ts'
import { LIMITS } from '@foyer/domain/limits.ts'
import { newEmail, STEPS } from '../support/buyer.ts'
import { expect, story } from '../support/story.ts'

story('[BSK-02..06] an empty basket shows a message, and offers events and the mailing list', async ({ buyer }) => {
  const { page } = buyer
  await buyer.openBasket()
  await expect(page.getByText(t['info.emptyBasket'])).toBeVisible()
  await expect(page.getByRole('link', { name: common['link.mailingList'] })).toHaveAttribute('href', '/mailing-list')
  await page.getByRole('link', { name: common['link.browseEvents'] }).click()
  await expect(page).toHaveURL(/\/all-events\/$/)
})

story(
  '[BSK-12, BSK-13, BSK-17, BSK-20..22, BSK-32] a basket line shows its details, opens its refund policy and can be removed',
  async ({ buyer }) => {
    const { page } = buyer
    await buyer.fillBasket('autumn-gala', { Stalls: 1, Balcony: 1 })
    const stalls = buyer.line('Stalls')
    for (const words of ['Stalls', '£20.00', '£22.00 incl. £2.00 booking fee'])
      await expect(stalls).toContainText(words)
    // An event's title, date and picture are shown once for all its lines.
    const event = buyer.line('Autumn Gala')
    for (const words of ['Autumn Gala', 'Fri 5 Oct 2035']) await expect(event).toContainText(words)
    await expect(event.locator('img')).toHaveAttribute('src', /./)
    await expect(buyer.line('Balcony')).toContainText(t['basket.nonRefundable'])

    await stalls.getByRole('button', { name: t['basket.refundPolicy'] }).click()
    const policy = page.getByRole('dialog', { name: 'Refunds of City Strings' })
    await expect(policy).toContainText('Refunds until a week before')
    await expect(policy).toContainText('Up to seven days before the concert.')
    await page.keyboard.press('Escape')
    await expect(policy).toBeHidden()

    const suggested = page.getByRole('region', { name: t['title.continueShopping'] }).getByRole('listitem')
    await expect(suggested).toHaveCount(3)
    for (const event of await suggested.all()) {
      await expect(event.getByRole('link')).toHaveAttribute('href', /\/events\/[\w-]+\//)
      await expect(event.locator('img')).toHaveAttribute('src', /./)
    }

    const before = buyer.sent('get').length
    await buyer.button(fill(t['basket.remove'], { name: 'Stalls' })).click()
    await expect(stalls).toHaveCount(0)
    await expect.poll(() => buyer.sent('get').length).toBe(before + 1)
    expect((await buyer.checkout()).tickets.map(({ ticket_name }) => ticket_name)).toEqual(['Balcony'])
  },
)

story(
  '[BSK-18, BSK-19, BSK-31, BSK-36..42, BSK-44] sends only the last quantity typed, lowers it to the maximum, and does not send one below the minimum',
  async ({ buyer }) => {
    const { page } = buyer
    await page.clock.install()
    await buyer.fillBasket('pair-dance', { Dancer: 1, 'Fixed place': 1 })
    await buyer.stopClock()
    const quantity = page.getByRole('spinbutton', { name: fill(common['quantity.group'], { name: 'Dancer' }) })
    await expect(quantity).toHaveValue('2')
    await expect(page.getByRole('spinbutton')).toHaveCount(1)
    await expect(buyer.line('Fixed place')).toContainText('1')

    await quantity.fill('3')
    await quantity.fill('9')
    await expect(quantity).toHaveValue('4')
    await expect(buyer.line('Dancer')).toContainText(fill(t['warning.maxCanReserve'], { n: 4 }))
    await expect(buyer.reserveButton).toBeDisabled()
    await page.clock.runFor(LIMITS.quantityDebounceMs - 1)
    expect(buyer.sent('update_ticket_quantity')).toEqual([])
    await page.clock.runFor(1)
    await expect.poll(() => buyer.sent('update_ticket_quantity').map((body) => body.quantity)).toEqual(['4'])
    await expect(buyer.reserveButton).toBeEnabled()
    expect(buyer.sent('get')).toHaveLength(1)

    await quantity.fill('1')
    await expect(buyer.line('Dancer')).toContainText(fill(t['warning.minPerCustomer'], { n: 2 }))
    await page.clock.runFor(LIMITS.quantityDebounceMs * 2)
    await expect(buyer.reserveButton).toBeDisabled()
    expect(buyer.sent('update_ticket_quantity')).toHaveLength(1)
    expect((await buyer.checkout()).tickets.find(({ ticket_name }) => ticket_name === 'Dancer')?.qty).toBe(4)
  },
)

story(
  '[BSK-27..29, BSK-46] warns about required tickets and different dates, and blocks the reserve while a required ticket is missing',
  async ({ buyer }) => {
    const { page } = buyer
    await buyer.fillBasket('boat-workshop', { Bench: 1 })
    await expect(page.getByText(t['warning.requiredTickets'])).toBeVisible()
    const missing = page.getByRole('listitem').filter({ hasText: /^Safety briefing/ })
    await expect(missing.getByRole('button', { name: 'Add Safety briefing' })).toBeVisible()
    await expect(page.getByText(t['basket.logInHint'])).toBeVisible()
    await expect(buyer.reserveButton).toBeDisabled()
    await missing.getByRole('button', { name: 'Add Safety briefing' }).click()
    await expect(page.getByText(t['warning.requiredTickets'])).toHaveCount(0)
    await buyer.addTickets('tide-walk', { Walker: 1 })
    await page.getByRole('radio', { name: /Sat 2 Jun 2035/ }).check({ force: true })
    await buyer.setQuantity('Walker', 1)
    await buyer.addToBasket()
    await buyer.openBasket()
    await expect(page.getByText(t['warning.requiredTickets'])).toHaveCount(0)
    await expect(page.getByText('The tide waits for nobody: your walks are on different days.')).toBeVisible()
    await expect(buyer.reserveButton).toBeEnabled()
    expect((await buyer.checkout()).tickets).toHaveLength(4)
  },
)

story('[BSK-30] tickets in another currency are removed from the basket with an explanation', async ({ buyer }) => {
  await buyer.addTickets('island-talk', { Seat: 1 })
  await buyer.open(PAGES.event.replace(':slug', 'euro-soiree'))
  await buyer.setQuantity('Salon', 1)
  await buyer.button('Add to basket').filter({ visible: true }).click()
  await buyer.openBasket()
  await expect(buyer.page.getByText(t['warning.currencyMismatch'])).toBeVisible()
  expect((await buyer.checkout()).tickets.map(({ ticket_name }) => ticket_name)).toEqual(['Seat'])
})

story(
  '[BSK-14, BSK-33, BSK-48, BSK-49, SUM-02] refuses an unknown code, and applies a discount code and a gift voucher',
  async ({ buyer }) => {
    const { page } = buyer
    const apply = async (code: string) => {
      await page.getByLabel(t['basket.code']).fill(code)
      await buyer.button(t['basket.applyCode']).click()
    }
    await buyer.fillBasket('autumn-gala', { Stalls: 1 })
    await apply('NOTHING')
    await expect(page.getByText(t['warning.invalidCode'])).toBeVisible()
    await apply('tenth')
    await expect(page.getByText(t['success.codeApplied'])).toBeVisible()
    const discounted = await buyer.checkout()
    expect(discounted.discounts_applied).toEqual({ TENTH: 2 })
    expect(discounted.basket_total).toBe(20)
    await apply('GIFT-SMALL')
    await expect(page.getByText(t['success.codeApplied'])).toBeVisible()
    await buyer.openSummary()
    await expect(page.getByText(fill(t['summary.code'], { code: 'TENTH' }))).toBeVisible()
    const paidInPart = await buyer.checkout()
    expect(paidInPart.gift_vouchers_applied_total).toBe(5)
    expect(paidInPart.basket_total).toBe(15)
  },
)

story(
  '[BSK-34, RFP-01..09] refund protection can be added and removed, and lists what it does not cover',
  async ({ buyer }) => {
    const { page } = buyer
    await buyer.addTickets('island-talk', { Seat: 1 })
    await buyer.fillBasket('autumn-gala', { Stalls: 1 })
    const before = await buyer.checkout()
    const yes = page.getByRole('radio', { name: fill(t['protection.yes'], { cost: '£2.00' }) })
    const no = page.getByRole('radio', { name: t['protection.no'] })
    await expect(yes).not.toBeChecked()
    await expect(no).not.toBeChecked()
    for (const words of [
      'protection.mind',
      'protection.notCovered',
      'protection.fees',
      'protection.nonRefundable',
    ] as const)
      await expect(page.getByText(t[words]).first()).toBeVisible()
    await expect(page.getByText(t['protection.notCovered'])).toContainText('Island Talk')
    const clause = await page.getByRole('link', { name: t['protection.terms'] }).getAttribute('href')
    expect(clause).toMatch(/#s4\.10$/)
    const terms = await page.context().newPage()
    await terms.goto(clause!)
    await expect(terms.locator('[id="s4.10"]')).toBeInViewport()
    await terms.close()
    await yes.check({ force: true })
    await expect.poll(async () => (await buyer.checkout()).basket_total).toBe(before.basket_total + 2)
    await expect(buyer.reserveButton).toBeEnabled()
    await no.check({ force: true })
    await expect.poll(async () => (await buyer.checkout()).refund_protection).toBe(0)
    expect(buyer.sent('update_refund_protection').map((body) => body.refund_protection)).toEqual(['1', '0'])
  },
)

story(
  '[BSK-23..26, BSK-32] a gift voucher in the basket shows its value, expiry and organiser; its quantity can be changed, and it can be removed',
  async ({ buyer }) => {
    const { page } = buyer
    await buyer.open(PAGES.gift_vouchers)
    await page.getByText('£25.00', { exact: true }).click()
    await buyer.addToBasket()
    await buyer.openBasket()
    const voucher = buyer.line('An Evening Out')
    await expect(voucher).toContainText('£25.00')
    await expect(voucher).toContainText(/\d\d\/\d\d\/\d{4}/)
    await expect(voucher.getByRole('link', { name: 'City Strings' })).toBeVisible()
    await buyer.button(fill(common['quantity.more'], { name: 'An Evening Out' })).click()
    await expect.poll(async () => (await buyer.checkout()).basket_total).toBe(50)
    await buyer.button(fill(t['basket.remove'], { name: 'An Evening Out' })).click()
    await expect(page.getByText(t['info.emptyBasket'])).toBeVisible()
    expect((await buyer.checkout()).gift_vouchers).toEqual([])
  },
)

story('[RSV-03..07] an in-app browser cannot reserve and offers a link to open elsewhere', async ({ newBuyer }) => {
  const buyer = await newBuyer({
    userAgent: 'Mozilla/5.0 (Linux; Android 14) AppleWebKit/537.36 Chrome/126.0 Mobile Safari/537.36 Instagram 334.0',
    permissions: ['clipboard-read', 'clipboard-write'],
  })
  const { page } = buyer
  await buyer.fillBasket('reading-night', { Reader: 1 })
  await buyer.reserve()
  await expect(page.getByText(t['warning.incompatibleBrowser'])).toBeVisible()
  await page.getByText(t['link.whyIncompatibleBrowser']).click()
  await expect(page.getByText(t['browser.explanation'])).toBeVisible()
  await buyer.button(common['button.copyLink']).click()
  await expect(buyer.button(common['success.linkCopied'])).toBeVisible()
  const { sale_reference } = await buyer.checkout()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(
    `${buyer.shop.url}${PAGES.checkout}?session=${sale_reference}`,
  )
  await expect(buyer.button(common['button.copyLink'])).toBeVisible()
  expect(buyer.sent('reserve_tickets')).toEqual([])
})

story('[ERR-01, UI-07] a failed call shows a notification that stays until it is closed', async ({ buyer }) => {
  const { page } = buyer
  await page.clock.install()
  await buyer.fillBasket('reading-night', { Reader: 1 })
  await page.route(`**${PATHS.update_ticket_quantity[1]}`, (route) => route.abort())
  await buyer.setQuantity('Reader', 1)
  await page.clock.runFor(LIMITS.quantityDebounceMs)
  const notification = page.getByLabel(common.notifications).getByText(t['error.updateTicketQuantity'])
  await expect(notification).toBeVisible()
  await page.clock.runFor(10 * 60_000)
  await expect(notification).toBeVisible()
  await notification.click()
  await page.clock.runFor(1000)
  await expect(notification).toHaveCount(0)
  expect((await buyer.checkout()).tickets[0]!.qty).toBe(1)
})

story(
  '[CAP-01..05, CAP-10, CAP-11, RSV-13] a reserve in high demand requires a captcha, which the buyer solves',
  async ({ buyer }) => {
    const { page } = buyer
    await buyer.fillBasket('hot-ticket', { Floor: 1 })
    await buyer.reserve()
    await buyer.expectStep(STEPS.captcha)
    await expect(page.getByText(t['info.captcha'])).toBeVisible()
    await expect(buyer.countdown).toHaveCount(0)
    const proceed = buyer.button(common['button.continue'])
    await expect(proceed).toBeDisabled()
    await buyer.solveCaptcha()
    await expect(proceed).toBeEnabled()
    await proceed.click()
    await buyer.continueAsGuest(newEmail('human'))
    await buyer.declineNews()
    await buyer.expectCompleted()
    expect(buyer.storedSteps.slice(0, 3)).toEqual(['reserve', 'captcha', 'login'])
    const [first, second] = buyer.sent('reserve_tickets')
    expect(first).toEqual({})
    expect(Object.keys(second!)).toEqual(['h-captcha-response'])
  },
)

story('on a phone, the continue button has one row with only the contact details below it', async ({ buyer }) => {
  const { page } = buyer
  await page.setViewportSize({ width: 360, height: 780 })
  await buyer.fillBasket('autumn-gala', { Stalls: 2 })
  await buyer.expectStep(STEPS.basket)
  await page.evaluate(() => window.scrollTo(0, document.documentElement.scrollHeight))
  const bar = (await page.locator('[data-sticky=bottom]').boundingBox())!
  const contact = (await page.getByRole('contentinfo').boundingBox())!
  expect(bar.y + bar.height).toBeCloseTo(contact.y, 0)
  const end = await page.evaluate(() => document.documentElement.scrollHeight - scrollY)
  expect(end - (contact.y + contact.height)).toBeLessThan(1)
  expect((await buyer.reserveButton.boundingBox())!.height).toBeLessThanOrEqual(50)
})
