import { fill } from '@foyer/contract/fill.ts'
import { completed, signIn, checkout as t, common as words } from '@foyer/contract/messages.ts'
import { PAGES } from '@foyer/contract/pages.ts'
import { type Buyer, newEmail, STEPS } from '../support/buyer.ts'
import { expect, story } from '../support/story.ts'

const SCRIPTS = /\/assets\/.*\.js$/

/** Opens the page while its scripts are held, acts on it, and lets them arrive. */
async function beforeScripts({ page }: Buyer, path: string, act: () => Promise<void>) {
  let release = () => {}
  const released = new Promise<void>((resolve) => {
    release = resolve
  })
  await page.route(SCRIPTS, async (route) => {
    await released
    await route.continue()
  })
  await page.goto(new URL(path, page.url()).href, { waitUntil: 'commit' })
  // Nobody sees a page before its styles, which hide some of its buttons.
  await page.waitForFunction(
    () =>
      document.querySelector('main') &&
      [...document.querySelectorAll('link[rel=stylesheet]')].every((it) => (it as HTMLLinkElement).sheet),
  )
  await act()
  // The route stays, and from now on lets everything pass.
  release()
}

const quantityOf = ({ page }: Buyer) =>
  page.getByRole('spinbutton', { name: fill(words['quantity.group'], { name: 'Stalls' }) })
const more = (buyer: Buyer) => buyer.button(fill(words['quantity.more'], { name: 'Stalls' }))

story('[BSK-42] a quantity typed before the page’s script has loaded is the one reserved', async ({ buyer }) => {
  await buyer.fillBasket('autumn-gala', { Stalls: 2 })
  await beforeScripts(buyer, PAGES.checkout, () => quantityOf(buyer).fill('3'))
  await expect.poll(() => buyer.sent('update_ticket_quantity').map((body) => body.quantity)).toEqual(['3'])
  await expect(quantityOf(buyer)).toHaveValue('3')
})

story('[BSK-43] what is pressed before the scripts have loaded waits, and is then done once', async ({ buyer }) => {
  await buyer.open(PAGES.events)
  await beforeScripts(buyer, PAGES.event.replace(':slug', 'autumn-gala'), async () => {
    await more(buyer).click()
    await more(buyer).click()
    await expect(more(buyer)).toHaveAttribute('aria-busy', 'true')
    expect(await more(buyer).evaluate((button) => getComputedStyle(button).animationName)).not.toBe('none')
  })
  await expect(quantityOf(buyer)).toHaveValue('2')
  await expect(more(buyer)).not.toHaveAttribute('aria-busy')
  await buyer.addToBasket()

  await beforeScripts(buyer, PAGES.checkout, async () => {
    await quantityOf(buyer).fill('3')
    await buyer.reserveButton.click({ force: true })
    await buyer.reserveButton.click({ force: true })
    expect(buyer.sent('update_basket_state')).toEqual([])
  })
  await buyer.expectStep(STEPS.account)
  expect(buyer.storedSteps).toEqual(['reserve', 'login'])
  expect(buyer.sent('reserve_tickets')).toHaveLength(1)
  expect((await buyer.checkout()).tickets[0]!.qty).toBe(3)
})

story('every step takes a press before its scripts have loaded', async ({ buyer }) => {
  const { page } = buyer
  const email = newEmail('early')
  const press = (name: string) => buyer.button(name).filter({ visible: true }).first().click()
  const early = (act: () => Promise<void>) => beforeScripts(buyer, PAGES.checkout, act)
  const continueEarly = () => early(() => press(words['button.continue']))
  await buyer.addTickets('bell-concert', { Pew: 1 })
  await buyer.addTickets('posted-programme', { Programme: 1 })
  await buyer.fillBasket('river-day', { Paddler: 1 })

  await early(() => buyer.reserveButton.click({ force: true }))
  await buyer.expectStep('Keep the bells ringing?')
  await early(async () => {
    await page.getByLabel(t['donation.custom']).fill('5')
    await press(words['button.continue'])
  })
  await buyer.expectStep(STEPS.giftAid)
  await early(() => press(t['steps.back']))
  await buyer.expectStep('Keep the bells ringing?')
  await early(() => press(t['link.skipDonation']))
  await buyer.expectStep(STEPS.account)
  await early(async () => {
    await page.getByLabel(signIn['account.email']).fill(email)
    await press(signIn['account.sendCode'])
  })
  await expect(page.getByLabel(signIn['account.code'])).toBeVisible()
  await buyer.enterCode(await buyer.codeFor(email))
  await buyer.enterName('Ada Lovelace')
  await buyer.expectStep(STEPS.keepUpdated)
  await early(async () => {
    await page.getByLabel(t['keepUpdated.newsletter']).check({ force: true })
    await press(words['button.continue'])
  })
  await buyer.expectStep(STEPS.deliveryAddress)
  expect(buyer.sent('set_marketing_preferences')[0]).toMatchObject({ ct_subscribed: '1' })
  await buyer.enterAddress({ address1: '1 Quay Street', town: 'Foyerham', postcode: 'ZZ1 1AA' })
  await buyer.pressContinue()
  await buyer.expectStep(completed['title.questions'])
  await early(() => press(t['steps.back']))
  await buyer.expectStep(STEPS.deliveryAddress)
  await buyer.pressContinue()
  await buyer.expectStep(completed['title.questions'])
  await page.getByRole('textbox').first().fill('Grace, 020 7946 0000')
  await continueEarly()
  await buyer.expectStep(STEPS.payment)
  await early(() => press(t['steps.back']))
  await buyer.expectStep(completed['title.questions'])
})

story('a page whose scripts do not arrive says so, and offers to load it again', async ({ buyer }) => {
  const { page } = buyer
  const notice = page.getByRole('status').filter({ hasText: words.notLoaded })
  await buyer.fillBasket('autumn-gala', { Stalls: 2 })
  await page.route(SCRIPTS, (route) => route.abort())
  await page.goto(`${buyer.shop.url}${PAGES.checkout}`)
  await expect(notice).toBeVisible()
  await page.unroute(SCRIPTS)
  await page.getByRole('link', { name: words.reload }).click()
  await buyer.expectStep(STEPS.basket)
  await expect(notice).toBeHidden()

  // They are on their way, and something has been pressed some time ago.
  await page.clock.install()
  await beforeScripts(buyer, PAGES.checkout, async () => {
    await buyer.reserveButton.click({ force: true })
    await expect(notice).toBeHidden()
    await page.clock.runFor(8000)
    await expect(notice).toBeVisible()
  })
  await page.clock.resume()
  await buyer.expectStep(STEPS.account)
  await expect(notice).toBeHidden()
})
