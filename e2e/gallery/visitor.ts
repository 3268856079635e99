import { common, completed, signIn, checkout as t } from '@foyer/contract/messages.ts'
import { PAGES } from '@foyer/contract/pages.ts'
import { expect, type Page } from '@playwright/test'
import { Buyer, CARDS, newEmail, STEPS } from '../support/buyer.ts'
import type { Shop } from '../support/shop.ts'

/** A buyer who gives every step its simplest answer until the step to look at. */
export class Visitor extends Buyer {
  readonly email: string

  constructor(page: Page, shop: Shop) {
    super(page, shop)
    this.email = newEmail('gallery')
  }

  async opensEvent(slug: string): Promise<void> {
    await this.opens(PAGES.event.replace(':slug', slug))
  }

  /** Puts `tickets` into the basket from the event's page. */
  async chooses(slug: string, tickets: Record<string, number>): Promise<void> {
    await this.opensEvent(slug)
    for (const [ticket, quantity] of Object.entries(tickets)) await this.setsQuantity(ticket, quantity)
    await this.adds()
  }

  /** Answers step after step until this heading appears. */
  async goesOnTo(step: string): Promise<void> {
    for (let n = 0; n < 20; n++) {
      const now = (await this.heading.innerText()).trim()
      if (now === step) return this.isAlive()
      await this.isAlive()
      await this.answers(now)
      await expect(this.heading).not.toHaveText(now)
    }
    throw new Error(`There was no step "${step}"`)
  }

  private async answers(step: string): Promise<void> {
    const { page } = this
    if (step === STEPS.basket) return this.reserves()
    if (step === STEPS.captcha) return this.provesToBeHuman()
    if (step === STEPS.account) return this.identifies()
    if (step === STEPS.deliveryAddress) return this.entersDeliveryAddress()
    if (step === completed['title.questions']) return this.answersQuestions()
    if (step === STEPS.payment || step === t['title.paymentExpress']) return this.pays()
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

  private async provesToBeHuman() {
    await this.solvesCaptcha()
    await expect(this.button(common['button.continue'])).toBeEnabled({ timeout: 60_000 })
    await this.continues()
  }

  private async identifies() {
    const email = this.page.getByLabel(signIn['account.email'])
    const next = this.button(common['button.continue'])
    await expect(email.or(next).first()).toBeVisible()
    if (!(await email.isVisible())) return this.continues()
    await this.waitsForNextCode(this.email)
    await this.provesEmail(this.email)
    // A customer whose name is already known continues at once.
    const name = this.page.getByLabel(t['account.name'])
    const isOver = async () => (await this.heading.innerText()).trim() !== STEPS.account
    await expect.poll(async () => (await isOver()) || (await name.isVisible())).toBe(true)
    if (!(await isOver())) await this.entersName('Philippa Featherstonehaugh')
  }

  private async entersDeliveryAddress() {
    await this.entersAddress({ address1: '12 Gasworks Lane', town: 'Wexcombe', postcode: 'WX1 2AB' })
    await this.continues()
  }

  /** Every view of the questions has a Continue button; the last one leads to the next step. */
  private async answersQuestions() {
    const { page } = this
    for (let view = 0; view < 12 && (await this.heading.innerText()) === completed['title.questions']; view++) {
      for (const field of await page.locator('main select:visible').all()) await field.selectOption({ index: 1 })
      for (const field of await page.locator('main').getByRole('textbox').all())
        await field.fill('Amelia, 01632 960 001')
      for (const box of await page.locator('main input[type=checkbox]').all()) await box.check({ force: true })
      // The last answer may already have led to the next step, which need not have this button.
      await this.button(common['button.continue'])
        .click({ timeout: 3000 })
        .catch(() => {})
      await page.waitForTimeout(400)
    }
  }

  async pays(): Promise<void> {
    const { page } = this
    const number = page.getByLabel(t['payment.contactNumber'])
    const card = page.getByText(t['label.creditOrDebitCard'], { exact: true })
    await expect(this.payButton.or(this.button(t['payment.claim'])).or(number).or(card).first()).toBeVisible()
    if (await number.isVisible()) await number.fill('07700 900123')
    if (await this.button(t['payment.claim']).isVisible()) return this.button(t['payment.claim']).click()
    await this.choosesCard()
    await this.typesPostcode()
    await this.typesCard(CARDS.good)
    await this.payButton.click()
  }
}
