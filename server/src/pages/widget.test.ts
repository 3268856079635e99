import { readFileSync } from 'node:fs'
import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { buildApp } from '../app.ts'
import { makeMetrics } from '../metrics.ts'
import { createEvent } from '../testing/fixtures/catalogue.ts'
import { plainDocuments } from '../testing/pages.ts'
import { makeBrowser, openShop } from '../testing/shop.ts'

let shop: Awaited<ReturnType<typeof openShop>>
let app: Awaited<ReturnType<typeof buildApp>>
beforeAll(async () => {
  shop = await openShop('postgres')
  app = await buildApp({ ...shop.deps, metrics: makeMetrics() }, plainDocuments())
})
afterAll(async () => {
  await app.close()
  await shop.close()
})

const WIDGET = new URL('../../../web/public/widget.js', import.meta.url)

async function createEventOnSale() {
  const event = await createEvent(shop.db)
  const { slug } = await shop.db
    .selectFrom('events')
    .select('slug')
    .where('id', '=', event.eventId)
    .executeTakeFirstOrThrow()
  // Pages show the catalogue up to a second old.
  shop.clock.advance(2)
  return { ...event, slug }
}
const link = (slug: string, tickets: string) => `/add-to-basket/?event=${slug}&tickets=${tickets}`
const visitor = () => makeBrowser(app)
type Visitor = ReturnType<typeof visitor>
const linesOf = async (browser: Visitor) =>
  (await browser.checkout()).tickets.map(({ ticket_id, qty }) => [ticket_id, qty])

describe('the widget', () => {
  it.each([
    ['en', 'Sold by Mill Ltd · 1 Weir Lane · '],
    ['fr', 'Vendu par Mill Ltd · 1 Weir Lane · '],
  ])('[42.2] and the page that asks before a basket changes say who sells: %s', async (lang, line) => {
    const { slug, ticketId, organiserId } = await createEventOnSale()
    await shop.db
      .updateTable('organisers')
      .set({ legal_name: 'Mill Ltd', legal_address: '1 Weir Lane' })
      .where('id', '=', organiserId)
      .execute()
    const sellerIn = async (url: string) => JSON.stringify(JSON.parse((await app.inject({ url })).body))
    expect(await sellerIn(`/widget/${slug}.json?lang=${lang}`)).toContain(line)
    const about = (
      await app.inject({ url: `${link(slug, `${ticketId}x1`)}&lang=${lang}`, headers: { 'sec-fetch-dest': 'image' } })
    ).body
    expect(about).toContain(line)
    expect(readFileSync(WIDGET, 'utf8')).toContain('sold_by ? make(')
  })

  it('weighs less than 8 kB, and runs without inline style, eval or HTML injection', () => {
    const source = readFileSync(WIDGET, 'utf8')
    expect(gzipSync(source).length).toBeLessThan(8 * 1024)
    expect(source).not.toMatch(
      /innerHTML|insertAdjacentHTML|\beval\b|new Function|\.style\b|'style'|<iframe|document\.cookie|localStorage/,
    )
  })

  it('and its data allow any origin and caching, and set no cookie', async () => {
    const { slug } = await createEventOnSale()
    for (const url of ['/widget.js', `/widget/${slug}.json`]) {
      const { statusCode, headers } = await app.inject({ url, headers: { origin: 'https://organiser.example' } })
      expect([
        url,
        statusCode,
        headers['access-control-allow-origin'],
        headers['cross-origin-resource-policy'],
      ]).toEqual([url, 200, '*', 'cross-origin'])
      expect(headers['cache-control']).toMatch(/^public, max-age=/)
      expect(headers['set-cookie']).toBeUndefined()
    }
    const basket = await app.inject({
      url: '/ajax/checkout/checkout/get/',
      headers: { origin: 'https://organiser.example' },
    })
    expect(basket.headers['access-control-allow-origin']).toBeUndefined()
  })

  it('shows the event page’s dates, types and prices with fees, and no types that need a code', async () => {
    const event = await createEventOnSale()
    const data = (await app.inject(`/widget/${event.slug}.json`)).json()
    expect(data).toMatchObject({
      slug: event.slug,
      dates: [
        {
          types: [{ id: event.ticketId, price: expect.stringMatching(/^£/), max: expect.any(Number), in_shop: false }],
        },
      ],
    })
    await shop.db.updateTable('ticket_types').set({ min_per_customer: 2 }).where('id', '=', event.ticketId).execute()
    shop.clock.advance(2)
    expect((await app.inject(`/widget/${event.slug}.json`)).json().dates[0].types[0].min, 'sold in twos').toBe(2)
    await shop.db.updateTable('ticket_types').set({ visibility: 'code' }).where('id', '=', event.ticketId).execute()
    shop.clock.advance(2)
    expect(
      (await app.inject(`/widget/${event.slug}.json`)).json().dates.flatMap(({ types }: { types: [] }) => types),
    ).toEqual([])
    await shop.db.updateTable('events').set({ status: 'draft' }).where('id', '=', event.eventId).execute()
    shop.clock.advance(2)
    const draft = await app.inject(`/widget/${event.slug}.json`)
    expect([draft.statusCode, draft.headers['access-control-allow-origin']]).toEqual([404, '*'])
  })
})

it('uses the language in its address, whatever the browser prefers', async () => {
  const { slug } = await createEventOnSale()
  const french = { 'accept-language': 'fr', cookie: 'lang=fr' }
  const spoken = async (query: string) => {
    const { headers, body } = await app.inject({ url: `/widget/${slug}.json${query}`, headers: french })
    expect([headers['set-cookie'], headers['cache-control']]).toEqual([undefined, 'public, max-age=30'])
    const { lang, url, words } = JSON.parse(body)
    return [lang, new URL(url).search, words.get]
  }
  expect(await spoken('?lang=fr')).toEqual(['fr', '?lang=fr', 'Prendre des billets'])
  for (const other of ['', '?lang=', '?lang=en', '?lang=de', '?lang=constructor'])
    expect(await spoken(other), other).toEqual(['en', '?lang=en', 'Get tickets'])
})

describe('a link with chosen tickets', () => {
  it('fills an empty basket once, even when followed again', async () => {
    const { slug, ticketId } = await createEventOnSale()
    const browser = visitor()
    for (let n = 0; n < 3; n++)
      expect((await browser.get(link(slug, `${ticketId}x2`))).headers.location).toBe('/smartcheckout/')
    expect(await linesOf(browser)).toEqual([[ticketId, 2]])
  })

  it('opens the shop in the language of the page it came from', async () => {
    const { slug, ticketId } = await createEventOnSale()
    const browser = visitor()
    const { headers } = await browser.get(`${link(slug, `${ticketId}x1`)}&lang=fr`)
    expect([headers.location, String(headers['set-cookie'])]).toEqual([
      '/smartcheckout/',
      expect.stringContaining('lang=fr'),
    ])
  })

  it('asks before changing a basket with contents, and only the shop’s own form adds', async () => {
    const [first, second] = [await createEventOnSale(), await createEventOnSale()]
    const browser = visitor()
    await browser.get(link(first.slug, `${first.ticketId}x1`))
    const response = await browser.get(link(second.slug, `${second.ticketId}x2`))
    expect(JSON.parse(response.body)).toMatchObject({
      page: 'add_to_basket',
      data: { held: false, lines: [{ quantity: 2 }] },
    })
    expect(await linesOf(browser)).toEqual([[first.ticketId, 1]])
    const cookie = browser.cookie()!
    for (const headers of [{ 'sec-fetch-site': 'cross-site' }, { origin: 'https://hostile.example' }]) {
      const payload = `event=${second.slug}&tickets=${second.ticketId}x2`
      const type = { 'content-type': 'application/x-www-form-urlencoded' }
      const { statusCode } = await app.inject({
        method: 'POST',
        url: '/add-to-basket/',
        headers: { cookie, ...type, ...headers },
        payload,
      })
      expect(statusCode).toBe(403)
    }
    expect(await linesOf(browser)).toEqual([[first.ticketId, 1]])
    const added = await browser.post('/add-to-basket/', { event: second.slug, tickets: `${second.ticketId}x2` })
    expect(added.headers.location).toBe('/smartcheckout/')
    expect(await linesOf(browser)).toEqual([
      [first.ticketId, 1],
      [second.ticketId, 2],
    ])
  })

  it('on a hostile page changes nothing while tickets are held or paid for, by link or form', async () => {
    const [own, theirs] = [await createEventOnSale(), await createEventOnSale()]
    const browser = visitor()
    await browser.get(link(own.slug, `${own.ticketId}x1`))
    expect((await browser.call('reserve_tickets')).status).toBe(200)
    const rows = () => shop.db.selectFrom('sales').selectAll().orderBy('id', 'desc').limit(1).execute()
    const before = await rows()
    expect(before[0]!.held_until).not.toBeNull()
    for (const visit of [
      () => browser.get(link(theirs.slug, `${theirs.ticketId}x2`)),
      () => browser.post('/add-to-basket/', { event: theirs.slug, tickets: `${theirs.ticketId}x2` }),
    ]) {
      expect(JSON.parse((await visit()).body)).toMatchObject({ page: 'add_to_basket', data: { held: true } })
      expect([await rows(), await linesOf(browser)]).toEqual([before, [[own.ticketId, 1]]])
    }
  })

  it.each([
    ['a picture', { 'sec-fetch-mode': 'no-cors', 'sec-fetch-dest': 'image' }],
    ['a frame', { 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'iframe' }],
    ['a script', { 'sec-fetch-mode': 'cors', 'sec-fetch-dest': 'empty' }],
    [
      'a browser that reads ahead',
      { 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'document', 'sec-purpose': 'prefetch' },
    ],
  ])('changes nothing when opened by %s', async (_, headers) => {
    const { slug, ticketId } = await createEventOnSale()
    const count = async () =>
      (await shop.db.selectFrom('sale_lines').select('qty').where('ticket_type_id', '=', ticketId).execute()).length
    const { statusCode } = await app.inject({
      url: link(slug, `${ticketId}x2`),
      headers: headers as unknown as Record<string, string>,
    })
    expect([statusCode, await count()]).toEqual([200, 0])
    await app.inject({ method: 'HEAD', url: link(slug, `${ticketId}x2`) })
    expect(await count()).toBe(0)
  })

  it('says that tickets are gone, and is not found for another event’s tickets', async () => {
    const [event, other] = [await createEventOnSale(), await createEventOnSale()]
    await shop.db.updateTable('stock').set({ capacity: 1 }).where('ticket_type_id', '=', event.ticketId).execute()
    const { body } = await visitor().get(link(event.slug, `${event.ticketId}x4`))
    expect(JSON.parse(body).data.problem).not.toBe('')
    for (const bad of [
      link(event.slug, `${other.ticketId}x1`),
      link('nothing', `${event.ticketId}x1`),
      ...['', '1', '1x0', `${event.ticketId}x999`, '1x1,', 'axb', `${'1x1,'.repeat(30)}1x1`].map((tickets) =>
        link(event.slug, tickets),
      ),
    ])
      expect([bad, (await visitor().get(bad)).statusCode]).toEqual([bad, 404])
  })
})
