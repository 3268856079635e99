import { fill } from '@foyer/contract/fill.ts'
import * as fr from '@foyer/contract/messages.fr.ts'
import { orderPath, PAGES } from '@foyer/contract/pages.ts'
import { expect } from '@playwright/test'
import { CARDS } from '../../support/buyer.ts'
import { savePapers } from '../papers.ts'
import type { Scene } from '../scene.ts'
import { EMAIL_WIDTHS } from '../shot.ts'

/** A purchase in French, with its order, tickets and email. */
export const FRENCH: Scene[] = [
  {
    name: 'in French',
    context: { locale: 'fr-FR' },
    run: async (visitor, picture) => {
      const { page } = visitor
      const press = (name: string) => visitor.button(name).filter({ visible: true }).first().click()
      await visitor.open(PAGES.home)
      await picture.as('home', page)
      await visitor.open(PAGES.events)
      await picture.as('events', page)
      await visitor.openEvent('the-ballad-of-little-hollow')
      const more = visitor.button(fill(fr.common['quantity.more'], { name: 'Adult' }))
      for (let n = 0; n < 2; n++) await more.click()
      await picture.as('event', page)
      await press(fr.shop['tickets.add'])
      await expect(page.getByText(fr.shop['tickets.added'])).toBeVisible()
      await visitor.open(PAGES.checkout)
      await visitor.expectStep(fr.common['title.basket'])
      await picture.as('basket', page)
      await page.getByRole('button', { name: fr.checkout['button.reserveBasket'] }).click()
      await visitor.expectStep(fr.common['title.account'])
      await picture.as('account', page)
      await page.getByLabel(fr.signIn['account.email']).fill(visitor.email)
      await press(fr.signIn['account.sendCode'])
      await expect(page.getByLabel(fr.signIn['account.code'])).toBeVisible()
      await page.getByLabel(fr.signIn['account.code']).fill(await visitor.codeFor(visitor.email))
      await press(fr.signIn['account.verify'])
      await page.getByLabel(fr.checkout['account.name']).fill('Amélie Dubois')
      await press(fr.common['button.continue'])
      await visitor.expectStep(fr.checkout['title.keepUpdated'])
      await press(fr.common['button.continue'])
      await visitor.expectStep(fr.checkout['title.payment'])
      const card = page.getByRole('radio', { name: fr.checkout['label.creditOrDebitCard'] })
      if (await card.isVisible()) await card.check({ force: true })
      await page.getByLabel(fr.checkout['payment.postcode'], { exact: true }).fill('PW1 1AA')
      await expect(visitor.cardFrame.getByLabel('Card number')).toBeVisible()
      await picture.as('payment', page)
      const pay = page.getByRole('button', { name: /^Payer / }).last()
      await visitor.typeCard(CARDS.good, pay)
      await pay.click()
      await visitor.expectCompleted(fr.completed['title.orderComplete'])
      await picture.as('completed', page)
      const { sale_reference } = await visitor.checkout()
      await visitor.open(orderPath(sale_reference))
      await picture.as('order', page)
      await visitor.open(PAGES.wallet)
      await picture.as('wallet', page)
      await savePapers(page, picture, 'ticket')
      const answer = await page.request.get(
        `${visitor.shop.url}/dev/mailbox.json?to=${encodeURIComponent(visitor.email)}`,
      )
      const [tickets] = (await answer.json()) as { html_url: string }[]
      await page.goto(`${visitor.shop.url}${tickets!.html_url}`)
      await picture.as('email', page, EMAIL_WIDTHS)
    },
  },
]
