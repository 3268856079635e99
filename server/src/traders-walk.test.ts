import { account } from '@foyer/contract/messages.ts'
import { PAGES } from '@foyer/contract/pages.ts'
import { LANGUAGES, type Language } from '@foyer/domain/format/language.ts'
import type { FastifyInstance } from 'fastify'
import { beforeAll, describe, expect, it } from 'vitest'
import { buildApp } from './app.ts'
import { withLanguage } from './language.ts'
import { makeMetrics } from './metrics.ts'
import { pay, vendor } from './payment/refund/bought.testing.ts'
import { createEvent } from './testing/fixtures/catalogue.ts'
import { type SaleAt, saleAt } from './testing/fixtures/sale.ts'
import { plainDocuments } from './testing/pages.ts'
import { makeBrowser, useShop } from './testing/shop.ts'
import { runBy } from './trader.ts'

/**
 * Every page, email, widget and feed that a buyer meets, in each language: who runs the shop, and who sells where something is sold. Pages
 * are the shop's addresses, so that a new one is walked too; `web/src/traders.test.tsx` shows that pages print what they are told.
 */

const QUAY = { kind: 'company', name: 'Quay Tickets Ltd', address: '2 Quay Street', country: 'United Kingdom' } as const
const MILL = {
  legal_kind: 'company',
  legal_name: 'Old Mill Trust Ltd',
  legal_address: '1 Weir Lane',
  legal_country: 'France',
  legal_number: '01234567',
  contact_email: 'box@mill.example',
} as const

/** Pages that need what this test doesn't have, such as a link from an email, and the door’s, which no buyer opens. */
const NOT_WALKED = /:|\*|checkout|payment|door|gallery|mailbox|moved|claim|ticket-change|waiver|waiting|feedback|wallet/

describe.each(LANGUAGES)('[42.2] who sells and who runs the shop, in %s', (lang: Language) => {
  const shop = useShop('embedded', { providers: { stripe: vendor.provider } })
  let app: FastifyInstance
  let order: Awaited<ReturnType<typeof createEvent>> & SaleAt
  let slugs: { event: string; organiser: string }
  const sold = () => withLanguage(lang, () => account['order.soldBy'].replace('{organiser}', MILL.legal_name))
  const run = () => withLanguage(lang, () => runBy(shop().deps.config.shop))

  beforeAll(async () => {
    const { deps, db } = shop()
    Object.assign(deps.config.shop, {
      email: 'ask@quay.example',
      legal: {
        ...QUAY,
        register: '',
        number: '',
        part: null,
        charityNumber: '',
        vatNumber: '',
        phone: '',
        mediator: '',
      },
    })
    const of = (page: string, data: unknown, shell: unknown, head: { jsonLd?: () => unknown } | undefined) =>
      JSON.stringify({ page, data, shell, jsonLd: head?.jsonLd?.() })
    app = await buildApp({ ...deps, metrics: makeMetrics() }, { ...plainDocuments(), of } as never)
    const event = await createEvent(db, { organiser: MILL, startsAt: new Date('2099-06-01T18:00:00Z') })
    const sale = await saleAt(deps, 'payment', { ticketId: event.ticketId })
    await db.updateTable('sales').set({ language: lang }).where('id', '=', sale.saleId).execute()
    await pay(deps, sale)
    shop().clock.advance(30)
    await shop().runJobs()
    order = { ...event, ...sale }
    const { slug } = await db
      .selectFrom('organisers')
      .select('slug')
      .where('id', '=', order.organiserId)
      .executeTakeFirstOrThrow()
    slugs = { event: order.slug, organiser: slug }
    return () => app.close()
  })
  /** A page as the buyer of the order gets it. */
  const page = async (url: string) => {
    const browser = makeBrowser(app)
    browser.use(order.cookie.slice(order.cookie.indexOf('=') + 1))
    const { statusCode, body } = await browser.get(`${url}?lang=${lang}`)
    // A page that asks who it is, or leads on, names nobody itself.
    if (statusCode < 400 && statusCode >= 300) return null
    // What isn’t found without a link’s own parts is a page, too.
    expect([url, statusCode]).toEqual([url, expect.toBeOneOf([200, 404])])
    return JSON.parse(body) as { shell: { shop: { run_by?: string } }; data: unknown; jsonLd?: unknown }
  }

  it('its words are those of the language', () => {
    expect([sold().slice(0, 4), run()]).toEqual([
      lang === 'fr' ? 'Vend' : 'Sold',
      expect.stringContaining(lang === 'fr' ? 'Quay Tickets Ltd' : 'This shop is run by Quay Tickets Ltd'),
    ])
    expect(lang === 'fr' && run().startsWith('This shop')).toBe(false)
  })

  it('every page names who runs the shop', async () => {
    const walked = [...new Set(Object.values(PAGES))].filter((path) => !NOT_WALKED.test(path))
    const shown: string[] = []
    for (const path of walked) {
      const found = await page(path)
      if (found === null) continue
      expect([path, found.shell.shop.run_by]).toEqual([path, run()])
      shown.push(path)
    }
    expect(shown.length).toBeGreaterThan(9)
  })

  it('the pages of the event, its organiser and the order name who sells', async () => {
    for (const url of [`/events/${slugs.event}/`, `/organisers/${slugs.organiser}/`, `/orders/${order.reference}/`]) {
      const shown = (await page(url))!
      expect([url, shown.shell.shop.run_by]).toEqual([url, run()])
      expect(JSON.stringify(shown.data), url).toContain(sold())
    }
  })

  it('the widget and the calendar name who sells, and search engines are told the organiser', async () => {
    const widget = await app.inject({ url: `/widget/${slugs.event}.json?lang=${lang}` })
    expect(widget.json<{ sold_by: string }>().sold_by).toContain(sold())
    const { jsonLd } = (await page(`/events/${slugs.event}/`))!
    expect(JSON.stringify(jsonLd)).toContain('"organizer":')
    const browser = makeBrowser(app)
    browser.use(order.cookie.slice(order.cookie.indexOf('=') + 1))
    const calendar = await browser.get(`/orders/${order.reference}/calendar.ics?lang=${lang}`)
    // Long lines of a calendar are folded.
    expect(calendar.body.replace(/\r\n /g, '')).toContain(sold())
  })

  it('every email about the order names both', async () => {
    const { db } = shop()
    await shop().runJobs()
    const sent = await db
      .selectFrom('mails')
      .select(['kind', 'body_text'])
      .where('sale_id', '=', order.saleId)
      .execute()
    expect(sent.length).toBeGreaterThan(0)
    for (const { kind, body_text } of sent) {
      expect(body_text, kind).toContain(sold())
      expect(body_text, kind).toContain(run())
    }
  })
})
