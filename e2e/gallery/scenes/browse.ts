import { common, shop as t } from '@foyer/contract/messages.ts'
import { PAGES } from '@foyer/contract/pages.ts'
import { expect } from '@playwright/test'
import type { Scene } from '../scene.ts'
import type { Visitor } from '../visitor.ts'

/** A page opened directly at its address. */
const page = (name: string, path: string): Scene => ({
  name,
  run: async (visitor, picture) => {
    await visitor.open(path)
    await picture.as('page', visitor.page)
  },
})
const event = (name: string, slug: string) => page(`event ${name}`, PAGES.event.replace(':slug', slug))

const press = (visitor: Visitor, name: string) => visitor.button(name).filter({ visible: true }).first().click()

export const BROWSE: Scene[] = [
  page('home', PAGES.home),
  {
    name: 'browse',
    run: async (visitor, picture) => {
      await visitor.open(PAGES.events)
      await picture.as('all', visitor.page)
      await visitor.open(`${PAGES.events}?q=cello`)
      await picture.as('one found', visitor.page)
      await visitor.open(`${PAGES.events}?q=zeppelin`)
      await picture.as('nothing found', visitor.page)
    },
  },
  {
    name: 'offline',
    run: async (visitor, picture) => {
      await visitor.open(PAGES.events)
      await visitor.page.context().setOffline(true)
      await expect(visitor.page.getByText(common.offline)).toBeVisible()
      await picture.as('bar', visitor.page)
    },
  },
  event('with seats', 'candlelight-cello'),
  event('with a long name', 'the-ballad-of-little-hollow'),
  event('of a charity', 'lantern-walk'),
  event('sold out', 'supper-at-the-signal-box'),
  event('not yet on sale', 'the-drowned-village'),
  event('with few left', 'first-strokes-sea-kayaking'),
  event('of four days', 'harbour-lights-festival'),
  event('online', 'how-bees-see'),
  {
    name: 'event choosing',
    run: async (visitor, picture) => {
      await visitor.openEvent('tuesday-lunchtime-music')
      await press(visitor, t['tickets.add'])
      await picture.as('none chosen', visitor.page)
      await visitor.setQuantity('Free seat', 2)
      await picture.as('two chosen', visitor.page)
      await visitor.addToBasket()
      await picture.as('added', visitor.page)
      await visitor.openEvent('candlelight-cello')
      for (const seat of ['Stalls C6', 'Stalls C7'])
        await visitor.page.getByRole('checkbox', { name: seat }).check({ force: true })
      await picture.as('seats', visitor.page)
    },
  },
  page('gift vouchers', PAGES.gift_vouchers),
  page('organiser', '/organisers/north-quay-hospice/'),
  {
    name: 'mailing list',
    run: async (visitor, picture) => {
      await visitor.open(PAGES.mailing_list)
      await picture.as('empty', visitor.page)
      await press(visitor, t['mailing.button'])
      await picture.as('error', visitor.page)
      await visitor.page.getByLabel(t['mailing.email']).fill(visitor.email)
      await press(visitor, t['mailing.button'])
      await expect(visitor.page.getByText(t['mailing.sent'])).toBeVisible()
      await picture.as('sent', visitor.page)
      await visitor.open(`${PAGES.mailing_list}?joined=1`)
      await picture.as('joined', visitor.page)
    },
  },
  page('terms', PAGES.terms),
  page('refund policy', PAGES.refund_policy),
  page('privacy', PAGES.privacy),
  page('accessibility', PAGES.accessibility),
  page('not found', '/no-such-page/'),
  page('gallery', PAGES.gallery),
]
