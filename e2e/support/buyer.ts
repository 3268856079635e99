import { fill } from '@foyer/contract/fill.ts'
import { account, common, completed, shop as shopTexts, signIn, checkout as t } from '@foyer/contract/messages.ts'
import { PAGES } from '@foyer/contract/pages.ts'
import { type CallName, PATHS } from '@foyer/contract/paths.ts'
import type { Checkout, User } from '@foyer/contract/types.ts'
import { LIMITS } from '@foyer/domain/limits.ts'
import { expect, type FrameLocator, type Locator, type Page } from '@playwright/test'
import type { Shop } from './shop.ts'

/** The headings of the steps. */
export const STEPS = {
  basket: common['title.basket'],
  captcha: t['title.captcha'],
  account: common['title.account'],
  keepUpdated: t['title.keepUpdated'],
  giftAid: t['title.giftAid'],
  deliveryAddress: t['title.deliveryAddress'],
  payment: t['title.payment'],
  delivery: completed['delivery.title'],
  completed: completed['title.orderComplete'],
} as const

export type Card = { number: string; expiry?: string; cvc?: string }
export const CARDS = {
  good: { number: '4242424242424242' },
  declined: { number: '4000000000000002' },
  challenged: { number: '4000002760003184' },
} as const

/** An address that no other test uses. */
export const newEmail = (name: string): string =>
  `${name}-${process.pid}-${Date.now().toString(36)}-${Math.random().toString(36).slice(2, 6)}@example.org`

/** A buyer in the browser, who finds things by their text and acts through the controls. */
export class Buyer {
  readonly page: Page
  readonly shop: Shop
  private readonly calls: { path: string; body: Record<string, string> }[] = []

  constructor(page: Page, shop: Shop) {
    this.page = page
    this.shop = shop
    page.on('request', (request) => {
      const { pathname } = new URL(request.url())
      if (!pathname.startsWith('/ajax/') || !request.url().startsWith(shop.url)) return
      this.calls.push({ path: pathname, body: Object.fromEntries(new URLSearchParams(request.postData() ?? '')) })
    })
  }

  /** The bodies of this page's calls with one name. */
  sent = (name: CallName): Record<string, string>[] =>
    this.calls.filter(({ path }) => path === PATHS[name][1]).map(({ body }) => body)

  /** The steps that this page has stored, in order. */
  get storedSteps(): string[] {
    return this.sent('update_basket_state').map(({ state }) => state!)
  }

  button = (name: string | RegExp): Locator => this.page.getByRole('button', { name, exact: true })
  get heading(): Locator {
    return this.page.getByRole('heading', { level: 1 })
  }
  get reserveButton(): Locator {
    return this.page.getByRole('button', { name: t['button.reserveBasket'] })
  }
  get countdown(): Locator {
    return this.page.getByRole('timer', { name: t['label.ticketsReservedFor'] })
  }
  /** A basket line, by the name of its ticket or voucher. It is inside the item of its event, which contains the same text. */
  line = (name: string): Locator =>
    this.page.getByRole('list', { name: t['basket.contents'] }).getByRole('listitem').filter({ hasText: name }).last()

  /** Waits for the step's heading, and until the page is hydrated. */
  async expectStep(step: string): Promise<void> {
    await expect(this.heading).toHaveText(step)
    await this.waitForHydration()
  }

  /** Waits until React has hydrated the page; before that a press does nothing. */
  async waitForHydration(): Promise<void> {
    await expect
      .poll(() =>
        this.heading
          .evaluate((h1) => Object.keys(h1).some((key) => key.startsWith('__reactFiber')))
          // the browser was leaving the page
          .catch(() => false),
      )
      .toBe(true)
  }

  async open(path: string): Promise<void> {
    await this.page.goto(`${this.shop.url}${path}`)
    await this.waitForHydration()
  }

  /** Presses plus `quantity` times. */
  async setQuantity(ticket: string, quantity: number): Promise<void> {
    const more = this.button(fill(common['quantity.more'], { name: ticket }))
    for (let n = 0; n < quantity; n++) await more.click()
  }

  async addToBasket(): Promise<void> {
    await this.button(shopTexts['tickets.add']).filter({ visible: true }).click()
    await expect(this.page.getByText(shopTexts['tickets.added'])).toBeVisible()
  }

  /** Adds tickets from the event's page. */
  async addTickets(slug: string, tickets: Record<string, number>): Promise<void> {
    await this.open(PAGES.event.replace(':slug', slug))
    for (const [ticket, quantity] of Object.entries(tickets)) await this.setQuantity(ticket, quantity)
    await this.addToBasket()
  }

  async openBasket(): Promise<void> {
    await this.open(PAGES.checkout)
    await this.expectStep(STEPS.basket)
  }

  async reserve(): Promise<void> {
    await expect(this.reserveButton).toBeEnabled()
    await this.reserveButton.click()
  }

  async fillBasket(slug: string, tickets: Record<string, number>): Promise<void> {
    await this.addTickets(slug, tickets)
    await this.openBasket()
  }

  async pressContinue(): Promise<void> {
    await this.button(common['button.continue']).click()
  }

  /** Presses the continue button of a step after the payment, which may have a second one at its end. */
  async pressFirstContinue(): Promise<void> {
    await this.button(common['button.continue']).filter({ visible: true }).first().click()
  }

  /** Requests a code, reads it in the mailbox and enters it. */
  async proveEmail(email: string): Promise<void> {
    await this.requestCode(email)
    await this.enterCode(await this.codeFor(email))
  }

  async requestCode(email: string): Promise<void> {
    await this.page.getByLabel(signIn['account.email']).fill(email)
    await this.button(signIn['account.sendCode']).click()
    await expect(this.page.getByLabel(signIn['account.code'])).toBeVisible()
  }

  async enterCode(code: string): Promise<void> {
    await this.page.getByLabel(signIn['account.code']).fill(code)
    await this.button(signIn['account.verify']).click()
  }

  /** Waits for the second code to an address, which is sent half a minute after the first. */
  async waitForNextCode(email: string): Promise<void> {
    const codes = (await this.shop.mailbox(email)).filter(({ subject }) => /^\d{6} /.test(subject))
    const last = codes[0] ? Date.parse(codes[0].date) : 0
    await this.page.waitForTimeout(Math.max(0, last + LIMITS.oneTimeCodeResendSeconds * 1000 + 500 - Date.now()))
  }

  /** On a phone the summary is folded into a bar. Does nothing where it is already open. */
  async openSummary(): Promise<void> {
    const bar = this.page.getByRole('button', { name: /^Order summary/ })
    if ((await bar.isVisible()) && (await bar.getAttribute('aria-expanded')) === 'false') await bar.click()
  }

  /** The code in the newest mail to the address. */
  async codeFor(email: string): Promise<string> {
    const [mail] = await this.shop.mailbox(email)
    const [code] = /\b\d{6}\b/.exec(mail?.text ?? '') ?? []
    if (!code) throw new Error(`There is no mail with a code for ${email}`)
    return code
  }

  async enterName(name: string): Promise<void> {
    await this.page.getByLabel(t['account.name']).fill(name)
    await this.pressContinue()
  }

  /** Completes the account step as a guest, from the email address to the name. */
  async continueAsGuest(email: string, name = 'Ada Lovelace'): Promise<void> {
    await this.expectStep(STEPS.account)
    await this.proveEmail(email)
    await this.enterName(name)
  }

  /** Declines all newsletters. */
  async declineNews(): Promise<void> {
    await this.expectStep(STEPS.keepUpdated)
    await this.pressContinue()
  }

  get cardFrame(): FrameLocator {
    return this.page.frameLocator('iframe[title*="card" i], iframe[title*="payment" i]').first()
  }

  async typeCard({ number, expiry = '12 / 34', cvc = '123' }: Card, button = this.payButton): Promise<void> {
    const field = (label: string) => this.cardFrame.getByLabel(label)
    await expect(field('Card number')).toBeVisible()
    // A scroll between typing and pressing would move the frame away from under the press.
    await button.evaluate((element) => element.scrollIntoView({ block: 'end', behavior: 'instant' }))
    await field('Card number').fill(number)
    await field('Expiry date').fill(expiry)
    await field('Security code').fill(cvc)
  }

  async typePostcode(postcode = 'PW1 1AA'): Promise<void> {
    await this.page.getByLabel(t['payment.postcode'], { exact: true }).fill(postcode)
  }

  /** Chooses the card where there is a choice of methods. */
  async chooseCard(): Promise<void> {
    const card = this.page.getByRole('radio', { name: t['label.creditOrDebitCard'] })
    if (await card.isVisible()) await card.check()
  }

  async chooseBank(): Promise<void> {
    await this.page.getByRole('radio', { name: t['label.instantBankTransfer'] }).check()
  }

  /** Enters a discount or gift voucher code in the basket. */
  async applyCode(code: string): Promise<void> {
    await this.page.getByLabel(t['basket.code']).fill(code)
    await this.button(t['basket.applyCode']).click()
    await expect(this.page.getByText(t['success.codeApplied'])).toBeVisible()
  }

  /** Goes to `step` as a signed-in customer, and declines all newsletters. */
  async continueToStep(step: string): Promise<void> {
    await this.expectStep(STEPS.account)
    await this.page.getByRole('button', { name: /^Continue as / }).click()
    await expect(this.heading).toHaveText(new RegExp(`^(${step}|${STEPS.keepUpdated})$`))
    if ((await this.heading.textContent()) === STEPS.keepUpdated) await this.declineNews()
    await this.expectStep(step)
  }

  async enterAddress({
    address1,
    town,
    postcode,
  }: {
    address1: string
    town: string
    postcode: string
  }): Promise<void> {
    const field = (label: string) => this.page.getByRole('textbox', { name: label })
    await field(t['delivery.address1']).fill(address1)
    await field(t['delivery.town']).fill(town)
    await field(t['delivery.postcode']).fill(postcode)
    await this.page.getByLabel(t['delivery.country']).selectOption({ label: 'United Kingdom' })
  }

  /** The challenge loads its own script and starts when it is pressed. */
  async solveCaptcha(): Promise<void> {
    await this.page.getByLabel(t['captcha.label']).getByRole('checkbox').click()
  }

  /** Creates an account with a first order; after that the code alone signs in. */
  async createAccount(email: string, name = 'Ada Lovelace'): Promise<void> {
    await this.fillBasket('reading-night', { Reader: 1 })
    await this.reserve()
    await this.continueAsGuest(email, name)
    await this.declineNews()
    await this.expectCompleted()
    await this.open(PAGES.signin)
    await this.waitForNextCode(email)
    await this.proveEmail(email)
    await expect.poll(async () => (await this.user())?.email).toBe(email)
    // Signing in leads to the wallet, which would replace a page opened too early.
    await this.expectStep(account['wallet.title'])
  }

  /** From now on time in the page only moves by `page.clock`. Requires `page.clock.install()` first. */
  async stopClock(): Promise<void> {
    await this.page.clock.pauseAt(new Date(Date.now() + 1000))
  }

  /** Sets the dark theme, which follows the account and not the device. */
  async setDarkTheme(): Promise<void> {
    const response = await this.page.request.post(`${this.shop.url}${PATHS.set_dark_mode[1]}`, {
      form: { is_dark_mode: 'true' },
    })
    expect(response.ok(), await response.text()).toBe(true)
  }

  /** "Pay £44.00" */
  get payButton(): Locator {
    return this.page.getByRole('button', { name: /^Pay / })
  }

  async payByCard(card: Card): Promise<void> {
    await this.expectStep(STEPS.payment)
    await this.chooseCard()
    await this.typePostcode()
    await this.typeCard(card)
    await this.payButton.click()
  }

  async answerAuthentication(answer: 'Complete authentication' | 'Fail authentication'): Promise<void> {
    await this.button(answer).click()
  }

  async expectCompleted(title: string = STEPS.completed): Promise<void> {
    await expect(this.heading).toHaveText(title)
  }

  /** Reserves the basket and buys it as a guest, with a card that is accepted and no newsletters. */
  async orderByCard(email: string, name?: string): Promise<void> {
    await this.reserve()
    await this.continueAsGuest(email, name)
    await this.declineNews()
    await this.payByCard(CARDS.good)
    await this.expectCompleted()
  }

  async openWallet(): Promise<void> {
    await this.page.getByRole('link', { name: completed['link.goToTicketWallet'] }).click()
    await this.expectStep(account['wallet.title'])
  }

  /** Opens every ticket in the wallet and counts the codes to show at the door. */
  async countCodes(): Promise<number> {
    const tickets = this.page.getByRole('button', { name: /Ticket \d+ of \d+/ })
    await expect(tickets.first()).toBeVisible()
    // A press before hydration opens nothing, so this repeats until each ticket opens.
    await expect(async () => {
      for (const ticket of await tickets.all()) {
        if ((await ticket.getAttribute('aria-expanded')) !== 'true') await ticket.click()
        await expect(ticket).toHaveAttribute('aria-expanded', 'true', { timeout: 1000 })
      }
    }).toPass()
    const codes = this.page.getByRole('img', { name: /^QR code of ticket / })
    await expect(codes).toHaveCount(await tickets.count())
    return codes.count()
  }

  // The shop's data, read through its calls.

  async checkout(): Promise<Checkout> {
    const response = await this.page.request.get(`${this.shop.url}${PATHS.get[1]}`)
    await expect(response).toBeOK()
    const reply = (await response.json()) as { checkout?: Checkout } & Checkout
    return reply.checkout ?? reply
  }

  async user(): Promise<User | null> {
    const response = await this.page.request.get(`${this.shop.url}${PATHS.get_user[1]}`)
    const reply = (await response.json()) as { user?: User | null }
    return reply.user ?? null
  }

  /** Captured amounts at the card vendor for this sale, in pence. */
  async paymentsTaken(): Promise<number[]> {
    return this.shop.cardPayments((await this.checkout()).sale_reference)
  }

  /** All ticket mails to the address. There may be at most one per sale. */
  async ticketMails(email: string) {
    return (await this.shop.mailbox(email)).filter(({ subject }) => subject.startsWith('Your tickets'))
  }
}
