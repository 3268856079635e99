import { PRIVACY_COOKIE } from '@foyer/contract/pages.ts'
import type { FastifyInstance } from 'fastify'
import { beforeAll, beforeEach, expect, it } from 'vitest'
import { buildApp } from '../../app.ts'
import { makeMetrics } from '../../metrics.ts'
import { describeOnBoth } from '../../testing/database/databases.ts'
import { createAccount, newEmail, prove } from '../../testing/fixtures/buyers.ts'
import { createEvent } from '../../testing/fixtures/catalogue.ts'
import { plainDocuments } from '../../testing/pages.ts'
import { type Browser, makeBrowser, useShop } from '../../testing/shop.ts'

describeOnBoth('shared documents', (kind) => {
  const shop = useShop(kind)
  let app: FastifyInstance
  let url = ''
  let ticketId = 0
  let rendered = 0
  beforeAll(async () => {
    const of = (page: string, data: unknown, shell: object) => JSON.stringify({ page, data, shell, n: ++rendered })
    app = await buildApp({ ...shop().deps, metrics: makeMetrics() }, { ...plainDocuments(), of })
    const event = await createEvent(shop().db, { title: 'Shared', startsAt: new Date('2099-01-01T12:00:00Z') })
    url = `/events/${event.slug}/`
    ticketId = event.ticketId
  })
  beforeEach(() => {
    shop().clock.advance(5)
    rendered = 0
  })
  const shown = async (at: string, headers: Record<string, string> = {}) =>
    (await app.inject({ url: at, headers })).body

  it('renders a public page once a second for all browsers', async () => {
    for (const page of [url, '/', '/all-events/', '/all-events/?q=Shared']) {
      rendered = 0
      const first = await shown(page)
      expect(await shown(page), page).toBe(first)
      expect(rendered, page).toBe(1)
    }
    expect(await shown('/all-events/')).toContain('"page":"events"')
    expect(await shown('/')).toContain('"page":"home"')
    const { db, clock } = shop()
    await db.updateTable('events').set({ title: 'Renamed' }).where('title', '=', 'Shared').execute()
    clock.advance(2)
    expect(await shown(url)).toContain('Renamed')
  })

  it('compresses it as each browser accepts', async () => {
    const heads = async (accept: string) =>
      (await app.inject({ url, headers: { 'accept-encoding': accept } })).headers['content-encoding']
    expect([await heads('br'), await heads('gzip'), await heads(''), await heads('br, gzip')]).toEqual([
      'br',
      'gzip',
      undefined,
      'br',
    ])
    expect(rendered).toBe(1)
  })

  const buyerWith = async (quantity: number) => {
    const buyer = makeBrowser(app)
    expect(await buyer.call('add_to_basket', { ticket_id: ticketId, quantity })).toMatchObject({ status: 200 })
    return buyer
  }
  const page = async (browser: Browser) => (await browser.get(url)).body

  it('renders separately for a browser with a basket of another size or a privacy choice', async () => {
    const [buyer, other] = [await buyerWith(2), await buyerWith(3)]
    expect(await page(buyer)).toContain('"basket_quantity":2')
    expect(await page(other)).toContain('"basket_quantity":3')
    expect(await shown(url)).toContain('"basket_quantity":0')
    expect(await page(buyer)).toContain('"basket_quantity":2')
    const chose = await shown(url, { cookie: `${PRIVACY_COOKIE}=accepted` })
    expect(chose).toContain('"choice":"accepted"')
    expect(await shown(url)).not.toContain('"choice":"accepted"')
  })

  it('renders once for baskets of the same size, but tells caches that each is private', async () => {
    const [buyer, other] = [await buyerWith(2), await buyerWith(2)]
    rendered = 0
    const { body, headers } = await buyer.get(url)
    expect(headers['cache-control']).toBe('private, no-cache')
    expect(await page(other)).toBe(body)
    expect(rendered).toBe(1)
  })

  it('renders for each signed-in buyer alone, and apart for guests with a confirmed address', async () => {
    const [first, second, guest] = [0, 1, 2].map(() => makeBrowser(app)) as [Browser, Browser, Browser]
    const users = [await createAccount(shop()), await createAccount(shop())]
    await prove(shop(), first, users[0]!.email)
    await prove(shop(), second, users[1]!.email)
    await prove(shop(), guest, newEmail())
    shop().clock.advance(5)
    expect(await page(first)).toContain(users[0]!.email)
    const ofSecond = await page(second)
    expect(ofSecond).toContain(users[1]!.email)
    expect(ofSecond).not.toContain(users[0]!.email)
    expect(await page(guest)).toContain('"guest":true')
    const ofNobody = await shown(url)
    expect(ofNobody).toContain('"user":null')
    expect(ofNobody).not.toContain('"guest"')
    rendered = 0
    for (const browser of [first, second, guest]) await page(browser)
    expect(rendered).toBe(2)
  })
})
