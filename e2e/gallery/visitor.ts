import { common, completed, signIn, checkout as t } from '@foyer/contract/messages.ts'
import { PAGES } from '@foyer/contract/pages.ts'
import { expect, type Page } from '@playwright/test'
import { Buyer, CARDS, newEmail, STEPS } from '../support/buyer.ts'
import type { Shop } from '../support/shop.ts'

/** A buyer who completes every step in the simplest way, up to the step of interest. */
export class Visitor extends Buyer {
  readonly email: string

  constructor(page: Page, shop: Shop) {
    super(page, shop)
    this.email = newEmail('gallery')
  }

  async openEvent(slug: string): Promise<void> {
    await this.open(PAGES.event.replace(':slug', slug))
  }

  /** Puts `tickets` into the basket from the event's page. */
  async chooseTickets(slug: string, tickets: Record<string, number>): Promise<void> {
    await this.openEvent(slug)
    for (const [ticket, quantity] of Object.entries(tickets)) await this.setQuantity(ticket, quantity)
    await this.addToBasket()
  }

  /** Answers step after step until this heading appears. */
  async continueTo(step: string): Promise<void> {
    for (let n = 0; n < 20; n++) {
      const now = (await this.heading.innerText()).trim()
      if (now === step) return this.waitForHydration()
      await this.waitForHydration()
      await this.completeStep(now)
      await expect(this.heading).not.toHaveText(now)
    }
    throw new Error(`There was no step "${step}"`)
  }

  private async completeStep(step: string): Promise<void> {
    const { page } = this
    if (step === STEPS.basket) return this.reserve()
    if (step === STEPS.captcha) return this.passCaptcha()
    if (step === STEPS.account) return this.completeAccount()
    if (step === STEPS.deliveryAddress) return this.completeDeliveryAddress()
    if (step === completed['title.questions']) return this.completeQuestions()
    if (step === STEPS.payment || step === t['title.paymentExpress']) return this.pay()
    if (step === STEPS.delivery) return
    const skip = this.button(t['link.skipDonation'])
    const next = this.button(common['button.continue']).filter({ visible: true }).first()
    // A step that only waits, such as the reserve, has neither button and continues by itself.
    const isOver = async () => (await this.heading.innerText()).trim() !== step
    await expect.poll(async () => (await isOver()) || (await next.or(skip).first().isVisible())).toBe(true)
    if (await isOver()) return
    await ((await skip.isVisible()) ? skip : next).click()
    await page.waitForTimeout(50)
  }

  private async passCaptcha() {
    await this.solveCaptcha()
    await expect(this.button(common['button.continue'])).toBeEnabled({ timeout: 60_000 })
    await this.pressContinue()
  }

  private async completeAccount() {
    const email = this.page.getByLabel(signIn['account.email'])
    const next = this.button(common['button.continue'])
    await expect(email.or(next).first()).toBeVisible()
    if (!(await email.isVisible())) return this.pressContinue()
    await this.waitForNextCode(this.email)
    await this.proveEmail(this.email)
    // A customer whose name is already known continues at once.
    const name = this.page.getByLabel(t['account.name'])
    const isOver = async () => (await this.heading.innerText()).trim() !== STEPS.account
    await expect.poll(async () => (await isOver()) || (await name.isVisible())).toBe(true)
    if (!(await isOver())) await this.enterName('Philippa Featherstonehaugh')
  }

  private async completeDeliveryAddress() {
    await this.enterAddress({ address1: '12 Gasworks Lane', town: 'Wexcombe', postcode: 'WX1 2AB' })
    await this.pressContinue()
  }

  /** Every view of the questions has a Continue button; the last one leads to the next step. */
  private async completeQuestions() {
    const { page } = this
    for (let view = 0; view < 12 && (await this.heading.innerText()) === completed['title.questions']; view++) {
      for (const field of await page.locator('main select:visible').all()) await field.selectOption({ index: 1 })
      // The last field may already have led to the next step.
      for (const field of await page.locator('main').getByRole('textbox').all())
        await field.fill('Amelia, 01632 960 001', { timeout: 3000 }).catch(() => {})
      for (const box of await page.locator('main input[type=checkbox]').all()) await box.check({ force: true })
      // The last answer may already have led to the next step, which need not have this button.
      await this.button(common['button.continue'])
        .click({ timeout: 3000 })
        .catch(() => {})
      await page.waitForTimeout(400)
    }
  }

  async pay(): Promise<void> {
    const { page } = this
    const number = page.getByLabel(t['payment.contactNumber'])
    const card = page.getByText(t['label.creditOrDebitCard'], { exact: true })
    await expect(this.payButton.or(this.button(t['payment.claim'])).or(number).or(card).first()).toBeVisible()
    if (await number.isVisible()) await number.fill('07700 900123')
    if (await this.button(t['payment.claim']).isVisible()) return this.button(t['payment.claim']).click()
    await this.chooseCard()
    await this.typePostcode()
    await this.typeCard(CARDS.good)
    await this.payButton.click()
  }
}
