import { language } from '@foyer/domain/format/language.ts'
import type { FastifyInstance } from 'fastify'
import { beforeAll, describe, expect, it } from 'vitest'
import { buildApp } from '../../app.ts'
import { makeMetrics } from '../../metrics.ts'
import { createEvent } from '../../testing/fixtures/catalogue.ts'
import { plainDocuments } from '../../testing/pages.ts'
import { makeBrowser, useShop } from '../../testing/shop.ts'

describe('the language of a response', () => {
  const shop = useShop('postgres')
  let app: FastifyInstance
  let url = ''
  let ticketId = 0
  beforeAll(async () => {
    const of = (page: string, data: unknown) => JSON.stringify({ page, data, language: language() })
    app = await buildApp({ ...shop().deps, metrics: makeMetrics() }, { ...plainDocuments(), of })
    const event = await createEvent(shop().db, {
      startsAt: new Date('2027-08-01T18:30:00Z'),
      tickets: [{ capacity: 1 }],
    })
    url = `/events/${event.slug}/`
    ticketId = event.ticketId
  })
  const page = (at: string, headers: Record<string, string> = {}) => app.inject({ url: at, headers })
  const spoken = async (at: string, headers: Record<string, string> = {}) => (await page(at, headers)).json().language

  it('is taken from the link, the cookie, the browser or the default, in this order', async () => {
    const prefers = { 'accept-language': 'fr-CA,fr;q=0.9,en;q=0.1' }
    expect(await spoken(url)).toBe('en')
    expect(await spoken(url, prefers)).toBe('fr')
    expect(await spoken(url, { ...prefers, cookie: 'lang=en' })).toBe('en')
    expect(await spoken(`${url}?lang=fr`, { cookie: 'lang=en' })).toBe('fr')
    for (const bad of ['de', '', 'FR', 'fr&lang=en', '../fr', 'constructor'])
      expect(await spoken(`${url}?lang=${bad}`, { cookie: `lang=${encodeURIComponent(bad)}` }), bad).toBe('en')
  })

  it('is stored for a year by the link only', async () => {
    const { headers } = await page(`${url}?lang=fr`)
    expect(headers['set-cookie']).toBe('lang=fr; Max-Age=31536000; Path=/; HttpOnly; SameSite=Lax')
    expect((await page(`${url}?lang=fr`, { cookie: 'lang=fr' })).headers['set-cookie']).toBeUndefined()
    expect((await page(url, { 'accept-language': 'fr' })).headers['set-cookie']).toBeUndefined()
  })

  it('is part of Vary', async () => {
    const { headers } = await page(url, { 'accept-language': 'fr' })
    expect(headers).toMatchObject({ 'content-language': 'fr', vary: 'accept-language, cookie, accept-encoding' })
    expect((await page('/nothing/', { cookie: 'lang=fr' })).headers['content-language']).toBe('fr')
  })

  it('is never that of a concurrent request', async () => {
    for (const at of [url, '/', '/all-events/']) {
      shop().clock.advance(5)
      const replies = await Promise.all(
        Array.from({ length: 40 }, (_, n) => page(at, { cookie: `lang=${n % 2 ? 'fr' : 'en'}` })),
      )
      for (const [n, { body }] of replies.entries()) {
        expect(body).toContain(n % 2 ? 'dim. 1er août' : 'Sun 1 Aug')
        expect(body).not.toContain(n % 2 ? 'Sun 1 Aug' : 'dim. 1er août')
        expect(JSON.parse(body).language).toBe(n % 2 ? 'fr' : 'en')
      }
    }
  })

  it('also applies to errors, even before the call is parsed', async () => {
    const french = { cookie: 'lang=fr', 'content-type': 'application/x-www-form-urlencoded' }
    const send = (payload: string, headers: Record<string, string>) =>
      app.inject({ method: 'POST', url: '/ajax/add_to_basket', headers, payload })
    const call = await app.inject({ method: 'POST', url: '/ajax/nothing', headers: french, payload: 'a=1' })
    expect(call.json().error).toMatch(/trouv/)
    const tooLarge = await send('a'.repeat(300_000), french)
    expect([tooLarge.statusCode, tooLarge.json().error]).toEqual([413, expect.stringMatching(/^C’est trop|trop/)])
  })

  it('also applies to a refused code', async () => {
    for (const [chosen, wrong] of [
      ['fr', /^Ce code/],
      ['en', /^That code/],
    ] as const) {
      const browser = makeBrowser(app)
      await browser.get(`/?lang=${chosen}`)
      const { body } = await browser.call('check_one_time_code', { email: 'ada@shop.test', one_time_code: '123456' })
      expect(body.message).toMatch(wrong)
    }
  })

  it('of a refused reserve is the requester’s, although it is decided together with others', async () => {
    shop().clock.advance(5)
    const browsers = await Promise.all(
      Array.from({ length: 8 }, async (_, n) => {
        const browser = makeBrowser(app)
        await browser.get(`/?lang=${n % 2 ? 'fr' : 'en'}`)
        expect(await browser.call('add_to_basket', { ticket_id: ticketId, quantity: 1 })).toMatchObject({ status: 200 })
        return browser
      }),
    )
    const replies = await Promise.all(browsers.map((browser) => browser.call('reserve_tickets')))
    const refused = replies.map(({ body }) => body.error)
    expect(refused.filter((error) => error === undefined)).toHaveLength(1)
    for (const [n, error] of refused.entries())
      if (error !== undefined) expect(error).toMatch(n % 2 ? /plus aucun billet/ : /sold out/)
  })

  it('is stored in the sale with the first ticket and by a later choice, until it is paid', async () => {
    const { ticketId: own } = await createEvent(shop().db, { startsAt: new Date('2027-08-01T18:30:00Z') })
    const browser = makeBrowser(app)
    await browser.get('/?lang=fr')
    await browser.call('add_to_basket', { ticket_id: own, quantity: 1 })
    const { sale_reference } = await browser.checkout()
    const stored = async () => {
      const sale = shop().db.selectFrom('sales').select('language').where('reference', '=', sale_reference)
      return (await sale.executeTakeFirstOrThrow()).language
    }
    expect(await stored()).toBe('fr')
    await browser.get('/smartcheckout/?lang=en')
    expect(await stored()).toBe('en')
    await shop()
      .db.updateTable('sales')
      .set({ paid_at: shop().clock.now() })
      .where('reference', '=', sale_reference)
      .execute()
    await browser.get('/?lang=fr')
    expect(await stored()).toBe('en')
  })

  it('is English in the office and for other sites, whatever the browser prefers', async () => {
    const prefers = { 'accept-language': 'fr', cookie: 'lang=fr' }
    const widget = await page(`/widget/${url.split('/')[2]}.json`, prefers)
    expect(widget.body).toContain('Sun 1 Aug')
    expect((await page('/office/', prefers)).headers['content-language']).toBeUndefined()
  })
})
