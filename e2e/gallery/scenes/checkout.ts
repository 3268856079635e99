import { common, completed, signIn, checkout as t } from '@foyer/contract/messages.ts'
import { PATHS } from '@foyer/contract/paths.ts'
import { expect } from '@playwright/test'
import { STEPS } from '../../support/buyer.ts'
import type { Scene } from '../scene.ts'

export const CHECKOUT: Scene[] = [
  {
    name: 'captcha',
    run: async (visitor, picture) => {
      const { page } = visitor
      await visitor.chooseTickets('night-of-the-comet', { 'A place on the hill': 1 })
      await visitor.openBasket()
      await visitor.continueTo(STEPS.captcha)
      await picture.as('asked', page)
      await visitor.solveCaptcha()
      await expect(visitor.button(common['button.continue'])).toBeEnabled({ timeout: 60_000 })
      await picture.as('passed', page)
    },
  },
  {
    name: 'donation and gift aid',
    run: async (visitor, picture) => {
      const { page } = visitor
      await visitor.chooseTickets('lantern-walk', { 'Adult walker': 2 })
      await visitor.openBasket()
      await visitor.reserve()
      const custom = page.getByLabel(t['donation.custom'])
      await expect(custom).toBeVisible()
      await picture.as('donation', page)
      await visitor.pressContinue()
      await picture.as('donation error', page)
      await custom.fill('20')
      await picture.as('donation chosen', page)
      await visitor.pressContinue()
      await visitor.expectStep(STEPS.giftAid)
      await picture.as('gift aid', page)
      await page.getByLabel(t['giftAid.optIn']).check({ force: true })
      await picture.as('gift aid wanted', page)
      await visitor.pressContinue()
      await picture.as('gift aid errors', page)
    },
  },
  {
    name: 'account',
    run: async (visitor, picture) => {
      const { page } = visitor
      await visitor.chooseTickets('tuesday-lunchtime-music', { 'Free seat': 1 })
      await visitor.openBasket()
      await visitor.continueTo(STEPS.account)
      await picture.as('email', page)
      await page.getByLabel(signIn['account.email']).fill('ada at home')
      await visitor.button(signIn['account.sendCode']).click()
      await picture.as('email error', page)
      await visitor.requestCode('philippa.featherstonehaugh-cholmondeley@a-rather-long-domain.example.org')
      await picture.as('code', page)
      await visitor.enterCode('000000')
      await expect(page.getByText(t['account.wrongCode']).first()).toBeVisible()
      await picture.as('wrong code', page)
      await visitor.enterCode(
        await visitor.codeFor('philippa.featherstonehaugh-cholmondeley@a-rather-long-domain.example.org'),
      )
      await expect(page.getByLabel(t['account.name'])).toBeVisible()
      await picture.as('name', page)
      await visitor.enterName('Philippa')
      await picture.as('name error', page)
      await visitor.enterName('Philippa Featherstonehaugh')
      await visitor.expectStep(STEPS.keepUpdated)
      await picture.as('keep updated', page)
    },
  },
  {
    name: 'delivery address',
    run: async (visitor, picture) => {
      const { page } = visitor
      await visitor.chooseTickets('a-very-british-tea-dance', { Dancer: 2 })
      await visitor.openBasket()
      await visitor.continueTo(STEPS.deliveryAddress)
      await picture.as('empty', page)
      await visitor.pressContinue()
      await picture.as('errors', page)
      const lookup = page.getByRole('combobox', { name: t['delivery.lookup'] })
      await lookup.pressSequentially('zz1')
      await expect(page.getByRole('listbox').getByRole('option').first()).toBeVisible()
      await picture.as('found', page)
      await page.getByRole('listbox').getByRole('option').first().click()
      await page.getByLabel(t['delivery.country']).selectOption({ label: 'United States' })
      await picture.as('united states', page)
    },
  },
  {
    name: 'questions',
    run: async (visitor, picture) => {
      const { page } = visitor
      await visitor.chooseTickets('climbing-night', { Climber: 2 })
      await visitor.openEvent('first-strokes-sea-kayaking')
      await visitor.setQuantity('Paddler', 1)
      await visitor.addToBasket()
      await visitor.openBasket()
      await visitor.continueTo(completed['title.questions'])
      await picture.as('basket', page)
      await visitor.pressContinue()
      await picture.as('error', page)
      await page.getByRole('textbox').first().fill('Amelia, 01632 960 001')
      await visitor.pressContinue()
      await picture.as('ticket', page)
    },
  },
  {
    name: 'checkout loading',
    run: async (visitor, picture) => {
      const { page } = visitor
      await visitor.chooseTickets('tuesday-lunchtime-music', { 'Free seat': 1 })
      await visitor.openBasket()
      await page.route('**/assets/reserve-*', () => {})
      await visitor.reserve()
      await page.waitForTimeout(600)
      await picture.as('determining', page)
    },
  },
  {
    name: 'checkout step not stored',
    run: async (visitor, picture) => {
      const { page } = visitor
      await visitor.chooseTickets('tuesday-lunchtime-music', { 'Free seat': 1 })
      await page.route(`**${PATHS.update_basket_state[1]}`, (route) => route.abort())
      await visitor.openBasket()
      await visitor.reserve()
      await expect(page.getByRole('button', { name: common.dismiss })).toBeVisible()
      await picture.as('notification', page)
    },
  },
]
