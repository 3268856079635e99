import { account, door, signIn, waiver } from '@foyer/contract/messages.ts'
import { orderPath, PAGES } from '@foyer/contract/pages.ts'
import { expect } from '@playwright/test'
import { STEPS } from '../../support/buyer.ts'
import { savePapers } from '../papers.ts'
import type { Scene } from '../scene.ts'
import { EMAIL_WIDTHS } from '../shot.ts'
import type { Visitor } from '../visitor.ts'

async function buy(visitor: Visitor, slug: string, tickets: Record<string, number>) {
  await visitor.chooseTickets(slug, tickets)
  await visitor.openBasket()
  await visitor.continueTo(STEPS.completed)
}

/** A customer with tickets: wallet, paper tickets, account, door and mails. */
export const CUSTOMER: Scene[] = [
  {
    name: 'sign in',
    run: async (visitor, picture) => {
      const { page } = visitor
      await visitor.open(PAGES.signin)
      await picture.as('email', page)
      await visitor.requestCode(visitor.email)
      await picture.as('code', page)
      await visitor.enterCode(await visitor.codeFor(visitor.email))
      await expect(page.getByText(account['signin.noAccount'])).toBeVisible()
      await picture.as('no account', page)
    },
  },
  {
    name: 'wallet',
    run: async (visitor, picture) => {
      const { page } = visitor
      await visitor.open(PAGES.wallet)
      await picture.as('signed out', page)
      await buy(visitor, 'the-ballad-of-little-hollow', { Adult: 2 })
      await buy(visitor, 'tuesday-lunchtime-music', { 'Free seat': 1 })
      await visitor.open(PAGES.wallet)
      await picture.as('shut', page)
      await visitor.countCodes()
      await picture.as('open', page)
      await page.emulateMedia({ media: 'print' })
      await page.setViewportSize({ width: 794, height: 1123 })
      await page.screenshot({ path: picture.file('on paper.png'), fullPage: true })
      await page.emulateMedia({ media: 'screen' })
      await page.getByRole('button', { name: account['wallet.show'] }).first().click()
      await picture.as('at the door', page)
      await page.evaluate(() => navigator.serviceWorker.ready)
      await page.context().setOffline(true)
      await visitor.open(PAGES.wallet)
      await picture.as('offline', page)
    },
  },
  {
    name: 'papers',
    run: async (visitor, picture) => {
      const { page } = visitor
      await buy(visitor, 'the-ballad-of-little-hollow', { Adult: 1, 'Child (under 16)': 1 })
      const { sale_reference } = await visitor.checkout()
      await visitor.open(PAGES.wallet)
      await savePapers(page, picture, 'tickets')
      await visitor.open(orderPath(sale_reference))
      await savePapers(page, picture, 'order')
    },
  },
  {
    name: 'order',
    run: async (visitor, picture) => {
      const { page } = visitor
      await buy(visitor, 'climbing-night', { Climber: 2 })
      const { sale_reference } = await visitor.checkout()
      await visitor.open(`/orders/${sale_reference}/`)
      await picture.as('paid', page)
      await visitor.open(PAGES.waiver.replace(':reference', sale_reference))
      await picture.as('waiver to sign', page)
      await visitor.button(waiver['waiver.send']).click()
      await picture.as('waiver errors', page)
    },
  },
  {
    name: 'account settings',
    run: async (visitor, picture) => {
      const { page } = visitor
      await visitor.open(PAGES.account)
      await picture.as('signed out', page)
      await buy(visitor, 'the-ballad-of-little-hollow', { Adult: 1 })
      await visitor.open(PAGES.signin)
      await visitor.waitForNextCode(visitor.email)
      await visitor.proveEmail(visitor.email)
      await visitor.expectStep(account['wallet.title'])
      await visitor.open(PAGES.account)
      await picture.as('cards and plans', page)
      await visitor.chooseTickets('tuesday-lunchtime-music', { 'Free seat': 1 })
      await visitor.openBasket()
      await visitor.continueTo(STEPS.account)
      await picture.as('known at the checkout', page)
    },
  },
  {
    name: 'door',
    env: { DOOR_ACCESS_CODE: 'let-me-in-please' },
    run: async (visitor, picture) => {
      const { page } = visitor
      await buy(visitor, 'tuesday-lunchtime-music', { 'Free seat': 1 })
      await visitor.open(PAGES.wallet)
      await visitor.countCodes()
      const [code] = /\b[0-9A-Z]{20}\.[0-9A-Z]{100}\b/.exec(await page.content())!
      await visitor.open(PAGES.door)
      await picture.as('shut', page)
      await page.getByLabel(door['door.accessCode']).fill('let-me-in-please')
      await page.getByLabel(door['door.name']).fill('North door')
      await visitor.button(door['door.open']).click()
      await page.getByLabel(door['door.ticket']).fill('NOTATICKET')
      await picture.as('open', page)
      const checkTicket = async (code: string, verdict: string) => {
        await page.getByLabel(door['door.ticket']).fill(code)
        await visitor.button(door['door.check']).click()
        await expect(page.getByRole('alert').getByText(verdict, { exact: true })).toBeVisible()
        await picture.as(verdict, page)
      }
      await checkTicket('NOTATICKET', door['door.unknown'])
      await checkTicket(code, door['door.admitted'])
      await checkTicket(code, door['door.already_admitted'])
    },
  },
  {
    name: 'mailbox and mails',
    run: async (visitor, picture) => {
      const { page } = visitor
      await buy(visitor, 'the-ballad-of-little-hollow', { Adult: 2, 'Child (under 16)': 1 })
      await visitor.open(PAGES.mailing_list)
      await page.getByLabel(signIn['account.email']).fill(visitor.email)
      await page.locator('main form button').first().click()
      await page.waitForTimeout(500)
      await visitor.open(`${PAGES.mailbox}?to=${encodeURIComponent(visitor.email)}`)
      await picture.as('mailbox', page)
      const answer = await page.request.get(`${visitor.shop.url}/dev/mailbox.json`)
      const mails = (await answer.json()) as { subject: string; html_url: string }[]
      // One mail of each kind. Numbers and names in the subject don't make another kind.
      const kinds = new Map(mails.map((mail) => [mail.subject.replace(/\d+|for .*/g, '').trim(), mail.html_url]))
      for (const [kind, address] of kinds) {
        await page.goto(`${visitor.shop.url}${address}`)
        await picture.as(`mail ${kind.replaceAll(/[^\w ]/g, '')}`, page, EMAIL_WIDTHS)
      }
    },
  },
]
