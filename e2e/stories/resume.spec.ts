import { refusals, checkout as t } from '@foyer/contract/messages.ts'
import { PAGES } from '@foyer/contract/pages.ts'
import { Buyer, CARDS, newEmail, STEPS } from '../support/buyer.ts'
import { expect, story } from '../support/story.ts'

story('[NAV-01, FLOW-01, FLOW-34] reloading any step stays on it and keeps what was entered', async ({ buyer }) => {
  const { page } = buyer
  const email = newEmail('reload')
  const reload = async (step: string) => {
    await page.reload()
    await buyer.expectStep(step)
  }
  await buyer.fillBasket('autumn-gala', { Stalls: 1 })
  await reload(STEPS.basket)
  await expect(buyer.line('Stalls')).toBeVisible()
  await buyer.reserve()
  await buyer.expectStep(STEPS.account)
  await reload(STEPS.account)
  await buyer.continueAsGuest(email)
  await buyer.expectStep(STEPS.keepUpdated)
  await reload(STEPS.keepUpdated)
  await buyer.declineNews()
  await buyer.expectStep(STEPS.payment)
  await reload(STEPS.payment)
  await buyer.payByCard(CARDS.good)
  await buyer.expectStep(STEPS.delivery)
  await reload(STEPS.delivery)
  await buyer.expectCompleted()
  await page.reload()
  await buyer.expectCompleted()
  await expect(page.getByText(email)).toBeVisible()
  expect(await buyer.ticketMails(email)).toHaveLength(1)
  expect(await buyer.paymentsTaken()).toEqual([2200])
  await buyer.openWallet()
  expect(await buyer.countCodes()).toBe(1)
})

story(
  '[FLOW-36] a second tab shows the same sale, and the first one refreshes when it is focused',
  async ({ buyer, context }) => {
    await buyer.fillBasket('island-talk', { Seat: 1 })
    const tab = new Buyer(await context.newPage(), buyer.shop)
    await tab.openBasket()
    await tab.reserve()
    await tab.expectStep(STEPS.account)
    expect(buyer.sent('get')).toEqual([])

    // Headless pages are always visible, so this sends the event of a tab that is shown.
    await buyer.page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')))
    await buyer.expectStep(STEPS.account)
    expect(buyer.sent('get')).toHaveLength(1)
    const firstTab = await buyer.checkout()
    const secondTab = await tab.checkout()
    expect({ ...firstTab, seconds_remaining: 0 }).toEqual({ ...secondTab, seconds_remaining: 0 })
  },
)

story(
  '[FLOW-35, SUM-03, SUM-05..08] editing the basket asks for confirmation, releases the hold and keeps the lines',
  async ({ buyer }) => {
    const { page } = buyer
    await buyer.fillBasket('island-talk', { Seat: 2 })
    await buyer.reserve()
    await buyer.expectStep(STEPS.account)
    await buyer.openSummary()
    await buyer.button(t['link.editBasket']).click()
    const question = page.getByRole('dialog', { name: t['title.editBasketConfirm'] })
    await expect(question).toContainText(t['warning.editBasket'])
    await question.getByRole('button', { name: t['button.editBasketCancel'] }).click()
    await expect(question).toBeHidden()
    await buyer.expectStep(STEPS.account)
    expect(buyer.sent('destroy_sale')).toEqual([])

    await buyer.button(t['link.editBasket']).click()
    await question.getByRole('button', { name: t['button.editBasketConfirm'] }).click()
    await buyer.expectStep(STEPS.basket)
    await expect(buyer.line('Seat')).toBeVisible()
    expect(buyer.sent('destroy_sale')).toHaveLength(1)
    expect(buyer.storedSteps.at(-1)).toBe('basket')
    const { state, seconds_remaining, tickets } = await buyer.checkout()
    expect({ state, seconds_remaining, quantities: tickets.map(({ qty }) => qty) }).toEqual({
      state: 'basket',
      seconds_remaining: 0,
      quantities: [2],
    })
  },
)

story(
  '[RSV-06, ACC-04] a copied link opens the same hold elsewhere, asks for the email address again, and is refused once the order is paid',
  async ({ buyer, newBuyer }) => {
    const email = newEmail('link')
    await buyer.fillBasket('autumn-gala', { Balcony: 1 })
    await buyer.reserve()
    await buyer.continueAsGuest(email, 'Grace Hopper')
    await buyer.expectStep(STEPS.keepUpdated)
    const { sale_reference } = await buyer.checkout()
    const link = `${PAGES.checkout}?session=${sale_reference}`

    const other = await newBuyer()
    await other.open(link)
    await other.expectStep(STEPS.account)
    await expect(other.page.getByText(email)).toHaveCount(0)
    await expect(other.page.getByText('Grace Hopper')).toHaveCount(0)
    expect((await other.checkout()).sale_reference).toBe(sale_reference)
    expect(await other.user()).toBeNull()
    const otherEmail = newEmail('elsewhere')
    await other.continueAsGuest(otherEmail)
    await other.declineNews()
    await other.payByCard(CARDS.good)
    await other.expectCompleted()
    expect(await other.ticketMails(otherEmail)).toHaveLength(1)
    expect(await other.ticketMails(email)).toHaveLength(0)

    const third = await newBuyer()
    await third.open(link)
    await third.expectStep(STEPS.basket)
    await expect(third.page.getByText(refusals.linkClosed)).toBeVisible()
    expect((await third.checkout()).tickets).toEqual([])
  },
)

story(
  '[RSV-06] the order summary hands the basket and hold, but not the sign-in, to another device, by keyboard too',
  async ({ buyer, newBuyer }) => {
    const { page } = buyer
    const email = newEmail('elsewhere')
    await buyer.fillBasket('autumn-gala', { Balcony: 1 })
    await buyer.reserve()
    await buyer.continueAsGuest(email, 'Grace Hopper')
    await buyer.expectStep(STEPS.keepUpdated)
    await buyer.openSummary()
    await buyer.button(t['otherDevice.open']).focus()
    await page.keyboard.press('Enter')
    const dialog = page.getByRole('dialog', { name: t['otherDevice.open'] })
    await expect(dialog.getByRole('img', { name: t['otherDevice.code'] })).toBeVisible()
    const link = await dialog.getByLabel(t['otherDevice.link']).inputValue()
    // The summary around the dialog becomes a bar in a narrow window; the dialog stays open.
    const before = page.viewportSize()!
    await page.setViewportSize({ width: before.width < 1024 ? 1280 : 360, height: 780 })
    await expect(dialog).toBeVisible()
    await page.setViewportSize(before)
    await page.keyboard.press('Escape')
    await expect(dialog).toBeHidden()
    await expect(buyer.button(t['otherDevice.open'])).toBeFocused()

    const other = await newBuyer()
    await other.page.goto(link)
    await other.expectStep(STEPS.account)
    await expect(other.countdown).toBeVisible()
    expect(new URL(other.page.url()).search).toBe('')
    expect(await other.user()).toBeNull()
    await expect(other.page.getByText(email)).toHaveCount(0)
    expect((await other.checkout()).sale_reference).toBe((await buyer.checkout()).sale_reference)
  },
)

story(
  '[ROLE-03, ACC-03, ACC-05..07, ACC-11] a returning buyer is recognised by the emailed code alone and can sign out',
  async ({ buyer }) => {
    const email = newEmail('known')
    await buyer.createAccount(email, 'Mary Somerville')
    await buyer.fillBasket('reading-night', { Reader: 1 })
    await buyer.reserve()
    await buyer.expectStep(STEPS.account)
    await expect(buyer.page.getByText('Mary Somerville', { exact: true })).toBeVisible()
    await expect(buyer.page.getByText(email)).toBeVisible()
    await buyer.button('Continue as Mary Somerville').click()
    await buyer.declineNews()
    await buyer.expectCompleted()
    expect(await buyer.ticketMails(email)).toHaveLength(2)

    await buyer.fillBasket('reading-night', { Reader: 1 })
    await buyer.reserve()
    await buyer.expectStep(STEPS.account)
    await buyer.button(t['link.signOut']).click()
    await expect(buyer.page.getByLabel('Email address')).toBeVisible()
    expect(await buyer.user()).toBeNull()
    expect((await buyer.checkout()).state).toBe('login')
  },
)
