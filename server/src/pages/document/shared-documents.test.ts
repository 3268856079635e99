import { PRIVACY_COOKIE } from '@foyer/contract/pages.ts'
import type { FastifyInstance } from 'fastify'
import { beforeAll, beforeEach, expect, it } from 'vitest'
import { buildApp } from '../../app.ts'
import { makeMetrics } from '../../metrics.ts'
import { describeOnBoth } from '../../testing/database/databases.ts'
import { createEvent } from '../../testing/fixtures/catalogue.ts'
import { plainDocuments } from '../../testing/pages.ts'
import { makeBrowser, useShop } from '../../testing/shop.ts'

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

  it('renders a public page once a second for all browsers without a session', async () => {
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

  it('renders separately for a browser with a session or a privacy choice', async () => {
    const buyer = makeBrowser(app)
    expect(await buyer.call('add_to_basket', { ticket_id: ticketId, quantity: 2 })).toMatchObject({ status: 200 })
    expect((await buyer.get(url)).body).toContain('"basket_quantity":2')
    expect(await shown(url)).toContain('"basket_quantity":0')
    expect((await buyer.get(url)).body).toContain('"basket_quantity":2')
    const chose = await shown(url, { cookie: `${PRIVACY_COOKIE}=accepted` })
    expect(chose).toContain('"choice":"accepted"')
    expect(await shown(url)).not.toContain('"choice":"accepted"')
  })
})
