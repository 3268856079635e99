import { fill } from '@foyer/contract/fill.ts'
import * as en from '@foyer/contract/messages.en.ts'
import * as fr from '@foyer/contract/messages.fr.ts'
import { PAGES } from '@foyer/contract/pages.ts'
import { accessibilityProblems } from '../support/accessibility.ts'
import { type Buyer, CARDS, newEmail } from '../support/buyer.ts'
import { expect, story } from '../support/story.ts'

story.skip(({ isMobile }) => isMobile, 'the story checks both widths itself')

/** Patterns of the English texts, to find untranslated lines of a page. A placeholder matches any text. */
const frenchTexts = new Set(Object.values(fr).flatMap((group) => Object.values(group) as string[]))
const ENGLISH = Object.values(en)
  .flatMap((group) => Object.values(group) as string[])
  .filter((text) => !frenchTexts.has(text) && /\p{L}{3}/u.test(text.replaceAll(/\{[^}]*\}/g, '')))
  .map(
    (text) =>
      new RegExp(
        `^${text
          .split(/\{[^}]*\}/)
          .map((part) => escaped(part))
          .join('.+')}$`,
      ),
  )
function escaped(text: string): string {
  return text.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&')
}

const englishIn = (text: string): string[] =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '' && ENGLISH.some((sentence) => sentence.test(line)))

async function expectFrench({ page }: Buyer, name: string) {
  await expect(page.locator('html')).toHaveAttribute('lang', 'fr')
  for (const width of [360, 1280]) {
    await page.setViewportSize({ width, height: 900 })
    const text = await page.evaluate(() => document.body.innerText)
    const attributes = await page.evaluate(() =>
      [...document.querySelectorAll('[aria-label], [placeholder], [title]')]
        .flatMap((element) => ['aria-label', 'placeholder', 'title'].map((name) => element.getAttribute(name) ?? ''))
        .join('\n'),
    )
    expect.soft(englishIn(`${await page.title()}\n${text}\n${attributes}`), `${name}, ${width} px`).toEqual([])
    expect.soft(await accessibilityProblems(page), `${name}, ${width} px`).toEqual([])
    if (process.env.STORY_PICTURES)
      await page.screenshot({ path: `${process.env.STORY_PICTURES}/${name}-${width}.png`, fullPage: true })
  }
}

story('choosing French in the footer makes the whole purchase and its email French', async ({ buyer }) => {
  const { page, shop } = buyer
  const email = newEmail('french')
  const press = (name: string) => buyer.button(name).filter({ visible: true }).first().click()

  // Until the script runs, the link leads to the same page without its search.
  await page.goto(`${shop.url}${PAGES.events}?q=gala`, { waitUntil: 'networkidle' })
  await page.getByRole('contentinfo').getByRole('link', { name: 'Français' }).click()
  await expect(page).toHaveURL(/q=gala&lang=fr/)
  await expect(buyer.heading).toHaveText(fr.shop['title.events'])
  await expectFrench(buyer, 'events')
  await buyer.open(PAGES.home)
  await expectFrench(buyer, 'home')
  await buyer.open(PAGES.terms)
  await expectFrench(buyer, 'terms')

  await buyer.open(PAGES.event.replace(':slug', 'autumn-gala'))
  await expectFrench(buyer, 'event')
  const more = buyer.button(fill(fr.common['quantity.more'], { name: 'Stalls' }))
  for (let n = 0; n < 2; n++) await more.click()
  await press(fr.shop['tickets.add'])
  await expect(page.getByText(fr.shop['tickets.added'])).toBeVisible()

  await buyer.open(PAGES.checkout)
  await buyer.expectStep(fr.common['title.basket'])
  await expect(page.getByRole('listitem').filter({ hasText: 'Stalls' }).first()).toContainText('40,00\u00a0£')
  await expectFrench(buyer, 'basket')
  await page.getByRole('button', { name: fr.checkout['button.reserveBasket'] }).click()

  await buyer.expectStep(fr.common['title.account'])
  await expectFrench(buyer, 'login')
  await page.getByLabel(fr.signIn['account.email']).fill('nobody')
  await press(fr.signIn['account.sendCode'])
  await expect(page.getByText(fr.common['error.invalidEmail']).first()).toBeVisible()
  await page.getByLabel(fr.signIn['account.email']).fill(email)
  await press(fr.signIn['account.sendCode'])
  await expect(page.getByLabel(fr.signIn['account.code'])).toBeVisible()
  await page.getByLabel(fr.signIn['account.code']).fill(await buyer.codeFor(email))
  await press(fr.signIn['account.verify'])
  await page.getByLabel(fr.checkout['account.name']).fill('Ada Lovelace')
  await expectFrench(buyer, 'name')
  await press(fr.common['button.continue'])

  await buyer.expectStep(fr.checkout['title.keepUpdated'])
  await expectFrench(buyer, 'news')
  await press(fr.common['button.continue'])

  await buyer.expectStep(fr.checkout['title.payment'])
  const card = page.getByRole('radio', { name: fr.checkout['label.creditOrDebitCard'] })
  if (await card.isVisible()) await card.check()
  await page.getByLabel(fr.checkout['payment.postcode'], { exact: true }).fill('PW1 1AA')
  await expectFrench(buyer, 'payment')
  const pay = page.getByRole('button', { name: /44,00\s£/ })
  await buyer.typeCard(CARDS.good, pay)
  await pay.click()
  await buyer.expectCompleted(fr.completed['title.orderComplete'])
  await expectFrench(buyer, 'completed')

  await expect.poll(async () => (await shop.mailbox(email)).length).toBe(2)
  const [tickets, code] = await shop.mailbox(email)
  expect(tickets!.subject).toBe('Vos billets pour « Autumn Gala »')
  for (const mail of [tickets!, code!]) expect(englishIn(mail.text)).toEqual([])
  expect(tickets!.attachments.length).toBeGreaterThan(0)
  const { sale_reference } = await buyer.checkout()
  await buyer.open(PAGES.order.replace(':reference', sale_reference))
  await expectFrench(buyer, 'order')

  await buyer.open(PAGES.wallet)
  await expectFrench(buyer, 'wallet')
  await page.getByRole('contentinfo').getByRole('link', { name: 'English' }).click()
  await expect(page.locator('html')).toHaveAttribute('lang', 'en-GB')
})
