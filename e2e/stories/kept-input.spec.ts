import { fill } from '@foyer/contract/fill.ts'
import { completed, checkout as t, common as words } from '@foyer/contract/messages.ts'
import { PAGES } from '@foyer/contract/pages.ts'
import type { Page } from '@playwright/test'
import { type Buyer, newEmail, STEPS } from '../support/buyer.ts'
import { expect, story } from '../support/story.ts'

const quantityOf = (page: Page) =>
  page.getByRole('spinbutton', { name: fill(words['quantity.group'], { name: 'Stalls' }) })
const stored = async (buyer: Buyer) => (await buyer.checkout()).tickets[0]!.qty

story.describe('a quantity typed just before the page is left', () => {
  story('is what the reloaded basket shows, and what is reserved', async ({ buyer }) => {
    const { page } = buyer
    await buyer.fillBasket('autumn-gala', { Stalls: 2 })
    await quantityOf(page).fill('5')
    await page.reload()
    await expect(quantityOf(page)).toHaveValue('5')
    await buyer.openSummary()
    await expect(page.locator('[data-total]')).toHaveText('£110.00')
    await buyer.reserve()
    await buyer.expectStep(STEPS.account)
    expect(await stored(buyer)).toBe(5)
  })

  story('is in the badge of the next page, and in the basket that the buyer returns to', async ({ buyer }) => {
    const { page } = buyer
    await buyer.fillBasket('autumn-gala', { Stalls: 2 })
    await quantityOf(page).fill('5')
    const suggested = page.getByRole('region', { name: t['title.continueShopping'] }).getByRole('listitem')
    await suggested.first().getByRole('link').click()
    const basket = page.getByRole('banner').getByRole('link', { name: new RegExp(`^${words['nav.basket']}`) })
    await expect(basket).toContainText('5')
    await page.goBack()
    await buyer.expectStep(STEPS.basket)
    await expect(quantityOf(page)).toHaveValue('5')
    expect(await stored(buyer)).toBe(5)
    await page.goForward()
    await expect(basket).toContainText('5')
  })

  story('is what a copy of the tab shows', async ({ buyer }) => {
    const { page } = buyer
    await buyer.fillBasket('autumn-gala', { Stalls: 2 })
    await quantityOf(page).fill('5')
    const [copy] = await Promise.all([
      page.context().waitForEvent('page'),
      page.evaluate((path) => void open(path), PAGES.checkout),
    ])
    await expect(quantityOf(copy)).toHaveValue('5')
    await expect.poll(() => stored(buyer)).toBe(5)
    await expect(quantityOf(page)).toHaveValue('5')
  })

  story('does not undo what was chosen elsewhere meanwhile', async ({ buyer }) => {
    const { page } = buyer
    await buyer.fillBasket('autumn-gala', { Stalls: 2 })
    await quantityOf(page).fill('5')
    await page.goto(`${buyer.shop.url}${PAGES.events}`)
    await expect.poll(() => stored(buyer)).toBe(5)
    const other = await page.context().newPage()
    await other.goto(`${buyer.shop.url}${PAGES.checkout}`)
    await quantityOf(other).fill('4')
    await expect.poll(() => stored(buyer)).toBe(4)
    await page.goto(`${buyer.shop.url}${PAGES.checkout}`)
    await buyer.expectStep(STEPS.basket)
    await expect(buyer.reserveButton).toBeEnabled()
    await expect(quantityOf(page)).toHaveValue('4')
    expect(await stored(buyer)).toBe(4)
  })
})

/** Fields whose input is not kept: what is typed there only serves the moment. */
const NOT_KEPT = '[autocomplete=one-time-code], [role=combobox], #code'

const fieldsOf = (page: Page) =>
  page.locator('main').locator(`:is(input, select, textarea):not(${NOT_KEPT}):visible:enabled`)

/** What each field shows; radio buttons and boxes with a mark show that they are chosen. */
const shown = (page: Page) =>
  fieldsOf(page).evaluateAll((fields) =>
    (fields as HTMLInputElement[]).map(({ type, value, checked }) =>
      type === 'radio' || type === 'checkbox' ? `${value} ${checked}` : value,
    ),
  )

/** Enters something new in every field of the page, also in fields that appear meanwhile. */
async function fillEveryField(page: Page) {
  for (let n = 0; n < (await fieldsOf(page).count()); n++) {
    const field = fieldsOf(page).nth(n)
    const kind = await field.evaluate((control: HTMLInputElement) =>
      control.tagName === 'SELECT' ? 'select' : control.role === 'spinbutton' ? 'quantity' : control.type,
    )
    if (kind === 'checkbox' || kind === 'radio') await field.check({ force: true })
    else if (kind === 'select') await field.selectOption({ index: 2 })
    else if (kind === 'quantity') await field.fill('2')
    else if (kind === 'number') await field.fill('7.5')
    else await field.fill(kind === 'email' ? 'typed@example.org' : `typed ${n}`)
  }
}

/** The ways in which a page is shown again. */
const AGAIN: Record<string, (page: Page, shop: string) => Promise<Page>> = {
  'after a reload': async (page) => {
    await page.reload()
    return page
  },
  'after another page and back': async (page, shop) => {
    await page.goto(`${shop}${PAGES.privacy}`)
    await page.goBack()
    return page
  },
  'after back and forward': async (page) => {
    await page.goBack()
    await page.goForward()
    return page
  },
  // Playwright cannot use the back/forward cache, so this sends the browser's event.
  'restored as it was left': async (page) => {
    await page.evaluate(() => dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true })))
    return page
  },
  'in a copy of the tab': async (page) => {
    const [copy] = await Promise.all([
      page.context().waitForEvent('page'),
      page.evaluate((path) => void open(path), PAGES.checkout),
    ])
    return copy
  },
}

story('every field of the checkout shows what was entered whenever the page is shown again', async ({ buyer }) => {
  const { page, shop } = buyer
  const email = newEmail('kept')
  let walked = 0
  const expectKept = async (step: string) => {
    await buyer.expectStep(step)
    await fillEveryField(page)
    const entered = await shown(page)
    expect(entered.length, step).toBeGreaterThan(0)
    walked += entered.length
    for (const [how, again] of Object.entries(AGAIN)) {
      const opened = await again(page, shop.url)
      await expect(opened.locator('h1')).toHaveText(step)
      await expect.poll(() => shown(opened), `${step}, ${how}`).toEqual(entered)
      if (opened !== page) await opened.close()
    }
  }

  await buyer.addTickets('bell-concert', { Pew: 1 })
  await buyer.addTickets('posted-programme', { Programme: 1 })
  await buyer.addTickets('river-day', { Paddler: 1 })
  await buyer.addTickets('autumn-gala', { Stalls: 1 })
  await buyer.open(PAGES.gift_vouchers)
  await buyer.addToBasket()
  await buyer.openBasket()
  await expectKept(STEPS.basket)
  await buyer.reserve()
  await expectKept('Keep the bells ringing?')
  await buyer.pressContinue()
  await expectKept(STEPS.giftAid)
  await buyer.pressContinue()
  await expectKept(STEPS.account)
  await buyer.proveEmail(email)
  await expect(page.getByLabel(t['account.name'])).toBeVisible()
  await buyer.enterName('Ada Lovelace')
  await expectKept(STEPS.keepUpdated)
  await buyer.pressContinue()
  await expectKept(STEPS.deliveryAddress)
  await buyer.enterAddress({ address1: '1 Quay Street', town: 'Foyerham', postcode: 'ZZ1 1AA' })
  await buyer.pressContinue()
  await expectKept(completed['title.questions'])
  await buyer.pressContinue()
  await buyer.expectStep(STEPS.payment)
  await buyer.typePostcode()
  await expectKept(STEPS.payment)
  expect(walked).toBeGreaterThan(25)
})
