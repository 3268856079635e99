import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { buildApp } from '../../../app.ts'
import { makeMetrics } from '../../../metrics.ts'
import { managerOf } from '../../../office/testing/full-organiser.ts'
import { createStaff, inSession, officeBrowser } from '../../../office/testing/office.ts'
import { SELLER, STORED_SELLER, createEvent as storeEvent } from '../../../testing/fixtures/catalogue.ts'
import { plainDocuments } from '../../../testing/pages.ts'
import { openShop } from '../../../testing/shop.ts'
import type { CatalogueInput } from '../../format/format.ts'
import { importText } from '../import.ts'

let shop: Awaited<ReturnType<typeof openShop>>
beforeAll(async () => {
  shop = await openShop('embedded')
})
afterAll(() => shop.close())

type Event = NonNullable<CatalogueInput['events']>[number]
const TICKET = { name: 'Adult', price: '5', capacity: 10 }
const UNKNOWN = { legal_kind: null, legal_name: '', legal_address: '', contact_email: '' } as const
const SENTENCE =
  'buyers must be told who sells, and the organiser "House" lacks legal.kind, legal.name, legal.address, contact_email'

let n = 0
/** A house whose file can be imported again. */
function house() {
  const slug = `house-${++n}`
  const load = async (event: Partial<Event> = {}, seller: object = {}, more: Partial<CatalogueInput> = {}) => {
    const file: CatalogueInput = {
      format: 'foyer-catalogue-1',
      organisers: [{ slug, name: 'House', ...seller }],
      events: [
        {
          slug: `${slug}-gala`,
          organiser: slug,
          venue: null,
          title: 'Gala',
          dates: [{ starts: '2027-03-05T19:30' }],
          ticket_types: [TICKET],
          ...event,
        } as Event,
      ],
      ...more,
    }
    const { refused } = await importText(shop.db, 'file.json', JSON.stringify(file), shop.clock.now())
    return refused.map(({ why }) => why)
  }
  const status = async () =>
    (await shop.db.selectFrom('events').select('status').where('slug', '=', `${slug}-gala`).execute())[0]?.status
  return { slug, load, status }
}

describe('[42.2] nothing new is on sale for money while buyers cannot be told who sells', () => {
  it('a file is refused and names what is missing; drafts and free events need nothing', async () => {
    const { load, status } = house()
    expect(await load()).toEqual([SENTENCE])
    expect(await status()).toBeUndefined()
    expect(await load({ status: 'draft' })).toEqual([])
    expect(await load()).toEqual([SENTENCE])
    expect(await status()).toBe('draft')
    expect(await load({}, { contact_email: 'x@example.com', legal: { ...SELLER.legal, address: ' ' } })).toEqual([
      'buyers must be told who sells, and the organiser "House" lacks legal.address',
    ])
    expect(await load({}, SELLER)).toEqual([])
    expect(await status()).toBe('published')
    expect(await house().load({ ticket_types: [{ ...TICKET, price: '0' }] })).toEqual([])
  })

  it.each([
    { price: '0', booking_fee: '0.50' },
    { price: '0', door_price: '5' },
    { price: '0', delivered_by_post: true, delivery_cost: '2' },
    { price: '0', price_tiers: [{ price: '3', tickets: 5 }] },
  ])('a ticket costs money by whatever it costs: %j', async (costs) => {
    expect(await house().load({ ticket_types: [{ ...TICKET, ...costs }] as Event['ticket_types'] })).toEqual([SENTENCE])
  })

  it('what was on sale for money stays so and may change; a free event may not get a price', async () => {
    const { load, status } = house()
    await load({}, SELLER)
    // The file says nothing of who sells, as one from before an upgrade.
    expect(await load({ title: 'Great gala', ticket_types: [{ ...TICKET, price: '6' }] })).toEqual([])
    expect(await status()).toBe('published')
    expect(await load({ status: 'draft' })).toEqual([])
    expect(await load()).toEqual([SENTENCE])
    const free = house()
    await free.load({ ticket_types: [{ ...TICKET, price: '0' }] })
    expect(await free.load()).toEqual([SENTENCE])
  })

  it('a new gift voucher asks too, and one that is for sale already does not', async () => {
    const { slug, load } = house()
    const vouchers = { events: [], gift_vouchers: [{ slug, organiser: slug, name: 'Gift', values: ['10'] }] }
    expect(await load({}, {}, vouchers)).toEqual([SENTENCE])
    expect(await load({}, SELLER, vouchers)).toEqual([])
    expect(await load({}, {}, vouchers)).toEqual([])
  })

  it('an event of a listing becomes a draft, and is published once its organiser is known', async () => {
    const listing = JSON.stringify({
      '@context': 'https://schema.org',
      '@type': 'Event',
      '@id': 'https://choir.example/gala',
      name: 'Choir gala',
      startDate: '2027-03-05T19:30',
      location: { '@type': 'Place', name: 'Hall' },
      organizer: { '@type': 'Organization', name: 'Listed choir' },
      offers: { '@type': 'Offer', name: 'Adult', price: '5', priceCurrency: 'GBP' },
    })
    const load = () => importText(shop.db, 'listing.json', listing, shop.clock.now())
    const status = async () =>
      (await shop.db.selectFrom('events').select('status').where('title', '=', 'Choir gala').execute())[0]?.status
    const { kept, notes } = await load()
    expect([kept, await status()]).toEqual([true, 'draft'])
    expect(notes.map(({ why }) => why)).toContainEqual(
      expect.stringMatching(/^it is a draft: buyers must be told who sells, and the organiser "Listed choir" lacks/),
    )
    await shop.db.updateTable('organisers').set(STORED_SELLER).where('name', '=', 'Listed choir').execute()
    await load()
    expect(await status()).toBe('published')
    await shop.db.updateTable('organisers').set(UNKNOWN).where('name', '=', 'Listed choir').execute()
    expect((await load()).refused).toEqual([])
    expect(await status()).toBe('published')
  })

  it('nor while the shop itself lacks its own', async () => {
    await shop.db.insertInto('shop').values({ lacks_details: true }).execute()
    try {
      const { load } = house()
      expect(await load({ status: 'draft' }, SELLER)).toEqual([])
      expect(await load({}, SELLER)).toEqual([
        'buyers must be told who runs the shop, and the operator has not entered it under Shop in the office',
      ])
    } finally {
      await shop.db.deleteFrom('shop').execute()
    }
  })
})

describe('[42.2] the office refuses the same, with a link that opens the field', () => {
  /** An organiser of whom only the name is known, with a draft for £10 and a free event on sale. */
  async function manager() {
    const draft = await storeEvent(shop.db, {
      status: 'draft',
      organiser: { ...UNKNOWN, legal_kind: 'company', legal_name: 'House Ltd' },
    })
    const { organiserId } = draft
    const free = await storeEvent(shop.db, {
      organiser_id: organiserId,
      tickets: [{ price_minor: 0, booking_fee_minor: 0 }],
    })
    const browser = await inSession(shop, {
      ...(await createStaff(shop, organiserId, 'manager').then(({ id, email }) => ({ staffId: id, email }))),
    })
    const refusal = {
      code: 'seller_unknown',
      error:
        'Nothing has been saved. Buyers must be told who sells before anything is on sale for money. Missing: Address, Contact email.',
      link: {
        label: 'Enter what is missing',
        url: `/office/settings/?organiser_id=${organiserId}&section=legal#field-f[legal.address]`,
      },
    }
    return { organiserId, draft, free, browser, refusal }
  }
  const GALA = { title: 'Gala', day: '2027-03-05', starts: '19:30', how_many: '10', price: '5' }

  it('for a new event, one that is put on sale, and a price for a free one', async () => {
    const { organiserId, draft, free, browser, refusal } = await manager()
    const about = { organiser_id: organiserId }
    const made = (form: object) => browser.call('create_event', { ...about, ...GALA, ...form })
    expect((await made({ publish: '1' })).body).toEqual(refusal)
    expect((await made({})).status).toBe(200)
    expect((await made({ title: 'Free', publish: '1', price: '0' })).status).toBe(200)
    const publish = { ...about, event_id: draft.eventId, status: 'published' }
    expect((await browser.call('set_event_status', publish)).body).toEqual(refusal)
    const { open, send } = await managerOf(shop, organiserId, free.eventId)
    const saved = await send(await open('tickets'), { 'ticket_types.0.price': '5' })
    expect(saved.body).toMatchObject({ code: 'seller_unknown', link: refusal.link })
    await shop.db.updateTable('organisers').set(STORED_SELLER).where('id', '=', organiserId).execute()
    expect((await browser.call('set_event_status', publish)).status).toBe(200)
  })

  it('also without JavaScript, with the link on the page, and its page has the field', async () => {
    const { organiserId, draft, browser, refusal } = await manager()
    const app = await buildApp({ ...shop.deps, metrics: makeMetrics() }, plainDocuments())
    const { get, post } = officeBrowser(app, browser.jar)
    const page = await post(`/office/event/?organiser_id=${organiserId}&event_id=${draft.eventId}`, {
      call: 'set_event_status',
      organiser_id: organiserId,
      event_id: draft.eventId,
      status: 'published',
    })
    expect(page.statusCode).toBe(400)
    expect(JSON.parse(page.body).shell.failed).toMatchObject(refusal)
    const settings = await get(refusal.link.url.split('#')[0]!)
    expect(settings.body).toContain('"name":"legal.address"')
    await app.close()
  })
})
