import { common, shop, checkout as t } from '@foyer/contract/messages.ts'
import { PAGES } from '@foyer/contract/pages.ts'
import { PATHS } from '@foyer/contract/paths.ts'
import { expect } from '@playwright/test'
import { STEPS } from '../../support/buyer.ts'
import type { Scene } from '../scene.ts'
import type { Visitor } from '../visitor.ts'

/** Leaves a call pending, to show the loading state. */
const leavePending = (visitor: Visitor, path: string) => visitor.page.route(`**${path}`, () => {})

const applyCode = async (visitor: Visitor, code: string) => {
  await visitor.page.getByLabel(t['basket.code']).fill(code)
  await visitor.button(t['basket.applyCode']).click()
}

export const BASKET: Scene[] = [
  {
    name: 'basket',
    run: async (visitor, picture) => {
      const { page } = visitor
      await visitor.openBasket()
      await picture.as('empty', page)
      await visitor.chooseTickets('how-bees-see', { 'One screen': 1 })
      await visitor.openBasket()
      await picture.as('one line', page)
      await applyCode(visitor, 'NOTHING')
      await expect(page.getByText(t['warning.invalidCode'])).toBeVisible()
      await picture.as('invalid code', page)
      await applyCode(visitor, 'WELCOME10')
      await expect(page.getByText(t['success.codeApplied'])).toBeVisible()
      await picture.as('code applied', page)
    },
  },
  {
    name: 'basket many lines',
    run: async (visitor, picture) => {
      const { page } = visitor
      await visitor.chooseTickets('the-ballad-of-little-hollow', {
        Adult: 2,
        'Child (under 16)': 3,
        'Family of four': 1,
      })
      await visitor.chooseTickets('lantern-walk', { 'Adult walker': 1, 'Child walker': 2 })
      await visitor.chooseTickets('how-bees-see', { 'One screen, paying a little more': 1 })
      await visitor.chooseTickets('climbing-night', { Climber: 2 })
      await visitor.open(PAGES.gift_vouchers)
      await visitor.button('Add to basket').filter({ visible: true }).first().click()
      await expect(page.getByText(shop['tickets.added'])).toBeVisible()
      await visitor.openBasket()
      await picture.as('filled', page)
      await page.getByRole('button', { name: t['basket.refundPolicy'] }).first().click()
      await picture.as('refund policy', page)
      await page.keyboard.press('Escape')
      await leavePending(visitor, PATHS.update_ticket_quantity[1])
      await visitor.button('More Adult').click()
      await expect(page.getByText(t['basket.updating'], { exact: true })).toBeVisible()
      await picture.as('updating', page)
    },
  },
  {
    name: 'basket warnings',
    run: async (visitor, picture) => {
      const { page } = visitor
      await visitor.chooseTickets('the-ballad-of-little-hollow', { 'Child (under 16)': 1 })
      await visitor.openEvent('nosferatu-with-accordion')
      await visitor.setQuantity('Chair', 1)
      await visitor.button('Add to basket').filter({ visible: true }).click()
      await visitor.openBasket()
      await picture.as('required ticket and two currencies', page)
      await page.route(`**${PATHS.update_ticket_quantity[1]}`, (route) => route.abort())
      await visitor.button('More Child (under 16)').click()
      await expect(page.getByLabel(common.notifications).getByText(t['error.updateTicketQuantity'])).toBeVisible()
      await picture.as('call failed', page)
    },
  },
  {
    name: 'reserve',
    run: async (visitor, picture) => {
      const { page } = visitor
      await visitor.chooseTickets('tuesday-lunchtime-music', { 'Free seat': 1 })
      await visitor.openBasket()
      await leavePending(visitor, PATHS.reserve_tickets[1])
      await visitor.reserve()
      await expect(page.getByText(t['info.reserving'])).toBeVisible()
      await picture.as('waiting', page)
    },
  },
  {
    name: 'reserve in a social app',
    context: {
      userAgent: 'Mozilla/5.0 (Linux; Android 14) AppleWebKit/537.36 Chrome/126.0 Mobile Safari/537.36 Instagram 334.0',
    },
    run: async (visitor, picture) => {
      await visitor.chooseTickets('tuesday-lunchtime-music', { 'Free seat': 1 })
      await visitor.openBasket()
      await visitor.reserve()
      await expect(visitor.page.getByText(t['warning.incompatibleBrowser'])).toBeVisible()
      await picture.as('shut', visitor.page)
      await visitor.page.getByText(t['link.whyIncompatibleBrowser']).click()
      await picture.as('explained', visitor.page)
    },
  },
  {
    name: 'hold',
    env: { HOLD_SECONDS: '150' },
    run: async (visitor, picture) => {
      const { page } = visitor
      await page.clock.install()
      await visitor.chooseTickets('tuesday-lunchtime-music', { 'Free seat': 2 })
      await visitor.openBasket()
      await visitor.continueTo(STEPS.account)
      await page.clock.fastForward(31_000)
      await expect(page.getByText(t['countdown.soonTitle'])).toBeVisible()
      await picture.as('two minutes left', page)
      await page.clock.fastForward(62_000)
      await picture.as('one minute left', page)
      await visitor.openSummary()
      await visitor.button(t['otherDevice.open']).click()
      await expect(page.getByRole('img', { name: t['otherDevice.code'] })).toBeVisible()
      await picture.as('on another device', page)
      await page.keyboard.press('Escape')
      await visitor.button(t['link.editBasket']).click()
      await picture.as('edit basket', page)
    },
  },
  {
    name: 'hold ended',
    env: { HOLD_SECONDS: '8' },
    run: async (visitor, picture) => {
      await visitor.chooseTickets('tuesday-lunchtime-music', { 'Free seat': 2 })
      await visitor.openBasket()
      await visitor.continueTo(STEPS.account)
      await expect(visitor.page.getByText(t['warning.checkoutExpired'])).toBeVisible({ timeout: 30_000 })
      await picture.as('back in the basket', visitor.page)
    },
  },
]
