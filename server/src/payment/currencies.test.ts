import { decimalText, formatMoney } from '@foyer/domain/format/money.ts'
import { CURRENCIES, type CurrencyCode } from '@foyer/domain/money/money.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { WORKERS } from '../background.ts'
import { importText } from '../catalogue/import/import.ts'
import { eventJsonLd } from '../catalogue/json-ld.ts'
import { eventPage } from '../catalogue/read/event-page.ts'
import { runDueJobs } from '../jobs/jobs.ts'
import { SELLER } from '../testing/fixtures/catalogue.ts'
import { saleAt } from '../testing/fixtures/sale.ts'
import { confirmCard } from '../testing/vendors/card.ts'
import { openShopWithVendors, type ShopWithVendors } from '../testing/vendors/vendors.ts'
import { ledgerDifferences } from './ledger/ledger.ts'
import { refundOrder } from './refund/order.ts'

let shop: ShopWithVendors
beforeAll(async () => {
  shop = await openShopWithVendors('embedded')
})
afterAll(() => shop.close())

/** An event in a file of the catalogue format: a ticket at `price` and a booking fee of a tenth of it. */
async function imported(currency: CurrencyCode, price: number): Promise<{ slug: string; ticketId: number }> {
  const slug = `recital-${currency.toLowerCase()}`
  const file = {
    format: 'foyer-catalogue-1',
    organisers: [{ slug: 'small-house', name: 'Small House', ...SELLER }],
    events: [
      {
        slug,
        organiser: 'small-house',
        title: `Recital in ${currency}`,
        currency,
        dates: [{ starts: '2026-09-01T19:00' }],
        ticket_types: [{ name: 'Adult', price, booking_fee: price / 10, capacity: 20 }],
      },
    ],
  }
  const report = await importText(shop.db, 'file.json', JSON.stringify(file), shop.clock.now())
  expect(report.refused, JSON.stringify(report.refused)).toEqual([])
  const { id } = await shop.db
    .selectFrom('ticket_types as type')
    .innerJoin('events as event', 'event.id', 'type.event_id')
    .select('type.id')
    .where('event.slug', '=', slug)
    .executeTakeFirstOrThrow()
  return { slug, ticketId: id }
}

/** Delivers the vendors' webhooks and runs the due jobs. */
async function passMinute(): Promise<void> {
  await shop.pass(60)
  shop.clock.advance(60)
  await runDueJobs(shop.deps, WORKERS, 500)
}

const sentTo = (path: string) =>
  shop.captured.filter((request) => request.method === 'POST' && request.path === path).map(({ body }) => body)

describe('an event in any supported currency', () => {
  it.each<[CurrencyCode, price: number, each: string, total: string, minor: number, half: number]>([
    ['GBP', 15, '£16.50', '£33.00', 3300, 1650],
    ['EUR', 15.5, '€17.05', '€34.10', 3410, 1705],
    ['USD', 15, '$16.50', '$33.00', 3300, 1650],
    ['JPY', 1500, '¥1,650', '¥3,300', 3300, 1650],
  ])('%s is imported, shown, sold, paid by card and refunded', async (currency, price, each, total, minor, half) => {
    const { slug, ticketId } = await imported(currency, price)

    const page = (await eventPage(shop.db, slug, shop.clock.now()))!
    const { all_in_price: shown } = page.dates[0]!.tickets[0]!
    expect(formatMoney(shown, page.event.currency.code)).toBe(each)
    const [listing] = eventJsonLd(page, 'http://shop.test')
    const offer = { price: decimalText(minor / 2, currency), priceCurrency: currency }
    expect(listing).toMatchObject({ offers: [offer] })

    const sale = await saleAt(shop.deps, 'payment', { ticketId, qty: 2 })
    const call = async (path: string, method: 'GET' | 'POST' = 'POST') =>
      (await shop.app.inject({ method, url: path, headers: { cookie: sale.cookie } })).json()
    expect(await call('/ajax/checkout/checkout/get/', 'GET')).toMatchObject({
      basket_total: minor / 10 ** CURRENCIES[currency].decimals,
      currency: { code: currency, symbol: CURRENCIES[currency].symbol },
    })

    const token = await call('/ajax/checkout/stripe/get_token/')
    expect((await confirmCard(shop.url, token)).status).toBe(200)
    await passMinute()
    const [intent] = sentTo('/v1/payment_intents').slice(-1)
    expect(intent).toContain(currency.toLowerCase())
    expect(await sale.payments()).toMatchObject([
      { status: 'paid', outcome: 'fulfilled', amount_minor: minor, currency },
    ])
    const mails = await shop.db.selectFrom('mails').select('body_text').execute()
    expect(mails.map(({ body_text }) => body_text).join('\n')).toContain(total)

    expect(
      await refundOrder(shop.deps, { reference: sale.reference, what: 'amount', amountMinor: half }),
    ).toMatchObject({
      ok: true,
      amountMinor: half,
      currency,
    })
    await passMinute()
    expect(await shop.db.selectFrom('refunds').selectAll().where('sale_id', '=', sale.saleId).execute()).toMatchObject([
      { amount_minor: half, status: 'succeeded' },
    ])
    expect(await ledgerDifferences(shop.db)).toEqual([])
  })

  it('refuses an amount with more decimals than its currency', async () => {
    const file = {
      format: 'foyer-catalogue-1',
      organisers: [{ slug: 'small-house', name: 'Small House', ...SELLER }],
      events: [
        {
          slug: 'half-a-yen',
          organiser: 'small-house',
          title: 'Half a yen',
          currency: 'JPY',
          dates: [{ starts: '2026-09-01T19:00' }],
          ticket_types: [{ name: 'Adult', price: 1500.5, capacity: 20 }],
        },
      ],
    }
    const report = await importText(shop.db, 'file.json', JSON.stringify(file), shop.clock.now())
    expect(JSON.stringify(report.refused)).toContain('more decimals than JPY has')
  })
})
