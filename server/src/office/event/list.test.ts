import { afterAll, beforeAll, expect, it } from 'vitest'
import type { CatalogueInput } from '../../catalogue/format/format.ts'
import { importText } from '../../catalogue/import/import.ts'
import { openShop } from '../../testing/shop.ts'
import { createFullOrganiser } from '../testing/full-organiser.ts'
import { createStaff, inSession } from '../testing/office.ts'

let shop: Awaited<ReturnType<typeof openShop>>
beforeAll(async () => {
  shop = await openShop('embedded')
})
afterAll(() => shop.close())

it('a manager limited to an event exports this event whole, and nothing that belongs to others or to none', async () => {
  const { organiserId, eventId, file, n } = await createFullOrganiser(shop)
  const whole = await file()
  const hidden = {
    format: 'foyer-catalogue-1',
    venues: [{ slug: `hidden-${n}`, name: 'Hidden hall' }],
    events: [
      {
        slug: `hidden-${n}`,
        organiser: whole.organisers![0]!.slug,
        venue: `hidden-${n}`,
        title: 'Hidden',
        currency: 'EUR',
        status: 'draft',
        livestream_url: 'https://hidden.example/',
        dates: [{ starts: '2027-08-01T19:00' }],
        ticket_types: [{ name: 'Hidden', price: 1, capacity: 5, visibility: 'code' }],
        access_codes: [{ codes: [`HIDDEN-${n}`], tickets: ['Hidden'] }],
      },
    ],
    discount_codes: [{ code: `HIDDEN-ALL-${n}`, event: `hidden-${n}`, percent: 100 }],
    offers: [
      {
        organiser: whole.organisers![0]!.slug,
        event: `hidden-${n}`,
        title: 'Hidden',
        kind: 'percent',
        min_qty: 2,
        percent: 5,
      },
    ],
  }
  expect((await importText(shop.db, 'hidden.json', JSON.stringify(hidden), shop.clock.now())).refused).toEqual([])
  const { id, email } = await createStaff(shop, organiserId, 'manager', [eventId])
  const browser = await inSession(shop, { staffId: id, email })
  const { body } = await browser.call('export_catalogue', { organiser_id: organiserId })
  expect(String(body.text).toLowerCase()).not.toContain('hidden')
  const own = JSON.parse(String(body.text)) as CatalogueInput
  const slug = `the-show-${n}`
  expect(own).toMatchObject({
    events: whole.events!.filter((event) => event.slug === slug),
    venues: whole.venues,
    organisers: whole.organisers,
    gift_vouchers: [],
  })
  expect(own.discount_codes).toEqual(whole.discount_codes!.filter(({ event }) => event === slug))
  expect(own.offers).toEqual(whole.offers!.filter(({ event }) => event === slug))
  expect([own.events!.length, own.discount_codes!.length, own.offers!.length]).toEqual([1, 1, 1])
})
