import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { pictures, entrance as t } from '@foyer/contract/office/messages.ts'
import { OFFICE_PAGES, type OfficePageName } from '@foyer/contract/office/pages.ts'
import { expect } from '@playwright/test'
import { newEmail, STEPS } from '../../support/buyer.ts'
import { enterCode, firstLink, switchOrganiser } from '../../support/office.ts'
import type { Scene } from '../scene.ts'
import type { Visitor } from '../visitor.ts'

/** Signs in as the first person and owner of a new shop. */
async function joinOffice({ page, shop }: Visitor): Promise<void> {
  await page.goto(firstLink(shop))
  await enterCode(page, shop, newEmail('owner'), t['check.join'])
  await page.getByLabel(t.name).fill('Olive Owner')
  await page.getByRole('button', { name: t['first.join'] }).click()
  await page.waitForURL(`**${OFFICE_PAGES.home.path}`)
}

async function buy(visitor: Visitor, slug: string, tickets: Record<string, number>): Promise<void> {
  await visitor.chooseTickets(slug, tickets)
  await visitor.openBasket()
  await visitor.continueTo(STEPS.completed)
}

/** The query of an event's pages, found by its title in the list of its organiser. */
async function queryOf({ page, shop }: Visitor, organiserName: string, title: string): Promise<string> {
  await page.goto(shop.url + OFFICE_PAGES.events.path)
  await switchOrganiser(page, organiserName)
  const link = page.getByRole('link', { name: title })
  await expect(link).toBeVisible()
  return new URL((await link.getAttribute('href'))!, shop.url).search.slice(1)
}

const OF_EVENT: readonly (readonly [OfficePageName, query?: string])[] = [
  ['event'],
  ['event_form', '&section=details'],
  ['event_form', '&section=tickets'],
  ['dates'],
  ['codes'],
  ['door'],
  ['preview'],
  ['event_picture'],
]
const OF_ORGANISER: readonly OfficePageName[] = [
  'home',
  'events',
  'new_event',
  'orders',
  'people',
  'money',
  'gift_aid',
  'settings',
  'brand',
  'team',
  'log',
  'account',
  'shop',
]

/** The office of a shop with an order, and a picture that is uploaded. */
export const OFFICE: Scene[] = [
  {
    name: 'office',
    env: { LOG_LEVEL: 'error' },
    run: async (visitor, picture) => {
      const { page, shop } = visitor
      await buy(visitor, 'the-ballad-of-little-hollow', { Adult: 2, 'Child (under 16)': 1 })
      await joinOffice(visitor)
      const eventQuery = await queryOf(visitor, 'The Old Mill Theatre', 'The Ballad of Little Hollow')
      const organiser = /organiser_id=\d+/.exec(eventQuery)![0]
      for (const name of OF_ORGANISER) {
        await page.goto(`${shop.url}${OFFICE_PAGES[name].path}?${organiser}`)
        await picture.as(name.replaceAll('_', ' '), page)
      }
      for (const [name, query = ''] of OF_EVENT) {
        await page.goto(`${shop.url}${OFFICE_PAGES[name].path}?${eventQuery}${query}`)
        await picture.as(`${name}${query.replace('&section=', ' ')}`.replaceAll('_', ' '), page)
      }
      await page.goto(`${shop.url}${OFFICE_PAGES.orders.path}?${organiser}`)
      await page.locator('main table a[href*="order_id"]').first().click()
      await expect(page.locator('h1')).toBeVisible()
      await picture.as('order', page)
      await page.goto(`${shop.url}${OFFICE_PAGES.event_picture.path}?${eventQuery}`)
      const buffer = readFileSync(fileURLToPath(new URL('../../../docs/pictures/event.jpg', import.meta.url)))
      await page.locator('main input[type=file]').setInputFiles({ name: 'event.jpg', mimeType: 'image/jpeg', buffer })
      await picture.as('upload chosen', page)
      await page.getByLabel(pictures.alt).fill('The page of an event')
      await page.locator('main form button[type=submit]').first().click()
      await page.waitForLoadState('load')
      await picture.as('upload shown', page)
      await page.goto(`${shop.url}${OFFICE_PAGES.event_picture.path}?${eventQuery}`)
      await page
        .locator('main input[type=file]')
        .setInputFiles({ name: 'event.svg', mimeType: 'image/svg+xml', buffer: Buffer.from('<svg/>') })
      await page.getByLabel(pictures.alt).fill('A drawing')
      await page.locator('main form button[type=submit]').first().click()
      await expect(page.getByRole('alert')).toBeVisible()
      await picture.as('upload refused', page)
    },
  },
]
